/** The fields of one row of content; only what was changed goes into the draft. */
import { type ReactNode, useEffect, useId, useState } from 'react'
import { getLagosDay } from '#domain/dates.ts'
import { parseNaira } from '#domain/money.ts'
import { DayInput } from '#site/admin/day-input.tsx'
import { contentDraft } from '#site/admin/records/form-drafts.ts'
import { readWordDraft, removeWordDraft, saveWordDraft } from '#site/admin/records/word-drafts.ts'
import type { Action, ActionOptions } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, Select, TextArea, TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { fieldsOf, joinKey, keyOf, optionsOf, usePublishedRows } from './content-rows.ts'
import type { ContentField, ContentRow, ContentTable } from './content-table.ts'
import { sayByLabel } from './describe-change.ts'
import { PhotoField } from './photo-field.tsx'

type Typed = Readonly<Record<string, string | boolean>>

interface ContentFormProps {
  table: ContentTable
  /** Null: a new one. */
  row: ContentRow | null
  saving: ActionOptions
  /** The call that puts what was changed into the draft. */
  write: (values: Record<string, unknown>) => Parameters<Action['run']>[0]
  renderRefusal: (action: Action) => ReactNode
  onCancel: () => void
}

export function ContentForm({ table, row, saving, write, renderRefusal, onCancel }: ContentFormProps) {
  const fields = fieldsOf(table, row).filter(({ isKey }) => !isKey || row === null)
  const rows = usePublishedRows([table.table])
  const wordDraft = contentDraft(table.table, row ? joinKey(keyOf(table, row)) : 'new')
  const [before] = useState((): Typed => JSON.parse(readWordDraft(wordDraft).typed ?? '{}'))
  /** What nobody has touched follows the draft, which a colleague may change meanwhile. */
  const [typed, setTyped] = useState(before)
  useEffect(
    () => saveWordDraft(wordDraft, Object.keys(typed).length > 0 ? { typed: JSON.stringify(typed) } : {}),
    [wordDraft, typed],
  )
  const currentOf = (field: ContentField) => typed[field.name] ?? show(field, row)
  const set = (name: string, value: string | boolean) => setTyped((before) => ({ ...before, [name]: value }))

  const form = useActionForm({
    ...saving,
    id: useId(),
    onDone(data) {
      removeWordDraft(wordDraft)
      saving.onDone?.(data)
    },
    // Where a picture is refused, or a tick, it is said beside the button.
    atField: fields.flatMap(({ name, kind }) =>
      kind === 'tick' || kind === 'photo' || kind === 'logo' ? [] : name,
    ),
    read(_, refuse) {
      // What a new row leaves empty is the database's to fill; a tick says something either way.
      const changed = fields.filter((field) =>
        row === null && field.kind === 'tick' ? true : currentOf(field) !== show(field, row),
      )
      if (changed.length === 0 && row !== null) {
        cancel()
        return undefined
      }
      // All at once: the database names the first alone.
      for (const field of fields)
        if (table.required?.includes(field.name) && String(currentOf(field)).trim() === '')
          refuse(field.name, `${field.label} must not be empty.`)
      const values = changed.map((field) => [field.name, read(field, currentOf(field))] as const)
      for (const [name, value] of values)
        if (value === undefined) refuse(name, 'Write a number, such as 1500, or leave it empty')
      return write(Object.fromEntries(values))
    },
  })
  function cancel() {
    removeWordDraft(wordDraft)
    onCancel()
  }

  return (
    <FormElement
      form={form}
      className="grid gap-4 border-s-4 border-leaf ps-4"
      label={row ? `Change ${table.nameOf(row)}` : `Add to ${table.label.toLowerCase()}`}
    >
      {Object.keys(before).length > 0 && (
        <Notice>
          <p>What you changed here before is still here. Nothing of it was saved.</p>
        </Notice>
      )}
      {fields.map((field) =>
        field.kind === 'tick' ? (
          <Checkbox
            key={field.name}
            id={form.fieldId(field.name)}
            label={field.label}
            checked={currentOf(field) === true}
            onChange={(event) => set(field.name, event.target.checked)}
          />
        ) : field.kind === 'photo' || field.kind === 'logo' ? (
          <PhotoField
            key={field.name}
            label={field.label}
            isLogo={field.kind === 'logo'}
            alt={
              table.table === 'board_members'
                ? `Portrait of ${typed.name || row?.name || 'a new member'}`
                : field.label
            }
            path={String(currentOf(field))}
            onChange={(path) => set(field.name, path)}
          />
        ) : (
          <Field
            key={field.name}
            id={form.fieldId(field.name)}
            label={field.label}
            help={field.help}
            error={sayByLabel(table.table, field.name, form.problemOf(field.name) ?? '') || undefined}
          >
            {field.kind === 'choice' ? (
              <Select
                placeholder="Please choose"
                options={optionsOf(field, rows)}
                value={String(currentOf(field))}
                onChange={(event) => set(field.name, event.target.value)}
              />
            ) : field.kind === 'text' ? (
              <TextArea
                rows={5}
                value={String(currentOf(field))}
                onChange={(event) => set(field.name, event.target.value)}
              />
            ) : field.kind === 'date' ? (
              <DayInput
                max={field.isPast ? getLagosDay(new Date()) : undefined}
                value={String(currentOf(field))}
                onChange={(event) => set(field.name, event.target.value)}
              />
            ) : (
              <TextInput
                inputMode={
                  field.kind === 'number' ? 'numeric' : field.kind === 'naira' ? 'decimal' : undefined
                }
                value={String(currentOf(field))}
                onChange={(event) => set(field.name, event.target.value)}
              />
            )}
          </Field>
        ),
      )}
      {renderRefusal(form.action)}
      <div className="flex gap-3">
        <Button type="submit" size="sm" busy={form.isBusy} busyLabel="Keeping...">
          Put into the draft
        </Button>
        <Button size="sm" variant="outline" onClick={cancel}>
          Cancel
        </Button>
      </div>
    </FormElement>
  )
}

function show(
  { name, kind, isTickedAtFirst = false }: ContentField,
  row: ContentRow | null,
): string | boolean {
  const value = row?.[name] ?? null
  if (kind === 'tick') return row === null ? isTickedAtFirst : value === true
  if (value === null) return ''
  return kind === 'naira' ? String(Number(value) / 100) : String(value)
}

/** Undefined: it is no number, where one belongs. */
function read({ kind }: ContentField, typed: string | boolean): unknown {
  if (typeof typed === 'boolean') return typed
  const text = typed.trim()
  if (text === '') return null
  if (kind === 'naira') return parseNaira(text) ?? undefined
  if (kind === 'number') return /^-?\d{1,9}$/.test(text) ? Number(text) : undefined
  return text
}
