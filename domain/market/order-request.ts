/** The bulk order form: its questions with their rules, in their groups and their order on the page. */
import { emailRule, phoneRule } from '../contact-questions.ts'
import { getLagosDay } from '../dates.ts'
import { rule } from '../fields.ts'
import { type AnswersInput, type FieldProblem, readForm } from '../forms.ts'
import { limits } from '../limits.ts'
import { orderProducts } from '../order-products.ts'
import { quantityMessages, units } from '../quantities.ts'
import { type BoxQuestion, type FormQuestions, rulesOf } from '../questions.ts'
import { cleanLine } from '../text.ts'

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
  product: { label: 'Product', ...oneOf('Product', orderProducts, 'Please select a product') },
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

export const orderQuestionGroups: readonly { title: string; questions: FormQuestions<BoxQuestion> }[] = [
  { title: 'Who is ordering', questions: who },
  { title: 'What you need', questions: what },
  { title: 'Delivery and terms', questions: terms },
]

export const orderRequestRules = rulesOf({ ...who, ...what, ...terms })

export type OrderRequestField = keyof typeof orderRequestRules
type OptionalField = 'additionalRequirements' | 'preferredDate'
export type OrderRequest = Record<Exclude<OrderRequestField, OptionalField>, string> &
  Partial<Record<OptionalField, string>>

/** The sentences of all fields, in the order of the page. As in submit_order, what was not sent is not answered. */
export function readOrderRequest(
  input: AnswersInput,
): { ok: true; answers: OrderRequest } | { ok: false; problems: FieldProblem[] } {
  const verdict = readForm(orderRequestRules, input)
  const problems = verdict.ok ? [] : verdict.problems
  const day = typeof input.preferredDate === 'string' ? cleanLine(input.preferredDate) : ''
  if (!problems.some(({ field }) => field === 'preferredDate') && day !== '' && !isDayToCome(day))
    problems.push({ field: 'preferredDate', message: orderRequestRules.preferredDate.message })
  if (!verdict.ok || problems.length > 0) return { ok: false, problems }
  const sent = Object.entries(verdict.answers).filter(([field]) => input[field] !== undefined)
  return { ok: true, answers: Object.fromEntries(sent) as OrderRequest }
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
