/** Changes of a product that is there already: only what was changed is sent, and what was sold meanwhile stays sold. */
import { formatDateTime } from '#domain/dates.ts'
import type { ProductDraft } from '#domain/market/product-proposals.ts'
import { formatNaira } from '#domain/money.ts'
import { formatAmount } from '#domain/quantities.ts'
import { type AppClient, renewToken } from '#site/lib/supabase.ts'

/** What orders or other people change while a form is open; nobody writes over a value that they have not seen. */
export type ProductValues = ProductDraft & {
  farmer_id: string | null
  farmer_name: string
  location: string
  vat_class?: string
  photo_path: string | null
  more_photo_paths: string[]
}

/** What stands there by now, since when, and by whom: a colleague is named to those who may read names. */
export interface NumberNow<Value> {
  now: Value
  at?: string
  by?: string | null
}

export type ValuesNow = { [Column in keyof ProductValues]?: NumberNow<ProductValues[Column]> }

export type Updated =
  | { outcome: 'saved' }
  /** Nothing is saved: what these are now, of those that were to be changed. */
  | { outcome: 'changed_meanwhile'; now: ValuesNow }
  | { outcome: 'not_allowed' }

/** The columns whose value is another one than the person saw. */
export function findChanges(seen: object, wanted: Partial<ProductValues>): Partial<ProductValues> {
  const before = new Map(Object.entries(seen))
  return Object.fromEntries(Object.entries(wanted).filter(([column, value]) => value !== before.get(column)))
}

/** The database refuses each value that is another one than was seen. */
export async function updateProduct(
  client: AppClient,
  id: string,
  seen: object,
  changes: Partial<ProductValues>,
): Promise<Updated> {
  const before = new Map(Object.entries(seen))
  const { error } = await client.rpc('change_product', {
    product_id: id,
    changes,
    seen: Object.fromEntries(Object.keys(changes).map((column) => [column, before.get(column) ?? null])),
  })
  if (!error) return { outcome: 'saved' }
  const now = readNow<ValuesNow>(error)
  if (now) return { outcome: 'changed_meanwhile', now }
  if (error.code === '42501' && error.hint === 'not_yours') return { outcome: 'not_allowed' }
  throw error
}

export async function explainNotAllowed(client: AppClient): Promise<string> {
  return (await findEndOfSession(client)) ?? 'Your account may not change this product any more.'
}

/** After a refusal for want of a right: the words where the session is over, which the page then leaves; null: it goes on. */
export async function findEndOfSession(client: AppClient): Promise<string | null> {
  const { session } = (await client.auth.getSession()).data
  const token = session && (await renewToken(session.access_token))
  return token ? null : 'Your session has ended. Sign in again to go on.'
}

/** Of a refusal because something was changed since it was seen; null: it is another one. */
export function readNow<Now>(error: {
  code?: string
  hint?: string | null
  details?: string | null
}): Now | null {
  return error.code === 'PT409' && error.hint === 'seen' && error.details ? JSON.parse(error.details) : null
}

/** " (Ada Obi, 29 Nov 2026, 18:05)" */
export function describeSetter({ at, by }: Pick<NumberNow<unknown>, 'at' | 'by'>): string {
  return at ? ` (${by ? `${by}, ` : ''}${formatDateTime(at)})` : ''
}

export function describeStockNow(stock: NumberNow<number | null>): string {
  const left = stock.now === null ? 'has no limit' : `is ${formatAmount(String(stock.now), 'Packs')}`
  return `Packs were sold or counted meanwhile: the stock now ${left}${describeSetter(stock)}. Nothing is saved yet. Check your count. To set it all the same, save again.`
}

export function describePriceNow(price: NumberNow<number>): string {
  return `The price was changed meanwhile: it is ${formatNaira(price.now)} now${describeSetter(price)}. Nothing is saved yet. Check yours. To set it all the same, save again.`
}
