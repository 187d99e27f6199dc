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
/** For a delivery zone or a depot, as it was last changed. */
export const rowDraft = (table: string, row: { id: string; updated_at: string } | null) =>
  row ? `${table}:${row.id}:${row.updated_at}` : `${table}:new`
