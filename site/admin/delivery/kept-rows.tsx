/** Rows that staff keep, each in a form of its own that opens, and one more to add. */
import { type ReactNode, useId } from 'react'
import { deliveryPageWords as words } from '#domain/market/delivery-desk-words.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { type ActionForm, useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import type { AppClient } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'

export type Table = 'delivery_zones' | 'depots'
type Typed = Readonly<Record<string, string | undefined>>
type Refuse = (field: string, message: string) => undefined

interface KeptFormProps<Row> {
  table: Table
  /** Null: a new one. */
  id: string | null
  title: string
  fields: readonly string[]
  read: (typed: Typed, refuse: Refuse) => Row | undefined
  write: (
    client: AppClient,
    row: Row,
    id: string | null,
  ) => PromiseLike<{ error: { code: string; message: string } | null }>
  children: (form: ActionForm) => ReactNode
}

export function KeptForm<Row>({ table, id, title, fields, read, write, children }: KeptFormProps<Row>) {
  const formId = useId()
  const form = useActionForm({
    id: formId,
    tables: [table],
    done: id ? words.saved : words.added,
    atField: fields,
    empties: id ? [] : fields,
    read(values, refuse) {
      const row = read(values, (field, message) => void refuse(field, message))
      return row && ((client) => write(client, row, id))
    },
  })
  return (
    <FormElement form={form} className="grid grid-cols-1 items-start gap-4 pt-4 sm:grid-cols-2" label={title}>
      {children(form)}
      <div className="grid gap-3 sm:col-span-2">
        <Refusal action={form.action} />
        <div>
          <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel={words.saving}>
            {id ? words.save : words.add}
          </Button>
        </div>
      </div>
    </FormElement>
  )
}

/** Offered to buyers, or not for now. */
export function SwitchRow({
  table,
  id,
  name,
  isActive,
}: {
  table: Table
  id: string
  name: string
  isActive: boolean
}) {
  const action = useAction({ tables: [table], done: words.saved })
  const label = isActive ? words.switchOff : words.switchOn
  return (
    <span className="flex flex-wrap items-center gap-3">
      {!isActive && <span className="text-sm text-stone">{words.isOff}</span>}
      <Button
        size="sm"
        variant="quiet"
        aria-label={`${label}: ${name}`}
        disabled={action.isBusy}
        onClick={() =>
          void action.run((client) => client.from(table).update({ is_active: !isActive }).eq('id', id))
        }
      >
        {label}
      </Button>
      <Refusal action={action} />
    </span>
  )
}
