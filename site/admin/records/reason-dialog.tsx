/** Prompts for the reason of a decision that needs one. */

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { limits } from '#domain/limits.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { fillBoxes } from '#site/lib/form/form-values.ts'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import type { ReasonQuestion } from './admin-kind.ts'
import { declineReasonsQuery } from './decline-reasons.ts'
import { useWordDraft } from './word-drafts.ts'

interface ReasonDialogProps {
  /** "Decline order AG7K4-2X9Q". Null closes the dialog. */
  title: string | null
  /** What the button says, and how it looks. */
  verb: { label: string; busyLabel: string } | undefined
  question: ReasonQuestion | undefined
  /** What should be known before. */
  beside?: ReactNode
  variant: 'danger' | 'primary'
  /** Under which name what is typed stays on the device until it is sent; left out: it does not. */
  draftName?: string
  busy: boolean
  /** Why it could not be done; what was typed stays. */
  refusal: string | null
  onReason: (reason: string) => void
  onClose: () => void
}

export function ReasonDialog(props: ReasonDialogProps) {
  const { title, verb, variant, busy, refusal, onReason, onClose, question, beside, draftName } = props
  const formId = useId()
  return (
    <Dialog
      open={title !== null}
      title={title ?? ''}
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} variant={variant} busy={busy} busyLabel={verb?.busyLabel}>
            {verb?.label}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <ErrorNotice text={refusal} />
      {beside}
      {question && (
        <ReasonForm key={draftName} formId={formId} draftName={draftName} onReason={onReason} {...question} />
      )}
    </Dialog>
  )
}

interface ReasonFormProps extends ReasonQuestion {
  formId: string
  draftName: string | undefined
  onReason: (reason: string) => void
}

function ReasonForm(props: ReasonFormProps) {
  const { formId, draftName, label = 'Reason', help, minLength, templatesFor, onReason } = props
  const { missing = 'Please give a reason' } = props
  const { data: templates = [] } = useQuery(declineReasonsQuery(templatesFor))
  const form = useSmallForm({
    fieldId: () => 'decision-reason',
    read({ reason = '' }, refuse) {
      return reason.trim().length < minLength ? refuse('reason', missing) : reason.trim()
    },
    send: async (reason) => onReason(reason),
  })
  const { update } = useWordDraft(form.ref, draftName)

  return (
    <FormElement form={{ ...form, update }} id={formId} className="grid gap-4">
      <Field id="decision-reason" label={label} help={help} error={form.problemOf('reason')} required>
        <TextArea
          // Where the dialog puts the focus first: the reason is what is requested.
          data-focus=""
          name="reason"
          rows={4}
          maxLength={limits.declineReasonMax}
        />
      </Field>
      {templates.length > 0 && (
        <ul className="grid gap-1 justify-items-start" aria-label="Reasons often given">
          {templates.map((template) => (
            <li key={template}>
              <button
                type="button"
                className="text-left text-sm text-indigo underline py-1"
                onClick={() => {
                  fillBoxes(form.ref.current, { reason: template })
                  update()
                }}
              >
                {template}
              </button>
            </li>
          ))}
        </ul>
      )}
    </FormElement>
  )
}
