// What a basket may choose from, worked out a second time in plain steps: the pricing in the database has to agree.
import { listLocalGovernments } from '#domain/nigeria/local-governments.ts'
import { type Rates, vatPlainly } from './vat-reference.ts'

export interface Zone {
  id: string
  name: string
  areas: string[]
  steps: { grams: number; kobo: number }[]
  weekdays: number[]
  cutoffDays: number
  capacityKg: number | null
  capacityOrders: number | null
  isActive: boolean
}

export interface Depot {
  id: string
  name: string
  address: string
  state: string
  lga: string
  hours: string
  weekdays: number[]
  leadDays: number
  isActive: boolean
}

/** What orders have taken of a zone's day already. */
export interface Taken {
  zoneId: string
  day: string
  grams: number
}

export interface Basket {
  lines: { grams: number | null; quantity: number; priceKobo: number; vatClass: string }[]
  state: string
  lga: string
}

export interface World {
  /** In Lagos, written 2026-11-25. */
  today: string
  zones: Zone[]
  depots: Depot[]
  taken: Taken[]
  rates: Rates
}

export function offerPlainly(world: World, { lines, state, lga }: Basket) {
  let weight: number | null = 0
  for (const line of lines)
    weight = weight === null || line.grams === null ? null : weight + line.grams * line.quantity
  const isOffered = [...world.zones, ...world.depots].some(({ isActive }) => isActive)
  const options: object[] = isOffered
    ? collectAt(world, state, lga)
    : [{ kind: 'collect', depotId: null, priceKobo: 0, days: [] }]
  const goods = lines.map(({ priceKobo, quantity, vatClass }) => ({
    vatClass,
    amountKobo: priceKobo * quantity,
  }))
  const delivered = (weight === null ? [] : deliver(world, weight, state, lga)).map((option) => ({
    ...option,
    vat: vatPlainly(goods, option.priceKobo, world.rates),
  }))
  return {
    weightGrams: weight,
    vat: vatPlainly(goods, 0, world.rates),
    options: [...options, ...(delivered.length > 0 ? delivered : [{ kind: 'quote' }])],
  }
}

function collectAt({ depots, today }: World, state: string, lga: string): object[] {
  const farness = (depot: Depot) => {
    if (fold(depot.state) !== fold(state)) return 2
    return fold(depot.lga) === fold(lga) ? 0 : 1
  }
  return depots
    .filter(({ isActive }) => isActive)
    .sort((one, other) => farness(one) - farness(other) || (one.name < other.name ? -1 : 1))
    .slice(0, 5)
    .map(({ id, name, address, state, lga, hours, weekdays, leadDays }) => ({
      ...{ kind: 'collect', depotId: id, name, address, state, lga, hours, priceKobo: 0 },
      days: daysFrom(today, leadDays, 14, weekdays).slice(0, 6),
    }))
}

function deliver({ zones, taken, today }: World, weight: number, state: string, lga: string) {
  const active = zones.filter(({ isActive }) => isActive)
  const naming = (place: string) =>
    active.filter(({ areas }) => areas.some((area) => fold(area) === fold(place)))
  const exact = naming(`${state.trim()}: ${lga.trim()}`)
  const isOfState =
    lga.trim() === '' ||
    [...listLocalGovernments(state), ...listLocalGovernments(capitalize(state))].some(
      (known) => fold(known) === fold(lga),
    )
  const whole = isOfState ? naming(state) : []
  const nearest = exact.length > 0 ? exact : whole
  const offers = nearest.flatMap((zone) => {
    const step = zone.steps.find(({ grams }) => weight <= grams)
    const days = daysFrom(today, zone.cutoffDays, 28, zone.weekdays).filter((day) => {
      const that = taken.filter((other) => other.zoneId === zone.id && other.day === day)
      const grams = that.reduce((sum, other) => sum + other.grams, weight)
      const fits = zone.capacityKg === null || grams <= zone.capacityKg * 1000
      return fits && (zone.capacityOrders === null || that.length < zone.capacityOrders)
    })
    if (!step || days.length === 0) return []
    const { id, name } = zone
    return [{ kind: 'deliver', zoneId: id, name, priceKobo: step.kobo, days: days.slice(0, 6) }]
  })
  return offers.sort((one, other) => one.priceKobo - other.priceKobo || (one.name < other.name ? -1 : 1))
}

function daysFrom(today: string, ahead: number, span: number, weekdays: number[]): string[] {
  const begins = Date.parse(`${today}T00:00:00Z`)
  return Array.from({ length: span }, (_, index) => new Date(begins + (ahead + index) * 86_400_000))
    .filter((date) => weekdays.includes(date.getUTCDay() || 7))
    .map((date) => date.toISOString().slice(0, 10))
}

const capitalize = (name: string) => name.slice(0, 1).toUpperCase() + name.slice(1)

const fold = (text: string) => text.trim().toLowerCase()
