/** Dialogs of a list and of a record's page, each loaded when it is first opened. */
import { loadDialog } from './load-part.tsx'

export const AdminHelp = loadDialog(async () => (await import('./admin-help.tsx')).AdminHelp)
export const DecisionDialog = loadDialog(async () => (await import('./decision-dialog.tsx')).DecisionDialog)
export const BulkDialogs = loadDialog(async () => (await import('./bulk-dialogs.tsx')).BulkDialogs)
