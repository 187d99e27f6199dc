/** /admin/products/order-form: what the bulk order form offers. */
import type { MetaArgs } from 'react-router'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { OrderProducts } from './order-products.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: 'Products of the order form',
    description: 'The desk of the company.',
    index: false,
  })
}

export default function AdminOrderProductsRoute() {
  return (
    <AdminPage title="Products of the order form" permission="products.write" actions={<PrintButton />}>
      <OrderProducts />
    </AdminPage>
  )
}
