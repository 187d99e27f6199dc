/** What the states of money and goods are called at the desk and in its files. */

export const paymentWords: Readonly<Record<string, string>> = {
  unpaid: 'Unpaid',
  claimed: 'Claimed',
  confirmed: 'Confirmed',
  underpaid: 'Part paid',
  overpaid: 'Overpaid',
  refund_due: 'Refund due',
  refunded: 'Refunded',
}

/** Less than the total has come: underpaid only where what is due is not there (private.is_underpaid), part paid otherwise. A history calls it less_than_due. */
export const namePayment = (status: string, isUnderpaid = false): string | undefined =>
  status === 'less_than_due' || (status === 'underpaid' && isUnderpaid) ? 'Underpaid' : paymentWords[status]

/** For orders of both kinds together; one order is read with wordsOfGoods. */
export const fulfilmentWords: Readonly<Record<string, string>> = {
  none: 'Not started',
  preparing: 'Preparing',
  dispatched: 'Dispatched or ready to collect',
  delivered: 'Delivered or handed over',
  disputed: 'Disputed',
}
