/** /admin: the four counts, and orders, farmers, buyers and investors as lists; for admins. Others begin at their home. */
import { type MetaArgs, Navigate, useSearchParams } from 'react-router'
import { usePermissions } from '#site/account/my-permissions.ts'
import { WithKind } from '#site/admin/queues/queue-kinds.tsx'
import { RecordsPage } from '#site/admin/records/records-page.tsx'
import { SittingBar } from '#site/admin/registrations/sitting-bar.tsx'
import { AdminCounts } from '#site/admin/shell/admin-counts.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { Tabs } from '#site/ui/tabs.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Admin Dashboard', description: 'The desk of the company.', index: false })
}

const lists = [
  { id: 'orders', label: 'Orders' },
  { id: 'farmers', label: 'Farmers' },
  { id: 'buyers', label: 'Buyers' },
  { id: 'investors', label: 'Investors' },
] as const

const tabs = lists.map(({ id, label }) => ({
  id,
  label,
  panel: (
    <>
      {id !== 'orders' && <SittingBar queue={id} />}
      <WithKind queue={id}>{(kind) => <RecordsPage kind={kind} queue={id} />}</WithKind>
    </>
  ),
}))

export default function AdminDashboardRoute() {
  const [params, setParams] = useSearchParams()
  const wanted = params.get('tab')
  const tab = tabs.find(({ id }) => id === wanted)?.id ?? 'orders'
  const { isAdmin } = usePermissions()
  if (!isAdmin) return <Navigate to={paths.adminHome} replace />
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
