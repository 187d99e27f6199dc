/** From a product among others, while it is sold out, to 'Tell me when it is back' on its page, or that this was done. */
import { Link } from 'react-router'
import { waitLinkWords as words } from '#domain/market/wait-link-words.ts'
import { productPath } from '#site/market/products/product-path.ts'
import { useWaitingSince } from './waiting.ts'

export function WaitLink({ product }: { product: { id: string; name: string; stock: number | null } }) {
  const isListed = useWaitingSince(product) !== undefined
  if (product.stock !== 0) return null
  return <Link to={`${productPath(product)}#back`}>{isListed ? words.listedLabel : words.title}</Link>
}
