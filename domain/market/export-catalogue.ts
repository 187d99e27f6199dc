/** The export catalogue: what we say of each product of the order form, as far as staff have written it down. */
import { formatDateInWords } from '../dates.ts'
import { formatMoney } from '../money.ts'
import { groupThousands } from '../numbers.ts'

/** Null: nobody has said, and the page does not either. */
export interface ExportProduct {
  label: string
  grade: string | null
  season: string | null
  originStates: string | null
  minimumLot: number | null
  minimumLotUnit: string | null
  packing: string | null
  hsCode: string | null
  priceKobo: number | null
  priceCurrency: string | null
  priceUnit: string | null
  /** The Incoterm and its place, as staff wrote it. */
  priceBasis: string | null
  /** YYYY-MM-DD */
  priceOn: string | null
  container20ftKg: number | null
  photoPath: string | null
  isDemo: boolean
}

/** The column of each. */
export const exportColumns: Readonly<Record<keyof ExportProduct, string>> = {
  label: 'label',
  grade: 'grade',
  season: 'season',
  originStates: 'origin_states',
  minimumLot: 'minimum_lot',
  minimumLotUnit: 'minimum_lot_unit',
  packing: 'packing',
  hsCode: 'hs_code',
  priceKobo: 'price_kobo',
  priceCurrency: 'price_currency',
  priceUnit: 'price_unit',
  priceBasis: 'price_basis',
  priceOn: 'price_on',
  container20ftKg: 'container_20ft_kg',
  photoPath: 'photo_path',
  isDemo: 'coalesce(is_demo, false)',
}

const perUnit: Readonly<Record<string, string>> = {
  Tons: 'a ton',
  Kilograms: 'a kilogram',
  'Bags (50kg)': 'a bag of 50 kg',
  'Bags (100kg)': 'a bag of 100 kg',
  'Containers (20ft)': 'a 20 ft container',
  'Containers (40ft)': 'a 40 ft container',
}

const lotWords: Readonly<Record<string, readonly [one: string, many: string]>> = {
  Tons: ['ton', 'tons'],
  Kilograms: ['kilogram', 'kilograms'],
  'Bags (50kg)': ['bag of 50 kg', 'bags of 50 kg'],
  'Bags (100kg)': ['bag of 100 kg', 'bags of 100 kg'],
  'Containers (20ft)': ['container of 20 ft', 'containers of 20 ft'],
  'Containers (40ft)': ['container of 40 ft', 'containers of 40 ft'],
}

function describeLot(lot: number, unit: string): string {
  const [one, many] = lotWords[unit] ?? [unit, unit]
  return `${lot} ${lot === 1 ? one : many}`
}

/** What the catalogue says of a product, line by line; what is not known is no line. */
export function describeExportProduct(product: ExportProduct): { term: string; detail: string }[] {
  const { minimumLot, minimumLotUnit, container20ftKg } = product
  const facts = [
    ['Grade', product.grade],
    ['Season', product.season],
    ['Grown in', product.originStates],
    ['Packing', product.packing],
    ['Smallest lot', minimumLot && minimumLotUnit && describeLot(minimumLot, minimumLotUnit)],
    [
      'In a 20 ft container',
      container20ftKg && `about ${groupThousands(String(Math.round(container20ftKg)))} kg`,
    ],
    ['HS code', product.hsCode],
  ] as const
  return facts.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []))
}

/** 'US$1,850 a ton, FOB Lagos' and the day it was so; null without a price. */
export function describeIndicativePrice(product: ExportProduct): { price: string; day: string } | null {
  const { priceKobo, priceCurrency, priceUnit, priceBasis, priceOn } = product
  if (priceKobo === null || !priceCurrency || !priceUnit || !priceOn) return null
  return {
    price: `${formatMoney(priceKobo, priceCurrency)} ${perUnit[priceUnit] ?? priceUnit}${priceBasis ? `, ${priceBasis}` : ''}`,
    day: `It cost about this much on ${formatDateInWords(priceOn)}. Our quote has the price that holds.`,
  }
}

export const exportCatalogueWords = {
  title: 'Export catalogue',
  eyebrow: 'Buying in bulk',
  lead: 'What we buy from Nigerian farms and ship by the bag, the ton or the container. Choose a product, tell us how much and where to, and we send you a quote.',
  askLabel: 'Ask for a quote',
  nothingKnown: 'Grade, season and price on request.',
  demo: 'Demo figures',
  empty: 'Nothing is offered for export at this moment. Please ask us.',
  note: 'Prices here are what goods cost about on the day beside them. What you pay is what our quote says, once you accept it.',
} as const
