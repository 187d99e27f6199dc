/** Dialogs before a decision on many: whether they are meant to be approved, and why they are declined. */
import { undoableTypes } from '#domain/admin/admin.ts'
import { formatCount } from '#domain/numbers.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { type AdminKind, type AdminRecord, countMany, findVerb } from './admin-kind.ts'
import { countHeld, Exceptions } from './bulk-exceptions.tsx'
import { decidedAtOnce } from './find-records.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { type Bulk, manyReasonDraft } from './use-bulk.ts'
import { promptDeclineReason } from './use-decision.ts'

interface BulkDialogsProps<R extends AdminRecord> {
  kind: AdminKind<R>
  bulk: Bulk
  isOpen: boolean
  onClose: () => void
}

export function BulkDialogs<R extends AdminRecord>({ kind, bulk, onClose }: BulkDialogsProps<R>) {
  const approval = bulk.question?.to === 'approved' ? bulk.question : null
  const approved = approval ? approval.pending - countHeld(approval) : 0
  const decline = bulk.question?.to === 'declined' ? bulk.question : null
  const canUndo = kind.decisions && undoableTypes.includes(kind.decisions.table)
  return (
    <>
      <Dialog
        open={approval !== null}
        title={approval && `Approve ${countMany(approved, kind)}?`}
        onClose={onClose}
        actions={
          <>
            <Button
              busy={approval?.flags === null}
              busyLabel="Counting..."
              disabled={approved === 0}
              onClick={bulk.approve}
            >
              Approve {formatCount(approved)}
            </Button>
            <Button variant="outline" onClick={onClose}>
              {approved === 1 ? 'Keep it' : 'Keep them'}
            </Button>
          </>
        }
      >
        {approval && (
          <ul className="grid gap-1">
            <li>
              {approved === 1 ? 'Its person' : 'Each of them'} is told by mail,{' '}
              {canUndo ? describeUndo(approved) : 'and this cannot be taken back for all at once.'}
            </li>
            <Exceptions question={approval} onCountAgain={bulk.countAgain} />
          </ul>
        )}
      </Dialog>
      <ReasonDialog
        title={decline && `Decline ${countMany(decline.pending, kind)}`}
        question={decline && kind.decisions ? promptDeclineReason(kind.decisions.table) : undefined}
        beside={
          decline && (
            <ul className="grid gap-1">
              <Exceptions question={decline} onCountAgain={bulk.countAgain} />
            </ul>
          )
        }
        verb={findVerb(kind.decisions, 'declined')}
        variant="danger"
        draftName={kind.decisions && manyReasonDraft(kind.decisions.table)}
        busy={bulk.busyWith !== null}
        refusal={bulk.refusal}
        onReason={bulk.decline}
        onClose={onClose}
      />
    </>
  )
}

/** The ten seconds of each begin when it is saved. */
function describeUndo(count: number): string {
  return count <= decidedAtOnce
    ? 'in ten seconds: until then you can undo it.'
    : `ten seconds after it is saved. They are saved ${formatCount(decidedAtOnce)} at a time: the first mails may have left before you can undo.`
}
