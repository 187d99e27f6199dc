/** A product in its drawer: its photo, all that is known of it, how its stock moved and what it cost before. */

import { formatDateTime } from '#domain/dates.ts'
import { formatWeight } from '#domain/market/delivery.ts'
import { productPhotoUrl } from '#domain/market/product-photos.ts'
import { formatNaira } from '#domain/money.ts'
import { joinPlace } from '#domain/nigeria/places.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { ProductHistoryPart } from '#site/admin/products/product-history.tsx'
import {
  Available,
  formatReserved,
  PriceCell,
  StockCell,
  ThresholdCell,
} from '#site/admin/products/product-numbers.tsx'
import { Facts } from '#site/admin/records/facts.tsx'
import { adminProductPath } from '#site/member-paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { type Listing, weightOf } from './listing-data.ts'
import { ProposedPhoto } from './proposed-photo.tsx'

export function ListingDetails({ product }: { product: Listing }) {
  const { can } = usePermissions()
  return (
    <>
      {can('products.write') && (
        <div className="mb-4">
          <ButtonLink to={adminProductPath(product.id)} size="sm" variant="outline">
            Change this product
          </ButtonLink>
        </div>
      )}
      {product.photo_path &&
        (product.status === 'published' ? (
          <img src={productPhotoUrl(product.photo_path, 640)} alt={product.name} className="secret-photo" />
        ) : (
          <ProposedPhoto path={product.photo_path} name={product.name} />
        ))}
      <Facts
        facts={{
          Product: product.name,
          Category: product.category,
          Description: product.description,
          Farmer: product.farmer_name,
          'Farmer approved': product.is_verified ? 'Yes' : 'No',
          Place: joinPlace(product.location, product.state),
          Pack: `${product.pack_amount} ${product.pack_unit}`,
          Weight: describeWeight(product),
          Price: <PriceCell product={product} />,
          'Price per unit': `${formatNaira(product.unit_price_kobo)} per ${product.pack_unit}`,
          'On hand': <StockCell product={product} />,
          Reserved: formatReserved(product),
          Available: <Available product={product} />,
          'Low stock': <ThresholdCell product={product} />,
          Season: product.season,
          Variety: product.variety,
          Grade: product.grade,
          Harvest: product.harvest,
          Lot: product.lot,
          Rating: product.rating_average && `${product.rating_average} of 5 (${product.rating_count})`,
          'Review note': product.review_note,
          Proposed: formatDateTime(product.created_at),
          'Last change': formatDateTime(product.updated_at),
        }}
      />
      <ProductHistoryPart id={product.id} />
    </>
  )
}

function describeWeight(product: Listing): string {
  const grams = weightOf(product)
  return grams === null ? 'Not known: its delivery is quoted for each order' : formatWeight(grams)
}
