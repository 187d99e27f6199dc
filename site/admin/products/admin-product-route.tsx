/** /admin/products/{id} and /admin/products/new: staff change a product, or add one. */
import { type MetaArgs, useNavigate, useParams } from 'react-router'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { queuePath } from '#site/member-paths.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { StaffProduct } from './staff-product.tsx'

export const handle: PageHandle = { hydrate: 'soon', styles: 'market' }

export const links = () => linkSheet('market')

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Product', description: 'The desk of the company.', index: false })
}

export default function AdminProductRoute() {
  const { product = 'new' } = useParams()
  const navigate = useNavigate()
  return (
    <AdminPage title="Product" permission="products.write">
      <StaffProduct
        key={product}
        id={product === 'new' ? null : product}
        onDone={() => navigate(queuePath('listings'))}
      />
    </AdminPage>
  )
}
