/** Products of the marketplace: categories, packs and their prices, sorts, and what a review may decide. */
import { formatNaira, type Kobo } from '../money.ts'
import { formatCount } from '../numbers.ts'
import type { StatusMachine } from '../status-machines.ts'
import type { OrderLimits } from './order-limits.ts'

export const productCategories = ['Grains', 'Vegetables', 'Tubers', 'Oil', 'Spices'] as const
export type ProductCategory = (typeof productCategories)[number]

export const catalogueWords = {
  category: 'Category',
  sort: 'Sort by',
  search: { label: 'Search products by name', placeholder: 'Search products' },
} as const

/** The buttons of the catalogue, in their order. */
export const categoryFilters = ['All', ...productCategories] as const

export const packUnits = ['kg', 'L'] as const
export type PackUnit = (typeof packUnits)[number]

/** The values that search_products takes, and their words. */
export const productSorts = {
  name: 'Name',
  price_low: 'Price, low to high',
  price_high: 'Price, high to low',
  newest: 'Newest',
  rating: 'Rating',
} as const
export type ProductSort = keyof typeof productSorts

const productStatuses = ['pending', 'published', 'hidden'] as const
export type ProductStatus = (typeof productStatuses)[number]

export const productMachine: StatusMachine<ProductStatus> = {
  statuses: productStatuses,
  initial: 'pending',
  transitions: {
    pending: ['published', 'hidden'],
    published: ['pending', 'hidden'],
    hidden: ['pending', 'published'],
  },
}

const unitWords: Record<PackUnit, string> = { kg: 'kg', L: 'litre' }

/** 50, 'kg' -> '50 kg'. */
export function formatPack(amount: number, unit: PackUnit): string {
  return `${formatCount(amount)} ${unit}`
}

/** '₦700 per kg'; the kobo of one unit are products.unit_price_kobo. */
export function formatUnitPrice(unitPriceKobo: Kobo, unit: PackUnit): string {
  return `${formatNaira(unitPriceKobo)} per ${unitWords[unit]}`
}

/** A product as the catalogue, the cart and the checkout see it. */
export interface CatalogueProduct {
  id: string
  name: string
  category: ProductCategory
  farmerName: string
  location: string
  /** The farmer is approved. */
  isVerified: boolean
  packAmount: number
  packUnit: PackUnit
  priceKobo: number
  unitPriceKobo: number
  /** Packs that can be ordered now; null is unlimited. */
  stock: number | null
  season: string | null
  /** The state of Nigeria where it grows. */
  state: string | null
  photoPath: string | null
  ratingAverage: number | null
  ratingCount: number
  isDemo: boolean
  createdAt: string
}

/** With what only its own page shows. */
export interface ProductDetails extends CatalogueProduct {
  description: string | null
  variety: string | null
  grade: string | null
  harvest: string | null
  lot: string | null
  /** What delivery of one pack costs, as far as it is known before a state is chosen, in words. */
  delivery: string
  limits: OrderLimits
  /** After the photo that the catalogue shows, in their order. */
  morePhotoPaths: string[]
  /** Whether a registered farm offers it, and not a name that staff have written. */
  isFarm: boolean
  /** What else the same farm sells now. */
  alsoSold: Pick<CatalogueProduct, 'id' | 'name'>[]
}

/** The first page of the catalogue as every visitor gets it, and how many products there are in all. */
export interface CataloguePage {
  products: CatalogueProduct[]
  total: number
}

export const cataloguePageSize = 24

/** The column of each, for a statement as for a request. */
export const catalogueColumns: Record<keyof CatalogueProduct, string> = {
  id: 'id',
  name: 'name',
  category: 'category',
  farmerName: 'farmer_name',
  location: 'location',
  isVerified: 'is_verified',
  packAmount: 'pack_amount',
  packUnit: 'pack_unit',
  priceKobo: 'price_kobo',
  unitPriceKobo: 'unit_price_kobo',
  stock: 'stock',
  season: 'season',
  state: 'state',
  photoPath: 'photo_path',
  ratingAverage: 'rating_average',
  ratingCount: 'rating_count',
  isDemo: 'is_demo',
  createdAt: 'created_at',
}

/** Below /marketplace: readable, and found by its id alone, so that another name breaks no link. */
export function makeProductSlug({ id, name }: Pick<CatalogueProduct, 'id' | 'name'>): string {
  const words = foldForSearch(name)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  return words ? `${words}-${id}` : id
}

/** The id at the end of a slug; null where there is none. */
export function readProductId(slug: string): string | null {
  return /(?:^|-)([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/.exec(slug.toLowerCase())?.[1] ?? null
}

/** Capitals and accents away, as products.search_text has them; finds more than "name contains", never less. */
export function foldForSearch(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[ɓɗƙƴ]/g, (letter) => 'bdky'.charAt('ɓɗƙƴ'.indexOf(letter)))
}

/** Whether the catalogue shows it for this search: the name contains it, or the addition finds it. */
export function matchesSearch(product: { name: string; search_text: string }, query: string): boolean {
  const typed = query.trim()
  return (
    product.name.toLowerCase().includes(typed.toLowerCase()) ||
    product.search_text.includes(foldForSearch(typed))
  )
}

/**
 * Few enough to hurry is worth a word; plenty is not. Pages are drawn again only when a stock changes in here
 * (notify_product_changed).
 */
export const fewPacks = 10

/** No reviews is a sentence, never a zero. */
export function describeRating(average: number | null, count: number): string {
  if (average === null || count === 0) return 'No reviews yet'
  return `${average.toFixed(1)} (${count} ${count === 1 ? 'review' : 'reviews'})`
}
