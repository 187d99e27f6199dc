/** How the stock of a product moved, and what it cost before. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDateTime } from '#domain/dates.ts'
import type { ProductHistory, StockReason } from '#domain/market/stock.ts'
import { formatNaira } from '#domain/money.ts'
import { formatCount } from '#domain/numbers.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { recordPath } from '#site/admin/records/record-path.ts'
import { QueryState } from '#site/lib/query-state.tsx'

const historyQuery = (id: string) =>
  queryOptions({
    queryKey: ['products', 'movements', id],
    queryFn: () => callAdmin<ProductHistory>('product_history', { product_id: id }),
  })

const happened: Record<StockReason, string> = {
  counted: 'Counted',
  received: 'Received',
  sold: 'Sold',
  spoiled: 'Spoiled',
  reserved: 'Reserved',
  released: 'Released',
}

const signed = (change: number) =>
  `${change > 0 ? '+' : change < 0 ? '−' : ''}${formatCount(Math.abs(change))}`

export function ProductHistoryPart({ id }: { id: string }) {
  const query = useQuery(historyQuery(id))
  return (
    <QueryState query={query} errorText="The history of this product could not be loaded.">
      {({ movements, prices }) => (
        <>
          <section className="drawer-part" aria-label="Stock movements">
            <h3>Stock movements</h3>
            {movements.length === 0 && <p>None yet.</p>}
            <ul className="ruled num">
              {movements.map((movement) => (
                <li key={movement.id}>
                  <Movement movement={movement} />
                </li>
              ))}
            </ul>
          </section>
          <section className="drawer-part" aria-label="Prices">
            <h3>Prices</h3>
            <ul className="ruled num">
              {prices.map(({ id: price, at, priceKobo, by }) => (
                <li key={price}>
                  {formatNaira(priceKobo)} from {formatDateTime(at)}
                  {by && `, set by ${by}`}
                </li>
              ))}
            </ul>
          </section>
        </>
      )}
    </QueryState>
  )
}

function Movement({ movement }: { movement: ProductHistory['movements'][number] }) {
  const { reason, onHandChange, reservedChange, counted, note, orderId, orderCode, by, at } = movement
  const facts = [
    onHandChange !== 0 && `on hand ${signed(onHandChange)}`,
    reservedChange !== 0 && `reserved ${signed(reservedChange)}`,
  ].filter(Boolean)
  return (
    <>
      <strong>
        {happened[reason]}
        {counted !== null && ` ${formatCount(counted)}`}
      </strong>
      {facts.length > 0 && `: ${facts.join(', ')}`}
      {orderId && orderCode && (
        <>
          {' '}
          for <Link to={recordPath('orders', orderId)}>{orderCode}</Link>
        </>
      )}
      <span className="block text-stone">
        {formatDateTime(at)}
        {by && `, ${by}`}
        {note && `: ${note}`}
      </span>
    </>
  )
}
