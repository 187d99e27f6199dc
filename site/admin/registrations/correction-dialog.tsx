/** Asks a person to correct what they sent: the fields that are meant, each with a note, and a few words beside. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import type { LongFormDefinition, LongFormField } from '#site/registrations/long-form/definition.ts'
import { listFields } from '#site/registrations/long-form/values.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { askForCorrection, type CorrectionNote } from './ask-for-correction.ts'

interface CorrectionDialogProps {
  table: string
  id: string
  definition: LongFormDefinition
  onClose: () => void
}

export function CorrectionDialog({ table, id, definition, onClose }: CorrectionDialogProps) {
  const formId = useId()
  const queries = useQueryClient()
  const [notes, setNotes] = useState<Readonly<Record<string, string>>>({})
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const mutation = useMutation({
    mutationFn: (marked: CorrectionNote[]) => askForCorrection({ table, id, notes: marked, message }),
    async onSuccess(refusal) {
      if (refusal) return setProblem(refusal)
      toast.success('Correction requested', 'The person has been told what to correct.')
      await queries.invalidateQueries({ queryKey: [table] })
      onClose()
    },
    onError: () => setProblem('No answer came. Please look whether the request is listed, and try again.'),
  })

  // Ticks are agreements: nobody is asked to correct those.
  const fields = listFields(definition).filter(({ control }) => control !== 'tick')

  function submit(event: FormEvent) {
    event.preventDefault()
    const marked = Object.entries(notes).map(([field, note]) => ({ field, note: note.trim() }))
    if (marked.length === 0) return setProblem('Please mark at least one field')
    if (marked.some(({ note }) => note === ''))
      return setProblem('Please say of each field what is to be corrected')
    setProblem(null)
    mutation.mutate(marked)
  }

  return (
    <Dialog
      open
      title="Request correction"
      onClose={onClose}
      actions={
        <>
          <Button type="submit" form={formId} busy={mutation.isPending} busyLabel="Sending...">
            Send request
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <form id={formId} className="grid gap-4" noValidate onSubmit={submit}>
        <p>
          Mark what is to be corrected. The person gets a mail with your notes, and a form with these fields.
        </p>
        {problem && (
          <Notice kind="warn">
            <p role="alert">{problem}</p>
          </Notice>
        )}
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
          <TextArea
            rows={3}
            maxLength={1000}
            value={message}
            onChange={(event) => setMessage(event.target.value)}
          />
        </Field>
      </form>
    </Dialog>
  )
}

function labelOf(field: LongFormField): string {
  if (field.control === 'selfie') return 'Photo'
  return typeof field.label === 'string' ? field.label : field.name
}
