/** What a request to correct is about, as its form says it. */
import type { ReactNode } from 'react'
import type { LongFormField } from '#site/registrations/long-form/definition.ts'
import { listFields } from '#site/registrations/long-form/values.ts'
import { nameField } from '#site/registrations/records/answers-list.tsx'
import type { RenderWith } from './sheet-props.ts'

export const nameCorrectable = (field: LongFormField): string =>
  field.control === 'selfie' ? 'Photo' : nameField(field)

interface CorrectedNotesProps {
  /** Null: the registration is gone. */
  form: string | null
  notes: readonly { field: string; note: string }[]
  renderWith: RenderWith
}

type Notes = readonly { name: string; note: string }[]

/** A form that has changed since may lack the question. */
function renderNamed({ form, notes, renderWith }: CorrectedNotesProps, render: (notes: Notes) => ReactNode) {
  if (form === null) return render(notes.map(({ field, note }) => ({ name: field, note })))
  return renderWith(form, (definition) => {
    const names = new Map(listFields(definition).map((field) => [field.name, nameCorrectable(field)]))
    return render(notes.map(({ field, note }) => ({ name: names.get(field) ?? field, note })))
  })
}

export function CorrectedNotes(props: CorrectedNotesProps): ReactNode {
  return renderNamed(props, (notes) => (
    <ul className="list-disc ps-5">
      {notes.map(({ name, note }) => (
        <li key={name}>
          {name}: {note}
        </li>
      ))}
    </ul>
  ))
}

export function CorrectedFields(props: CorrectedNotesProps): ReactNode {
  return renderNamed(props, (notes) => notes.map(({ name }) => name).join(', '))
}
