/** Prompts for why a secret is opened, and opens it: the reason is stored with the name of who looked, and the person can read it. */

import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { nameSecret, revealReasonLimits, vaultMessages } from '#domain/vault.ts'
import { revealDraft } from '#site/admin/records/form-drafts.ts'
import { readWordDraft, saveWordDraft } from '#site/admin/records/word-drafts.ts'
import { SecondStepLink, SecondStepNotice } from '#site/admin/second-step.tsx'
import { ServerError } from '#site/lib/call-server.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { useSmallForm } from '#site/lib/form/use-small-form.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { photoField, reveal } from './reveal.ts'
import { sittingQuery } from './sitting.ts'

const reasonsOften = [
  'Comparing it with the document that was shown.',
  'Setting up the payment that was agreed.',
]

interface RevealDialogProps {
  table: string
  id: string
  field: string | null
  isOpen: boolean
  onRevealed: (field: string, value: string) => void
  onClose: () => void
}

export function RevealDialog({ table, id, field, isOpen, onRevealed, onClose }: RevealDialogProps) {
  const formId = useId()
  const queries = useQueryClient()
  const draft = revealDraft(table, id)
  const [reason, setReason] = useState(() => readWordDraft(draft).reason ?? '')
  const write = (words: string) => {
    setReason(words)
    saveWordDraft(draft, words.trim() ? { reason: words } : {})
  }
  const isTooShort = reason.trim().length < revealReasonLimits.min
  const form = useSmallForm({
    fieldId: (name) => `reveal-${name}`,
    read: () => (field && !isTooShort ? field : undefined),
    async send(wanted) {
      const value = await reveal(table, id, wanted, reason.trim())
      write('')
      if (wanted === photoField) void queries.invalidateQueries({ queryKey: sittingQuery.queryKey })
      onRevealed(wanted, value)
    },
    describe: (error) =>
      error instanceof ServerError ? error.message : 'It could not be opened. Please try again.',
  })
  const refusal = form.problemOf('reason') ?? form.errorText

  function close() {
    form.clear()
    onClose()
  }

  return (
    <Dialog
      open={isOpen}
      title={`Reveal ${nameSecret(field ?? '')}`}
      onClose={close}
      actions={
        <>
          <Button
            type="submit"
            form={formId}
            busy={form.isSending}
            busyLabel="Opening..."
            disabled={isTooShort}
          >
            Reveal
          </Button>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
        </>
      }
    >
      <SecondStepNotice />
      <FormElement form={form} id={formId} className="grid gap-4">
        <Field
          id="reveal-reason"
          label="Reason"
          help="It is kept with your name, and the person can read it. At least 10 characters; leave the number itself out."
          required
        >
          <TextArea
            data-focus=""
            rows={3}
            maxLength={revealReasonLimits.max}
            value={reason}
            onChange={(event) => write(event.target.value)}
          />
        </Field>
        <ul className="grid gap-1 justify-items-start" aria-label="Reasons often given">
          {reasonsOften.map((often) => (
            <li key={often}>
              <button
                type="button"
                className="text-left text-sm text-indigo underline py-1"
                onClick={() => write(often)}
              >
                {often}
              </button>
            </li>
          ))}
        </ul>
        {refusal && (
          <Notice kind="warn">
            <p role="alert">{refusal}</p>
            {refusal === vaultMessages.secondFactor && (
              <p>
                <SecondStepLink />
              </p>
            )}
          </Notice>
        )}
      </FormElement>
    </Dialog>
  )
}
