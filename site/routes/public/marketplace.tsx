/** /marketplace : the produce we trade, with its pack and price. */
import { sampleProduce } from '#site/features/products/sample-produce.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { Callout } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { SacksAndScale } from '#site/ui/scenes/sacks-and-scale.tsx'
import type { Route } from './+types/marketplace'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Marketplace',
    description: 'Rice, tomatoes, yam, palm oil, maize, dried pepper and millet from Nigerian farms.',
    facts: {
      '@type': 'ItemList',
      itemListElement: sampleProduce.map(({ name, category, pack, unit, priceNaira }, index) => ({
        '@type': 'ListItem',
        position: index + 1,
        item: {
          '@type': 'Product',
          name,
          category,
          description: `${name}, ${pack} ${unit} pack`,
          offers: { '@type': 'Offer', price: priceNaira, priceCurrency: 'NGN' },
        },
      })),
    },
  })
}

const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', maximumFractionDigits: 0 })

export default function Marketplace() {
  return (
    <>
      <PageHero
        eyebrow="Marketplace"
        title="Marketplace"
        lead="Produce from Nigerian farms, by the pack, with its weight and its price per kilogram or litre."
        actions={<ButtonLink to={paths.order}>Place an order</ButtonLink>}
        scene={<SacksAndScale />}
      />
      <Section eyebrow="Price list" title="What we sell by the pack">
        <Notice>
          All prices indicated may fluctuate due to daily market conditions. Final prices will be confirmed
          upon order.
        </Notice>
        <ul className="cells price-list">
          {sampleProduce.map(({ name, category, pack, unit, priceNaira }) => (
            <li key={name} className="cell">
              <p className="eyebrow">{category}</p>
              <h3>{name}</h3>
              <p className="price num">{naira.format(priceNaira)}</p>
              <p className="field-help">
                {pack} {unit} pack, {naira.format(priceNaira / pack)} per {unit}
              </p>
            </li>
          ))}
        </ul>
      </Section>
      <Section>
        <Callout
          title="Grow any of these?"
          text="Register as a farmer, and buyers will find what you have."
          actions={
            <>
              <ButtonLink to={paths.farmerRegistration}>Register as Farmer</ButtonLink>
              <ButtonLink to={paths.order} variant="outline">
                Order in bulk
              </ButtonLink>
            </>
          }
        />
      </Section>
    </>
  )
}
