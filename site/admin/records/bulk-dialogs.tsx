/** Dialogs before a decision on many: whether they are meant to be approved, and why they are declined. */
import { undoableTypes } from '#domain/admin/admin.ts'
import { formatCount } from '#domain/numbers.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { type AdminKind, type AdminRecord, countMany, findVerb } from './admin-kind.ts'
import { countHeld, countTold, Exceptions } from './bulk-exceptions.tsx'
import { helpDecline, otherWays, toldOtherwise } from './decline-help.ts'
import { decidedAtOnce } from './find-records.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { type Bulk, type BulkQuestion, manyReasonDraft } from './use-bulk.ts'
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
            {sayWhoIsTold(approval, approved, canUndo === true).map((words) => (
              <li key={words}>{words}</li>
            ))}
            <Exceptions question={approval} onCountAgain={bulk.countAgain} />
          </ul>
        )}
      </Dialog>
      <ReasonDialog
        title={decline && `Decline ${countMany(decline.pending, kind)}`}
        question={
          decline && kind.decisions
            ? { help: helpDecline(kind.decisions.table), ...promptDeclineReason(kind.decisions.table) }
            : undefined
        }
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

function sayWhoIsTold(question: BulkQuestion, count: number, canUndo: boolean): string[] {
  const others = otherWays.flatMap((way) => {
    const many = countTold(question, way)
    if (many === 0) return []
    const who = count === 1 ? 'Its person has' : `${formatCount(many)} ${many === 1 ? 'has' : 'have'}`
    return [
      { many, words: `${who} no email address that we write to and ${toldOtherwise[way](many === 1)}.` },
    ]
  })
  const byMail = count - others.reduce((sum, { many }) => sum + many, 0)
  const undo = canUndo ? describeUndo(count) : 'and this cannot be taken back for all at once.'
  const isCounted = question.flags !== null && question.flags !== 'unknown'
  const way = isCounted ? 'told by mail' : 'told'
  const told =
    byMail === count
      ? `${count === 1 ? 'Its person' : 'Each of them'} is ${way}, ${undo}`
      : `${formatCount(byMail)} ${byMail === 1 ? 'is' : 'are'} told by mail, ${undo}`
  const alone = canUndo ? 'For ten seconds you can undo it.' : 'This cannot be taken back for all at once.'
  const words = others.map((other) => other.words)
  return byMail > 0 ? [told, ...words] : [...words, alone]
}

/** The ten seconds of each begin when it is saved. */
function describeUndo(count: number): string {
  return count <= decidedAtOnce
    ? 'in ten seconds: until then you can undo it.'
    : `ten seconds after it is saved. They are saved ${formatCount(decidedAtOnce)} at a time: the first mails may have left before you can undo.`
}
