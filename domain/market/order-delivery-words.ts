/** The delivery of an order in the lists of staff. */
export const orderDeliveryWords = {
  column: 'Delivery',
  filter: 'Delivery day',
  requestedBy: (day: string) => `Asked for by ${day}`,
  collectedAt: (depot: string) => `Collected at ${depot}`,
  collected: 'Collected, place to be agreed',
  quoted: 'Quoted, and agreed',
  waitsForAnswer: 'Quoted, waits for the buyer',
  toQuote: 'To be quoted',
  notAgreed: 'Not agreed',
  noDay: 'No day yet',
} as const
