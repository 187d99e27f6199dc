/** /marketplace : the produce we trade, with its pack and price. */
import { sampleProduce } from '#site/features/products/sample-produce.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { Callout } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { SacksAndScale } from '#site/ui/scenes/sacks-and-scale.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import type { Route } from './+types/marketplace'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Marketplace',
    description: 'Rice, tomatoes, yam, palm oil, maize, dried pepper and millet from Nigerian farms.',
  })
}

const naira = new Intl.NumberFormat('en-NG', { style: 'currency', currency: 'NGN', maximumFractionDigits: 0 })

export default function Marketplace() {
  return (
    <>
      <PageHero
        eyebrow="Marketplace"
        title="Marketplace"
        lead="Produce from Nigerian farms, by the bag, with its weight and its price per kilogram or litre."
        actions={<ButtonLink to={paths.order}>Place an order</ButtonLink>}
        scene={<SacksAndScale />}
      />
      <Section eyebrow="Price list" title="What we sell by the pack">
        <Notice>
          All prices indicated may fluctuate due to daily market conditions. Final prices will be confirmed
          upon order.
        </Notice>
        <div className="price-list">
          <Table label="Produce and prices">
            <TableHead>
              <HeadCell>Produce</HeadCell>
              <HeadCell>Category</HeadCell>
              <HeadCell>Pack</HeadCell>
              <HeadCell numeric>Price</HeadCell>
              <HeadCell numeric>Per unit</HeadCell>
            </TableHead>
            <TableBody>
              {sampleProduce.map(({ name, category, pack, unit, priceNaira }) => (
                <Row key={name}>
                  <Cell label="Produce">
                    <b>{name}</b>
                  </Cell>
                  <Cell label="Category">{category}</Cell>
                  <Cell label="Pack">
                    {pack} {unit}
                  </Cell>
                  <Cell label="Price" numeric>
                    {naira.format(priceNaira)}
                  </Cell>
                  <Cell label="Per unit" numeric>
                    {naira.format(priceNaira / pack)} per {unit}
                  </Cell>
                </Row>
              ))}
            </TableBody>
          </Table>
        </div>
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
