/** The audit trail: who did what, when, from where, before and after; searchable, newest first. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type AuditEntry, adminRecordTypes } from '#domain/admin/admin.ts'
import { formatDateTime, readDay } from '#domain/dates.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { ExportButton } from '#site/admin/records/export-button.tsx'
import { recordPath } from '#site/admin/records/record-path.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { Cell, EmptyState, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'

const pageOfEntries = 50
const dayMs = 86_400_000

export function AuditPage() {
  const id = useId()
  const [params, setParams] = useSearchParams()
  const search = params.get('q') ?? ''
  const [since, until] = [readDay(params.get('since')), readDay(params.get('until'))]
  const [typed, setTyped] = useState({ search, since, until })
  const sinceTime = since ? startOfDay(since) : null
  // The last day is part of it.
  const untilTime = until ? new Date(Date.parse(startOfDay(until)) + dayMs).toISOString() : null
  const query = useInfiniteQuery({
    queryKey: ['audit_trail', { search, since, until }],
    queryFn: ({ pageParam }) =>
      callAdmin<AuditEntry[]>('search_audit', {
        search: search || null,
        since: sinceTime,
        until: untilTime,
        before_id: pageParam,
        max_rows: pageOfEntries,
      }),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => (last.length < pageOfEntries ? undefined : last.at(-1)?.id),
    placeholderData: keepPreviousData,
  })
  const entries = query.data?.pages.flat() ?? []

  function submit(event: FormEvent) {
    event.preventDefault()
    const input = { q: typed.search.trim(), since: typed.since, until: typed.until }
    setParams(Object.fromEntries(Object.entries(input).filter(([, value]) => value)))
  }

  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4" aria-label="Audit trail">
      <form className="flex flex-wrap items-end gap-4" aria-label="Search the audit trail" onSubmit={submit}>
        <div className="w-full sm:w-80">
          <Field id={`${id}-search`} label="Search">
            <TextInput
              type="search"
              placeholder="Person, action, order code or reference"
              value={typed.search}
              onChange={(event) => setTyped({ ...typed, search: event.target.value })}
            />
          </Field>
        </div>
        <Field id={`${id}-since`} label="From">
          <TextInput
            type="date"
            value={typed.since}
            onChange={(event) => setTyped({ ...typed, since: event.target.value })}
          />
        </Field>
        <Field id={`${id}-until`} label="To">
          <TextInput
            type="date"
            value={typed.until}
            onChange={(event) => setTyped({ ...typed, until: event.target.value })}
          />
        </Field>
        <Button type="submit" size="sm">
          Search
        </Button>
      </form>
      <div>
        <ExportButton type="audit_trail" state={{ search, since: sinceTime ?? '', until: untilTime ?? '' }} />
      </div>
      {query.isError && (
        <Notice kind="warn">
          <p>The audit trail could not be loaded.</p>
        </Notice>
      )}
      {query.isPending && (
        <p role="status" className="text-stone">
          Loading...
        </p>
      )}
      {query.isSuccess && entries.length === 0 && <EmptyState title="No entries found" />}
      {entries.length > 0 && (
        <Table label="Audit trail">
          <TableHead>
            <HeadCell>When</HeadCell>
            <HeadCell>Who</HeadCell>
            <HeadCell>What</HeadCell>
            <HeadCell>Changed</HeadCell>
            <HeadCell>Sealed</HeadCell>
          </TableHead>
          <TableBody>
            {entries.map((entry) => (
              <Row key={entry.id}>
                <Cell label="When">{formatDateTime(entry.at)}</Cell>
                <Cell label="Who">
                  <div>
                    <p>{entry.actor_name ?? entry.actor_role}</p>
                    <p className="text-stone">
                      {entry.actor_role.replace('_', ' ')}
                      {entry.address && `, ${entry.address}`}
                    </p>
                  </div>
                </Cell>
                <Cell label="What">
                  <div>
                    <p>
                      <strong>{entry.action}</strong> {entry.subject_type.replaceAll('_', ' ')}
                    </p>
                    <p className="code text-stone wrap-anywhere">
                      <Subject entry={entry} />
                    </p>
                  </div>
                </Cell>
                <Cell label="Changed">
                  <Change entry={entry} />
                </Cell>
                <Cell label="Sealed">{entry.is_sealed ? 'Yes' : 'Soon'}</Cell>
              </Row>
            ))}
          </TableBody>
        </Table>
      )}
      {query.hasNextPage && (
        <div>
          <Button
            size="sm"
            variant="outline"
            busy={query.isFetchingNextPage}
            busyLabel="Loading..."
            onClick={() => void query.fetchNextPage()}
          >
            Earlier entries
          </Button>
        </div>
      )}
    </section>
  )
}

/** What it was done to; a record opens. */
function Subject({ entry: { subject_type, subject_id, after } }: { entry: AuditEntry }) {
  const type =
    subject_type === 'vault_reveals'
      ? after?.record_type
      : ['payments', 'quotes'].includes(subject_type)
        ? 'orders'
        : subject_type
  const recordType = adminRecordTypes.find((known) => known === type)
  if (subject_id && subject_type === 'mails')
    return <Link to={`${paths.adminMails}?record=${subject_id}`}>{subject_id}</Link>
  return subject_id && recordType ? (
    <Link to={recordPath(recordType, subject_id)}>{subject_id}</Link>
  ) : (
    subject_id
  )
}

function Change({ entry: { before, after } }: { entry: AuditEntry }) {
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
  if (fields.length === 0) return null
  return (
    <ul>
      {fields.map((field) => (
        <li key={field} className="wrap-anywhere">
          <span className="text-stone">{field.replaceAll('_', ' ')}:</span>{' '}
          {before && field in before && <del>{report(before[field])}</del>}{' '}
          {after && field in after && report(after[field])}
        </li>
      ))}
    </ul>
  )
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+(?:Z|[+-]\d\d:?\d\d)$/

function report(value: unknown): string {
  if (value === null || value === undefined) return '(empty)'
  if (typeof value === 'string' && instant.test(value)) return formatDateTime(value)
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Days are days in Lagos, which has no summer time. */
function startOfDay(day: string): string {
  return `${day}T00:00:00+01:00`
}
