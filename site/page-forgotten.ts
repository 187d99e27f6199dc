// Apart from `page-drafts.ts`, which the checkout has at once, and from `draft.ts`, which weighs more than this: the first page of most
// visitors has it. The references (`sent-here.ts`), a guest's order that waits for its transfer, with its link and whom it goes to, the
// links of this tab, and what `correction-draft.ts` and `stored-answers.ts` write.
const sentNames = /^house-draft:(sent$|checkout-guest$|links$|correction:|about:)/

/** What "Not my phone: forget it" takes. On the phone of someone else an order goes on in its tab, and ends with it. */
export const isForgotten = (key: string, store: Storage) =>
  sentNames.test(key) && !(store === window.sessionStorage && key === 'house-draft:checkout-guest')
