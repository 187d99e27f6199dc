/** What the ledger says of an order, for those who see to its money: each transfer, and what was still to be paid after it. */
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#domain/dates.ts'
import { describeLedgerLine, type LedgerLine } from '#domain/market/ledger.ts'
import { formatMoney } from '#domain/money.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { QueryState } from '#site/lib/query-state.tsx'

export function OrderLedger({ orderId }: { orderId: string }) {
  const query = useQuery({
    queryKey: ['orders', 'ledger', orderId],
    queryFn: () => callAdmin<LedgerLine[]>('list_order_ledger', { order_id: orderId }),
  })
  return (
    <QueryState query={query} errorText="The ledger of this order could not be loaded.">
      {(lines) => (
        <div className="overflow-x-auto pt-3">
          <table className="num w-full text-sm">
            <thead>
              <tr className="border-b border-line text-left">
                <th scope="col">When</th>
                <th scope="col">What</th>
                <th scope="col" className="text-right">
                  Amount
                </th>
                <th scope="col" className="text-right">
                  Still open
                </th>
              </tr>
            </thead>
            <tbody>
              {lines.map((line) => (
                <tr key={line.id} className="border-b border-sand align-baseline">
                  <td className="py-1 pr-3">{formatDateTime(line.recorded_at)}</td>
                  <td className="py-1 pr-3">{describeLedgerLine(line)}</td>
                  <td className="py-1 pr-3 text-right whitespace-nowrap">
                    {formatMoney(line.amount_minor, line.currency)}
                  </td>
                  <td className="py-1 text-right whitespace-nowrap">
                    {formatMoney(line.balance_minor, line.currency)}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </QueryState>
  )
}
