/** The rows of an admin area: a box to choose it, what it is known by, its columns, its status and its buttons. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { type AdminKind, type AdminRecord, capitalise, nameMany } from './admin-kind.ts'
import { DecisionButtons } from './decision-buttons.tsx'
import { Due } from './due.tsx'
import type { Bulk } from './use-bulk.ts'
import type { Decision } from './use-decision.ts'
import { recordWorkQuery } from './work-data.ts'

interface RecordTableProps<R extends AdminRecord> {
  kind: AdminKind<R>
  records: readonly R[]
  openedId: string
  /** Null: this kind is decided one by one. */
  bulk: Bulk | null
  /** The records of another page stand here still: nobody chooses among them. */
  isBusy: boolean
  decision: Decision<R>
  onOpen: (id: string) => void
}

export function RecordTable<R extends AdminRecord>(props: RecordTableProps<R>): ReactNode {
  const { kind, records, openedId, bulk, isBusy, decision, onOpen } = props
  const work = useQuery({
    ...recordWorkQuery(
      kind.recordType ?? 'orders',
      records.map(({ id }) => id),
    ),
    enabled: kind.recordType !== undefined && records.length > 0,
    placeholderData: keepPreviousData,
  })
  const workOf = new Map(work.data?.map((row) => [row.record_id, row]))
  const hasButtons = kind.decisions !== undefined || kind.renderActions !== undefined
  return (
    <Table label={capitalise(nameMany(kind))} isBusy={isBusy}>
      <TableHead>
        {bulk && (
          <HeadCell>
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
        <HeadCell>{kind.title.label}</HeadCell>
        {kind.columns.map((column) => (
          <HeadCell key={column.label} numeric={column.numeric}>
            {column.label}
          </HeadCell>
        ))}
        <HeadCell>Status</HeadCell>
        {hasButtons && <HeadCell>Decision</HeadCell>}
      </TableHead>
      <TableBody>
        {records.map((record) => (
          <Row key={record.id} data-record={record.id} aria-current={record.id === openedId || undefined}>
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
              <button
                type="button"
                data-open=""
                className={cx(
                  'min-h-10 text-left font-semibold text-indigo underline wrap-anywhere',
                  kind.title.className,
                )}
                aria-label={`Details of ${kind.nameOf(record)}`}
                onClick={() => onOpen(record.id)}
              >
                {kind.title.text(record)}
              </button>
            </Cell>
            {kind.columns.map((column) => (
              <Cell key={column.label} label={column.label} numeric={column.numeric}>
                {column.cell(record)}
              </Cell>
            ))}
            <Cell label="Status">
              <div className="grid justify-items-start gap-1">
                {kind.renderStatus?.(record) ?? <StatusBadge status={record.status} />}
                <Due at={workOf.get(record.id)?.due_at} />
                {workOf.get(record.id)?.assignee_name && (
                  <span className="due">
                    <Icon name="user" />
                    {workOf.get(record.id)?.assignee_name}
                  </span>
                )}
              </div>
            </Cell>
            {hasButtons && (
              <Cell>
                <div className="flex gap-2">
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
