/** Zones and depots as staff type them: places and prices one on a line, and what is wrong with them in words. */
import { formatNaira, parseNaira } from '../money.ts'
import { findNearest, lettersOf } from '../nigeria/nearest-place.ts'
import { nigerianStates } from '../nigeria/states.ts'
import { parseQuantity } from '../quantities.ts'
import { cleanLine } from '../text.ts'
import { formatWeight } from './delivery.ts'

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const

export interface ZoneRow {
  name: string
  areas: string[]
  step_grams: number[]
  step_kobo: number[]
  weekdays: number[]
  cutoff_days: number
  capacity_kg: number | null
  capacity_orders: number | null
}

export interface DepotRow {
  name: string
  address: string
  state: string
  lga: string
  hours: string
  weekdays: number[]
  lead_days: number
}

type Refuse = (field: string, message: string) => undefined
type Typed = Readonly<Record<string, string | undefined>>

export const zoneWords = {
  name: { label: 'Name', problem: 'The name needs at least 2 characters' },
  areas: {
    label: 'Where',
    help: 'One place on a line: a state (Lagos), or one area of a state (Lagos: Surulere). The more exact one counts.',
    problem: 'Write one place on a line, like Lagos or Lagos: Surulere',
    describeUnknown: (state: string) => `${state} is no state. Write its name as in the list of states.`,
    describeUnknownArea: (area: string, state: string, nearest: string) =>
      `${area} is no local government area of ${state}. Did you mean ${nearest}?`,
  },
  prices: {
    label: 'Prices',
    help: 'One on a line: up to how many kilograms, and the price in naira (50 = 2,500). Above the last line delivery is quoted.',
    problem: 'Write kilograms = naira on each line, the lightest first, like 50 = 2,500',
  },
  weekdays: {
    label: 'Days of the week',
    help: 'The first three letters are enough: Tue, Thu, Sat.',
    problem: 'Write days of the week, like Tue, Thu, Sat',
  },
  cutoff: {
    label: 'Days ahead',
    help: 'So many days before a delivery its last order is taken.',
    problem: 'Write a number from 0 to 30',
  },
  capacityKg: {
    label: 'Kilograms in a day',
    help: 'Empty: as many as come.',
    problem: 'Write a whole number above 0, or nothing',
  },
  capacityOrders: {
    label: 'Orders in a day',
    help: 'Empty: as many as come.',
    problem: 'Write a whole number above 0, or nothing',
  },
} as const

export const depotWords = {
  name: { label: 'Name', problem: 'The name needs at least 2 characters' },
  address: { label: 'Address', problem: 'The address needs at least 5 characters' },
  state: { label: 'State', problem: 'Please choose a state' },
  lga: { label: 'Local government area', problem: 'Local government area is required' },
  hours: {
    label: 'Opening hours',
    help: 'As buyers read them: Monday to Saturday, 8:00 to 17:00.',
    problem: 'Write the opening hours',
  },
  weekdays: zoneWords.weekdays,
  lead: {
    label: 'Days until ready',
    help: 'How many days after the order the goods lie there.',
    problem: 'Write a number from 0 to 30',
  },
} as const

const lines = (text = '') => text.split('\n').map(cleanLine).filter(Boolean)

function readWhole(text: string | undefined, max: number): number | null {
  const typed = (text ?? '').replaceAll(',', '').trim()
  return /^\d{1,7}$/.test(typed) && Number(typed) <= max ? Number(typed) : null
}

/** 'Tue, thursday' -> [2, 4]; null where a word is no day, or there is none. */
export function readWeekdays(text = ''): number[] | null {
  const typed = text.split(/[\s,;]+/).filter(Boolean)
  const days = typed.map((word) => {
    const index = weekdayNames.findIndex(
      (day) => word.length >= 3 && day.toLowerCase().startsWith(word.toLowerCase()),
    )
    return index + 1
  })
  if (days.length === 0 || days.includes(0)) return null
  return [...new Set(days)].sort((one, other) => one - other)
}

export const writeWeekdays = (days: readonly number[]) =>
  days.map((day) => weekdayNames[day - 1]?.slice(0, 3)).join(', ')

/** '50 = 2,500' on each line, rising. */
export function readPrices(text = ''): { step_grams: number[]; step_kobo: number[] } | null {
  const steps = lines(text).map((line) => {
    const [weight = '', price = '', more] = line.split('=')
    const kg = parseQuantity(weight.replace(/kg/i, '').trim())
    return {
      grams: kg === null ? 0 : Math.round(kg * 1000),
      kobo: more === undefined ? parseNaira(price) : null,
    }
  })
  const isRising = steps.every(({ grams }, place) => grams > (steps[place - 1]?.grams ?? 0))
  if (
    steps.length === 0 ||
    !isRising ||
    steps.some(({ kobo, grams }) => kobo === null || grams > 2_000_000_000)
  )
    return null
  return { step_grams: steps.map(({ grams }) => grams), step_kobo: steps.map(({ kobo }) => kobo ?? 0) }
}

export const writePrices = ({ step_grams, step_kobo }: Pick<ZoneRow, 'step_grams' | 'step_kobo'>) =>
  step_grams
    .map((grams, place) => `${grams / 1000} = ${formatNaira(step_kobo[place] ?? 0).slice(1)}`)
    .join('\n')

/** 'up to 50 kg ₦2,500, up to 100 kg ₦4,500' */
export const describePrices = ({ step_grams, step_kobo }: Pick<ZoneRow, 'step_grams' | 'step_kobo'>) =>
  step_grams
    .map((grams, place) => `up to ${formatWeight(grams)} ${formatNaira(step_kobo[place] ?? 0)}`)
    .join(', ')

