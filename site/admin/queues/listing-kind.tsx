/** Products in the admin area: proposals of farmers wait here to be published. */
import { formatDateTime } from '#domain/dates.ts'
import { formatWeight } from '#domain/market/delivery.ts'
import { productPhotoUrl } from '#domain/market/product-photos.ts'
import { formatNaira } from '#domain/money.ts'
import { ProductHistoryPart } from '#site/admin/products/product-history.tsx'
import {
  Available,
  formatReserved,
  PriceCell,
  StockCell,
  ThresholdCell,
} from '#site/admin/products/product-numbers.tsx'
import type { AdminKind } from '#site/admin/records/admin-kind.ts'
import { Facts } from '#site/admin/records/facts.tsx'
import { listMatches } from '#site/admin/records/find-records.ts'
import { Lines } from '#site/admin/records/lines.tsx'
import { readOne } from '#site/admin/records/list-records.ts'
import type { ListState } from '#site/admin/records/use-list-state.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { adminProductPath } from '#site/member-paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import { ProposedPhoto } from './proposed-photo.tsx'

const words: Record<string, string> = { pending: 'Pending', published: 'Published', hidden: 'Hidden' }
const tones: Record<string, string> = { published: 'approved', hidden: 'declined' }

/** In place of a state: products of every state that run low, a list of its own. */
const low = 'low_stock'

const listListings = (state: ListState) =>
  listMatches(
    state.status === low ? low : 'products',
    state.status === low ? { ...state, status: '' } : state,
    (result) => result.select('count,records:products(*,product_stock(reserved))'),
  )

async function findListing(id: string) {
  const client = await getSupabase()
  return readOne(await client.from('products').select('*,product_stock(reserved)').eq('id', id).maybeSingle())
}

type Listing = Awaited<ReturnType<typeof listListings>>['records'][number]

export const listingKind: AdminKind<Listing> = {
  table: 'products',
  recordType: 'products',
  noun: 'product',
  statuses: [
    ...Object.entries(words).map(([value, label]) => ({ value, label })),
    { value: low, label: 'Low stock', list: low },
  ],
  decisions: {
    table: 'products',
    statuses: Object.keys(words),
    keys: { a: 'published', d: 'hidden' },
    nextStatuses: (status) =>
      status === 'pending' ? ['published', 'hidden'] : status === 'published' ? ['hidden'] : ['published'],
    verbs: {
      published: { label: 'Publish', busyLabel: 'Publishing...' },
      hidden: { label: 'Hide', busyLabel: 'Hiding...' },
    },
  },
  searchHelp: 'Product, category, place, or the farmer’s name, phone or reference',
  listRecords: listListings,
  findRecord: findListing,
  nameOf: (product) => product.name,
  title: { label: 'Product', text: (product) => product.name },
  renderStatus: ({ status }) => <StatusBadge status={tones[status]} word={words[status]} />,
  columns: [
    {
      label: 'Farmer',
      cell: (product) => (
        <Lines
          main={product.farmer_name}
          more={{
            goods: `${product.category}, ${product.pack_amount} ${product.pack_unit}${product.is_verified ? ', verified' : ''}`,
            weight: weighs(product) === null && 'Weight not known',
          }}
        />
      ),
    },
    { label: 'Price', numeric: true, cell: (product) => <PriceCell product={product} /> },
    { label: 'On hand', numeric: true, cell: (product) => <StockCell product={product} /> },
    { label: 'Reserved', numeric: true, cell: formatReserved },
    { label: 'Available', numeric: true, cell: (product) => <Available product={product} /> },
  ],
  renderDetails: (product) => (
    <>
      <div className="mb-4">
        <ButtonLink to={adminProductPath(product.id)} size="sm" variant="outline">
          Change this product
        </ButtonLink>
      </div>
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
          Place: [product.location, product.state].filter(Boolean).join(', '),
          Pack: `${product.pack_amount} ${product.pack_unit}`,
          Weight: describeWeight(product),
          Price: <PriceCell product={product} />,
          'Price per unit': `${formatNaira(product.unit_price_kobo)} per ${product.pack_unit}`,
          'On hand': <StockCell product={product} />,
          Reserved: formatReserved(product),
          Available: <Available product={product} />,
          'Low stock': <ThresholdCell product={product} />,
          Season: product.season,
          Rating: product.rating_average && `${product.rating_average} of 5 (${product.rating_count})`,
          'Review note': product.review_note,
          Proposed: formatDateTime(product.created_at),
          'Last change': formatDateTime(product.updated_at),
        }}
      />
      <ProductHistoryPart id={product.id} />
    </>
  ),
}

/** In grams, as private.pack_grams; null: nobody has entered it. */
function weighs({ weight_grams, pack_unit, pack_amount }: Listing): number | null {
  return weight_grams ?? (pack_unit === 'kg' ? pack_amount * 1000 : null)
}

function describeWeight(product: Listing): string {
  const grams = weighs(product)
  return grams === null ? 'Not known: its delivery is quoted for each order' : formatWeight(grams)
}
