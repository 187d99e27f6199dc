/** VAT by class: what holds now and since when, what will, what was before and by whom; a new rate begins tomorrow or later. */
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatDate, formatDateTime } from '#domain/dates.ts'
import { formatRate, parseRate, vatClasses, vatClassWords } from '#domain/market/vat.ts'
import { vatAdminWords as words } from '#domain/market/vat-admin-words.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { DayInput } from '#site/admin/day-input.tsx'
import { vatRateDraft } from '#site/admin/records/form-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { sayRepeated } from '#site/admin/say-repeated.ts'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { Panel } from '#site/ui/panel.tsx'

const classes = [...vatClasses, 'delivery'] as const

interface Rate {
  vat_class: (typeof classes)[number]
  valid_from: string
  rate_bp: number | null
  reason: string
  set_by: string | null
  set_at: string
  holds: 'now' | 'later' | 'before'
}

const tables = ['vat_rates']

export function VatRates() {
  const { can } = usePermissions()
  const query = useQuery({ queryKey: tables, queryFn: () => callAdmin<Rate[]>('list_vat_rates') })
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p className="field-help">{words.lead}</p>
        <QueryState query={query} errorText="The rates could not be loaded.">
          {(rates) => (
            <ul className="ruled">
              {classes.map((vatClass) => (
                <VatClassRates
                  key={vatClass}
                  name={vatClassWords[vatClass]}
                  rates={rates.filter((rate) => rate.vat_class === vatClass)}
                  mayWrite={can('settings.write')}
                />
              ))}
            </ul>
          )}
        </QueryState>
        {can('settings.write') && (
          <details>
            <summary>{words.add}</summary>
            <AddRate />
          </details>
        )}
      </div>
    </Panel>
  )
}

function VatClassRates({
  name,
  rates,
  mayWrite,
}: {
  name: string
  rates: readonly Rate[]
  mayWrite: boolean
}) {
  const earlier = rates.filter(({ holds }) => holds === 'before')
  return (
    <li className="grid gap-2">
      <strong className="font-semibold">{name}</strong>
      {rates
        .filter(({ holds }) => holds !== 'before')
        .toReversed()
        .map((rate) => (
          <div key={rate.valid_from} className="flex flex-wrap items-center gap-3">
            <RateWords rate={rate} />
            {rate.holds === 'later' && mayWrite && <TakeBack name={name} rate={rate} />}
          </div>
        ))}
      {earlier.length > 0 && (
        <details>
          <summary>{words.before}</summary>
          {earlier.map((rate) => (
            <RateWords key={rate.valid_from} rate={rate} />
          ))}
        </details>
      )}
    </li>
  )
}

function RateWords({ rate }: { rate: Rate }) {
  const { rate_bp, valid_from, reason, set_by, set_at, holds } = rate
  return (
    <p className="me-auto">
      <span className="num">{rate_bp === null ? words.asGoods : formatRate(rate_bp)}</span>,{' '}
      {holds === 'later' ? words.later : words.now} {formatDate(valid_from)} ({reason})
      <br />
      <span className="text-sm text-stone">
        {set_by ? words.setBy(set_by, formatDateTime(set_at)) : words.fromTheStart}
      </span>
    </p>
  )
}

function TakeBack({ name, rate }: { name: string; rate: Rate }) {
  const action = useAction({ tables, done: words.takenBack })
  const { vat_class, valid_from } = rate
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        busy={action.isBusy}
        busyLabel={words.takingBack}
        aria-label={`${words.takeBack}: ${name}, ${formatDate(valid_from)}`}
        onClick={() =>
          void action.run((client) => client.from('vat_rates').delete().match({ vat_class, valid_from }))
        }
      >
        {words.takeBack}
      </Button>
      <Refusal action={action} />
    </>
  )
}

function AddRate() {
  const id = useId()
  const { form: formWords } = words
  const fields = ['vat_class', 'rate_bp', 'valid_from', 'reason']
  const form = useActionForm({
    id,
    tables,
    done: formWords.done,
    draft: vatRateDraft,
    atField: fields,
    empties: fields,
    read({ vat_class = '', rate_bp = '', valid_from = '', reason = '' }, refuse) {
      const rate = parseRate(rate_bp)
      const follows = vat_class === 'delivery' && rate_bp.trim() === ''
      if (!vat_class) refuse('vat_class', formWords.vatClass.problem)
      if (rate === null && !follows) refuse('rate_bp', formWords.rate.problem)
      if (!valid_from) refuse('valid_from', formWords.day.problem)
      if (reason.trim().length < 3) refuse('reason', formWords.reason.problem)
      const row = { vat_class, valid_from, reason: reason.trim().replaceAll(/\s+/g, ' '), rate_bp: rate }
      return (client) => sayRepeated(client.from('vat_rates').insert(row), 'valid_from', formWords.day.taken)
    },
  })
  const about = (name: string) => ({ id: form.fieldId(name), error: form.problemOf(name) })
  return (
    <FormElement
      form={form}
      label={formWords.title}
      className="grid grid-cols-1 items-start gap-4 pt-4 sm:grid-cols-2"
    >
      <Field {...about('vat_class')} label={formWords.vatClass.label} required>
        <Select
          name="vat_class"
          placeholder={formWords.vatClass.problem}
          options={classes.map((value) => ({ value, label: vatClassWords[value] }))}
        />
      </Field>
      <Field {...about('rate_bp')} label={formWords.rate.label} help={formWords.rate.help}>
        <TextInput name="rate_bp" inputMode="decimal" maxLength={10} />
      </Field>
      <Field {...about('valid_from')} label={formWords.day.label} help={formWords.day.help} required>
        <DayInput name="valid_from" />
      </Field>
      <Field {...about('reason')} label={formWords.reason.label} help={formWords.reason.help} required>
        <TextInput name="reason" maxLength={160} />
      </Field>
      <div className="grid gap-3 sm:col-span-2">
        <Refusal action={form.action} />
        <div>
          <Button
            type="submit"
            size="sm"
            variant="outline"
            busy={form.isBusy}
            busyLabel={formWords.busyLabel}
          >
            {formWords.submitLabel}
          </Button>
        </div>
      </div>
    </FormElement>
  )
}
