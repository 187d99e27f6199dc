/** /marketplace/{name}-{id} : one product that is for sale. */
import { data, redirect } from 'react-router'
import { type ProductDetails, readProductId } from '#domain/market/products.ts'
import { outlinesCredit, stateOutlines } from '#domain/nigeria/state-outlines.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { BuyProduct } from '#site/market/cart/buy-product.tsx'
import { CartToggle } from '#site/market/cart/cart-toggle.tsx'
import { useOpenCart } from '#site/market/cart/open-cart.tsx'
import { StockAlertForm } from '#site/market/stock-alerts/stock-alert-form.tsx'
import { WishButton } from '#site/market/wishes/wish-button.tsx'
import { pageContext } from '#site/page-context.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { findSite, pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import type { Route } from './+types/marketplace-product-route'
import { productFacts } from './product-facts.ts'
import { type FarmMap, ProductPage } from './product-page.tsx'
import { productPath } from './product-path.ts'

export const handle: PageHandle = { hydrate: 'form', styles: 'market' }

export const links = () => linkSheet('market')

export async function loader({ context, params }: Route.LoaderArgs) {
  const id = readProductId(params.product)
  const product = id && (await context.get(pageContext).findProduct(id))
  if (!product) return data({ product: null, farmMap: undefined }, { status: 404 })
  const path = productPath(product)
  // An old name, or none: there is one address for each product.
  if (path !== `${paths.marketplace}/${params.product}`) throw redirect(path, 301)
  return data({ product, farmMap: drawFarmMap(product) })
}

/** Here, so that no script carries the outlines. */
function drawFarmMap({ state }: ProductDetails): FarmMap | undefined {
  const outline = state && stateOutlines[state]
  if (!outline) return undefined
  const name = nigerianStates.find(({ value }) => value === state)?.label
  return { outline, label: `Map of Nigeria with ${name} marked`, credit: outlinesCredit }
}

/** The open cart is a matter of the page itself. */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) {
  return currentUrl.pathname !== nextUrl.pathname
}

export function meta(args: Route.MetaArgs) {
  const product = args.loaderData?.product
  if (!product) {
    return pageMeta(args, {
      title: 'Product not found',
      description: 'This product is not for sale any more.',
      index: false,
    })
  }
  const { name, packAmount, packUnit, farmerName, location } = product
  return pageMeta(args, {
    title: `${name}, ${packAmount} ${packUnit}`,
    description: `${name} in a pack of ${packAmount} ${packUnit}, from ${farmerName}, ${location}.`,
    facts: productFacts(product, findSite(args)?.siteUrl ?? ''),
  })
}

export default function MarketplaceProduct({ loaderData: { product, farmMap } }: Route.ComponentProps) {
  const cart = useOpenCart()
  if (!product) {
    return (
      <PageHero
        eyebrow="Marketplace"
        title="This product is not for sale"
        lead="It may be out of season, or a letter may be missing in the address."
        actions={<ButtonLink to={paths.marketplace}>See what is for sale</ButtonLink>}
      />
    )
  }
  return (
    <>
      <ProductPage
        product={product}
        farmMap={farmMap}
        cartToggle={<CartToggle onOpen={cart.open} />}
        actions={
          <>
            <BuyProduct product={product}>
              <WishButton product={product} />
            </BuyProduct>
            <StockAlertForm key={product.id} product={product} />
          </>
        }
      />
      {cart.panel}
    </>
  )
}
