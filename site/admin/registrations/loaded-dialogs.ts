/** The dialog of a registration that is loaded when it is first opened. */
import { loadDialog } from '#site/admin/records/load-part.tsx'

export const RevealDialog = loadDialog(async () => (await import('./reveal-dialog.tsx')).RevealDialog)
