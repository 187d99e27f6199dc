/** Requests a correction of what a person sent: the fields that are meant, each with a note, and a few words beside. */

import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { FormDialog } from '#site/admin/form-dialog.tsx'
import {
  readWordDraft,
  removeWordDraft,
  restoreWordDraft,
  saveWordDraft,
} from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import type { Action, Done } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import type { AppClient } from '#site/lib/supabase.ts'
import type { LongFormDefinition, LongFormField } from '#site/registrations/long-form/definition.ts'
import { listFields } from '#site/registrations/long-form/values.ts'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, TextArea, TextInput } from '#site/ui/inputs.tsx'

interface CorrectionDialogProps {
  table: string
  /** "Request correction" */
  title: string
  /** Under which name what is typed stays on the device until it is sent. */
  draftName: string
  /** What should be known before it is sent. */
  beside?: ReactNode
  definition: LongFormDefinition
  /** The call that sends it. */
  request: (
    client: AppClient,
    notes: readonly CorrectionNote[],
    message: string | null,
  ) => ReturnType<CallAdmin>
  /** `putBack`: what was typed is there again, for a request that is taken back. */
  done: (outcome: unknown, putBack: () => void) => Done
  onDone: (data: unknown) => void
  onClose: () => void
}

interface CorrectionNote {
  field: string
  note: string
}

type CallAdmin = Parameters<Action['run']>[0]

export function CorrectionDialog(props: CorrectionDialogProps) {
  const { table, title, draftName, beside, definition, request, done, onDone, onClose } = props
  const formId = useId()
  const [notes, setNotes] = useState(() => readWordDraft(draftName))
  useEffect(() => saveWordDraft(draftName, notes), [draftName, notes])
  const messageDraft = `${draftName}:message`
  const typed = useRef('')
  const form = useActionForm({
    id: formId,
    tables: [table],
    done: (data) =>
      done(data, () => {
        restoreWordDraft(draftName, notes)
        if (typed.current) restoreWordDraft(messageDraft, { message: typed.current })
      }),
    draft: messageDraft,
    onDone(data) {
      removeWordDraft(draftName)
      onDone(data)
    },
    read({ message = '' }, refuse) {
      typed.current = message
      const marked = Object.entries(notes).map(([field, note]) => ({ field, note: note.trim() }))
      if (marked.length === 0) return refuse('notes', 'Please mark at least one field')
      if (marked.some(({ note }) => note === ''))
        return refuse('notes', 'Please say of each field what is to be corrected')
      return (client) => request(client, marked, message.trim() || null)
    },
  })

  // Ticks are agreements: no correction of those is requested.
  const fields = listFields(definition).filter(({ control }) => control !== 'tick')

  return (
    <FormDialog
      id={formId}
      form={form}
      title={title}
      submitLabel="Send request"
      busyLabel="Sending..."
      onClose={onClose}
    >
      {beside}
      <p>
        Mark what is to be corrected. The person gets a mail with your notes, and a form with these fields.
      </p>
      <Refusal action={form.action} />
      <ul className="ruled">
        {fields.map((field) => (
          <li key={field.name}>
            <Checkbox
              id={`${formId}-${field.name}`}
              label={labelOf(field)}
              checked={notes[field.name] !== undefined}
              onChange={() =>
                setNotes(({ [field.name]: before, ...others }) =>
                  before === undefined ? { ...others, [field.name]: '' } : others,
                )
              }
            />
            {notes[field.name] !== undefined && (
              <TextInput
                className="mt-1"
                aria-label={`Note on ${labelOf(field)}`}
                placeholder="What is to be corrected"
                maxLength={500}
                value={notes[field.name]}
                onChange={(event) => setNotes((before) => ({ ...before, [field.name]: event.target.value }))}
              />
            )}
          </li>
        ))}
      </ul>
      <Field id={`${formId}-message`} label="A few words" optional>
        <TextArea name="message" rows={3} maxLength={1000} />
      </Field>
    </FormDialog>
  )
}

function labelOf(field: LongFormField): string {
  if (field.control === 'selfie') return 'Photo'
  return typeof field.label === 'string' ? field.label : field.name
}
