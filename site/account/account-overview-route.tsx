/** /account: the member's applications and orders, and how each stands. */
import { useQuery } from '@tanstack/react-query'
import type { MetaArgs } from 'react-router'
import { usePermissions } from '#site/account/my-permissions.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { Waiting } from '#site/lib/query-state.tsx'
import { LatestOrders, latestOrdersQuery, WaitingOrders } from '#site/market/orders/my-orders.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { MyRegistrations } from '#site/registrations/my-registrations/my-registrations.tsx'
import { myRegistrationsQuery } from '#site/registrations/records/my-registrations.ts'
import { ButtonLink } from '#site/ui/button.tsx'

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: 'Your account',
    description: 'Your applications and your orders.',
    index: false,
  })
}

export default function AccountOverviewRoute() {
  const { userId = '' } = useAuth()
  const { can } = usePermissions()
  const registrations = useQuery(myRegistrationsQuery(userId))
  const orders = useQuery(latestOrdersQuery(userId))
  const sections = [
    <section key="applications" className="grid grid-cols-1 gap-5" aria-labelledby="applications-title">
      <h2 id="applications-title" className="border-b border-ink pb-3 text-2xl">
        My applications
      </h2>
      <MyRegistrations userId={userId} />
    </section>,
    <section key="orders" className="grid grid-cols-1 gap-5" aria-labelledby="orders-title">
      <div className="flex flex-wrap items-center justify-between gap-3 border-b border-ink pb-3">
        <h2 id="orders-title" className="text-2xl">
          My orders
        </h2>
        <ButtonLink to={paths.order} size="sm" variant="outline">
          Place an order
        </ButtonLink>
      </div>
      <LatestOrders userId={userId} />
    </section>,
  ]
  // A buyer who has never applied reads what there is above what there could be. Whether there is any is waited for:
  // the two would change places under the finger.
  const hasNeverApplied = registrations.data?.length === 0
  if (hasNeverApplied && orders.data && orders.data.length > 0) sections.reverse()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">Your account</h1>
        {/* A field agent has this right but no access to the admin area. */}
        {can('registrations.enter') && (
          <ButtonLink to={paths.adminEnter} size="sm">
            Enter a registration
          </ButtonLink>
        )}
      </div>
      <WaitingOrders userId={userId} />
      {hasNeverApplied && orders.isPending ? <Waiting isPaused={orders.isPaused} /> : sections}
    </>
  )
}
