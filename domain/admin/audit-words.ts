/** What tables, columns and values of the audit trail are called in sentences. */

import { formatDate, formatDateTime, monthNames } from '../dates.ts'
import { formatMoney, formatNaira } from '../money.ts'
import { recordWords } from './admin.ts'
import { sayPeriod } from './limit-words.ts'
import { fulfilmentWords, paymentWords } from './order-state-words.ts'
import { nameRole } from './role-names.ts'
import type { RoleRow } from './staff.ts'

/** A record or row, as a sentence names it before its name. */
const nouns: Readonly<Record<string, string>> = {
  orders: 'order',
  disputes: 'the complaint about an order',
  farmers: 'farmer',
  training_enrolments: 'trainee',
  buyers: 'buyer',
  investors: 'investor',
  partnership_applications: 'the partnership application of',
  job_applications: 'the job application of',
  contact_messages: 'the message of',
  products: 'product',
  account: 'the account of',
  newsletter_subscriptions: 'a newsletter subscription',
  order_products: 'product of the order form',
  letters_of_credit: 'letter of credit',
  decline_reasons: 'the reason for declining',
  settlement_accounts: 'a bank account of the company',
  retention_periods: 'the retention period of',
  market_limits: 'the limit',
  vat_rates: 'the rate of VAT',
  saved_views: 'the saved view',
  company_facts: 'the company fact',
  content_drafts: 'the draft',
  legal_texts: 'a legal text',
  board_members: 'board member',
  career_categories: 'the position category',
  career_positions: 'the position',
  courses: 'the course',
  crop_seasons: 'the season of',
  impact_figures: 'the figure',
  page_actions: 'the button',
  page_facts: 'the fact of a page',
  page_texts: 'a text of the page',
  photographs: 'the photograph',
  projects: 'the project',
  stories: 'the story',
  breaches: 'the data breach',
  roles: 'the role',
  role_permissions: 'a right of a role',
  staff_invitations: 'an invitation',
  quotes: 'a quote',
  order_messages: 'a message about an order',
  reply_templates: 'the words for answers',
  mail_suppressions: 'an address that we do not write to',
  delivery_zones: 'the delivery zone',
  depots: 'the depot',
  board_contacts: 'the contact of a board member',
  user_roles: 'the role of a colleague',
  staff_departures: 'the leaving of a colleague',
  payments: 'a payment',
  money_entries: 'an entry of money',
  order_credits: 'a credit',
  vault_reveals: 'a look at private data',
  photo_sittings: 'a review of photos',
  own_secrets: 'a look at their own private data',
  own_data: 'their own data',
  vault_seal: 'private data',
  audit_trail: 'the audit trail',
  correction_requests: 'a request to correct',
  mails: 'a mail',
}

export function nounOf(type: string): string {
  return nouns[type] ?? sayCode(type)
}

/** A word of the application that has no other words, such as low_stock or farmSize. */
function sayCode(code: string): string {
  return code
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .toLowerCase()
    .trim()
}

/** A noun that names a row by its own words needs no article. */
export function article(noun: string): string {
  if (/^(?:the|a|an) /.test(noun)) return noun.replace(/ of$/, '')
  return `${/^[aeiou]/.test(noun) ? 'an' : 'a'} ${noun}`
}

/** What a list is called in "downloaded the list of ...". */
const lists: Readonly<Record<string, string>> = {
  training_enrolments: 'trainees',
  partnership_applications: 'partnership applications',
  contact_messages: 'messages',
  newsletter_subscriptions: 'newsletter readers',
  correction_requests: 'corrections that were asked for',
  people_to_phone: 'people to phone',
  audit_trail: 'audit entries',
  breaches: 'data breaches',
  low_stock: 'products that run low',
}

/** What ends the sentence of money that one person does not record alone, or that was settled without a transfer. */
export const waitsForSecond = ', which waits for a second person'
export const settledWithoutMoney = ', settled without money'

/** What of money was recorded, by its kind. */
export const heldMoneyWords: Readonly<Record<string, string>> = {
  receipt: 'a payment',
  refund: 'a refund',
  correction: 'a corrected payment',
  fee: 'a bank fee',
  write_off: 'a write-off',
  complaint: 'an amount granted after a complaint',
}

