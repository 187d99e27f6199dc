/** /admin: the desk, for admins; the database refuses everybody else whatever is shown here. */
import { type MetaArgs, useSearchParams } from 'react-router'
import { AccessDenied } from '#site/features/admin/access-denied.tsx'
import { AdminCounts } from '#site/features/admin/admin-counts.tsx'
import { ordersKind } from '#site/features/desk-orders/order-kinds.tsx'
import {
  makeBuyersKind,
  makeFarmersKind,
  makeInvestorsKind,
} from '#site/features/desk-registrations/registration-kinds.tsx'
import type { RenderWith } from '#site/features/desk-registrations/registration-parts.tsx'
import { RecordDesk } from '#site/lib/desk/record-desk.tsx'
import { Guard } from '#site/lib/guard.tsx'
import { useRole } from '#site/lib/role.ts'
import { StaffDoor } from '#site/lib/staff-door.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { WithDefinition } from '#site/registration-definitions.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { Tabs } from '#site/ui/tabs.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Admin Dashboard', description: 'The desk of the company.', index: false })
}

export default function AdminRoute() {
  return (
    <Guard title="Admin Dashboard">
      <AdminPage />
    </Guard>
  )
}

const renderWith: RenderWith = (form, render) => (
  <WithDefinition key={form} form={form}>
    {render}
  </WithDefinition>
)

const tabs = [
  { id: 'orders', label: 'Orders', panel: <RecordDesk kind={ordersKind} /> },
  { id: 'farmers', label: 'Farmers', panel: <RecordDesk kind={makeFarmersKind(renderWith)} /> },
  { id: 'buyers', label: 'Buyers', panel: <RecordDesk kind={makeBuyersKind(renderWith)} /> },
  { id: 'investors', label: 'Investors', panel: <RecordDesk kind={makeInvestorsKind(renderWith)} /> },
]

function AdminPage() {
  const { status, role, retry } = useRole()
  const [params, setParams] = useSearchParams()
  const wanted = params.get('tab')
  const tab = tabs.find(({ id }) => id === wanted)?.id ?? 'orders'

  if (status === 'unknown') return <LoadingScreen label="Loading..." title="Admin Dashboard" />
  if (status === 'error') return <AccessDenied onRetry={retry} />
  if (role !== 'admin') return <AccessDenied />
  return (
    <StaffDoor title="Admin Dashboard">
      <div className="wrap grid grid-cols-[minmax(0,1fr)] gap-8 py-8 lg:py-12">
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3">
          <h1 className="text-3xl">Admin Dashboard</h1>
          <ButtonLink to={paths.adminEnter} variant="outline" size="sm">
            Enter a registration
          </ButtonLink>
        </div>
        <AdminCounts />
        <Tabs
          label="Records"
          tabs={tabs}
          value={tab}
          keepAlive={false}
          onValueChange={(id) => setParams({ tab: id }, { preventScrollReset: true })}
        />
      </div>
    </StaffDoor>
  )
}
