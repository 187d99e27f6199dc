/** Products of the marketplace: categories, packs and their prices, sorts, and what a review may decide. */
import { formatNaira, type Kobo } from './money.ts'
import type { StatusMachine } from './status-machines.ts'

export const productCategories = ['Grains', 'Vegetables', 'Tubers', 'Oil', 'Spices'] as const
export type ProductCategory = (typeof productCategories)[number]

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

export const productStatuses = ['pending', 'published', 'hidden'] as const
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
  return `${amount} ${unit}`
}

/** '₦700 per kg'; the kobo of one unit are products.unit_price_kobo. */
export function formatUnitPrice(unitPriceKobo: Kobo, unit: PackUnit): string {
  return `${formatNaira(unitPriceKobo)} per ${unitWords[unit]}`
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

/** No reviews is a sentence, never a zero. */
export function describeRating(average: number | null, count: number): string {
  if (average === null || count === 0) return 'No reviews yet'
  return `${average.toFixed(1)} (${count} ${count === 1 ? 'review' : 'reviews'})`
}
