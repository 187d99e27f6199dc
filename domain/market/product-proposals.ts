/** What a farmer or the staff say of a product: the questions in their order, and what becomes of the answers. */
import { rule } from '../fields.ts'
import { type AnswersInput, type FieldProblem, readForm } from '../forms.ts'
import { limits } from '../limits.ts'
import { parseNaira } from '../money.ts'
import { nigerianStates } from '../nigeria/states.ts'
import { parseQuantity } from '../quantities.ts'
import { rulesOf } from '../questions.ts'
import { productLimits, productMessages, readStock } from './product-limits.ts'
import { formatPack, type PackUnit, type ProductCategory, packUnits, productCategories } from './products.ts'

export const morePhotosMax = 5

export const productWords = {
  label: 'Product',
  busyLabel: 'Saving...',
  photo: {
    label: 'Photo',
    help: 'One photo of the produce itself, in daylight. Without one we show a drawing.',
    undoLabel: 'Leave the photo as it was',
    progress: 'Sending the photo…',
  },
  more: {
    label: 'More photos',
    help: 'Up to 5: the pack, the grain from near, the field.',
    remove: (place: number) => `Remove photo ${place}`,
    removeLabel: 'Remove',
    chosen: (count: number) =>
      count === 1 ? '1 photo is sent when you save.' : `${count} photos are sent when you save.`,
  },
  notSaved: 'Not saved.',
  describeChange: (product: string) => `Change ${product}`,
  saveLabel: 'Save the changes',
  sendLabel: 'Send for review',
  saved: 'Product saved',
  sent: 'Product sent for review',
  savedText: 'You see here when it is on the marketplace.',
} as const

/** The box beside a product in which its farmer counts what is left. */
export const stockWords = {
  label: (product: string) => `Stock of ${product}`,
  stock: { label: 'Packs in stock', help: 'Empty: no limit.' },
  submitLabel: 'Save stock',
  busyLabel: 'Saving...',
  saved: { title: 'Stock saved', text: (product: string) => `Buyers see the new count of ${product}.` },
} as const

/** May be left empty. */
const shortLine = (label: string) =>
  rule(label, { kind: 'line', min: 0, max: 100, message: `${label} must be text` })

/** The questions are the columns of products; price is in naira as it is typed. */
export const productQuestions = {
  name: {
    label: 'Product',
    help: 'As a buyer would look for it: Rice, Dried pepper.',
    rule: rule('Product', {
      kind: 'line',
      min: 2,
      max: 100,
      message: 'Product name must be at least 2 characters',
    }),
  },
  category: {
    label: 'Category',
    placeholder: 'Please select',
    rule: rule('Category', {
      kind: 'option',
      min: 1,
      max: limits.shortTextMax,
      options: productCategories,
      message: 'Please select a category',
    }),
  },
  pack_amount: {
    label: 'In one pack',
    help: 'The number alone: 50.',
    rule: rule('Pack', { kind: 'line', min: 1, max: 20, message: productMessages.packAmount }),
  },
  pack_unit: {
    label: 'Unit',
    help: 'Kilograms, or litres for oil.',
    rule: rule('Unit', {
      kind: 'option',
      min: 1,
      max: limits.shortTextMax,
      options: packUnits,
      message: 'Please select kg or L',
    }),
  },
  weight: {
    label: 'Weight of one full pack, in kg',
    help: 'With its can, such as 18.5. Delivery of litres has a price only where this is known.',
    rule: rule('Weight', { kind: 'line', min: 0, max: 20, message: productMessages.weight }),
  },
  price: {
    label: 'Price of one pack, in naira',
    help: 'Buyers see the price of a kilogram or litre beside it.',
    rule: rule('Price', { kind: 'line', min: 1, max: 30, message: productMessages.price }),
  },
  stock: {
    label: 'Packs in stock',
    help: 'Leave it empty when you can always deliver.',
    rule: rule('Stock', { kind: 'line', min: 0, max: 20, message: productMessages.stock }),
  },
  season: {
    label: 'Season',
    help: 'When it is there: August to January, All year.',
    rule: shortLine('Season'),
  },
  variety: {
    label: 'Variety',
    help: 'As it is sold: Ofada, FARO 44.',
    rule: shortLine('Variety'),
  },
  grade: {
    label: 'Grade',
    help: 'Grade 1, clean and sorted, moisture 12%.',
    rule: shortLine('Grade'),
  },
  harvest: {
    label: 'Harvest',
    help: 'When it was brought in: October 2026.',
    rule: shortLine('Harvest'),
  },
  lot: {
    label: 'Lot',
    help: 'The mark on the bags, if there is one.',
    rule: shortLine('Lot'),
  },
  state: {
    label: 'State',
    help: 'Where it grows.',
    placeholder: 'Please select',
    rule: rule('State', {
      kind: 'option',
      min: 0,
      max: limits.shortTextMax,
      options: nigerianStates.map(({ value }) => value),
      message: 'Please select state',
    }),
  },
  description: {
    label: 'Description',
    help: 'How it tastes or cooks, how it is packed.',
    rule: rule('Description', {
      kind: 'text',
      min: 0,
      max: limits.remarksMax,
      message: 'Description must be text',
    }),
  },
}