/** 'Tue, Thu; 8,000 kg a day, 12 orders a day' */
export function describeDays({ weekdays, capacity_kg, capacity_orders }: ZoneRow): string {
  const most = [
    capacity_kg !== null && `${formatWeight(capacity_kg * 1000)} a day`,
    capacity_orders !== null && `${capacity_orders} orders a day`,
  ].filter(Boolean)
  return [writeWeekdays(weekdays), most.join(', ')].filter(Boolean).join('; ')
}

const namedMax = 4

/** 'Lagos; Kano: Dala, Fagge, Gwale, Tarauni and 8 more', each state once. */
export function describeAreas(areas: readonly string[]): string {
  const byState = new Map<string, string[]>()
  for (const area of areas) {
    const [state = '', lga] = area.split(': ')
    byState.set(state, [...(byState.get(state) ?? []), ...(lga ? [lga] : [])])
  }
  return [...byState]
    .map(([state, named]) => {
      const rest = named.length - namedMax
      const list = `${named.slice(0, namedMax).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
      return named.length === 0 || areas.includes(state) ? state : `${state}: ${list}`
    })
    .join('; ')
}

/** 'lagos: surulere' as the list of states and areas writes it, or what is wrong with it. */
function readArea(
  typed: string,
  listAreas: (state: string) => string[],
): { area: string } | { problem: string } {
  const [typedState = '', typedArea] = typed.split(': ')
  const state = nigerianStates.find(({ value }) => lettersOf(value) === lettersOf(typedState))?.value
  if (state === undefined) return { problem: zoneWords.areas.describeUnknown(typedState) }
  if (typedArea === undefined) return { area: state }
  const { nearest, changes } = findNearest(typedArea, listAreas(state))
  if (changes === 0) return { area: `${state}: ${nearest}` }
  return { problem: zoneWords.areas.describeUnknownArea(typedArea, state, nearest) }
}

/** The places of a zone as the lists write them, or what is wrong with the first that is. */
function readAreas(
  text: string | undefined,
  listAreas: (state: string) => string[],
): { areas: string[] } | { problem: string } {
  const places = lines(text)
  if (places.length === 0 || places.some((place) => !/^[^:]{2,60}(: [^:]{2,60})?$/.test(place)))
    return { problem: zoneWords.areas.problem }
  const areas: string[] = []
  for (const place of places) {
    const read = readArea(place, listAreas)
    if ('problem' in read) return read
    areas.push(read.area)
  }
  return { areas }
}

/**
 * Undefined: problems were named, one for each box that is wrong. listAreas: the local government areas of a state
 * (listLocalGovernments), loaded where a place is typed.
 */
export function readZone(
  typed: Typed,
  refuse: Refuse,
  listAreas: (state: string) => string[],
): ZoneRow | undefined {
  const name = cleanLine(typed.name ?? '')
  const places = readAreas(typed.areas, listAreas)
  const prices = readPrices(typed.prices)
  const weekdays = readWeekdays(typed.weekdays)
  const cutoff_days = readWhole(typed.cutoff, 30)
  const capacity_kg = readCapacity(typed.capacityKg)
  const capacity_orders = readCapacity(typed.capacityOrders)
  if (name.length < 2) refuse('name', zoneWords.name.problem)
  if (!weekdays) refuse('weekdays', zoneWords.weekdays.problem)
  if ('problem' in places) refuse('areas', places.problem)
  if (!prices) refuse('prices', zoneWords.prices.problem)
  if (cutoff_days === null) refuse('cutoff', zoneWords.cutoff.problem)
  if (capacity_kg === undefined) refuse('capacityKg', zoneWords.capacityKg.problem)
  if (capacity_orders === undefined) refuse('capacityOrders', zoneWords.capacityOrders.problem)
  if (name.length < 2 || !weekdays || 'problem' in places || !prices) return undefined
  if (cutoff_days === null || capacity_kg === undefined || capacity_orders === undefined) return undefined
  return { name, areas: places.areas, ...prices, weekdays, cutoff_days, capacity_kg, capacity_orders }
}

/** Null: no limit; undefined: no number. */
function readCapacity(text = ''): number | null | undefined {
  if (text.trim() === '') return null
  return readWhole(text, 100_000) || undefined
}

export function readDepot(
  typed: Typed,
  refuse: Refuse,
  listAreas: (state: string) => string[],
): DepotRow | undefined {
  const [name = '', address = '', state = '', typedArea = '', hours = ''] = [
    'name',
    'address',
    'state',
    'lga',
    'hours',
  ].map((field) => cleanLine(typed[field] ?? ''))
  const isState = nigerianStates.some(({ value }) => value === state)
  const place = readArea(`${state}: ${typedArea}`, listAreas)
  const weekdays = readWeekdays(typed.weekdays)
  const lead_days = readWhole(typed.lead, 30)
  if (name.length < 2) refuse('name', depotWords.name.problem)
  if (address.length < 5) refuse('address', depotWords.address.problem)
  if (!isState) refuse('state', depotWords.state.problem)
  if (typedArea === '') refuse('lga', depotWords.lga.problem)
  else if (isState && 'problem' in place) refuse('lga', place.problem)
  if (hours.length < 3) refuse('hours', depotWords.hours.problem)
  if (!weekdays) refuse('weekdays', depotWords.weekdays.problem)
  if (lead_days === null) refuse('lead', depotWords.lead.problem)
  if (name.length < 2 || address.length < 5 || hours.length < 3 || typedArea === '') return undefined
  if ('problem' in place || !weekdays || lead_days === null) return undefined
  return { name, address, state, lga: place.area.slice(state.length + 2), hours, weekdays, lead_days }
}
