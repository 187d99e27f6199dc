/** The rows of an admin area: a box to choose it, what it is known by, its columns, its status and its buttons. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { RecordWork } from '#domain/admin/admin.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { type AdminColumn, type AdminKind, type AdminRecord, capitalise, nameMany } from './admin-kind.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { Due } from './due.tsx'
import { namesOf, statesOf } from './list-query.ts'
import type { Bulk } from './use-bulk.ts'
import type { Decision } from './use-decision.ts'
import type { ListSort, ListStateControls } from './use-list-state.ts'
import type { RowWork } from './use-row-work.ts'
import { nameAssignee } from './work-data.ts'

interface RecordTableProps<R extends AdminRecord> {
  kind: AdminKind<R>
  records: readonly R[]
  openedId: string
  rowWork: RowWork
  /** By others, since the user saw them. */
  changed: ReadonlySet<string>
  /** Null: this kind is decided one by one. */
  bulk: Bulk | null
  /** The records of another page stand here still: nobody chooses among them. */
  isBusy: boolean
  decision: Decision<R>
  list: ListStateControls
  /** Those of the kind that are shown. */
  columns: readonly AdminColumn<R>[]
}

export function RecordTable<R extends AdminRecord>(props: RecordTableProps<R>): ReactNode {
  const { kind, records, openedId, changed, bulk, isBusy, decision, list, columns } = props
  const { workOf, flagsOf } = props.rowWork
  const hasButtons = kind.decisions !== undefined || kind.renderActions !== undefined
  const isByCode = kind.title.className?.includes('code')
  return (
    <Table
      label={capitalise(nameMany(kind))}
      isBusy={isBusy}
      // Classes, and no :has() of the table: with it each row that comes or goes would restyle all of them.
      className={cx(
        isByCode && 'by-code',
        columns.some(({ room }) => room === 'little') && 'with-little-room',
        !hasButtons && 'without-actions',
      )}
    >
      <TableHead>
        {bulk && (
          <HeadCell className="pick-head">
            <input
              type="checkbox"
              className="pick"
              aria-label={`Select all ${nameMany(kind)} on this page`}
              checked={records.every(({ id }) => bulk.isChosen(id))}
              disabled={isBusy || bulk.busyWith !== null}
              onChange={() => bulk.togglePage()}
            />
          </HeadCell>
        )}
        <SortHead
          label={kind.title.label}
          sorts={namesOf(kind)}
          className={isByCode ? 'code-head' : kind.hasFlags ? 'flags-head' : undefined}
          list={list}
        />
        {columns.map(({ label, numeric, sorts, room }) => (
          <SortHead
            key={label}
            label={label}
            numeric={numeric}
            sorts={sorts}
            className={sorts?.includes('oldest') ? 'date-head' : room && `${room}-room`}
            list={list}
          />
        ))}
        <SortHead label="Status" sorts={statesOf(kind)} className="status-head" list={list} />
        {hasButtons && <HeadCell className="actions-head">{kind.decisions ? 'Decision' : 'Action'}</HeadCell>}
      </TableHead>
      <TableBody>
        {records.map((record) => (
          <Row
            key={record.id}
            data-record={record.id}
            aria-current={record.id === openedId || undefined}
            className={changed.has(record.id) ? 'is-changed' : undefined}
          >
            {bulk && (
              <Cell className="pick-cell">
                <input
                  type="checkbox"
                  className="pick"
                  aria-label={`Select ${kind.nameOf(record)}`}
                  checked={bulk.isChosen(record.id)}
                  disabled={isBusy || bulk.busyWith !== null}
                  onChange={() => bulk.toggle(record.id)}
                />
              </Cell>
            )}
            <Cell label={kind.title.label}>
              <Link
                to={list.hrefForRecord(record.id)}
                replace
                preventScrollReset
                data-open=""
                className={cx('list-title', kind.title.className)}
                aria-label={`Details of ${kind.nameOf(record)}`}
              >
                {kind.title.text(record)}
              </Link>
              <Flags record={record} flags={flagsOf.get(record.id) ?? []} />
            </Cell>
            {columns.map((column) => (
              <Cell
                key={column.label}
                label={column.label}
                numeric={column.numeric}
                className={column.sorts?.includes('oldest') ? 'date-cell' : undefined}
              >
                {column.cell(record, flagsOf.get(record.id))}
              </Cell>
            ))}
            <Cell label="Status" className="status-cell">
              {changed.has(record.id) && (
                <span className="changed-mark" title="Changed since you saw it">
                  <Icon name="info" />
                  <span>Changed</span>
                </span>
              )}
              <div className="list-status">
                {kind.renderStatus?.(record, flagsOf.get(record.id)) ?? (
                  <StatusBadge status={record.status} />
                )}
                <Due at={workOf.get(record.id)?.due_at} />
                <Assignee work={workOf.get(record.id)} />
              </div>
            </Cell>
            {hasButtons && (
              <Cell>
                <div className="list-actions">
                  <DecisionButtons kind={kind} record={record} decision={decision} />
                  {kind.renderActions?.(record)}
                </div>
              </Cell>
            )}
          </Row>
        ))}
      </TableBody>
    </Table>
  )
}

/** The gravest first. What a column of its own says already (a bulk order without a price) stands only in the question for many. */
const flagWords: Readonly<Record<string, [word: string, title?: string]>> = {
  minor: ['minor'],
  twin: ['twin?'],
  disputed: ['disputed'],
  edited: ['edited', 'Changed by applicant'],
  photo: ['no photo'],
}

function Flags({ record, flags }: { record: AdminRecord; flags: readonly string[] }) {
  const isEdited = record.status === 'pending' && (record.answers_version ?? 1) > 1
  const all = isEdited ? [...flags, 'edited'] : flags
  const shown = Object.entries(flagWords).filter(([flag]) => all.includes(flag))
  return (
    <span className={cx(shown.length > 3 && 'many-flags')}>
      {shown.map(([flag, [word, title]]) => (
        <span key={flag} className="flag" title={title}>
          {word}
        </span>
      ))}
    </span>
  )
}

/** Beside what is due, where there is room for no more, by their initials. */
function Assignee({ work }: { work: RecordWork | undefined }) {
  const { userId } = useAuth()
  if (!work?.assignee_id) return null
  const name = nameAssignee(work, userId)
  return (
    <span className="due assignee" title={`Assigned to ${name}`}>
      <Icon name="user" />
      <b aria-hidden="true">
        {name
          .split(/\s+/)
          .slice(0, 2)
          .map((word) => word.charAt(0).toUpperCase())}
      </b>
      <span>{name}</span>
    </span>
  )
}

const isDescending = (order: ListSort) => /^(newest|total|.*_last)$/.test(order)

interface SortHeadProps {
  label: string
  numeric?: boolean
  /** The orders that a press takes by turns. */
  sorts: readonly ListSort[] | undefined
  className: string | undefined
  list: ListStateControls
}

function SortHead({ label, numeric, sorts, className, list }: SortHeadProps) {
  const { order } = list
  return (
    <HeadCell
      numeric={numeric}
      className={className}
      sort={sorts?.includes(order) ? (isDescending(order) ? 'descending' : 'ascending') : undefined}
    >
      {sorts ? (
        <button type="button" className="sort-head" onClick={() => list.sortBy(sorts)}>
          {label}
        </button>
      ) : (
        <span title="Cannot be sorted: search or filter instead">{label}</span>
      )}
    </HeadCell>
  )
}
