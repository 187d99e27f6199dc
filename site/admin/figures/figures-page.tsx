/** Figures: what came in over time, from where, of which crop, and whether the promises were kept; each chart with its table. */
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useMemo } from 'react'
import { useSearchParams } from 'react-router'
import {
  type FigureBy,
  type FigureDimension,
  type FigureOverTime,
  type FigurePromise,
  figureDimensions,
  figureSteps,
  figureSubjects,
  hasDimension,
} from '#domain/admin/figures.ts'
import { formatDate, getLagosDay, readDay } from '#domain/dates.ts'
import { formatCount } from '#domain/numbers.ts'
import { findDatabaseRefusal } from '#domain/refusals.ts'
import { describeStatus, statusLabels } from '#domain/status-machines.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { type AdminError, callAdmin } from '#site/admin/call-admin.ts'
import { DayInput } from '#site/admin/day-input.tsx'
import { capitalise } from '#site/admin/records/admin-kind.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { addressParams } from '#site/lib/address-params.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import type { PromiseBar } from './promise-chart.tsx'

/** The charts' library is loaded by these and nowhere else. */
const TimeChart = loadPart(async () => (await import('./time-chart.tsx')).TimeChart)
const PromiseChart = loadPart(async () => (await import('./promise-chart.tsx')).PromiseChart)

const dayMs = 86_400_000
/** A chart of every crop or state would be a list; the numbers behind it are whole. */
const barsShown = 15
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

export function FiguresPage() {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const { can } = usePermissions()
  const subjects = figureSubjects.filter((subject) => can(`${subject}.read`))
  const today = getLagosDay(new Date())
  const span: Span = {
    subject: pick(params.get('of'), subjects, subjects[0] ?? 'orders'),
    step: pick(params.get('by'), figureSteps, 'day'),
    since: readDay(params.get('since')) || getLagosDay(Date.now() - 29 * dayMs),
    until: readDay(params.get('until')) || today,
  }
  const set = (change: Record<string, string>) => {
    const next = addressParams()
    for (const [name, value] of Object.entries(change)) next.set(name, value)
    setParams(next, { replace: true, preventScrollReset: true })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="flex flex-wrap items-start gap-4">
        <Field id={`${id}-of`} label="Show figures of">
          <Select
            options={subjects.map((value) => ({ value, label: subjectWords[value] ?? value }))}
            value={span.subject}
            onChange={(event) => set({ of: event.target.value })}
          />
        </Field>
        <Field id={`${id}-since`} label="From">
          <DayInput
            max={span.until}
            value={span.since}
            onChange={(event) => event.target.value && set({ since: event.target.value })}
          />
        </Field>
        <Field id={`${id}-until`} label="To">
          <DayInput
            max={today}
            since={span.since}
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
        <p className="basis-full text-sm text-stone">Records that are marked as demo are not counted.</p>
      </div>
      <OverTime span={span} />
      <div className="grid gap-8 lg:grid-cols-3">
        {figureDimensions
          .filter((dimension) => hasDimension(span.subject, dimension))
          .map((dimension) => (
            <By key={dimension} span={span} dimension={dimension} />
          ))}
      </div>
      <Promises span={span} />
    </div>
  )
}

function OverTime({ span: { subject, since, until, step } }: { span: Span }) {
  const query = useQuery({
    queryKey: ['figures', 'over-time', subject, since, until, step],
    queryFn: () => callAdmin<FigureOverTime[]>('figures_over_time', { subject, since, until, step }),
  })
  return (
    <FigureSection label="Over time" title={`${subjectWords[subject]} over time`} query={query}>
      {(rows) => {
        const periods = [...new Set(rows.map(({ period }) => period))].sort()
        const statuses = Object.keys(statusLabels).filter((status) =>
          rows.some((row) => row.status === status),
        )
        const count = (period: string, status: string) =>
          rows.find((row) => row.period === period && row.status === status)?.count ?? 0
        return (
          <>
            <TimeChart
              label={`${subjectWords[subject]} over time`}
              periods={periods}
              series={statuses.map((status) => ({
                status,
                label: describeStatus(status),
                counts: periods.map((period) => count(period, status)),
              }))}
            />
            <Numbers label={`${subjectWords[subject]} over time`}>
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
            </Numbers>
          </>
        )
      }}
    </FigureSection>
  )
}

