/** What farmers choose from, with the words of each option. */
import { orderProducts } from '../order-products.ts'
import { plainOptions } from '../plain-options.ts'

/** acres: what the record holds for the code (decision 54). */
export const farmSizes = [
  { value: 'under-1', label: 'Under 1 acre', acres: 0.5 },
  { value: '1-5', label: '1 to 5 acres', acres: 1 },
  { value: '6-10', label: '6 to 10 acres', acres: 6 },
  { value: '11-50', label: '11 to 50 acres', acres: 11 },
  { value: '51-100', label: '51 to 100 acres', acres: 51 },
  { value: '100plus', label: 'More than 100 acres', acres: 100 },
] as const

/** years: what the record holds for the code (decision 54). */
export const farmingExperiences = [
  { value: '0-1', label: 'Up to 1 year', years: 0 },
  { value: '2-5', label: '2 to 5 years', years: 2 },
  { value: '6-10', label: '6 to 10 years', years: 6 },
  { value: '11-20', label: '11 to 20 years', years: 11 },
  { value: '20plus', label: 'More than 20 years', years: 20 },
] as const

/** What a record holds, in the words that were chosen; of an older record, as it was entered. */
export const nameFarmSize = (acres: number) =>
  farmSizes.find((size) => size.acres === acres)?.label ?? `${acres} acres or more`
export const nameFarmingYears = (years: number) =>
  farmingExperiences.find((experience) => experience.years === years)?.label ?? `${years} years or more`

/** What most farms grow to eat and sell at home. */
const staples = [
  'Maize',
  'Rice',
  'Yam',
  'Cassava',
  'Sorghum',
  'Millet',
  'Groundnut',
  'Tomato',
  'Pepper',
  'Plantain',
]

/** Staples first, then what is traded in bulk (decision 54). */
export const cropTypes = plainOptions([
  ...staples,
  ...orderProducts.filter((product) => !staples.includes(product)),
  'Other',
])

export const farmingMethods = [
  { value: 'organic', label: 'Organic' },
  { value: 'conventional', label: 'Conventional' },
  { value: 'mixed', label: 'Mixed' },
  { value: 'sustainable', label: 'Sustainable' },
] as const
