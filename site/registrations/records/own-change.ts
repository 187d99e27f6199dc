/** What an owner's own change needs, loaded when one begins. */
export { Changed } from './changed.tsx'
export { CorrectionForm } from './correction-form.tsx'
