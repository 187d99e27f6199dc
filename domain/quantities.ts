/** Quantities as people type them, units as the order form offers them, and their weight where it is known. */
import { limits } from './limits.ts'
import { groupThousands } from './numbers.ts'

export const units = [
  'Tons',
  'Kilograms',
  'Bags (50kg)',
  'Bags (100kg)',
  'Containers (20ft)',
  'Containers (40ft)',
] as const
export type Unit = (typeof units)[number]

export const quantityMessages = {
  required: 'Quantity is required',
  notPositive: 'Enter a quantity greater than 0',
  tooManyDecimals: `Enter a quantity with at most ${limits.quantityDecimalsMax} decimals`,
  tooLarge: 'Enter a quantity of at most 1,000,000,000',
  notWhole: 'Bags, containers and other packs are counted whole: enter a number without decimals',
  percent: 'Enter a percentage from 0 to 100, such as 2 or 7.5',
} as const

// '1500', '1,500', '1,500.25', '.5'. A misplaced comma ('1,5') is refused: 1.5 or 15 would be a guess.
const writing = /^(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]*)(?:\.[0-9]+)?$/

/** The sentence to show for a cleaned line, or null when it is a usable quantity. Same as private.quantity_problem. */
export function findQuantityProblem(text: string): string | null {
  if (text === '') return quantityMessages.required
  if (!writing.test(text) || !/[1-9]/.test(text)) return quantityMessages.notPositive
  const [whole = '', decimals = ''] = text.replaceAll(',', '').split('.')
  if (decimals.length > limits.quantityDecimalsMax) return quantityMessages.tooManyDecimals
  if (whole.replace(/^0+/, '').length > 10 || Number(text.replaceAll(',', '')) > limits.quantityMax) {
    return quantityMessages.tooLarge
  }
  return null
}

/** What is wrong with a percentage as it is typed; null when it is one, or empty. */
export function findPercentProblem(typed: string): string | null {
  return typed === '' || /^(?:100|[0-9]{1,2}(?:\.[0-9]{1,2})?)$/.test(typed) ? null : quantityMessages.percent
}

/** The number, or null when the text is no usable quantity. */
export function parseQuantity(text: string): number | null {
  return findQuantityProblem(text) === null ? Number(text.replaceAll(',', '')) : null
}

/** Kilograms in a container of one product, as staff have set them among the products of the order form; null: not known. */
export interface ContainerWeights {
  'Containers (20ft)': number | null
  'Containers (40ft)': number | null
}

// A container's weight depends on the goods: unknown until staff set it (decision 85).
const kilogramsPerUnit: Record<Unit, number | null> = {
  Tons: 1000,
  Kilograms: 1,
  'Bags (50kg)': 50,
  'Bags (100kg)': 100,
  'Containers (20ft)': null,
  'Containers (40ft)': null,
}

/** The weight in kilograms, or null where the unit does not determine it. */
export function convertToKilograms(
  quantity: number,
  unit: string,
  containers?: ContainerWeights,
): number | null {
  const known = units.find((candidate) => candidate === unit)
  const factor = known === undefined ? null : { ...kilogramsPerUnit, ...containers }[known]
  // Thousandths are exact integers, floating products are not.
  return factor === null ? null : (Math.round(quantity * 1000) * factor) / 1000
}

/** 18500.25 -> '18,500.25', at most three decimals. */
export function formatQuantity(quantity: number): string {
  const [whole = '', decimals] = String(Math.round(quantity * 1000) / 1000).split('.')
  return groupThousands(whole) + (decimals ? `.${decimals}` : '')
}

/** "1 pack", "12 packs" of an order of the marketplace; "18.5 Tons" as the form of a bulk order has it, and "1 Ton". */
export function formatAmount(quantity: string, unit: string): string {
  const named = unit === 'Packs' ? 'packs' : unit
  return `${quantity} ${Number(quantity) === 1 ? named.replace(plural, '$1') : named}`
}

/** The first word of a unit, as forms and staff write it: "Containers (20ft)", "metric tonnes", "boxes". */
const plural = /^((?:metric )?(?:box(?=es)|[a-z]*[a-rt-wyz]))e?s\b/i

/** " (2,500 kg)" behind what someone requested in bags or tonnes; nothing where the weight is not known, or said already. */
export function describeWeight(quantity: string, unit: string, containers?: ContainerWeights): string {
  const weightKg =
    unit === 'Kilograms' ? null : convertToKilograms(parseQuantity(quantity) ?? Number.NaN, unit, containers)
  return weightKg === null || Number.isNaN(weightKg) ? '' : ` (${formatQuantity(weightKg)} kg)`
}
