/** /admin/delivery: zones with their prices and days, depots, and what a buyer would be offered. */
import type { MetaArgs } from 'react-router'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { Depots } from './depots.tsx'
import { PreviewDelivery } from './preview-delivery.tsx'
import { Zones } from './zones.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Delivery', description: 'The desk of the company.', index: false })
}

export default function AdminDeliveryRoute() {
  return (
    <AdminPage title="Delivery" permission="delivery.write" actions={<PrintButton />}>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        <SecondStepNotice what="What is changed here" />
        <Zones />
        <Depots />
        <PreviewDelivery />
      </div>
    </AdminPage>
  )
}
