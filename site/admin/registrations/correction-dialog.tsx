/** Requests a correction of what a person sent: the fields that are meant, each with a note, and a few words beside. */

import { useId, useState } from 'react'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import type { LongFormDefinition, LongFormField } from '#site/registrations/long-form/definition.ts'
import { listFields } from '#site/registrations/long-form/values.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, TextArea, TextInput } from '#site/ui/inputs.tsx'

interface CorrectionDialogProps {
  table: string
  id: string
  definition: LongFormDefinition
  onClose: () => void
}

export function CorrectionDialog({ table, id, definition, onClose }: CorrectionDialogProps) {
  const formId = useId()
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const form = useActionForm({
    id: formId,
    tables: [table],
    done: { title: 'Correction requested', text: 'The person has been told what to correct.' },
    onDone: onClose,
    read({ message = '' }, refuse) {
      const marked = Object.entries(notes).map(([field, note]) => ({ field, note: note.trim() }))
      if (marked.length === 0) return refuse('notes', 'Please mark at least one field')
      if (marked.some(({ note }) => note === ''))
        return refuse('notes', 'Please say of each field what is to be corrected')
      return (client) =>
        client.rpc('request_correction', {
          record_type: table,
          record_id: id,
          notes: marked,
          ...(message.trim() && { message: message.trim() }),
        })
    },
  })

  // Ticks are agreements: no correction of those is requested.
  const fields = listFields(definition).filter(({ control }) => control !== 'tick')

  return (
    <Dialog
      open
      title="Request correction"
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} busy={form.isBusy} busyLabel="Sending...">
            Send request
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <FormElement form={form} id={formId} className="grid gap-4">
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
                  onChange={(event) =>
                    setNotes((before) => ({ ...before, [field.name]: event.target.value }))
                  }
                />
              )}
            </li>
          ))}
        </ul>
        <Field id={`${formId}-message`} label="A few words" optional>
          <TextArea name="message" rows={3} maxLength={1000} />
        </Field>
      </FormElement>
    </Dialog>
  )
}

function labelOf(field: LongFormField): string {
  if (field.control === 'selfie') return 'Photo'
  return typeof field.label === 'string' ? field.label : field.name
}
