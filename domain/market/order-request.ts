/** The bulk order form: its questions with their rules, in their groups and their order on the page. */
import { emailRule, phoneRule } from '../contact-questions.ts'
import { getLagosDay } from '../dates.ts'
import { rule } from '../fields.ts'
import { type AnswersInput, type FieldProblem, readForm } from '../forms.ts'
import { limits } from '../limits.ts'
import { orderProducts } from '../order-products.ts'
import { findPercentProblem, quantityMessages, units } from '../quantities.ts'
import { type BoxQuestion, type FormQuestions, rulesOf } from '../questions.ts'
import { cleanLine } from '../text.ts'
import { findWholeProblem } from '../whole-units.ts'

export const orderUnits = units

export const paymentTerms = [
  '30% Advance 70% on Delivery',
  '50% Advance 50% on Delivery',
  'Letter of Credit',
  'Cash on Delivery',
  'Bank Transfer',
] as const

export const incoterms = ['FOB', 'CIF', 'CFR', 'EXW', 'DDP'] as const

const shortMax = limits.shortTextMax

function oneOf(label: string, options: readonly string[], message: string) {
  return {
    control: 'select',
    options,
    placeholder: message.replace('Please select', 'Select'),
    rule: rule(label, { kind: 'option', min: 1, max: shortMax, options, message }),
  } as const
}

const who = {
  companyName: {
    label: 'Company name',
    control: 'line',
    autoComplete: 'organization',
    rule: rule('Company name', {
      kind: 'line',
      min: 2,
      max: shortMax,
      message: 'Company name must be at least 2 characters',
    }),
  },
  contactPerson: {
    label: 'Contact person',
    control: 'line',
    autoComplete: 'name',
    rule: rule('Contact person name', {
      kind: 'line',
      min: 2,
      max: shortMax,
      message: 'Contact person name is required',
    }),
  },
  email: {
    label: 'Email',
    control: 'line',
    type: 'email',
    inputMode: 'email',
    autoComplete: 'email',
    help: 'The confirmation and every decision go there.',
    rule: emailRule(),
  },
  phone: {
    label: 'Phone number',
    control: 'line',
    type: 'tel',
    inputMode: 'tel',
    autoComplete: 'tel',
    help: 'We call this number about the order. Nothing else.',
    rule: phoneRule,
  },
  address: {
    label: 'Address',
    control: 'area',
    autoComplete: 'street-address',
    rule: rule('Address', {
      kind: 'text',
      min: 10,
      max: limits.addressMax,
      message: 'Address must be at least 10 characters',
    }),
  },
  country: {
    label: 'Country',
    control: 'country',
    help: 'Choose from the list or type it.',
    rule: rule('Country', { kind: 'line', min: 2, max: 100, message: 'Country is required' }),
  },
} as const satisfies FormQuestions

const what = {
  product: {
    label: 'Product',
    control: 'select',
    options: orderProducts,
    placeholder: 'Select a product',
    // Which ones there are is a table: staff maintain it.
    rule: rule('Product', { kind: 'line', min: 1, max: shortMax, message: 'Please select a product' }),
  },
  quantity: {
    label: 'Quantity',
    control: 'line',
    inputMode: 'decimal',
    half: true,
    rule: rule('Quantity', { kind: 'quantity', min: 1, max: 40, message: quantityMessages.required }),
  },
  unit: { label: 'Unit', half: true, ...oneOf('Unit', orderUnits, 'Please select a unit') },
} as const satisfies FormQuestions

const terms = {
  deliveryLocation: {
    label: 'Delivery location',
    control: 'area',
    help: 'Port, warehouse or address where the goods should arrive.',
    rule: rule('Delivery location', {
      kind: 'text',
      min: 5,
      max: limits.addressMax,
      message: 'Delivery location is required',
    }),
  },
  paymentTerms: {
    label: 'Payment terms',
    ...oneOf('Payment terms', paymentTerms, 'Please select payment terms'),
  },
  incoterms: {
    label: 'Incoterms',
    help: 'Who pays for transport and insurance, and up to where.',
    ...oneOf('Incoterms', incoterms, 'Please select incoterms'),
  },
  additionalRequirements: {
    label: 'Additional requirements',
    control: 'area',
    help: 'Grade, packing, certificates: whatever we should know.',
    rule: rule('Additional requirements', {
      kind: 'text',
      min: 0,
      max: limits.remarksMax,
      message: 'Additional requirements must be text',
    }),
  },
  preferredDate: {
    label: 'Preferred delivery date',
    control: 'line',
    type: 'date',
    help: 'We confirm the date with you.',
    half: true,
    rule: rule('Preferred delivery date', {
      kind: 'line',
      min: 0,
      max: 10,
      message: 'Please choose a day that is not in the past',
    }),
  },
} as const satisfies FormQuestions