function By({ span, dimension }: { span: Span; dimension: FigureDimension }) {
  const { subject, since, until } = span
  const query = useQuery({
    queryKey: ['figures', 'by', dimension, subject, since, until],
    queryFn: () => callAdmin<FigureBy[]>('figures_by', { subject, dimension, since, until }),
    retry: (failures, error) => !isForbidden(error) && failures < 2,
  })
  if (isForbidden(query.error)) return null
  const title = `By ${dimension}`
  const nameOf = (value: string) => (dimension === 'status' ? describeStatus(value) : value || 'Not stated')
  return (
    <FigureSection label={title} title={title} query={query}>
      {(rows) => {
        const maximum = Math.max(...rows.map(({ count }) => count))
        return (
          <>
            <ul className="ruled num">
              {sortUnstated(rows)
                .slice(0, barsShown)
                .map(({ value, count }) => (
                  <li key={value} className="grid gap-1">
                    <span className="flex justify-between gap-4">
                      <span>{nameOf(value)}</span>
                      <span>{formatCount(count)}</span>
                    </span>
                    <meter className="bar" min={0} max={maximum} value={count} aria-hidden="true" />
                  </li>
                ))}
            </ul>
            {rows.length > barsShown && (
              <p className="text-sm text-stone">and {rows.length - barsShown} more in the numbers</p>
            )}
            <Numbers label={title}>
              <TableHead>
                <HeadCell>{capitalise(dimension)}</HeadCell>
                <HeadCell numeric>Count</HeadCell>
              </TableHead>
              <TableBody>
                {rows.map(({ value, count }) => (
                  <Row key={value}>
                    <Cell label={capitalise(dimension)}>{nameOf(value)}</Cell>
                    <Cell label="Count" numeric>
                      {formatCount(count)}
                    </Cell>
                  </Row>
                ))}
              </TableBody>
            </Numbers>
          </>
        )
      }}
    </FigureSection>
  )
}

interface FigureSectionProps<Figure> {
  label: string
  title: string
  query: UseQueryResult<Figure[]>
  isEmpty?: (figures: Figure[]) => boolean
  children: (figures: Figure[]) => ReactNode
}

/** What the three sections share; their charts and columns differ, so that only closing tags are alike below. */
function FigureSection<Figure>({
  label,
  title,
  query,
  isEmpty = hasNone,
  children,
}: FigureSectionProps<Figure>) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] content-start gap-3" aria-label={label}>
      <h2 className="text-xl">{title}</h2>
      <QueryState query={query} errorText="The figures could not be loaded.">
        {(figures) => (isEmpty(figures) ? <EmptyState title="Nothing in this time" /> : children(figures))}
      </QueryState>
    </section>
  )
}

/** What nobody stated is no leader, however much of it there is: bulk orders have no state. */
function sortUnstated(rows: readonly FigureBy[]): FigureBy[] {
  return rows.toSorted((one, other) => Number(one.value === '') - Number(other.value === ''))
}

const hasNone = (figures: readonly unknown[]) => figures.length === 0

/** What a chart shows, whole. */
function Numbers({ label, children }: { label: string; children: ReactNode }) {
  return (
    <details>
      <summary className="cursor-pointer py-1 font-semibold">Show the table</summary>
      <Table label={label}>{children}</Table>
    </details>
  )
}

const isForbidden = (error: unknown) =>
  error !== null && findDatabaseRefusal(error as AdminError)?.code === 'forbidden'

const clockWords: Record<string, string> = { first_contact: 'First contact', decision: 'Decision' }

const toBar = ({ record_type, clock, kept, broken, open }: FigurePromise): PromiseBar => ({
  of: capitalise(record_type.replaceAll('_', ' ')),
  promise: clockWords[clock] ?? clock,
  kept,
  broken,
  open,
})

function Promises({ span: { since, until } }: { span: Span }) {
  const query = useQuery({
    queryKey: ['figures', 'promises', since, until],
    queryFn: () => callAdmin<FigurePromise[]>('figures_promise_kept', { since, until }),
  })
  // The same ones until they are read again: else the chart would be drawn at every turn.
  const bars = useMemo(() => (query.data ?? []).map(toBar), [query.data])
  return (
    <FigureSection
      label="Promises"
      title="Promises kept"
      query={query}
      isEmpty={(rows) => rows.every(({ kept, broken, open }) => kept + broken + open === 0)}
    >
      {(rows) => (
        <>
          <PromiseChart label="Promises kept" bars={bars} />
          <Numbers label="Promises kept">
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
                  <Cell label="Of">{toBar(row).of}</Cell>
                  <Cell label="Promise">{toBar(row).promise}</Cell>
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
          </Numbers>
        </>
      )}
    </FigureSection>
  )
}

function pick(value: string | null, known: readonly string[], otherwise: string): string {
  return value && known.includes(value) ? value : otherwise
}
