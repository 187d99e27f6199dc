/** Names under which the words of forms that stand on few pages stay on the device (word-drafts.ts). */

export const breachDraft = 'breach:new'
/** `status`: once it is closed, it can only be opened again. */
export const breachEventDraft = (breachId: string, status: string | null) =>
  `breach-event:${breachId}:${status}`
/** `version`: when the text that is written on was last changed. */
export const legalDraft = (kind: string, version = 'brought') => `legal:${kind}:${version}`
export const contentDraft = (table: string, key: string) => `content:${table}:${key}`
export const deactivationDraft = (userId: string) => `deactivate:${userId}`
export const revealDraft = (table: string, id: string) => `reveal:${table}:${id}`
export const sittingDraft = (queue: string) => `sitting:${queue}`
export const newLinkDraft = (reference: string) => `new-link:${reference}`
export const replyTemplateDraft = (id: number | 'new') => `reply-template:${id}`
/** `value`: the limit that it would change. */
export const limitDraft = (name: string, value: number) => `limit:${name}:${value}`
export const declineReasonDraft = 'decline-reason:new'
export const settlementDraft = (kind: string, currency: string) => `settlement:${kind}:${currency}`
export const vatRateDraft = 'vat-rate:new'
/** As it was last changed, so that the form is not filled in over what others saved. */
export const orderProductDraft = (form: 'name' | 'facts', product: { id: string; updated_at: string }) =>
  rowDraft(`order-product:${form}`, product)
export const newOrderProductDraft = 'order-product:new'
/** A product of the marketplace; `null`: a new one. What was seen is stored with the words. */
export const productDraft = (productId: string | null) => `product:${productId ?? 'new'}`
export const stockNoteDraft = (productId: string) => `stock-note:${productId}`
/** For a row that is edited in a form, such as a delivery zone, as it was last changed. */
export const rowDraft = (table: string, row: { id: string; updated_at: string } | null) =>
  row ? `${table}:${row.id}:${row.updated_at}` : `${table}:new`
