/** Products in the admin area: proposals of farmers wait here to be published. */
import { productWords } from '#domain/admin/queue-words.ts'
import { Available, formatReserved, PriceCell, StockCell } from '#site/admin/products/product-numbers.tsx'
import type { AdminKind } from '#site/admin/records/admin-kind.ts'
import { Lines } from '#site/admin/records/lines.tsx'
import { asOptions, by, days, photo, state } from '#site/admin/records/list-filters.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { StatusBadge } from '#site/ui/status.tsx'
import { findListing, type Listing, listListings, low, weightOf } from './listing-data.ts'

const ListingDetails = loadPart(async () => (await import('./listing-details.tsx')).ListingDetails)

const tones: Record<string, string> = { published: 'approved', hidden: 'declined' }

export const listingKind: AdminKind<Listing> = {
  table: 'products',
  recordType: 'products',
  noun: 'product',
  statuses: [
    ...Object.entries(productWords).map(([value, label]) => ({ value, label })),
    { value: low, label: 'Low stock', list: low },
  ],
  decisions: {
    table: 'products',
    statuses: Object.keys(productWords),
    keys: { a: 'published', d: 'hidden' },
    nextStatuses: (status) =>
      status === 'pending' ? ['published', 'hidden'] : status === 'published' ? ['hidden'] : ['published'],
    verbs: {
      published: { label: 'Publish', busyLabel: 'Publishing...' },
      hidden: { label: 'Hide', busyLabel: 'Hiding...' },
    },
  },
  filters: [
    {
      name: 'category',
      label: 'Category',
      load: async () => asOptions((await import('#domain/market/products.ts')).productCategories),
    },
    state,
    photo,
    ...days,
  ],
  searchHelp: 'Product, category, place, or the farmer’s name, phone or reference',
  listRecords: listListings,
  findRecord: findListing,
  nameOf: (product) => product.name,
  title: { label: 'Product', text: (product) => product.name },
  renderStatus: ({ status }) => <StatusBadge status={tones[status]} word={productWords[status]} />,
  columns: [
    {
      label: 'Farmer',
      sorts: by('farmer'),
      cell: (product) => (
        <Lines
          main={product.farmer_name}
          more={{
            goods: `${product.category}, ${product.pack_amount} ${product.pack_unit}${product.is_verified ? ', verified' : ''}`,
            weight: weightOf(product) === null && 'Weight not known',
          }}
        />
      ),
    },
    {
      label: 'Price',
      numeric: true,
      sorts: by('price'),
      cell: (product) => <PriceCell product={product} />,
    },
    {
      label: 'On hand',
      numeric: true,
      sorts: by('stock'),
      cell: (product) => <StockCell product={product} />,
    },
    { label: 'Reserved', numeric: true, sorts: by('reserved'), cell: formatReserved },
    {
      label: 'Available',
      numeric: true,
      sorts: by('available'),
      cell: (product) => <Available product={product} />,
    },
  ],
  renderDetails: (product) => <ListingDetails product={product} />,
}
