/** One product on its own page: its picture, and every fact that a buyer needs. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPack, formatUnitPrice, type ProductDetails } from '#domain/market/products.ts'
import { formatNaira } from '#domain/money.ts'
import { paths } from '#site/paths.ts'
import { Icon } from '#site/ui/icons.tsx'
import { PriceDisclaimer } from './price-disclaimer.tsx'
import { ProducePicture } from './produce-picture.tsx'
import { CategoryLine, Rating, StockNote } from './product-card.tsx'

interface ProductPageProps {
  product: ProductDetails
  cartToggle: ReactNode
  actions: ReactNode
}

export function ProductPage({ product, cartToggle, actions }: ProductPageProps) {
  const { name, packAmount, packUnit, priceKobo, unitPriceKobo, description } = product
  const facts = [
    ['Pack', formatPack(packAmount, packUnit)],
    ['Season', product.season],
    ['Grown in', product.state],
  ] as const
  return (
    <div className="wrap">
      <div className="product-bar">
        <Link to={paths.marketplace} className="go">
          <Icon name="left" /> Marketplace
        </Link>
        {cartToggle}
      </div>
      <article className="product-page">
        <ProducePicture product={product} sizes="(width < 54rem) 100vw, 40rem" isFirst />
        <div className="product-facts">
          <CategoryLine product={product} />
          <h1>{name}</h1>
          <p>
            {product.farmerName}, {product.location}
          </p>
          <p className="product-cost">
            <strong className="num">{formatNaira(priceKobo)}</strong>{' '}
            <span>for {formatPack(packAmount, packUnit)}</span>
          </p>
          <p className="num">{formatUnitPrice(unitPriceKobo, packUnit)}</p>
          <StockNote stock={product.stock} />
          {actions}
          {description && <p className="description">{description}</p>}
          <dl>
            {facts.map(
              ([term, detail]) =>
                detail && (
                  <div key={term}>
                    <dt>{term}</dt>
                    <dd>{detail}</dd>
                  </div>
                ),
            )}
            <div>
              <dt>Reviews</dt>
              <dd>
                <Rating product={product} />
              </dd>
            </div>
          </dl>
          <PriceDisclaimer />
        </div>
      </article>
    </div>
  )
}
