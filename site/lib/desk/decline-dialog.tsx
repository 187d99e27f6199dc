/** Asks for the reason of a decline: the person concerned will read it. */
import { type FormEvent, useId, useState } from 'react'
import { limits } from '#domain/limits.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'

interface DeclineDialogProps {
  /** What is declined: "order AG7K4-2X9Q". Null closes the dialog. */
  subject: string | null
  templates: readonly string[]
  busy: boolean
  onDecline: (reason: string) => void
  onClose: () => void
}

export function DeclineDialog({ subject, templates, busy, onDecline, onClose }: DeclineDialogProps) {
  const formId = useId()
  return (
    <Dialog
      open={subject !== null}
      title={`Decline ${subject ?? ''}`}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} variant="danger" busy={busy} busyLabel="Declining...">
            Decline
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <ReasonForm formId={formId} templates={templates} onDecline={onDecline} />
    </Dialog>
  )
}

interface ReasonFormProps {
  formId: string
  templates: readonly string[]
  onDecline: (reason: string) => void
}

function ReasonForm({ formId, templates, onDecline }: ReasonFormProps) {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim() === '') {
      setError('Please give a reason')
      document.getElementById('decline-reason')?.focus()
      return
    }
    onDecline(reason.trim())
  }

  return (
    <form id={formId} className="grid gap-4" noValidate onSubmit={submit}>
      <Field
        id="decline-reason"
        label="Reason"
        help="It is sent to the person and shown in their account."
        error={error}
        required
      >
        <TextArea
          // Where the dialog puts the focus first: the reason is what is asked for.
          data-focus=""
          rows={4}
          maxLength={limits.declineReasonMax}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <ul className="grid gap-1 justify-items-start" aria-label="Reasons often given">
        {templates.map((template) => (
          <li key={template}>
            <button
              type="button"
              className="text-left text-sm text-indigo underline py-1"
              onClick={() => setReason(template)}
            >
              {template}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}
