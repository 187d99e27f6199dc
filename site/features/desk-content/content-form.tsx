/** The fields of one row of content; only what was changed goes into the draft. */
import { type FormEvent, useId, useState } from 'react'
import type { ContentField, ContentRow, ContentTable } from '#site/features/desk-content/content-tables.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, TextArea, TextInput } from '#site/ui/inputs.tsx'

interface ContentFormProps {
  table: ContentTable
  /** Null: a new one. */
  row: ContentRow | null
  isBusy: boolean
  onSubmit: (values: Record<string, unknown>) => void
  onCancel: () => void
}

export function ContentForm({ table, row, isBusy, onSubmit, onCancel }: ContentFormProps) {
  const id = useId()
  const fields = table.fields.filter(({ isKey }) => !isKey || row === null)
  const [typed, setTyped] = useState<Readonly<Record<string, string | boolean>>>(() =>
    Object.fromEntries(fields.map((field) => [field.name, show(field, row)])),
  )
  const set = (name: string, value: string | boolean) => setTyped({ ...typed, [name]: value })

  function submit(event: FormEvent) {
    event.preventDefault()
    const changed = fields.filter((field) => row === null || typed[field.name] !== show(field, row))
    if (changed.length === 0) return onCancel()
    onSubmit(Object.fromEntries(changed.map((field) => [field.name, read(field, typed[field.name] ?? '')])))
  }

  return (
    <form className="grid gap-4 border-s-4 border-leaf ps-4" noValidate onSubmit={submit}>
      {fields.map((field) =>
        field.kind === 'tick' ? (
          <Checkbox
            key={field.name}
            id={`${id}-${field.name}`}
            label={field.label}
            checked={typed[field.name] === true}
            onChange={(event) => set(field.name, event.target.checked)}
          />
        ) : (
          <Field key={field.name} id={`${id}-${field.name}`} label={field.label}>
            {field.kind === 'text' ? (
              <TextArea
                rows={5}
                value={String(typed[field.name] ?? '')}
                onChange={(event) => set(field.name, event.target.value)}
              />
            ) : (
              <TextInput
                type={field.kind === 'date' ? 'date' : 'text'}
                inputMode={field.kind === 'number' ? 'numeric' : undefined}
                value={String(typed[field.name] ?? '')}
                onChange={(event) => set(field.name, event.target.value)}
              />
            )}
          </Field>
        ),
      )}
      <div className="flex gap-3">
        <Button type="submit" size="sm" busy={isBusy} busyLabel="Keeping...">
          Put into the draft
        </Button>
        <Button size="sm" variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  )
}

function show({ name, kind }: ContentField, row: ContentRow | null): string | boolean {
  const value = row?.[name] ?? null
  return kind === 'tick' ? value === true : value === null ? '' : String(value)
}

function read({ kind }: ContentField, typed: string | boolean): unknown {
  if (typeof typed === 'boolean') return typed
  const text = typed.trim()
  if (text === '') return null
  return kind === 'number' ? Number(text) : text
}
