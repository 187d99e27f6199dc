/** Changes of a product that is there already: only what was changed is sent, and what was sold meanwhile stays sold. */

import type { ProductDraft } from '#domain/market/product-proposals.ts'
import { formatNaira } from '#domain/money.ts'
import { formatAmount } from '#domain/quantities.ts'
import type { AppClient } from '#site/lib/supabase.ts'

/** What orders or other people change while a form is open; nobody writes over a value that they have not seen. */
export type Counted = Pick<ProductDraft, 'stock' | 'price_kobo'>

export type ProductValues = ProductDraft & {
  farmer_id: string | null
  farmer_name: string
  location: string
  vat_class?: string
  photo_path: string | null
  more_photo_paths: string[]
}

export type Updated =
  | { outcome: 'saved' }
  /** Nothing is saved: what these are now, of those that were to be changed. */
  | { outcome: 'changed_meanwhile'; now: Partial<Counted> }
  | { outcome: 'not_allowed' }

/** The columns whose value is another one than the person saw. */
export function findChanges(seen: object, wanted: Partial<ProductValues>): Partial<ProductValues> {
  const before = new Map(Object.entries(seen))
  return Object.fromEntries(Object.entries(wanted).filter(([column, value]) => value !== before.get(column)))
}

export async function updateProduct(
  client: AppClient,
  id: string,
  seen: Partial<Counted>,
  changes: Partial<ProductValues>,
): Promise<Updated> {
  const counted = (['stock', 'price_kobo'] as const).filter((column) => column in changes)
  let update = client.from('products').update(changes).eq('id', id)
  for (const column of counted) {
    const before = seen[column] ?? null
    update = before === null ? update.is(column, null) : update.eq(column, before)
  }
  const { data: touched, error } = await update.select('id')
  if (error) throw error
  if (touched.length > 0) return { outcome: 'saved' }
  const { data: present, error: errorText } = await client
    .from('products')
    .select('stock, price_kobo')
    .eq('id', id)
    .maybeSingle()
  if (errorText) throw errorText
  if (!present || counted.every((column) => present[column] === (seen[column] ?? null)))
    return { outcome: 'not_allowed' }
  return {
    outcome: 'changed_meanwhile',
    now: Object.fromEntries(counted.map((column) => [column, present[column]])),
  }
}

export function describeStockNow(stock: number | null): string {
  const left = stock === null ? 'has no limit' : `is ${formatAmount(String(stock), 'Packs')}`
  return `Packs were sold or counted meanwhile: the stock now ${left}. Nothing is saved yet. Check your count, then save again.`
}

export function describePriceNow(priceKobo: number): string {
  return `The price was changed meanwhile: it is ${formatNaira(priceKobo)} now. Nothing is saved yet. Check yours, then save again.`
}
