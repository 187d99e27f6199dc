/** The rows of an admin area: a box to choose it, what it is known by, its columns, its status and its buttons. */
import { memo, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Link } from 'react-router'
import type { RecordWork } from '#domain/admin/admin.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { type AdminColumn, type AdminKind, type AdminRecord, capitalise, nameMany } from './admin-kind.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { Due } from './due.tsx'
import { namesOf, statesOf } from './list-query.ts'
import { RecordStatus } from './record-status.tsx'
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
  const { userId } = useAuth()
  // A row is drawn again when something of it changes: what it calls is the same at every drawing, and does what is meant now.
  const latest = useRef({ decision, bulk })
  useLayoutEffect(() => {
    latest.current = { decision, bulk }
  })
  const [toggle] = useState(() => (id: string) => latest.current.bulk?.toggle(id))
  const [decide] = useState(() => (record: R, to: string) => latest.current.decision.decide(record, to))
  const { isBusy: isDeciding } = decision
  const rowDecision = useMemo(() => ({ decide, isBusy: isDeciding }), [decide, isDeciding])
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
          <RecordRow
            key={record.id}
            kind={kind}
            record={record}
            work={workOf.get(record.id)}
            flags={flagsOf.get(record.id)}
            columns={columns}
            href={list.hrefForRecord(record.id)}
            isOpened={record.id === openedId}
            isChanged={changed.has(record.id)}
            isChosen={bulk?.isChosen(record.id)}
            isPickable={!isBusy && bulk?.busyWith === null}
            decision={rowDecision}
            changingTo={decision.changing?.id === record.id ? decision.changing.to : null}
            toggle={toggle}
            userId={userId}
            now={Math.floor(Date.now() / minuteMs)}
          />
        ))}
      </TableBody>
    </Table>
  )
}

/** What is late or left is said in minutes at the finest. */
const minuteMs = 60_000

interface RecordRowProps<R extends AdminRecord> {
  kind: AdminKind<R>
  record: R
  work: RecordWork | undefined
  flags: readonly string[] | undefined
  columns: readonly AdminColumn<R>[]
  href: string
  isOpened: boolean
  isChanged: boolean
  /** Undefined: there is nothing to choose. */
  isChosen: boolean | undefined
  isPickable: boolean
  decision: Pick<Decision<R>, 'decide' | 'isBusy'>
  /** The step that is being taken with it. */
  changingTo: string | null
  toggle: (id: string) => void
  userId: string | undefined
  /** With a new one, clocks are read again. */
  now: number
}

const RecordRow = memo(DrawnRow) as typeof DrawnRow

function DrawnRow<R extends AdminRecord>(props: RecordRowProps<R>) {
  const { kind, record, work, flags, columns, isChanged, isChosen, decision, changingTo, toggle } = props
  return (
    <Row
      data-record={record.id}
      aria-current={props.isOpened || undefined}
      className={isChanged ? 'is-changed' : undefined}
    >
      {isChosen !== undefined && (
        <Cell className="pick-cell">
          <input
            type="checkbox"
            className="pick"
            aria-label={`Select ${kind.nameOf(record)}`}
            checked={isChosen}
            disabled={!props.isPickable}
            onChange={() => toggle(record.id)}
          />
        </Cell>
      )}
      <Cell label={kind.title.label}>
        <Link
          to={props.href}
          preventScrollReset
          data-open=""
          className={cx('list-title', kind.title.className)}
          aria-label={`Details of ${kind.nameOf(record)}`}
        >
          {kind.title.text(record)}
        </Link>
        <Flags record={record} flags={flags ?? []} />
      </Cell>
      {columns.map((column) => (
        <Cell
          key={column.label}
          label={column.label}
          numeric={column.numeric}
          className={column.sorts?.includes('oldest') ? 'date-cell' : undefined}
        >
          {column.cell(record, flags)}
        </Cell>
      ))}
      <Cell label="Status" className="status-cell">
        {isChanged && (
          <span className="changed-mark" title="Changed since you saw it">
            <Icon name="info" />
            <span>Changed</span>
          </span>
        )}
        <div className="list-status">
          <RecordStatus kind={kind} record={record} flags={flags} work={work} />
          <Due at={work?.due_at} />
          <Assignee work={work} userId={props.userId} />
        </div>
      </Cell>
      {(kind.decisions !== undefined || kind.renderActions !== undefined) && (
        <Cell>
          <div className="list-actions">
            <DecisionButtons
              kind={kind}
              record={record}
              work={work}
              decision={decision}
              changingTo={changingTo}
            />
            {kind.renderActions?.(record)}
          </div>
        </Cell>
      )}
    </Row>
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
function Assignee({ work, userId }: Pick<RecordRowProps<AdminRecord>, 'work' | 'userId'>) {
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
