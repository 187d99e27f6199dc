/** Attempts of buyers to register, as the buyers' forms report them (decision 77). */
import { Link } from 'react-router'
import { type BuyerAttempt, buyerAttemptEvents } from '#domain/admin/audit-trail.ts'
import { formatDateTime } from '#domain/dates.ts'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { recordPath } from '#site/admin/records/record-path.ts'
import { Select } from '#site/ui/inputs.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { AuditPages } from './audit-pages.tsx'
import { AuditTools } from './audit-tools.tsx'
import type { AuditFilterControls } from './use-audit-filters.ts'

const options = Object.entries(buyerAttemptEvents).map(([value, label]) => ({ value, label }))

export function BuyerAttempts({ filters }: { filters: AuditFilterControls }) {
  const { search, only, sinceTime, untilTime } = filters
  const event = Object.hasOwn(buyerAttemptEvents, only) ? only : ''
  return (
    <>
      <AuditTools filters={filters} searchHelp="A whole email address" actions={<PrintButton />}>
        <Select
          aria-label="Event"
          placeholder="All events"
          value={event}
          options={options}
          onChange={(changed) => filters.change({ only: changed.target.value })}
        />
      </AuditTools>
      <AuditPages<BuyerAttempt>
        name="search_buyer_attempts"
        args={{ search: search || null, only_event: event || null, since: sinceTime, until: untilTime }}
        after={({ id }) => ({ before_id: id })}
        noneFound="No attempts found"
      >
        {(rows) => (
          <Table label="Buyer registrations">
            <TableHead>
              <HeadCell className="audit-when">When</HeadCell>
              <HeadCell className="audit-who">Who</HeadCell>
              <HeadCell>What</HeadCell>
              <HeadCell>Kind of business</HeadCell>
              <HeadCell>Error</HeadCell>
            </TableHead>
            <TableBody>
              {rows.map((row) => (
                <Row key={row.id}>
                  <Cell label="When">{formatDateTime(row.created_at)}</Cell>
                  <Cell label="Who">
                    {row.email ?? <span className="text-stone">Without an address</span>}
                  </Cell>
                  <Cell label="What">
                    <div>
                      <p>
                        {/* The attempt that succeeded is the record. */}
                        {row.event === 'BUYER_REGISTRATION_SUCCESS' && row.attempt_id ? (
                          <Link to={recordPath('buyers', row.attempt_id)}>
                            {buyerAttemptEvents[row.event]}
                          </Link>
                        ) : (
                          buyerAttemptEvents[row.event]
                        )}
                      </p>
                      <p className="code text-xs text-stone wrap-anywhere">{row.event}</p>
                    </div>
                  </Cell>
                  <Cell label="Kind of business">{row.business_type}</Cell>
                  <Cell label="Error">{row.error_message}</Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
        )}
      </AuditPages>
    </>
  )
}
