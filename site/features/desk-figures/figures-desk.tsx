/** Figures: what came in over time, from where, of which crop, and whether the promises were kept; each chart with its table. */
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId } from 'react'
import { useSearchParams } from 'react-router'
import { formatDate, getLagosDay } from '#domain/dates.ts'
import {
  type FigureBy,
  type FigureDimension,
  type FigureOverTime,
  type FigurePromise,
  figureSteps,
  figureSubjects,
} from '#domain/desk.ts'
import { describeStatus, statusLabels } from '#domain/status-machines.ts'
import { askDesk } from '#site/lib/desk/call-desk.ts'
import { capitalise } from '#site/lib/desk/desk-kind.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'
import { Cell, EmptyState, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'

/** The charts' library is loaded here and nowhere else. */
const TimeChart = lazy(() => import('#site/features/desk-figures/time-chart.tsx'))

const dayMs = 86_400_000
const subjectWords: Record<string, string> = {
  orders: 'Orders',
  farmers: 'Farmers',
  training_enrolments: 'Training',
  buyers: 'Buyers',
  investors: 'Investors',
}

interface Span {
  subject: string
  since: string
  until: string
  step: string
}

export function FiguresDesk() {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const today = getLagosDay(new Date())
  const span: Span = {
    subject: pick(params.get('of'), figureSubjects, 'orders'),
    step: pick(params.get('by'), figureSteps, 'day'),
    since: params.get('since') ?? getLagosDay(Date.now() - 29 * dayMs),
    until: params.get('until') ?? today,
  }
  const set = (change: Record<string, string>) => {
    const next = new URLSearchParams(params)
    for (const [name, value] of Object.entries(change)) next.set(name, value)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex flex-wrap items-end gap-4">
        <Field id={`${id}-of`} label="Figures of">
          <Select
            options={figureSubjects.map((value) => ({ value, label: subjectWords[value] ?? value }))}
            value={span.subject}
            onChange={(event) => set({ of: event.target.value })}
          />
        </Field>
        <Field id={`${id}-since`} label="From">
          <TextInput
            type="date"
            max={span.until}
            value={span.since}
            onChange={(event) => event.target.value && set({ since: event.target.value })}
          />
        </Field>
        <Field id={`${id}-until`} label="To">
          <TextInput
            type="date"
            max={today}
            value={span.until}
            onChange={(event) => event.target.value && set({ until: event.target.value })}
          />
        </Field>
        <Field id={`${id}-by`} label="In steps of">
          <Select
            options={figureSteps.map((value) => ({ value, label: capitalise(value) }))}
            value={span.step}
            onChange={(event) => set({ by: event.target.value })}
          />
        </Field>
      </div>
      <OverTime span={span} />
      <div className="grid gap-8 lg:grid-cols-3">
        <By span={span} dimension="status" title="By status" />
        <By span={span} dimension="state" title="By state" />
        <By span={span} dimension="crop" title="By crop" />
      </div>
      <Promises span={span} />
    </div>
  )
}

function OverTime({ span: { subject, since, until, step } }: { span: Span }) {
  const query = useQuery({
    queryKey: ['figures', 'over-time', subject, since, until, step],
    queryFn: () => askDesk<FigureOverTime[]>('figures_over_time', { subject, since, until, step }),
  })
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Over time">
      <h2 className="text-xl">{subjectWords[subject]} over time</h2>
      <QueryState query={query} trouble="The figures could not be loaded.">
        {(rows) => {
          const periods = [...new Set(rows.map(({ period }) => period))].sort()
          const statuses = Object.keys(statusLabels).filter((status) =>
            rows.some((row) => row.status === status),
          )
          const count = (period: string, status: string) =>
            rows.find((row) => row.period === period && row.status === status)?.count ?? 0
          if (periods.length === 0) return <EmptyState title="Nothing in this time" />
          return (
            <>
              <Suspense fallback={<p className="text-stone">Drawing...</p>}>
                <TimeChart
                  label={`${subjectWords[subject]} over time`}
                  periods={periods}
                  series={statuses.map((status) => ({
                    status,
                    label: describeStatus(status),
                    counts: periods.map((period) => count(period, status)),
                  }))}
                />
              </Suspense>
              <details>
                <summary className="cursor-pointer py-1 font-semibold">The numbers</summary>
                <Table label={`${subjectWords[subject]} over time`}>
                  <TableHead>
                    <HeadCell>From</HeadCell>
                    {statuses.map((status) => (
                      <HeadCell key={status} numeric>
                        {describeStatus(status)}
                      </HeadCell>
                    ))}
                  </TableHead>
                  <TableBody>
                    {periods.map((period) => (
                      <Row key={period}>
                        <Cell label="From">{formatDate(period)}</Cell>
                        {statuses.map((status) => (
                          <Cell key={status} label={describeStatus(status)} numeric>
                            {count(period, status)}
                          </Cell>
                        ))}
                      </Row>
                    ))}
                  </TableBody>
                </Table>
              </details>
            </>
          )
        }}
      </QueryState>
    </section>
  )
}

