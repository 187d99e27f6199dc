/** How the terms of a contract are asked for and judged, by staff in a quote and by buyers in a counter-offer. */
import { getLagosDay } from '../dates.ts'
import { rule } from '../fields.ts'
import { type AnswersInput, type FieldProblem, readForm } from '../forms.ts'
import { findPercentProblem, quantityMessages } from '../quantities.ts'
import { type BoxQuestion, type FormQuestions, rulesOf } from '../questions.ts'
import { cleanLine, cleanText, countCharacters } from '../text.ts'
import { partyNames } from './contract-parties.ts'
import { type ContractTerms, termNames } from './contract-terms.ts'
import { type GoodsTermName, goodsTermNames, type LineTerms } from './goods-terms.ts'
import { incoterms } from './order-request.ts'

const line = (label: string, max: number) =>
  rule(label, { kind: 'line', min: 0, max, message: `${label} must be text` })

const dayMessage = 'Choose a day that exists'
const termMessages = {
  day: dayMessage,
  windowTurned: 'The last day must not be before the first one',
  windowOver: 'The delivery window must not be over already',
  windowBegun: 'The delivery window must not begin before today',
  hsCode: 'An HS code has 4 to 10 digits: 1801.00, 0910.11',
  party: 'Write it in full, or leave it empty',
} as const

const area = (label: string, help: string) =>
  ({
    label,
    control: 'area',
    rows: 2,
    help,
    rule: rule(label, { kind: 'text', min: 0, max: 500, message: `${label} must be text` }),
  }) as const

const day = (label: string) =>
  ({
    label,
    control: 'line',
    type: 'date',
    half: true,
    rule: rule(label, { kind: 'line', min: 0, max: 10, message: dayMessage }),
  }) as const

const percent = (label: string, help: string) =>
  ({
    label,
    control: 'line',
    inputMode: 'decimal',
    half: true,
    help,
    rule: rule(label, { kind: 'line', min: 0, max: 6, message: quantityMessages.percent }),
  }) as const

/** All but the payment terms, which are the order form's own list. */
export const contractTermQuestions = {
  incoterms: {
    label: 'Incoterm® 2020',
    control: 'select',
    options: incoterms,
    placeholder: 'Select incoterms',
    half: true,
    rule: rule('Incoterms', {
      kind: 'option',
      min: 1,
      max: 10,
      options: incoterms,
      message: 'Please select incoterms',
    }),
  },
  namedPlace: {
    label: 'Named place',
    control: 'line',
    half: true,
    help: 'The port or place that belongs to the Incoterm, such as Rotterdam.',
    rule: rule('Named place', {
      kind: 'line',
      min: 2,
      max: 120,
      message: 'Name the port or place that belongs to the Incoterm',
    }),
  },
  windowFrom: day('Delivery from'),
  windowTo: day('Delivery until'),
  tolerancePercent: percent('Tolerance, ± %', 'How much more or less may be delivered.'),
  moistureMaxPercent: percent('Moisture, at most %', 'Left empty where it does not matter.'),
  grade: { label: 'Grade', control: 'line', half: true, rule: line('Grade', 200) },
  packing: { label: 'Packing', control: 'line', half: true, rule: line('Packing', 200) },
  hsCode: { label: 'HS code', control: 'line', half: true, rule: line('HS code', 100) },
  origin: { label: 'Origin', control: 'line', half: true, rule: line('Origin', 120) },
  buyerCompany: { label: 'Buyer', control: 'line', half: true, rule: line('Buyer', 200) },
  buyerContact: { label: 'Contact person', control: 'line', half: true, rule: line('Contact person', 200) },
  buyerAddress: area('Address of the buyer', 'Left empty, buyer and place are as in the order.'),
  buyerCountry: { label: 'Country', control: 'line', half: true, rule: line('Country', 100) },
  deliverTo: area('Deliver to', 'Port, warehouse or address where the goods should arrive.'),
} as const satisfies FormQuestions<BoxQuestion> &
  Record<(typeof termNames)[number] | (typeof partyNames)[number], object>

/** As short as an order takes them. */
const partyMin = { buyerCompany: 2, buyerContact: 2, buyerAddress: 10, buyerCountry: 2, deliverTo: 5 }

/** Beside the currency of a quote that is not in naira. */
export const rateWords = {
  label: 'Rate agreed',
  help: 'As both sides write it, for example ₦1,540 for US$1. It is noted, and nothing is converted by it.',
} as const

export const termFieldWords = { title: 'Terms', more: 'More terms', paymentTerms: 'Payment terms' } as const

export const contractTermRules = rulesOf(contractTermQuestions)
/** For one line of goods: the same boxes as for all of them. */
export const lineTermRules = Object.fromEntries(
  goodsTermNames.map((name) => [name, contractTermRules[name]]),
) as Pick<typeof contractTermRules, GoodsTermName>

export type ContractTermField = keyof typeof contractTermRules
export type TypedTerms = Record<ContractTermField, string>

