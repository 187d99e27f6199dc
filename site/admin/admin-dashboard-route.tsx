/** /admin: the four counts, and orders, farmers, buyers and investors as lists; for admins. */
import { type MetaArgs, useSearchParams } from 'react-router'
import { ordersKind } from '#site/admin/orders/order-kinds.tsx'
import { RecordsPage } from '#site/admin/records/records-page.tsx'
import {
  makeBuyersKind,
  makeFarmersKind,
  makeInvestorsKind,
} from '#site/admin/registrations/registration-kinds.tsx'
import { SittingBar } from '#site/admin/registrations/sitting-bar.tsx'
import { AdminCounts } from '#site/admin/shell/admin-counts.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { renderWithForm } from '#site/registrations/registration-definitions.tsx'
import { Tabs } from '#site/ui/tabs.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Admin Dashboard', description: 'The desk of the company.', index: false })
}

const tabs = [
  { id: 'orders', label: 'Orders', panel: <RecordsPage kind={ordersKind} /> },
  {
    id: 'farmers',
    label: 'Farmers',
    panel: (
      <>
        <SittingBar queue="farmers" />
        <RecordsPage kind={makeFarmersKind(renderWithForm)} />
      </>
    ),
  },
  {
    id: 'buyers',
    label: 'Buyers',
    panel: (
      <>
        <SittingBar queue="buyers" />
        <RecordsPage kind={makeBuyersKind(renderWithForm)} />
      </>
    ),
  },
  {
    id: 'investors',
    label: 'Investors',
    panel: (
      <>
        <SittingBar queue="investors" />
        <RecordsPage kind={makeInvestorsKind(renderWithForm)} />
      </>
    ),
  },
]

export default function AdminDashboardRoute() {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('tab')
  const tab = tabs.find(({ id }) => id === wanted)?.id ?? 'orders'
  return (
    <AdminPage title="Admin Dashboard">
      <AdminCounts />
      <Tabs
        label="Records"
        tabs={tabs}
        value={tab}
        keepAlive={false}
        onValueChange={(id) => setParams({ tab: id }, { preventScrollReset: true })}
      />
    </AdminPage>
  )
}
