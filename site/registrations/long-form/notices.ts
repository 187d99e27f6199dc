/** What only some people see above a long form, in one file: it loads once one of them is due. */
export { RestoredNotice } from './restored-notice.tsx'
export { SentBefore } from './sent-before.tsx'
export { WithoutLine } from './without-line.tsx'
