/** Prompts for the reason of a decision that waits for one, or for the yes to what it warns of. */
import { useQuery } from '@tanstack/react-query'
import { isRegistrationRecord } from '#domain/record-types.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { type AdminKind, type AdminRecord, findVerb } from './admin-kind.ts'
import { helpDecline } from './decline-help.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import type { Decision } from './use-decision.ts'
import { reasonDraft } from './word-drafts.ts'
import { recordFlagsQuery } from './work-data.ts'

interface DecisionDialogProps<R extends AdminRecord> {
  /** Whether a reason or a yes is awaited. */
  isOpen: boolean
  onClose: () => void
  kind: AdminKind<R>
  decision: Decision<R>
}

export function DecisionDialog<R extends AdminRecord>({ kind, decision, onClose }: DecisionDialogProps<R>) {
  const { pending } = decision
  const { table = 'orders' } = kind.decisions ?? {}
  const isOfGuest = pending !== null && isRegistrationRecord(table) && !pending.record.user_id
  // As it is now: an address may have been stopped since the list was read.
  const flags = useQuery({
    ...recordFlagsQuery(table, pending ? [pending.record.id] : []),
    enabled: isOfGuest && pending.question !== null,
    staleTime: 0,
  }).data?.[0]?.flags
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
            ? { help: helpDecline(kind.decisions?.table, pending.record, flags), ...pending.question }
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