const optionalLine = (label: string, max: number) =>
  rule(label, { kind: 'line', min: 0, max, message: `${label} must be text` })

/** Folded away: who knows these things has them in the first quote, and nobody has to. */
const more = {
  namedPlace: {
    label: 'Port or place of the Incoterm',
    control: 'line',
    half: true,
    help: 'For CIF, for example: Rotterdam.',
    rule: optionalLine('Port or place', 120),
  },
  grade: {
    label: 'Grade',
    control: 'line',
    half: true,
    help: 'For example: grade 1, moisture below 7.5%.',
    rule: optionalLine('Grade', shortMax),
  },
  packing: {
    label: 'Packing',
    control: 'line',
    half: true,
    help: 'For example: new jute bags of 62.5 kg.',
    rule: optionalLine('Packing', shortMax),
  },
  tolerancePercent: {
    label: 'Tolerance, ± %',
    control: 'line',
    inputMode: 'decimal',
    half: true,
    help: 'How much more or less is fine for you.',
    rule: rule('Tolerance', { kind: 'line', min: 0, max: 6, message: quantityMessages.percent }),
  },
  targetPrice: {
    label: 'Price that you have in mind',
    control: 'line',
    half: true,
    help: 'With its currency, for example: US$1,800 a ton.',
    rule: optionalLine('The price', 100),
  },
  purchaseOrderNumber: {
    label: 'Your order number',
    control: 'line',
    half: true,
    help: 'It stands on our papers then.',
    rule: optionalLine('Your order number', 60),
  },
} as const satisfies FormQuestions

/** After the groups of the form, behind one press. */
export const moreAboutGoods: { title: string; questions: FormQuestions<BoxQuestion> } = {
  title: 'More about the goods',
  questions: more,
}

export const orderQuestionGroups: readonly { title: string; questions: FormQuestions<BoxQuestion> }[] = [
  { title: 'Who is ordering', questions: who },
  { title: 'What you need', questions: what },
  { title: 'Delivery and terms', questions: terms },
]

export const orderRequestRules = rulesOf({ ...who, ...what, ...terms, ...more })

export type OrderRequestField = keyof typeof orderRequestRules
type OptionalField = 'additionalRequirements' | 'preferredDate' | keyof typeof more
/** A further product of the same request; its boxes carry its number: product2, quantity2, unit2. */
export type RequestLine = { product: string; quantity: string; unit: string }
export const requestLinesMax = 20
/** The group that further products follow. */
export const productQuestions: FormQuestions<BoxQuestion> = what

/** Further products as their boxes carry them. */
export const numberLines = (lines: readonly RequestLine[]): Record<string, string> =>
  Object.fromEntries(
    lines.flatMap((line, place) =>
      Object.entries(line).map(([name, value]) => [`${name}${place + 2}`, value]),
    ),
  )

export const listLineQuestions = (position: number): Record<string, FormQuestions<BoxQuestion>[string]> =>
  Object.fromEntries(Object.entries(what).map(([name, question]) => [`${name}${position}`, question]))

export type OrderRequest = Record<Exclude<OrderRequestField, OptionalField>, string> &
  Partial<Record<OptionalField, string>> & { lines?: RequestLine[] }