function By({ span, dimension, title }: { span: Span; dimension: FigureDimension; title: string }) {
  const { subject, since, until } = span
  const query = useQuery({
    queryKey: ['figures', 'by', dimension, subject, since, until],
    queryFn: () => askDesk<FigureBy[]>('figures_by', { subject, dimension, since, until }),
    // Not every kind has every dimension: then there is nothing to show.
    retry: false,
  })
  if (query.isError || query.data?.length === 0) return null
  const most = Math.max(1, ...(query.data?.map(({ count }) => count) ?? []))
  return (
    <section className="grid content-start gap-3" aria-label={title}>
      <h2 className="text-xl">{title}</h2>
      <QueryState query={query} trouble="The figures could not be loaded.">
        {(rows) => (
          <ul className="ruled num">
            {rows.slice(0, 15).map(({ value, count }) => (
              <li key={value} className="grid gap-1">
                <span className="flex justify-between gap-4">
                  <span>{dimension === 'status' ? describeStatus(value) : value || 'Not stated'}</span>
                  <span>{count.toLocaleString('en-NG')}</span>
                </span>
                <meter className="bar" min={0} max={most} value={count} aria-hidden="true" />
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  )
}

const clockWords: Record<string, string> = { first_contact: 'First contact', decision: 'Decision' }

function Promises({ span: { since, until } }: { span: Span }) {
  const query = useQuery({
    queryKey: ['figures', 'promises', since, until],
    queryFn: () => askDesk<FigurePromise[]>('figures_promise_kept', { since, until }),
  })
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-3" aria-label="Promises">
      <h2 className="text-xl">Promises kept</h2>
      <QueryState query={query} trouble="The figures could not be loaded.">
        {(rows) => (
          <Table label="Promises kept">
            <TableHead>
              <HeadCell>Of</HeadCell>
              <HeadCell>Promise</HeadCell>
              <HeadCell numeric>Kept</HeadCell>
              <HeadCell numeric>Broken</HeadCell>
              <HeadCell numeric>Still open</HeadCell>
              <HeadCell numeric>Share</HeadCell>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <Row key={row.record_type + row.clock}>
                  <Cell label="Of">{capitalise(row.record_type.replaceAll('_', ' '))}</Cell>
                  <Cell label="Promise">{clockWords[row.clock]}</Cell>
                  <Cell label="Kept" numeric>
                    {row.kept}
                  </Cell>
                  <Cell label="Broken" numeric>
                    {row.broken}
                  </Cell>
                  <Cell label="Still open" numeric>
                    {row.open}
                  </Cell>
                  <Cell label="Share" numeric>
                    {row.kept + row.broken === 0
                      ? ''
                      : `${Math.round((100 * row.kept) / (row.kept + row.broken))}%`}
                  </Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
        )}
      </QueryState>
    </section>
  )
}

function pick(value: string | null, known: readonly string[], otherwise: string): string {
  return value && known.includes(value) ? value : otherwise
}
