/** Who ordered, and what else they ordered. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDate } from '#domain/dates.ts'
import { type DeclineCode, findOrderWord } from '#domain/market/orders.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { mailFact, phoneFact } from '#site/admin/records/contact-links.tsx'
import { Facts } from '#site/admin/records/facts.tsx'
import { FoldedPart } from '#site/admin/records/folded-part.tsx'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { recordPath } from '#site/admin/records/record-path.ts'
import { useWalkOn } from '#site/admin/records/walk-on.ts'
import { StatusBadge } from '#site/ui/status.tsx'
import { type AdminOrder, otherOrdersQuery } from './order-data.ts'
import { describeTotal } from './order-words.ts'

const CallForm = loadPart(async () => (await import('#site/admin/queues/call-form.tsx')).CallForm)

export function OrderBuyer({ order }: { order: AdminOrder }) {
  const { order_requests: request, order_contacts: contact, profiles } = order
  return (
    <>
      <Facts
        facts={{
          Buyer: profiles?.full_name,
          'Account email': mailFact(profiles?.email),
          Company: request?.company_name,
          'Contact person': request?.contact_person ?? contact?.name,
          Email: mailFact(request?.email ?? contact?.email),
          Phone: phoneFact(request?.phone ?? contact?.phone, order.code),
          Address: request && [request.address, request.country].join('\n'),
          Area: contact && `${contact.lga}, ${contact.state}`,
        }}
      />
      <CallBuyer order={order} />
      <OtherOrders order={order} />
    </>
  )
}

/** What came of a call: about the price of a delivery, or before the goods come. */
function CallBuyer({ order }: { order: AdminOrder }) {
  const { can } = usePermissions()
  const walkOn = useWalkOn()
  const phone = order.order_requests?.phone ?? order.order_contacts?.phone
  if (!phone || !can('records.work')) return null
  return (
    <FoldedPart step="call" title="Log a call">
      {() => <CallForm recordType="orders" id={order.id} onLogged={() => walkOn(order.id)} />}
    </FoldedPart>
  )
}

function OtherOrders({ order }: { order: AdminOrder }) {
  const { data = [] } = useQuery(otherOrdersQuery(order))
  if (data.length === 0) return null
  return (
    <section className="drawer-part" aria-label="Other orders of this buyer">
      <h3>Other orders of this buyer</h3>
      <ul className="ruled">
        {data.map((other) => (
          <li key={other.id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <Link to={recordPath('orders', other.id)} className="code">
              {other.code}
            </Link>
            <StatusBadge
              status={other.status}
              word={findOrderWord({
                ...other,
                totalKobo: other.total_amount_kobo,
                declineCode: other.decline_code as DeclineCode | null,
              })}
            />
            <span className="num text-sm text-stone">{formatDate(other.created_at)}</span>
            <span className="num ms-auto text-end">{describeTotal(other)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
