/** Said of an order whose goods are for sale again, since its money was not found in time (private.release_claimed_stock). */
export const releasedWords = {
  waiting:
    'The goods are for sale to others again. When all the money is here, you get them if they are still there, or your money back.',
  paidLate:
    'By the time we found your money, your goods or the day of their delivery had gone to others. We tell you which: you get the goods later, or your money back.',
} as const

/** While a claim of a part waits. The next one is made once it is answered (claim_payment). */
export const sayRestOfClaim = (rest: string): string =>
  `The rest of ${rest} is still to be paid. You can tell us of that transfer once we have answered the first one.`