/** One code, or one of each of several lines, parted by commas. */
const hsWriting = /^[0-9]{4}(?:\.?[0-9]{2}){0,3}(?:, ?[0-9]{4}(?:\.?[0-9]{2}){0,3})*$/

/** Why an answer about goods is none; as private.goods_term_problem. */
function findGoodsProblem(name: GoodsTermName, said: string): string | null {
  if (name === 'moistureMaxPercent') return findPercentProblem(said)
  return name !== 'hsCode' || said === '' || hsWriting.test(said) ? null : termMessages.hsCode
}

/** The same verdicts as private.read_line_terms: null, or the first that is wrong. */
export function findLineTermProblem(terms: LineTerms): FieldProblem | null {
  const verdict = readForm(lineTermRules, { ...noLineTerms, ...terms })
  if (!verdict.ok) return verdict.problems[0] ?? null
  for (const field of goodsTermNames) {
    const message = findGoodsProblem(field, verdict.answers[field])
    if (message !== null) return { field, message }
  }
  return null
}

const noLineTerms = Object.fromEntries(goodsTermNames.map((name) => [name, '']))

/** The same verdicts as private.read_contract_terms, every problem at its box; `firstDays` were said before: one that has begun since stays. */
export function readContractTerms(
  input: AnswersInput,
  firstDays: readonly (string | null | undefined)[] = [],
): { ok: true; terms: TypedTerms } | { ok: false; problems: FieldProblem[] } {
  const verdict = readForm(contractTermRules, input)
  const problems = verdict.ok ? [] : [...verdict.problems]
  const textOf = (field: ContractTermField) =>
    problems.some((problem) => problem.field === field) ? '' : cleanLine(String(input[field] ?? ''))
  const blame = (field: ContractTermField, message: string | null) => {
    if (message !== null) problems.push({ field, message })
  }
  for (const field of ['windowFrom', 'windowTo'] as const)
    blame(field, textOf(field) === '' || isDay(textOf(field)) ? null : dayMessage)
  const [from, to] = [textOf('windowFrom'), textOf('windowTo')]
  const today = getLagosDay(new Date())
  if (to !== '') {
    if (from > to) blame('windowTo', termMessages.windowTurned)
    else if (to < today) blame('windowTo', termMessages.windowOver)
  }
  if (isDay(from) && from < today && !firstDays.includes(from)) blame('windowFrom', termMessages.windowBegun)
  blame('tolerancePercent', findPercentProblem(textOf('tolerancePercent')))
  for (const field of goodsTermNames) blame(field, findGoodsProblem(field, textOf(field)))
  for (const field of partyNames) {
    const length = textOf(field) === '' ? 0 : countCharacters(cleanParty(field, String(input[field])))
    blame(field, length === 0 || length >= partyMin[field] ? null : termMessages.party)
  }
  if (!verdict.ok || problems.length > 0) return { ok: false, problems }
  return { ok: true, terms: verdict.answers }
}

function isDay(text: string): boolean {
  const instant = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(instant.getTime()) && instant.toISOString().slice(0, 10) === text
}

/** As the boxes of a form begin with them. */
export function typeTerms(terms: ContractTerms): TypedTerms {
  return Object.fromEntries(
    [...termNames, ...partyNames].map((name) => [name, String(terms[name] ?? '')]),
  ) as TypedTerms
}

const cleanParty = (name: (typeof partyNames)[number], typed: string): string =>
  contractTermQuestions[name].control === 'area' ? cleanText(typed) : cleanLine(typed)

/** As they are typed, to be compared with what was said before. */
export function untypeTerms(typed: Readonly<Record<string, string>>, paymentTerms: string): ContractTerms {
  const text = (name: ContractTermField) => cleanLine(typed[name] ?? '') || null
  const number = (name: ContractTermField) => (text(name) === null ? null : Number(text(name)))
  return {
    paymentTerms,
    incoterms: text('incoterms'),
    namedPlace: text('namedPlace'),
    windowFrom: text('windowFrom'),
    windowTo: text('windowTo'),
    tolerancePercent: number('tolerancePercent'),
    grade: text('grade'),
    moistureMaxPercent: number('moistureMaxPercent'),
    packing: text('packing'),
    hsCode: text('hsCode'),
    origin: text('origin'),
    ...(typed.agreedRate?.trim() && { agreedRate: cleanLine(typed.agreedRate) }),
    ...Object.fromEntries(
      partyNames.flatMap((name) => {
        const said = cleanParty(name, typed[name] ?? '')
        return said ? [[name, said]] : []
      }),
    ),
  }
}

/** Where the seller carries the goods to it, the place of the Incoterm is where they should arrive. */
export function suggestPlace(code: string | null, deliveryAddress: string): string {
  const place = cleanLine(deliveryAddress)
  return ['CIF', 'CFR', 'DDP'].includes(code ?? '') && place.length <= 120 ? place : ''
}