/** The sentences of all fields, in the order of the page. As in submit_order, what was not sent is not answered. */
export function readOrderRequest(
  input: AnswersInput,
  products: readonly string[] = orderProducts,
): { ok: true; answers: OrderRequest } | { ok: false; problems: FieldProblem[] } {
  const verdict = readForm(orderRequestRules, input)
  const problems = verdict.ok ? [] : [...verdict.problems]
  const further = listFurther(input).map((position) => readLine(input, String(position), products))
  for (const problem of [readLine(input, '', products), ...further].flatMap((line) => line.problems))
    if (!problems.some(({ field }) => field === problem.field)) problems.push(problem)
  const names = Object.keys(orderRequestRules)
  const placeOf = (field: string) => names.indexOf(field.replace(/\d+$/, ''))
  problems.sort((one, other) => placeOf(one.field) - placeOf(other.field))
  const day = typeof input.preferredDate === 'string' ? cleanLine(input.preferredDate) : ''
  if (!problems.some(({ field }) => field === 'preferredDate') && day !== '' && !isDayToCome(day))
    problems.push({ field: 'preferredDate', message: orderRequestRules.preferredDate.message })
  const typed = (field: OrderRequestField) =>
    problems.some((problem) => problem.field === field) ? '' : cleanLine(String(input[field] ?? ''))
  const share = findPercentProblem(typed('tolerancePercent'))
  if (share) problems.push({ field: 'tolerancePercent', message: share })
  if (!verdict.ok || problems.length > 0) return { ok: false, problems }
  const sent = Object.entries(verdict.answers).filter(([field]) => input[field] !== undefined)
  const lines = further.map(({ line }) => line)
  return {
    ok: true,
    answers: { ...Object.fromEntries(sent), ...(lines.length > 0 && { lines }) } as OrderRequest,
  }
}

/** The numbers of the further products that are requested. */
export function listFurther(input: AnswersInput): number[] {
  return Array.from({ length: requestLinesMax - 1 }, (_, place) => place + 2).filter(
    (position) => input[`product${position}`] !== undefined,
  )
}

/** One product with its quantity and unit. What can be ordered is a table. As private.request_line_problem. */
function readLine(input: AnswersInput, suffix: string, products: readonly string[]) {
  const verdict = readForm(rulesOf(what), {
    product: input[`product${suffix}`],
    quantity: input[`quantity${suffix}`],
    unit: input[`unit${suffix}`],
  })
  const problems = verdict.ok ? [] : [...verdict.problems]
  const line = Object.fromEntries(
    Object.keys(what).map((name) => [name, cleanLine(String(input[name + suffix] ?? ''))]),
  ) as unknown as RequestLine
  const isFine = (name: string) => !problems.some(({ field }) => field === name)
  if (isFine('product') && !products.includes(line.product))
    problems.push({ field: 'product', message: orderRequestRules.product.message })
  const whole =
    isFine('quantity') && isFine('unit')
      ? findWholeProblem(Number(line.quantity.replaceAll(',', '')), line.unit)
      : null
  if (whole) problems.push({ field: 'quantity', message: whole })
  return { line, problems: problems.map((problem) => ({ ...problem, field: problem.field + suffix })) }
}

/** A day that exists, written YYYY-MM-DD, from today in Lagos on. */
function isDayToCome(day: string): boolean {
  const instant = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(instant.getTime()) || instant.toISOString().slice(0, 10) !== day) return false
  return day >= getLagosDay(new Date())
}

const liquids: readonly string[] = ['Palm Oil']

/** A hint beside the unit when the pair is unusual; never a refusal (decision 85). */
export function findUnitWarning(product: string, unit: string): string | null {
  if (liquids.includes(product) && unit.startsWith('Bags')) {
    return `${product} is not packed in bags. Please choose another unit, or tell us how it should be packed.`
  }
  return null
}

export const orderRequestWords = {
  label: 'Agricultural Products Order Form',
  note: 'We keep what you write to answer, deliver and bill this order.',
  submitLabel: 'Submit Order',
  busyLabel: 'Submitting Order...',
  submitted: {
    title: 'Order Submitted Successfully',
    text: 'We have received your order request. Our team will contact you within 24 hours.',
  },
  failed: {
    title: 'Submission Failed',
    text: 'There was an error submitting your order. Please try again.',
  },
  notConfirmed: 'Your order was not confirmed.',
  addLine: 'Add another product',
  removeLine: (position: number) => `Remove product ${position}`,
  removedLine: (position: number) => `Product ${position} is removed`,
  undo: 'Undo',
  furtherLine: (position: number) => `Product ${position}`,
  kept: 'What you typed is kept, and sending it again will not make a second order.',
} as const
