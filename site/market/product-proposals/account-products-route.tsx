/** /account/products: what an approved farmer offers on the marketplace. */
import type { MetaArgs } from 'react-router'
import { useAuth } from '#site/lib/auth-state.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { MyProducts } from './my-products.tsx'

export const handle: PageHandle = { styles: 'market' }

export const links = () => linkSheet('market')

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