export const movedWords: Readonly<Record<string, string>> = {
  refund: 'sent back ',
  correction: 'corrected a payment by ',
}

export const trailAlarmWords: Readonly<Record<string, (count: number) => string>> = {
  reveals: (count) => `${count} secrets shown within an hour`,
  photos: (count) => `${count} photos within an hour, outside of a sitting`,
  reasons: (count) => `the same reason for ${count} records within an hour`,
}

/** Files that somebody looked at, by what they are. */
export const accessedFileWords: Readonly<Record<string, string>> = {
  cv: 'the CV',
  payment_proof: 'a proof of payment',
  credit_draft: 'the draft of a letter of credit',
  dispute_photo: 'a photo of the dispute',
  photo: 'the photo',
  own_photo: 'the photo, with guest link and code,',
}

/** Who accepts an invitation writes the row of their own role: nobody gives themselves one. */
export const sayGivenRole = (role: string, by?: string | null): string =>
  `was given the role ${role} by ${by ?? 'an invitation'}`

export function nameListOf(type: string): string {
  return lists[type] ?? sayCode(type)
}

const columns: Readonly<Record<string, string>> = {
  assignee_id: 'who has it',
  farmer_id: 'farmer',
  price_kobo: 'price',
  total_kobo: 'total',
  total_amount_kobo: 'total',
  refund_due_kobo: 'refund that is due',
  amount_kobo: 'amount',
  refund_up_to_kobo: 'limit for refunds',
  quote_below_list_percent: 'limit below list price, in percent',
  payment_status: 'payment',
  fulfilment_status: 'delivery',
  low_stock_at: 'low from',
  pack_amount: 'pack size',
  pack_unit: 'unit of a pack',
  photo_path: 'photo',
  advising_bank: 'advising bank',
  documents: 'documents required',
  draft_path: 'draft',
  bank_address: 'address of the bank',
  swift_bic: 'SWIFT code',
  correspondent: 'correspondent bank',
  more_photo_paths: 'more photos',
  origin_states: 'grown in',
  minimum_lot: 'smallest lot',
  minimum_lot_unit: 'unit of the smallest lot',
  hs_code: 'HS code',
  price_currency: 'currency of the price',
  price_unit: 'unit of the price',
  price_basis: 'terms of the price',
  price_on: 'day of the price',
  review_note: 'note on the review',
  decline_reason: 'reason',
  credit_terms_reason: 'reason for credit terms',
  value_date: 'day on the bank statement',
  is_published: 'published',
  is_active: 'offered',
  is_shared: 'for the team',
  step_grams: 'weights up to',
  step_kobo: 'prices by weight',
  weekdays: 'days of the week',
  cutoff_days: 'days ahead to order',
  lead_days: 'days to get ready',
  capacity_kg: 'kilograms in a day',
  capacity_orders: 'orders in a day',
  lga: 'local government',
  vat_class: 'class of VAT',
  rate_bp: 'rate',
  sort_order: 'place in the list',
  keep: 'length',
  container_20ft_kg: 'kilograms in a 20 ft container',
  container_40ft_kg: 'kilograms in a 40 ft container',
  image: 'picture',
  alt: 'words for the picture',
  query: 'filters',
  list: 'list',
  record_type: 'kind of record',
  category_id: 'category',
  corrects_id: 'payment that it corrects',
  former_role: 'role until then',
  step_back_reason: 'why it went back',
  cv_path: 'CV',
}

export function nameColumn(column: string): string {
  return columns[column] ?? sayCode(column.replace(/_(?:at|id|kobo|path|bp)$/, ''))
}

const channels: Readonly<Record<string, string>> = {
  walk_in: 'came in',
  phone: 'called',
}

export const nameChannel = (channel: unknown) => channels[String(channel)] ?? 'was helped'

