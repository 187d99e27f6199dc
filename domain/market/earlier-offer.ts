/** What is said of an offer of a delivery that was replaced by another one; apart, since only the page and the mail that ask for the answer say it. */
import { describeDelivery, type EarlierOffer } from './delivery.ts'

/** '₦12,500.50, on Tuesday 1 December'. */
export const describeEarlier = ({ priceKobo, vatKobo, day }: EarlierOffer): string =>
  describeDelivery({ kind: 'quote', priceKobo, vatKobo, day, isAgreed: true })

export const sayEarlier = (offer: EarlierOffer): string =>
  `We have changed our offer. Before, it was ${describeEarlier(offer)}.`
