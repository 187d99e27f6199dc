/** How long each kind of record is stored: who changed it, the floor of the law, and what a shorter time takes away. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { retentionUnits, sayPeriod } from '#domain/admin/limit-words.ts'
import { formatDate, formatDateTime } from '#domain/dates.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { FormDialog } from '#site/admin/form-dialog.tsx'
import { SeeRow } from '#site/admin/records/see-row.tsx'
import { describeNotAllowed } from '#site/admin/records/use-seen-row.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import type { AppClient } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'

interface RetentionPeriod {
  subject: string
  description: string
  keep: string
  at_least: string
  counts_from: string | null
  changed_by: string | null
  changed_at: string | null
}

const tables = ['retention_periods']

export function RetentionPeriods() {
  const { can } = usePermissions()
  const [chosen, setChosen] = useState('')
  const query = useQuery({
    queryKey: tables,
    queryFn: () => callAdmin<RetentionPeriod[]>('list_retention_periods'),
  })
  const opened = query.data?.find(({ subject }) => subject === chosen)
  return (
    <Panel title="How long records are kept">
      <QueryState query={query} errorText="The periods could not be loaded.">
        {(periods) => (
          <ul className="ruled">
            {periods.map((period) => (
              <li key={period.subject} className="flex items-center gap-3">
                <span className="me-auto max-w-[60ch]">
                  {period.description}: <strong>{sayPeriod(period.keep)}</strong>
                  <br />
                  <span className="text-sm text-stone">
                    {period.changed_at
                      ? `${period.changed_by ?? 'The application'}, ${formatDateTime(period.changed_at)}`
                      : 'Set from the start'}
                    {period.counts_from && `; counts from ${formatDate(period.counts_from)}`}
                  </span>
                </span>
                {can('settings.write') && (
                  <Button
                    size="sm"
                    variant="quiet"
                    aria-label={`Change: ${period.description}`}
                    onClick={() => setChosen(period.subject)}
                  >
                    Change
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </QueryState>
      {opened && <PeriodDialog period={opened} onClose={() => setChosen('')} />}
    </Panel>
  )
}

/** A period that a colleague changed since it was seen is not written over: the refusal says who did, and what it is now. */
async function changePeriod(client: AppClient, seen: RetentionPeriod, keep: string) {
  const { data, error } = await client
    .from('retention_periods')
    .update({ keep })
    .eq('subject', seen.subject)
    .eq('keep', seen.keep)
    .select('subject')
  if (error || data.length > 0) return { error }
  const periods = await callAdmin<RetentionPeriod[]>('list_retention_periods')
  const now = periods.find(({ subject }) => subject === seen.subject)
  if (!now || now.keep === seen.keep) return { error: describeNotAllowed('period') }
  const message = `${now.changed_by ?? 'Somebody else'} changed this period in the meantime: it is ${sayPeriod(now.keep)} now.`
  return { error: { code: 'PT409', message, hint: 'seen' } }
}

function PeriodDialog({ period, onClose }: { period: RetentionPeriod; onClose: () => void }) {
  const id = useId()
  /** As it was opened: what is typed was typed over this one. */
  const [seen, setSeen] = useState(period)
  const [, count = '', unit = 'days'] = /^(\d+) (day|month|year)/.exec(sayPeriod(seen.keep)) ?? []
  const form = useActionForm({
    id,
    tables,
    done: { title: 'Period changed', text: 'A longer time counts at once, a shorter one in a week.' },
    atField: ['count'],
    onDone: onClose,
    read({ count: typed = '', unit: of = 'days' }, refuse) {
      if (!/^\d{1,4}$/.test(typed.trim())) return refuse('count', 'Enter a whole number')
      const interval = `${Number(typed)} ${of}`
      return (client) => changePeriod(client, seen, interval)
    },
  })
  return (
    <FormDialog
      id={`${id}-form`}
      form={form}
      title="Change how long records are kept"
      submitLabel="Change the period"
      busyLabel="Changing..."
      onClose={onClose}
    >
      <p>
        {period.description}: {sayPeriod(period.keep)}.
      </p>
      <Notice kind="warn">
        If you make it shorter, what is older is deleted from a week from now on, every day, and nobody gets
        it back. Until then you can change it again. The law and our privacy notice ask for{' '}
        {sayPeriod(period.at_least) === 'not at all'
          ? 'no shortest time here'
          : `${sayPeriod(period.at_least)} at least`}
        ; a change belongs into the privacy notice too.
      </Notice>
      <Refusal action={form.action} />
      <SeeRow action={form.action} onSee={() => setSeen(period)} />
      <div key={seen.keep} className="grid items-start gap-3 sm:grid-cols-2">
        <Field id={form.fieldId('count')} label="Kept for" error={form.problemOf('count')} required>
          <TextInput data-focus="" name="count" inputMode="numeric" defaultValue={count || '0'} />
        </Field>
        <Field id={form.fieldId('unit')} label="Unit">
          <Select name="unit" options={[...retentionUnits]} defaultValue={`${unit.replace(/s$/, '')}s`} />
        </Field>
      </div>
    </FormDialog>
  )
}
