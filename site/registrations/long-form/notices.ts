/** What only some people see around a long form, in one file: it loads once one of them is due. */
export { NotMyPhone } from './not-my-phone.tsx'
export { RestoredNotice } from './restored-notice.tsx'
export { SentBefore } from './sent-before.tsx'
export { WithoutLine } from './without-line.tsx'