export const productRules = rulesOf(productQuestions)

/** What may be left empty. */
const shortLines = ['season', 'variety', 'grade', 'harvest', 'lot'] as const

/** A row of products as the form makes it. */
export interface ProductDraft {
  name: string
  category: ProductCategory
  pack_amount: number
  pack_unit: PackUnit
  weight_grams: number | null
  price_kobo: number
  stock: number | null
  season: string | null
  variety: string | null
  grade: string | null
  harvest: string | null
  lot: string | null
  state: string | null
  description: string | null
}

export type ProductVerdict = { ok: true; draft: ProductDraft } | { ok: false; problems: FieldProblem[] }

export function readProductDraft(input: AnswersInput): ProductVerdict {
  const verdict = readForm(productRules, input)
  const packAmount = parseQuantity(String(input.pack_amount ?? '').trim())
  const priceKobo = parseNaira(String(input.price ?? ''))
  const weight = readWeight(String(input.weight ?? ''))
  const stock = readStock(String(input.stock ?? ''))
  const problems = verdict.ok ? [] : [...verdict.problems]
  const add = (field: keyof typeof productRules, message: string) => {
    if (!problems.some((problem) => problem.field === field)) problems.push({ field, message })
  }
  if (packAmount === null || packAmount > productLimits.packAmountMax)
    add('pack_amount', productMessages.packAmount)
  if (priceKobo === null || priceKobo < productLimits.priceKoboMin || priceKobo > productLimits.priceKoboMax)
    add('price', productMessages.price)
  if (weight === undefined) add('weight', productMessages.weight)
  else if (weight !== null && packAmount !== null && verdict.ok) {
    const problem = findWeightProblem(weight, packAmount, verdict.answers.pack_unit as PackUnit)
    if (problem) add('weight', problem)
  }
  if (stock === undefined) add('stock', productMessages.stock)
  // The database wants two letters where there is anything at all.
  for (const name of shortLines)
    if (verdict.ok && verdict.answers[name].length === 1)
      add(name, `${productQuestions[name].label} must be at least 2 characters`)
  if (
    !verdict.ok ||
    problems.length > 0 ||
    packAmount === null ||
    priceKobo === null ||
    weight === undefined ||
    stock === undefined
  ) {
    const order = Object.keys(productRules)
    return { ok: false, problems: problems.sort((a, b) => order.indexOf(a.field) - order.indexOf(b.field)) }
  }
  const { name, category, pack_unit, season, variety, grade, harvest, lot, state, description } =
    verdict.answers
  return {
    ok: true,
    draft: {
      name,
      category: category as ProductCategory,
      pack_amount: packAmount,
      pack_unit: pack_unit as PackUnit,
      weight_grams: weight,
      price_kobo: priceKobo,
      stock,
      season: season || null,
      variety: variety || null,
      grade: grade || null,
      harvest: harvest || null,
      lot: lot || null,
      state: state || null,
      description: description || null,
    },
  }
}

/** In grams. Null: the pack says it, or nobody knows; undefined: no weight. */
function readWeight(text: string): number | null | undefined {
  const plain = text.trim().replace(/ ?kg$/i, '')
  if (plain === '') return null
  const kilograms = parseQuantity(plain)
  const grams = Math.round((kilograms ?? 0) * 1000)
  return grams >= 1 && grams <= productLimits.weightGramsMax ? grams : undefined
}

/** How much a pack weighs of what is in it, from the least to the most. */
const weightShares: Readonly<Record<PackUnit, readonly [number, number]>> = { kg: [1, 3], L: [0.5, 3] }

function findWeightProblem(grams: number, amount: number, unit: PackUnit): string | null {
  const [least, most] = weightShares[unit].map((share) => share * amount) as [number, number]
  return grams >= least * 1000 && grams <= most * 1000
    ? null
    : productMessages.describeWeightRange(formatPack(amount, unit), String(least), String(most))
}
