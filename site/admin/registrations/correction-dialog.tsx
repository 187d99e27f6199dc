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
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { listFields } from '#site/registrations/long-form/values.ts'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { nameCorrectable } from './name-corrected.tsx'

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
  // Ticks are agreements: no correction of those is requested.
  const fields = listFields(definition).filter(({ control }) => control !== 'tick')
  const isNoneMarked = Object.keys(notes).length === 0
  const form = useActionForm({
    id: formId,
    tables: [table],
    done: (data) =>
      done(data, () => {
        restoreWordDraft(draftName, notes)
        if (typed.current) restoreWordDraft(messageDraft, { message: typed.current })
      }),
    atField: fields.map(({ name }) => name),
    draft: messageDraft,
    onDone(data) {
      removeWordDraft(draftName)
      onDone(data)
    },
    read({ message = '' }, refuse) {
      typed.current = message
      const marked = fields.flatMap(({ name }) => {
        const note = notes[name]?.trim()
        return note === undefined ? [] : [{ field: name, note }]
      })
      if (marked.length === 0 && fields[0]) return refuse(fields[0].name, 'Please mark at least one field')
      for (const { field, note } of marked)
        if (note === '') refuse(field, 'Please say what is to be corrected')
      return (client) => request(client, marked, message.trim() || null)
    },
  })

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
            <MarkedField
              id={form.fieldId(field.name)}
              label={nameCorrectable(field)}
              note={notes[field.name]}
              error={notes[field.name] !== undefined || isNoneMarked ? form.problemOf(field.name) : undefined}
              onMark={() =>
                setNotes(({ [field.name]: before, ...others }) =>
                  before === undefined ? { ...others, [field.name]: '' } : others,
                )
              }
              onType={(note) => setNotes((before) => ({ ...before, [field.name]: note }))}
            />
          </li>
        ))}
      </ul>
      <Field id={`${formId}-message`} label="A few words" optional>
        <TextArea name="message" rows={3} maxLength={1000} />
      </Field>
    </FormDialog>
  )
}

interface MarkedFieldProps {
  /** Of the box that is filled in next: the tick, and once it is marked, the note. */
  id: string
  label: string
  note: string | undefined
  error: string | undefined
  onMark: () => void
  onType: (note: string) => void
}

function MarkedField({ id, label, note, error, onMark, onType }: MarkedFieldProps) {
  const isMarked = note !== undefined
  return (
    <>
      <Checkbox
        id={isMarked ? `${id}-mark` : id}
        label={label}
        checked={isMarked}
        error={isMarked ? undefined : error}
        onChange={onMark}
      />
      {isMarked && (
        <Field id={id} label={`Note on ${label}`} error={error} required>
          <TextInput
            placeholder="What is to be corrected"
            maxLength={500}
            value={note}
            onChange={(event) => onType(event.target.value)}
          />
        </Field>
      )}
    </>
  )
}
