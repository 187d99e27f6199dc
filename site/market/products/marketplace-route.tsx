/** /marketplace : the produce that is for sale by the pack, the cart, and a word to farmers. */
import { CartToggle } from '#site/market/cart/cart-toggle.tsx'
import { useOpenCart } from '#site/market/cart/open-cart.tsx'
import { readContent } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { findSite, pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonAnchor, ButtonLink } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { SacksAndScale } from '#site/ui/scenes/sacks-and-scale.tsx'
import type { Route } from './+types/marketplace-route'
import { Catalogue } from './catalogue.tsx'
import { FarmersWelcome } from './farmers-welcome.tsx'
import { PriceDisclaimer } from './price-disclaimer.tsx'
import { ProductActions } from './product-actions.tsx'
import { productFacts } from './product-facts.ts'

export const handle: PageHandle = { hydrate: 'form', styles: 'market' }

export const links = () => linkSheet('market')

export function loader({ context }: Route.LoaderArgs) {
  return readContent(context).catalogue
}

/** Filters and the open cart are a matter of the page itself. */
export function shouldRevalidate({ currentUrl, nextUrl }: { currentUrl: URL; nextUrl: URL }) {
  return currentUrl.pathname !== nextUrl.pathname
}

export function meta(args: Route.MetaArgs) {
  const products = args.loaderData?.products ?? []
  const names = [...new Set(products.map(({ name }) => name))].slice(0, 7)
  return pageMeta(args, {
    title: 'Marketplace',
    description:
      names.length > 0
        ? `${names.join(', ')} from Nigerian farms, by the pack, with the price of a kilogram or litre.`
        : 'Produce from Nigerian farms, by the pack, with the price of a kilogram or litre.',
    facts: {
      '@type': 'ItemList',
      itemListElement: products.map((product, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: productFacts(product, findSite(args)?.siteUrl ?? ''),
      })),
    },
  })
}

export default function Marketplace({ loaderData }: Route.ComponentProps) {
  const cart = useOpenCart()
  return (
    <>
      <PageHero
        eyebrow="Produce from Nigerian farms"
        title="Marketplace"
        lead="Every pack with the price of its kilogram or litre. Choose here, order without an account, and pay by bank transfer."
        actions={
          <>
            <ButtonAnchor href="#products">See what is for sale</ButtonAnchor>
            <ButtonLink to={paths.order} variant="outline">
              Order in bulk
            </ButtonLink>
          </>
        }
        scene={<SacksAndScale />}
      />
      <Section id="products" title="What is for sale">
        <PriceDisclaimer />
        <Catalogue
          first={loaderData}
          cartToggle={<CartToggle onOpen={cart.open} />}
          renderActions={(product) => <ProductActions product={product} />}
        />
      </Section>
      <Section>
        <FarmersWelcome />
      </Section>
      {cart.panel}
    </>
  )
}
