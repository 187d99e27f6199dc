// The VAT of a basket, worked out a second time in plain steps: the database has to agree.
import { getLagosDay } from '#domain/dates.ts'
import type { App } from '#tests/harness/migrated-database.ts'

export interface Rate {
  rateBp: number | null
  reason: string
}

/** By class, and that of delivery. */
export type Rates = Record<string, Rate>

export interface Goods {
  amountKobo: number
  vatClass: string
}

/** Half a kobo is one: by whole numbers, as one does it on paper. */
export const half = (above: bigint, below: bigint): bigint => (2n * above + below) / (2n * below)

const bear = (kobo: number, rateBp: number) => half(BigInt(kobo) * BigInt(rateBp), 10_000n)

export function vatPlainly(goods: readonly Goods[], deliveryKobo: number, rates: Rates) {
  const groups: { rateBp: number; reason: string; baseKobo: number; vatKobo: number }[] = []
  for (const { amountKobo, vatClass } of goods) {
    const { rateBp, reason } = rates[vatClass] ?? { rateBp: 0, reason: '' }
    const vatKobo = Number(bear(amountKobo, rateBp ?? 0))
    const group = groups.find((other) => other.rateBp === rateBp && other.reason === reason)
    if (group) {
      group.baseKobo += amountKobo
      group.vatKobo += vatKobo
    } else groups.push({ rateBp: rateBp ?? 0, reason, baseKobo: amountKobo, vatKobo })
  }
  groups.sort((one, other) => one.rateBp - other.rateBp || (one.reason < other.reason ? -1 : 1))
  const sum = groups.reduce((total, { baseKobo }) => total + BigInt(baseKobo), 0n)
  const vat = groups.reduce((total, { vatKobo }) => total + BigInt(vatKobo), 0n)
  const own = rates.delivery
  const ofDelivery = Number(
    own?.rateBp == null
      ? sum > 0n
        ? half(BigInt(deliveryKobo) * vat, sum)
        : 0n
      : bear(deliveryKobo, own.rateBp),
  )
  const [only] = groups
  if (groups.length === 1 && only && own?.rateBp == null)
    return [{ ...only, baseKobo: only.baseKobo + deliveryKobo, vatKobo: only.vatKobo + ofDelivery }]
  if (groups.length === 0 || deliveryKobo === 0 || !own) return groups
  const { rateBp, reason } = own
  return [...groups, { rateBp, reason, baseKobo: deliveryKobo, vatKobo: ofDelivery, isDelivery: true }]
}

const divisor = (one: bigint, other: bigint): bigint => (other === 0n ? one : divisor(other, one % other))

/** A line of goods, or the delivery. */
export interface Part {
  grossKobo: number
  vatKobo: number
}

/**
 * The VAT in all that complaints took off, by fractions in whole numbers: what each part still holds has `below` under it. A complaint
 * about a line empties that line first; the rest of it, and one about no line, takes the same share of every part.
 */
export function vatGrantedPlainly(
  parts: readonly Part[],
  grants: readonly { amount: number; line: number | null }[],
): number {
  let holds = parts.map(({ grossKobo }) => BigInt(grossKobo))
  let below = 1n
  for (const { amount, line } of grants) {
    let wanted = BigInt(amount) * below
    if (line !== null) {
      const held = holds[line] ?? 0n
      const taken = held < wanted ? held : wanted
      holds = holds.map((kobo, place) => (place === line ? kobo - taken : kobo))
      wanted -= taken
    }
    const all = holds.reduce((sum, kobo) => sum + kobo, 0n)
    if (wanted > 0n && all > 0n) {
      holds = holds.map((kobo) => kobo * (all - wanted))
      below *= all
      // In lowest terms, or their digits double with every grant.
      const most = holds.reduce(divisor, below)
      holds = holds.map((kobo) => kobo / most)
      below /= most
    }
  }
  // 1 - held / gross of the VAT of each part, on one denominator.
  let [above, under] = [0n, 1n]
  for (const [place, { grossKobo, vatKobo }] of parts.entries()) {
    if (grossKobo === 0) continue
    const gone = BigInt(grossKobo) * below - (holds[place] ?? 0n)
    const mine = BigInt(grossKobo) * below
    above = above * mine + BigInt(vatKobo) * gone * under
    under *= mine
  }
  return Number(half(above, under))
}

/** Those that a new database has. */
export async function readRates(app: App): Promise<Rates> {
  const { rows } = await app.owner.query<{ vat_class: string; rate_bp: number | null; reason: string }>(
    'select vat_class, rate_bp, reason from public.vat_rates',
  )
  return Object.fromEntries(
    rows.map(({ vat_class, rate_bp, reason }) => [vat_class, { rateBp: rate_bp, reason }]),
  )
}

/** Rates that begin today, which nobody can add, in place of such as were there before. */
export async function setRates(app: App, rates: Rates = {}): Promise<void> {
  const today = getLagosDay(new Date())
  const rows = Object.entries(rates).map(
    ([vatClass, { rateBp, reason }]) => `('${vatClass}', '${today}', ${rateBp}, '${reason}')`,
  )
  await app.owner.query(`alter table public.vat_rates disable trigger user;
    delete from public.vat_rates where valid_from > '2026-01-01';
    ${rows.length > 0 ? `insert into public.vat_rates (vat_class, valid_from, rate_bp, reason) values ${rows.join(', ')};` : ''}
    alter table public.vat_rates enable trigger user`)
}
