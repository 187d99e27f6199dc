/** One product on its own page: its picture, and every fact that a buyer needs. */
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { productPhotoUrl } from '#domain/market/product-photos.ts'
import { formatPack, formatUnitPrice, type ProductDetails } from '#domain/market/products.ts'
import { formatNaira } from '#domain/money.ts'
import { paths } from '#site/paths.ts'
import { Icon } from '#site/ui/icons.tsx'
import { PriceDisclaimer } from './price-disclaimer.tsx'
import { ProducePicture } from './produce-picture.tsx'
import { CategoryLine, Rating, StockNote } from './product-card.tsx'
import { productPath } from './product-path.ts'
import stateMap from './state-map.generated.svg?url'

/** The state of the farm on a map of the country. */
export interface FarmMap {
  /** As a path in the frame of the map's drawing. */
  outline: string
  label: string
  credit: string
}

interface ProductPageProps {
  product: ProductDetails
  farmMap?: FarmMap
  cartToggle: ReactNode
  actions: ReactNode
}

export function ProductPage({ product, farmMap, cartToggle, actions }: ProductPageProps) {
  const { name, packAmount, packUnit, priceKobo, unitPriceKobo, description } = product
  const facts = [
    ['Pack', formatPack(packAmount, packUnit)],
    ['Variety', product.variety],
    ['Grade', product.grade],
    ['Season', product.season],
    ['Harvest', product.harvest],
    ['Lot', product.lot],
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
        <ProductPhotos product={product} />
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
        <FarmCard product={product} map={farmMap} />
      </article>
    </div>
  )
}

/** The photo that the catalogue shows, and those that only this page has. */
function ProductPhotos({ product }: { product: ProductDetails }) {
  const { morePhotoPaths } = product
  return (
    <div className="product-photos">
      <ProducePicture product={product} sizes="(width < 54rem) 100vw, 40rem" isFirst />
      {morePhotoPaths.length > 0 && (
        <ul aria-label={`More photographs of ${product.name}`}>
          {morePhotoPaths.map((photoPath) => (
            <li key={photoPath}>
              <a href={productPhotoUrl(photoPath, 960)}>
                <ProducePicture product={{ ...product, photoPath }} sizes="(width < 54rem) 50vw, 13rem" />
              </a>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Who grew it, where, and what stands behind the word "Verified". */
function FarmCard({ product, map }: { product: ProductDetails; map?: FarmMap }) {
  const { farmerName, location, state, isVerified, isFarm, alsoSold } = product
  const place =
    state && !location.toLowerCase().includes(state.toLowerCase()) ? `${location}, ${state}` : location
  return (
    <section className="farm-card" aria-labelledby="farm-name">
      <p className="eyebrow">The farm</p>
      <h2 id="farm-name">{farmerName}</h2>
      <p>{place}</p>
      {map && (
        <figure className="farm-map">
          <img src={stateMap} alt="" width="482" height="390" loading="lazy" />
          <svg viewBox="-1 -1 482 390" role="img" aria-label={map.label}>
            <path d={map.outline} />
          </svg>
          <figcaption>{map.credit}</figcaption>
        </figure>
      )}
      {isVerified ? (
        <>
          <p className="verified">
            <Icon name="shield" /> Verified
          </p>
          <p>This farm is registered with us. Our staff have checked its registration and approved it.</p>
        </>
      ) : (
        <p className="field-help">
          {isFarm
            ? 'This farm is registered with us; its approval is not complete.'
            : 'Our staff entered this name. The farm has no registration with us, so we do not call it verified.'}
        </p>
      )}
      {alsoSold.length > 0 && (
        <p>
          Also from this farm:{' '}
          {alsoSold.map((other, index) => (
            <Fragment key={other.id}>
              {index > 0 && ', '}
              <Link to={productPath(other)}>{other.name}</Link>
            </Fragment>
          ))}
        </p>
      )}
    </section>
  )
}
