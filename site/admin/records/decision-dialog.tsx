/** Prompts for the reason of a decision that waits for one, or for the yes to what it warns of. */
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { type AdminKind, type AdminRecord, findVerb } from './admin-kind.ts'
import { helpDecline } from './decline-help.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { Decision } from './use-decision.ts'
import { reasonDraft } from './word-drafts.ts'

interface DecisionDialogProps<R extends AdminRecord> {
  /** Whether a reason or a yes is awaited. */
  isOpen: boolean
  onClose: () => void
  kind: AdminKind<R>
  decision: Decision<R>
}

export function DecisionDialog<R extends AdminRecord>({ kind, decision, onClose }: DecisionDialogProps<R>) {
  const { pending } = decision
  const verb = findVerb(kind.decisions, pending?.to ?? 'declined')
  const title =
    pending && [verb.label, kind.nameOf(pending.record), pending.caution?.how].filter(Boolean).join(' ')
  const isPrompted = pending !== null && pending.question === null
  const caution = pending?.caution && <p>{pending.caution.words}.</p>
  return (
    <>
      <Dialog
        open={isPrompted}
        title={title && `${title}?`}
        onClose={onClose}
        actions={
          <>
            <Button
              data-focus=""
              busy={decision.isBusy}
              busyLabel={verb.busyLabel}
              onClick={() => decision.giveReason()}
            >
              {verb.label}
            </Button>
            <Button variant="outline" onClick={onClose}>
              Keep it
            </Button>
          </>
        }
      >
        <ErrorNotice text={decision.refusal} />
        {caution}
      </Dialog>
      <ReasonDialog
        title={isPrompted ? null : title}
        question={
          pending?.question
            ? { help: helpDecline(kind.decisions?.table, pending.record), ...pending.question }
            : undefined
        }
        beside={caution}
        verb={verb}
        variant={pending?.to === 'completed' ? 'primary' : 'danger'}
        draftName={
          pending && kind.decisions ? reasonDraft(kind.decisions.table, pending.record.id, pending.to) : ''
        }
        busy={decision.isBusy}
        refusal={decision.refusal}
        onReason={decision.giveReason}
        onClose={onClose}
      />
    </>
  )
}
