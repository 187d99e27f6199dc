const cvMegabytesMax = 2

/** The numbers of the specification's section 9 and the caps that protect the database, in one place. */
export const limits = {
  fullNameMin: 2,
  fullNameMax: 100,
  emailMax: 254,
  passwordMin: 8,
  passwordMax: 128,
  phoneDigitsMin: 10,
  phoneDigitsMax: 15,
  /** Names, titles and other one-line answers. */
  shortTextMax: 200,
  addressMax: 500,
  /** Free remarks (decision 78). */
  remarksMax: 2000,
  declineReasonMax: 500,
  /** Why an order is completed before its payment; at most as long as a decline's. */
  creditTermsReasonMin: 3,
  quantityMax: 1_000_000_000,
  quantityDecimalsMax: 3,
  /** Descriptions and messages of the public forms (decision 113). */
  longTextMax: 5000,
  /** How long a guest link opens its application or order. */
  linkDays: 400,
  /** How long the one works that its person asked for again. */
  linkAgainDays: 7,
  cvMegabytesMax,
  cvBytesMax: cvMegabytesMax * 1024 * 1024,
  /** How long after the delivery the quality may be disputed. */
  disputeHours: 48,
  /** How long a link "this was not me" of a mail works. */
  alarmLinkDays: 30,
  /** Rows of one page of a list. */
  pageSize: 10,
} as const

/** What the company promises, in clock hours (decision 82). */
export const promises = {
  orderFirstContactHours: 24,
  orderConfirmationHours: 48,
  buyerFollowUpHours: 48,
  /** Farmers, trainees, buyers and investors: until staff have read it and answered. */
  registrationAnswerHours: 48,
  /** For a partnership, and for a position. */
  applicationAnswerHours: 48,
  messageAnswerHours: 24,
} as const