/** How each number of a list is said. */
const eachOf: Readonly<Record<string, (value: number) => string>> = {
  step_kobo: formatNaira,
  step_grams: (grams) => `${grams / 1000} kg`,
  weekdays: (day) => ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'][day - 1] ?? String(day),
}

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+(?:Z|[+-]\d\d:?\d\d)$/
const day = /^\d{4}-\d\d-\d\d$/
const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/
/** Of a file that is stored; words may follow in a line below. */
const storedFile =
  /^(?:\/storage\/\S+|\S*[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\S*\.([a-z]{3,4}))(?:\n([\s\S]*))?$/
/** Of a file whose name has no ending: a proof of payment, or the draft of a letter of credit. */
const uploadedFile = /^[0-9a-f]{8}-[0-9a-f-]{27}\/[0-9a-f]{8}-[0-9a-f-]{27}$/
const pictureTypes = ['jpg', 'jpeg', 'png', 'webp', 'svg']

/** What the states of a kind are called where the same word is said otherwise elsewhere. */
const wordsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  payment_status: paymentWords,
  fulfilment_status: fulfilmentWords,
  kind: {
    ...{ write_off: 'write-off', refund: 'refund', fee: 'bank fee' },
    ...{ pro_forma: 'pro-forma invoice', contract: 'sales contract' },
  },
}

/** As it stands in the address of a list: "status=pending&step=to_quote" */
const sayQuery = (query: string) =>
  [...new URLSearchParams(query)]
    .map(([name, value]) => `${nameColumn(name)}: ${nameValue(name, value)}`)
    .join(', ') || 'none'

/** Values of a column that is said in a way of its own. */
const sayColumn: Readonly<Record<string, (value: string) => string>> = {
  query: sayQuery,
  list: nameListOf,
  record_type: (type) =>
    type in recordWords ? recordWords[type as keyof typeof recordWords][1] : sayCode(type),
  role: (role) => nameRole(role),
  former_role: (role) => nameRole(role),
  keep: sayPeriod,
}

function sayStoredFile([, type, words]: RegExpExecArray): string {
  const what = type === undefined || pictureTypes.includes(type) ? 'a picture' : 'a file'
  return words ? `${what}: ${words}` : what
}

function sayText(column: string, text: string): string {
  const file = storedFile.exec(text)
  if (file) return sayStoredFile(file)
  const own = wordsOf[column]?.[text]
  if (own !== undefined) return own.charAt(0).toLowerCase() + own.slice(1)
  if (sayColumn[column]) return sayColumn[column](text)
  if (instant.test(text)) return formatDateTime(text)
  if (day.test(text)) return formatDate(text)
  if (uuid.test(text)) return 'a record'
  if (uploadedFile.test(text)) return 'a file'
  // A word of the application, such as bank_account or companyName; soya-beans and eBay may be what somebody typed.
  return /^[a-z][a-z0-9]*(?:_[a-z0-9]+)+$|^[a-z]{2,}(?:[A-Z][a-z]+)+$/.test(text) ? sayCode(text) : text
}

function sayNumber(column: string, value: number, currency: unknown): string {
  if (column.endsWith('_kobo')) return formatMoney(value, typeof currency === 'string' ? currency : 'NGN')
  if (column.endsWith('_bp')) return `${value / 100}%`
  const month = /_(?:from|to|month)$/.test(column) ? monthNames[value - 1] : undefined
  return month ?? String(value)
}

/** A value as it is read; `names` are those of people by their ids. */
export function nameValue(
  column: string,
  value: unknown,
  row: Readonly<Record<string, unknown>> = {},
  names: Readonly<Record<string, string>> = {},
): string {
  if (value === null || value === undefined || value === '')
    return column === 'assignee_id' ? 'nobody' : '(empty)'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  const each = eachOf[column]
  if (Array.isArray(value))
    return value.map((one) => (each ? each(Number(one)) : nameValue(column, one, row, names))).join(', ')
  if (typeof value === 'number') return sayNumber(column, value, row.currency)
  if (typeof value === 'string') return names[value] ?? sayText(column, value)
  return Object.entries(value)
    .map(([name, part]) => `${nameColumn(name)}: ${nameValue(name, part, row, names)}`)
    .join(', ')
}

/** As nameValue, of the state of a record alone: a message is answered or not. */
export function nameStatus(type: string, status: unknown): string {
  if (type !== 'contact_messages') return nameValue('status', status)
  return status === 'completed' ? 'answered' : 'unanswered'
}

/** Who did something: their role at that time, 'system' where the application itself did it; a member has no role. */
export function nameActorRole(role: string | null, roles: readonly RoleRow[] = []): string {
  if (role === 'system') return 'The application'
  if (role === null) return 'Nobody'
  return role === 'member' ? 'Member' : nameRole(role, roles)
}
