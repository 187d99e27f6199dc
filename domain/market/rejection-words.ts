/** What staff read before they reject a claim; apart, so that the page of an order does not carry it. */

/** What is asked before a claim is rejected: the buyer hears of it by mail alone. */
export const askToReject = (toldBy: string | null, code: string): { title: string; text: string } =>
  toldBy === 'email'
    ? {
        title: 'The buyer is told that we cannot find the payment',
        text: `A mail goes to the buyer of order ${code} at once and cannot be taken back.`,
      }
    : {
        title: 'Nobody is told that we cannot find the payment',
        text: `There is no email for order ${code}. Please ring the buyer.`,
      }
