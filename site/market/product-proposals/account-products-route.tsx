/** /account/products: what an approved farmer offers on the marketplace. */
import type { MetaArgs } from 'react-router'
import { linkMarketStyles } from '#site/layouts/more-styles.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { pageMeta } from '#site/page-meta.ts'
import type { PageHandle } from '#site/root.tsx'
import { MyProducts } from './my-products.tsx'

export const handle: PageHandle = { styles: 'market' }

export const links = linkMarketStyles

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'My products', description: 'What you offer.', index: false })
}

export default function AccountProductsRoute() {
  const { userId = '' } = useAuth()
  return (
    <>
      <h1 className="text-3xl">My products</h1>
      <MyProducts userId={userId} />
    </>
  )
}
