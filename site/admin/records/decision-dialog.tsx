/** Prompts for the reason of a decision that waits for one. */
import { type AdminKind, type AdminRecord, findVerb } from './admin-kind.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { Decision } from './use-decision.ts'
import { reasonDraft } from './word-drafts.ts'

interface DecisionDialogProps<R extends AdminRecord> {
  /** Whether a reason is awaited. */
  isOpen: boolean
  onClose: () => void
  kind: AdminKind<R>
  decision: Decision<R>
}

export function DecisionDialog<R extends AdminRecord>({ kind, decision, onClose }: DecisionDialogProps<R>) {
  const { pending } = decision
  return (
    <ReasonDialog
      title={pending && `${findVerb(kind.decisions, pending.to).label} ${kind.nameOf(pending.record)}`}
      question={pending?.question}
      verb={findVerb(kind.decisions, pending?.to ?? 'declined')}
      variant={pending?.to === 'completed' ? 'primary' : 'danger'}
      draftName={
        pending && kind.decisions ? reasonDraft(kind.decisions.table, pending.record.id, pending.to) : ''
      }
      busy={decision.isBusy}
      refusal={decision.refusal}
      onReason={decision.giveReason}
      onClose={onClose}
    />
  )
}
