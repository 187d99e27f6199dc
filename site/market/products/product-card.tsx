/** One product in the catalogue: what it is, who grows it, what a pack and a kilogram of it cost. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import {
  type CatalogueProduct,
  describeRating,
  fewPacks,
  formatPack,
  formatUnitPrice,
} from '#domain/market/products.ts'
import { formatNaira } from '#domain/money.ts'
import { Icon } from '#site/ui/icons.tsx'
import { ProducePicture } from './produce-picture.tsx'
import { productPath } from './product-path.ts'

interface ProductCardProps {
  product: CatalogueProduct
  actions: ReactNode
  /** Among the first that are seen. */
  isFirst?: boolean
}

export function ProductCard({ product, actions, isFirst }: ProductCardProps) {
  const { name, packAmount, packUnit, priceKobo, unitPriceKobo } = product
  return (
    <article className="product">
      <ProducePicture product={product} sizes="(width < 36rem) 7rem, 20rem" isFirst={isFirst} />
      <div className="product-words">
        <CategoryLine product={product} />
        <h3>
          <Link to={productPath(product)}>{name}</Link>
        </h3>
        <p className="grower">
          {product.farmerName}, {product.location}
        </p>
        <Rating product={product} />
      </div>
      <div className="product-price">
        <p>
          <strong className="num">{formatNaira(priceKobo)}</strong>{' '}
          <span>for {formatPack(packAmount, packUnit)}</span>
        </p>
        <p className="field-help num">{formatUnitPrice(unitPriceKobo, packUnit)}</p>
        <StockNote stock={product.stock} />
        {actions}
      </div>
    </article>
  )
}

/** "Verified" is said of approved farmers alone. */
export function CategoryLine({ product: { category, isVerified } }: { product: CatalogueProduct }) {
  return (
    <p className="product-kind">
      <span className="eyebrow">{category}</span>
      {isVerified && (
        <span className="verified">
          <Icon name="shield" /> Verified<span className="sr-only"> farmer</span>
        </span>
      )}
    </p>
  )
}

export function Rating({ product: { ratingAverage, ratingCount } }: { product: CatalogueProduct }) {
  return (
    <p className="field-help">
      {ratingCount > 0 && <span className="star">★ </span>}
      {describeRating(ratingAverage, ratingCount)}
    </p>
  )
}

export function StockNote({ stock }: { stock: number | null }) {
  if (stock === null || stock > fewPacks) return null
  return <p className="stock-note">{stock === 0 ? 'Sold out' : `Only ${stock} left`}</p>
}
