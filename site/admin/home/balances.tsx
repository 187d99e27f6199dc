/** What stood on each account of the ledger at the end of a day, for those who confirm payments. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { formatDayInWords, getLagosDay, readDay } from '#domain/dates.ts'
import { describeBalances, type LedgerBalance, ledgerAccountWords } from '#domain/market/ledger.ts'
import { formatMoney } from '#domain/money.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { DayInput } from '#site/admin/day-input.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { Field } from '#site/ui/field.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'

export function Balances() {
  const id = useId()
  const today = getLagosDay(new Date())
  const [day, setDay] = useState(today)
  const query = useQuery({
    queryKey: ['ledger', 'balances', day],
    queryFn: () => callAdmin<LedgerBalance[]>('list_ledger_balances', { day }),
  })
  return (
    <div className="grid gap-4 pt-3">
      <Field
        id={id}
        label="Balances as of the end of"
        help="Days begin and end in Lagos. Of today: as of now."
      >
        <DayInput
          max={today}
          value={day}
          onChange={({ target }) => readDay(target.value) && target.value <= today && setDay(target.value)}
        />
      </Field>
      <QueryState query={query} errorText="The balances could not be loaded.">
        {(balances) =>
          balances.length === 0 ? (
            <p role="status">Nothing was booked until the end of {formatDayInWords(day)}.</p>
          ) : (
            describeBalances(balances).map((one) => (
              <section key={one.currency} aria-label={`Balances in ${one.currency}`} className="grid gap-2">
                <Table label={`Balances in ${one.currency}, ${formatDayInWords(day)}`}>
                  <TableHead>
                    <HeadCell>Account</HeadCell>
                    <HeadCell numeric>Debit</HeadCell>
                    <HeadCell numeric>Credit</HeadCell>
                  </TableHead>
                  <TableBody>
                    {one.lines.map(({ account, debit_minor }) => (
                      <Row key={account}>
                        <Cell label="Account">{ledgerAccountWords[account] ?? account}</Cell>
                        <Cell label="Debit" numeric>
                          {debit_minor > 0 && formatMoney(debit_minor, one.currency)}
                        </Cell>
                        <Cell label="Credit" numeric>
                          {debit_minor < 0 && formatMoney(-debit_minor, one.currency)}
                        </Cell>
                      </Row>
                    ))}
                  </TableBody>
                </Table>
                <p role="status" className="num">
                  {one.debit === one.credit
                    ? `Debit and credit are equal: ${formatMoney(one.debit, one.currency)} each.`
                    : `Debit is ${formatMoney(one.debit, one.currency)} and credit ${formatMoney(one.credit, one.currency)}: this must not be. Please tell the people who run the server.`}
                </p>
              </section>
            ))
          )
        }
      </QueryState>
    </div>
  )
}
