/** The admin area's table: ruled, tabular figures, sticky head; on a phone every row becomes a card. */
import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#site/ui/cx.ts'

// Explicit roles: `display: block` on a phone would otherwise take the table away from assistive technology.

interface TableProps {
  label: string
  /** Other rows are on their way. */
  isBusy?: boolean
  className?: string
  children: ReactNode
}

export function Table({ label, isBusy, className, children }: TableProps) {
  return (
    <div className="admin-list">
      <table
        className={cx('admin-table', className)}
        role="table"
        aria-label={label}
        aria-busy={isBusy || undefined}
      >
        {children}
      </table>
    </div>
  )
}

export function TableHead({ children }: { children: ReactNode }) {
  return (
    <thead role="rowgroup">
      <tr role="row">{children}</tr>
    </thead>
  )
}

export function TableBody({ children }: { children: ReactNode }) {
  return <tbody role="rowgroup">{children}</tbody>
}

export function Row(props: ComponentProps<'tr'>) {
  return <tr {...props} role="row" />
}

interface HeadCellProps {
  numeric?: boolean
  /** How the rows are sorted by this column. */
  sort?: 'ascending' | 'descending'

  className?: string
  children?: ReactNode
}

export function HeadCell({ numeric = false, sort, className, children }: HeadCellProps) {
  return (
    <th scope="col" role="columnheader" aria-sort={sort} className={cx(numeric && 'n', className)}>
      {children}
    </th>
  )
}

interface CellProps extends ComponentProps<'td'> {
  /** The column's name, shown beside the value on a phone; leave out for actions. */
  label?: string
  numeric?: boolean
}

export function Cell({ label = '', numeric = false, className, ...rest }: CellProps) {
  return <td {...rest} role="cell" data-label={label} className={cx(numeric && 'n', className)} />
}
