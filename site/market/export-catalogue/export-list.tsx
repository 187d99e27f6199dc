/** The products of the export catalogue, each with what is known of it: what nobody has said is not there. */
import {
  describeExportProduct,
  describeIndicativePrice,
  type ExportProduct,
  exportCatalogueWords as words,
} from '#domain/market/export-catalogue.ts'
import { productPhotoUrl, productPhotoWidths } from '#domain/market/product-photos.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { orderPath } from './order-path.ts'

export function ExportList({ products }: { products: readonly ExportProduct[] }) {
  if (products.length === 0) return <p>{words.empty}</p>
  return (
    <>
      <ul className="export-list">
        {knownFirst(products).map((product) => (
          <li key={product.label}>
            <ExportEntry product={product} />
          </li>
        ))}
      </ul>
      {products.some(({ priceKobo }) => priceKobo !== null) && <p className="export-note">{words.note}</p>}
    </>
  )
}

/** Those of which nothing is known are small: among full ones they would stand in boxes that are empty for the most part. */
function knownFirst(products: readonly ExportProduct[]): ExportProduct[] {
  const isKnown = (product: ExportProduct) => describeExportProduct(product).length > 0
  return [...products.filter(isKnown), ...products.filter((product) => !isKnown(product))]
}

/** A figure and its unit stay in one line. */
const joinUnits = (text: string) => text.replaceAll(/(\d) (?=(?:%|kg|ft|lb)(?!\w))/g, '$1\u00a0')

function ExportEntry({ product }: { product: ExportProduct }) {
  const { label, photoPath, isDemo } = product
  const facts = describeExportProduct(product)
  const price = describeIndicativePrice(product)
  return (
    <article className="export-entry">
      {photoPath && (
        <img
          className="produce"
          alt={label}
          width={320}
          height={240}
          loading="lazy"
          decoding="async"
          src={productPhotoUrl(photoPath, 640)}
          srcSet={productPhotoWidths
            .map((width) => `${productPhotoUrl(photoPath, width)} ${width}w`)
            .join(', ')}
          sizes="(width < 54rem) 100vw, 20rem"
        />
      )}
      <h2>
        {label} {isDemo && <small className="stock-note">{words.demo}</small>}
      </h2>
      {facts.length > 0 ? (
        <dl>
          {facts.map(({ term, detail }) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{joinUnits(detail)}</dd>
            </div>
          ))}
        </dl>
      ) : (
        !price && <p className="field-help">{words.nothingKnown}</p>
      )}
      {price && (
        <p className="export-price">
          <strong className="num">{price.price}</strong> <span className="field-help">{price.day}</span>
        </p>
      )}
      <ButtonLink
        to={orderPath(label)}
        size="sm"
        variant="outline"
        aria-label={`${words.askLabel}: ${label}`}
      >
        {words.askLabel}
      </ButtonLink>
    </article>
  )
}
