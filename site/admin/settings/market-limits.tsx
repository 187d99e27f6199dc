/** The limits of the market in sentences: who changed them and why, and the change that waits for a second person. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  describeLimit,
  limitWords,
  readLimit,
  sayLimit,
  unitOfLimit,
  writeLimit,
} from '#domain/admin/limit-words.ts'
import { formatDateTime } from '#domain/dates.ts'
import type { marketLimits } from '#domain/market/market-limits.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin, rpcAdmin } from '#site/admin/call-admin.ts'
import { FormDialog } from '#site/admin/form-dialog.tsx'
import { limitDraft } from '#site/admin/records/form-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'

interface MarketLimit {
  name: keyof typeof marketLimits
  value: number
  changed_by: string | null
  changed_at: string | null
  reason: string | null
  waiting: {
    id: number
    value: number
    reason: string
    proposedBy: string
    proposedAt: string
    /** Why the reader may not approve it; null where they may, as far as their right goes. */
    obstacle: string | null
  } | null
}

const tables = ['market_limits']

export function MarketLimits() {
  const { can } = usePermissions()
  const [chosen, setChosen] = useState<MarketLimit | null>(null)
  const query = useQuery({ queryKey: tables, queryFn: () => callAdmin<MarketLimit[]>('list_market_limits') })
  const order = Object.keys(limitWords)
  return (
    <Panel title="Limits">
      <QueryState query={query} errorText="The limits could not be loaded.">
        {(limits) => (
          <ul className="ruled">
            {limits
              .toSorted((one, other) => order.indexOf(one.name) - order.indexOf(other.name))
              .map((limit) => (
                <li key={limit.name} className="grid gap-2">
                  <div className="flex items-center gap-3">
                    <span className="me-auto">
                      {describeLimit(limit.name, limit.value)}
                      <br />
                      <span className="text-sm text-stone">{sayLastChange(limit)}</span>
                    </span>
                    {can('settings.write') && !limit.waiting && (
                      <Button
                        size="sm"
                        variant="quiet"
                        aria-label={`Change: ${describeLimit(limit.name, limit.value)}`}
                        onClick={() => setChosen(limit)}
                      >
                        Change
                      </Button>
                    )}
                  </div>
                  {limit.waiting && <Waiting limit={limit} waiting={limit.waiting} />}
                </li>
              ))}
          </ul>
        )}
      </QueryState>
      {chosen && <ChangeDialog limit={chosen} onClose={() => setChosen(null)} />}
    </Panel>
  )
}

function sayLastChange({ changed_by, changed_at, reason }: MarketLimit): string {
  return changed_at
    ? `${changed_by ?? 'A colleague'}, ${formatDateTime(changed_at)}: ${reason}`
    : 'Set from the start'
}

interface WaitingProps {
  limit: MarketLimit
  waiting: NonNullable<MarketLimit['waiting']>
}

function Waiting({ limit, waiting }: WaitingProps) {
  const { can } = usePermissions()
  const approving = useAction({ tables, done: { title: 'Limit changed', text: 'It counts from now on.' } })
  const dropping = useAction({ tables, done: { title: 'Change dropped' } })
  const decide = (isApproved: boolean) =>
    (isApproved ? approving : dropping).run((client) =>
      rpcAdmin(client, 'decide_market_limit', { change_id: waiting.id, is_approved: isApproved }),
    )
  return (
    <Notice kind="look">
      <p>
        {waiting.proposedBy} would make it {sayLimit(limit.name, waiting.value)},{' '}
        {formatDateTime(waiting.proposedAt)}: {waiting.reason}
      </p>
      {can('settings.write') && waiting.obstacle && <p>{waiting.obstacle}</p>}
      <Refusal action={approving} />
      <Refusal action={dropping} />
      {can('settings.write') && (
        <div className="flex flex-wrap gap-3">
          {!waiting.obstacle && (
            <Button size="sm" busy={approving.isBusy} busyLabel="Approving..." onClick={() => decide(true)}>
              Approve
            </Button>
          )}
          <Button
            size="sm"
            variant="outline"
            busy={dropping.isBusy}
            busyLabel="Dropping..."
            onClick={() => decide(false)}
          >
            Drop
          </Button>
        </div>
      )}
    </Notice>
  )
}

function ChangeDialog({ limit, onClose }: { limit: MarketLimit; onClose: () => void }) {
  const id = useId()
  const { risk } = limitWords[limit.name]
  const form = useActionForm({
    id,
    tables,
    done: (counts) =>
      counts
        ? { title: 'Limit changed', text: 'It counts from now on.' }
        : { title: 'Waits for a second person', text: 'Until then the limit stays as it is.' },
    draft: limitDraft(limit.name, limit.value),
    atField: ['value', 'reason'],
    onDone: onClose,
    read({ value = '', reason = '' }, refuse) {
      const amount = readLimit(limit.name, value)
      if (amount === null) return refuse('value', 'Enter a number, for example 1,000')
      if (reason.trim().length < 10) return refuse('reason', 'Please give a reason of at least 10 characters')
      const change = { name: limit.name, value: amount, seen: limit.value, reason: reason.trim() }
      return (client) => rpcAdmin(client, 'change_market_limit', change)
    },
  })
  const unit = unitOfLimit(limit.name)
  return (
    <FormDialog
      id={`${id}-form`}
      form={form}
      title="Change a limit"
      submitLabel="Change the limit"
      busyLabel="Changing..."
      onClose={onClose}
    >
      <p>{describeLimit(limit.name, limit.value)}</p>
      {risk && <Notice kind="warn">If you make it higher: {risk}</Notice>}
      <Refusal action={form.action} />
      <Field
        id={form.fieldId('value')}
        label={unit ? `New limit (${unit})` : 'New limit'}
        error={form.problemOf('value')}
        required
      >
        <TextInput
          data-focus=""
          name="value"
          inputMode="decimal"
          defaultValue={writeLimit(limit.name, limit.value)}
        />
      </Field>
      <Field
        id={form.fieldId('reason')}
        label="Reason"
        help="It stands beside the limit, with your name."
        error={form.problemOf('reason')}
        required
      >
        <TextInput name="reason" maxLength={500} />
      </Field>
    </FormDialog>
  )
}
