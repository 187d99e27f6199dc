/** Rows that staff edit, each in a form of its own that opens, and one more to add. */
import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { deliveryPageWords as words } from '#domain/market/delivery-admin-words.ts'
import { rowDraft } from '#site/admin/records/form-drafts.ts'
import { SeeRow } from '#site/admin/records/see-row.tsx'
import { describeChangedMeanwhile, useSeenRow } from '#site/admin/records/use-seen-row.ts'
import { readWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { sayRepeated } from '#site/admin/say-repeated.ts'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import type { AppClient } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Panel } from '#site/ui/panel.tsx'

type Table = 'delivery_zones' | 'depots'
type Typed = Readonly<Record<string, string | undefined>>
type Refuse = (field: string, message: string) => undefined

const tableWords = { delivery_zones: words.zones, depots: words.depots }

interface RowListProps<Row> {
  table: Table
  words: Readonly<Record<'title' | 'lead' | 'none' | 'add' | 'failed', string>>
  query: UseQueryResult<Row[]>
  /** What stands below the name, line by line. */
  describe: (row: Row) => readonly string[]
  /** Without a row: the form of a new one. */
  renderForm: (row?: Row) => ReactNode
}

export function RowList<Row extends { id: string; name: string; is_active: boolean }>({
  table,
  words: { title, lead, none, add, failed },
  query,
  describe,
  renderForm,
}: RowListProps<Row>) {
  return (
    <Panel title={title}>
      <p className="mb-5">{lead}</p>
      <QueryState query={query} errorText={failed}>
        {(rows) => (
          <>
            {rows.length === 0 && <p>{none}</p>}
            <ul className="ruled">
              {rows.map((row) => (
                <li key={row.id}>
                  <details className="is-row">
                    <summary>
                      <strong>{row.name}</strong>{' '}
                      {!row.is_active && (
                        <span className="text-sm font-semibold text-clay">{words.isOff}</span>
                      )}
                      {describe(row).map((line) => (
                        <span key={line} className="num block ps-5 text-sm text-stone">
                          {line}
                        </span>
                      ))}
                    </summary>
                    {renderForm(row)}
                    <SwitchRow table={table} id={row.id} name={row.name} isActive={row.is_active} />
                  </details>
                </li>
              ))}
            </ul>
            <details className="mt-5">
              <summary>{add}</summary>
              {renderForm()}
            </details>
          </>
        )}
      </QueryState>
    </Panel>
  )
}

interface Stored {
  id: string
  name: string
  updated_at: string
}

interface Answer {
  error: { code: string; message: string; hint?: string | null } | null
}

interface RowFormProps<Name extends string, Row, StoredRow extends Stored> {
  table: Table
  /** Null: a new one. */
  row: StoredRow | null
  fields: Readonly<Record<Name, { label: string; help?: string }>>
  /** What stands in the boxes at first. */
  begin: (seen: StoredRow | null) => Readonly<Record<Name, string>>
  renderInput: (name: Name, defaultValue: string) => ReactNode
  read: (typed: Typed, refuse: Refuse) => Row | undefined
  add: (client: AppClient, row: Row) => PromiseLike<Answer>
  /** A condition on the row as it was seen: of one that was changed since, nothing is answered. */
  change: (client: AppClient, row: Row, seen: StoredRow) => PromiseLike<Answer & { data: unknown[] | null }>
}

export function RowForm<Name extends string, Row, StoredRow extends Stored>(
  props: RowFormProps<Name, Row, StoredRow>,
) {
  const { table, row, fields, begin, renderInput, read, add, change } = props
  const formId = useId()
  const isBegun = useState(() => Object.keys(readWordDraft(rowDraft(table, row))).length > 0)[0]
  const { seen, type, forget } = useSeenRow(row, isBegun)
  const begins = begin(seen)
  const names = Object.keys(begins) as Name[]

  async function changeSeen(client: AppClient, typed: Row, stored: StoredRow): Promise<Answer> {
    const { data, error } = await change(client, typed, stored)
    return { error: error ?? (data?.length === 0 ? describeChangedMeanwhile(tableWords[table].noun) : null) }
  }

  const form = useActionForm({
    id: formId,
    tables: [table],
    draft: rowDraft(table, seen),
    done: seen ? words.saved : words.added,
    onDone: forget,
    atField: names,
    empties: seen ? [] : names,
    read(values, refuse) {
      const typed = read(values, (field, message) => void refuse(field, message))
      if (!typed) return undefined
      return (client) =>
        sayRepeated(seen ? changeSeen(client, typed, seen) : add(client, typed), 'name', words.nameTaken)
    },
  })
  return (
    <FormElement
      form={form}
      className="grid grid-cols-1 items-start gap-4 pt-4 sm:grid-cols-2"
      label={seen?.name ?? tableWords[table].add}
      onInput={type}
    >
      {names.map((name) => (
        <Field
          key={`${name} ${seen?.updated_at}`}
          id={form.fieldId(name)}
          label={fields[name].label}
          help={fields[name].help}
          error={form.problemOf(name)}
        >
          {renderInput(name, begins[name])}
        </Field>
      ))}
      <div className="grid gap-3 sm:col-span-2">
        <Refusal action={form.action} />
        <SeeRow action={form.action} onSee={forget} />
        <div>
          <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel={words.saving}>
            {seen ? words.save : words.add}
          </Button>
        </div>
      </div>
    </FormElement>
  )
}

interface SwitchRowProps {
  table: Table
  id: string
  name: string
  isActive: boolean
}

/** Offered to buyers, or not for now. */
function SwitchRow({ table, id, name, isActive }: SwitchRowProps) {
  const action = useAction({ tables: [table], done: words.saved })
  const label = isActive ? words.switchOff : words.switchOn
  return (
    <div className="flex flex-wrap items-center gap-3 py-4">
      <Button
        size="sm"
        variant="outline"
        aria-label={`${label}: ${name}`}
        disabled={action.isBusy}
        onClick={() =>
          void action.run((client) => client.from(table).update({ is_active: !isActive }).eq('id', id))
        }
      >
        {label}
      </Button>
      <span className="text-sm text-stone">{isActive ? words.describeOff : words.describeOn}</span>
      <Refusal action={action} />
    </div>
  )
}
