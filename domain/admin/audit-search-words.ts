/** The words by which an entry of the audit trail is found: those of its sentence, which the database keeps as rows. */
import { adminCreditStatusWords } from '../credit-status-words.ts'
import type { DocumentKind } from '../market/documents.ts'
import { secretFields } from '../vault.ts'
import { auditedTables } from './audit-trail.ts'
import { nameColumn, nameListOf, nounOf, settledWithoutMoney, waitsForSecond } from './audit-words.ts'
import { type DescribedEntry, describeEntry } from './describe-entry.ts'

/** What is empty is of any entry. */
export interface AuditWords {
  action: string
  subjectType: string
  /** Values among its new ones that an index leads to: the status that was given, or the kind of file that was looked at. */
  after: Readonly<Record<string, string>>
  /** A predicate in the language of JSON paths over {type, id, actor, before, after}. */
  condition: string
  words: string
}

/** An entry for its words, and the condition under which another one of its action and kind is said so. */
interface Sample extends Partial<Pick<DescribedEntry, 'subject_type' | 'before' | 'after'>> {
  id?: string
  when?: string
}

/** Where it stands for a value, the words end. */
const cut = '('
const given = (column: string) => `$.after.${column} != null`
const not = (condition: string) => `!(${condition})`
const isOneOf = (path: string, values: readonly string[]) =>
  values.map((value) => `${path} == "${value}"`).join(' || ')
/** One for each value of a column of the new values. */
const samplesOf = (column: string, values: readonly string[], more: Readonly<Record<string, string>> = {}) =>
  values.map((value) => ({
    after: { [column]: value, ...more },
    when: `$.after.${column} == "${value}"`,
  }))

const types = Object.values(auditedTables).flat()
const isLimit = '$.type == "market_limits"'
const isDone = '$.after.is_done == true'
const tellsDone = 'exists($.after.is_done)'
const ofDocuments: Readonly<Record<DocumentKind, true>> = {
  pro_forma: true,
  invoice: true,
  receipt: true,
  delivery_note: true,
  credit_note: true,
  quote: true,
  contract: true,
}
const files = ['cv', 'payment_proof', 'credit_draft', 'dispute_photo', 'photo', 'own_photo']

/** Each action that has words of its own, with what its sentences differ by. */
const actions: Readonly<Record<string, readonly Sample[]>> = {
  look: [{ when: not(isOneOf('$.after.what', files)) }],
  export: [
    { subject_type: 'own_data' },
    ...types.filter((type) => type !== 'own_data').map((type) => ({ subject_type: type })),
    { when: '$.type != "own_data"' },
  ],
  note: [{}],
  contact: [{}],
  message: [{ when: '$.type != "orders"' }, { subject_type: 'orders' }],
  undo: [
    { when: not('exists($.before.correction)') },
    { before: { correction: true }, when: 'exists($.before.correction)' },
  ],
  task: [
    { when: `$.before == null && ${not(tellsDone)}` },
    { before: {}, when: `$.before != null && ${not(tellsDone)}` },
    { after: { is_done: true }, when: isDone },
    { after: { is_done: false }, when: `${tellsDone} && ${not(isDone)}` },
  ],
  merge: [{ after: { younger: cut }, when: given('younger') }, { when: not(given('younger')) }],
  send_document: [
    ...samplesOf('kind', Object.keys(ofDocuments), { number: cut }),
    { after: { number: cut }, when: not(given('kind')) },
  ],
  quote_delivery: [{}],
  accept_delivery_by_phone: [{}],
  change_delivery_day: [{}],
  assign: [
    {
      after: { assignee_id: 'a colleague' },
      when: `${given('assignee_id')} && $.after.assignee_id != $.actor`,
    },
    { after: { assignee_id: 'me' }, when: '$.after.assignee_id == $.actor' },
    { when: not(given('assignee_id')) },
  ],
  call: [{}],
  correction: [{}],
  change: [{}],
  enter: [{}],
  resend: [{}],
  unsubscribe: [{}],
  event: [{}],
  freeze: [{}],
  ask_thaw: [{}],
  thaw: [{}],
  request_factor_reset: [{}],
  reset_second_factor: [{}],
  request: [{}],
  cancel: [{}],
  propose: [{ subject_type: 'market_limits', when: isLimit }],
  withdraw: [{ subject_type: 'market_limits', when: isLimit }],
  alarm: [{ when: '$.type != "vault_seal"' }, { subject_type: 'vault_seal' }],
  entry_lost: [{}],
  entry_altered: [{}],
  head_lost: [{}],
}

const changes = ['insert', 'update', 'delete'] as const
type Change = (typeof changes)[number]

/** Of a table whose rows are deeds: which changes of it are said so, and where not all are, under which condition. */
interface Deed extends Sample {
  table: string
  of?: readonly Change[]
}

/** Who accepts an invitation writes the row of their own role. */
const byInvitation = '$.id == $.actor'
const isLogo = '$.id == "logo"'
const isText = '$.after.value.type() == "string"'
const secondPerson = given('outcome')
const isDropped = '$.after.outcome == "dropped"'
const isOwn = `${isDropped} && $.after.recorded_by == $.actor`
const isAnybodys = `${isDropped} && ${not(given('recorded_by'))}`
const isDraft = '$.after.draft_path.type() == "string"'
const isOutside = '$.after.confirmed_outside == true'
const isStatus = '$.after.status.type() == "string"'
/** Of a balance, without money. */
const takenOff = ['fee', 'write_off', 'complaint']
const heldMoney = ['receipt', 'refund', 'correction', 'fee', 'write_off', 'complaint']
const moved = ['refund', 'correction']
const texts = ['terms', 'privacy']
const textOf = (kind: string) =>
  `($.after.kind == "${kind}" || ${not(given('kind'))} && $.before.kind == "${kind}")`

const deeds: readonly Deed[] = [
  ...samplesOf('field', secretFields).map((sample) => ({ table: 'vault_reveals', ...sample })),
  { table: 'vault_reveals', when: not(isOneOf('$.after.field', secretFields)) },
  { table: 'photo_sittings' },
  ...samplesOf('kind', moved).map((sample) => ({ table: 'payments', ...sample })),
  { table: 'payments', when: not(isOneOf('$.after.kind', moved)) },
  {
    table: 'money_entries',
    of: ['update', 'delete'],
    after: { outcome: cut },
    when: `${secondPerson} && ${not(isOwn)} && ${not(isAnybodys)}`,
  },
  {
    table: 'money_entries',
    of: ['update', 'delete'],
    after: { outcome: 'dropped', recorded_by: 'me' },
    when: isOwn,
  },
  { table: 'money_entries', of: ['update', 'delete'], after: { outcome: 'dropped' }, when: isAnybodys },
  ...samplesOf('kind', heldMoney).flatMap((sample): Deed[] => [
    { table: 'money_entries', of: ['insert'], ...sample },
    {
      table: 'money_entries',
      of: ['update', 'delete'],
      ...sample,
      when: `${sample.when} && ${not(secondPerson)}`,
    },
  ]),
  { table: 'money_entries', of: ['insert'], when: not(isOneOf('$.after.kind', heldMoney)) },
  {
    table: 'money_entries',
    of: ['update', 'delete'],
    when: `${not(isOneOf('$.after.kind', heldMoney))} && ${not(secondPerson)}`,
  },
  ...samplesOf('kind', takenOff).map((sample) => ({ table: 'order_credits', ...sample })),
  { table: 'order_credits', when: not(isOneOf('$.after.kind', takenOff)) },
  { table: 'letters_of_credit', of: ['insert', 'update'], after: { draft_path: 'file' }, when: isDraft },
  { table: 'letters_of_credit', of: ['insert'], when: not(isDraft) },
  {
    table: 'letters_of_credit',
    of: ['update'],
    after: { status: 'x' },
    when: `${isStatus} && ${not(isDraft)}`,
  },
  { table: 'letters_of_credit', of: ['update'], when: `${not(isStatus)} && ${not(isDraft)}` },
  { table: 'letters_of_credit', of: ['delete'] },
  { table: 'quotes', of: ['insert'] },
  { table: 'quotes', of: ['update', 'delete'] },
  { table: 'user_roles', of: ['insert'], id: 'me', when: byInvitation },
  { table: 'user_roles', of: ['insert'], when: not(byInvitation) },
  { table: 'user_roles', of: ['update'] },
  { table: 'user_roles', of: ['delete'] },
  { table: 'role_permissions', of: ['insert', 'update'] },
  { table: 'role_permissions', of: ['delete'] },
  { table: 'staff_invitations', of: ['insert'] },
  { table: 'staff_invitations', of: ['update'], after: { accepted_at: 'then' }, when: given('accepted_at') },
  {
    table: 'staff_invitations',
    of: ['update'],
    after: { withdrawn_at: 'then' },
    when: `${given('withdrawn_at')} && ${not(given('accepted_at'))}`,
  },
  { table: 'staff_departures', of: ['insert', 'update'] },
  { table: 'staff_departures', of: ['delete'] },
  { table: 'settlement_accounts', of: ['insert'] },
  {
    table: 'settlement_accounts',
    of: ['update'],
    after: { approved_at: 'then' },
    when: `${given('approved_at')} && ${not(isOutside)}`,
  },
  {
    table: 'settlement_accounts',
    of: ['update'],
    after: { approved_at: 'then', confirmed_outside: true },
    when: `${given('approved_at')} && ${isOutside}`,
  },
  {
    table: 'settlement_accounts',
    of: ['update'],
    after: { withdrawn_at: 'then' },
    when: `${given('withdrawn_at')} && ${not(given('approved_at'))}`,
  },
  {
    table: 'content_drafts',
    of: ['insert', 'update'],
    after: { published_at: 'then' },
    when: given('published_at'),
  },
  { table: 'content_drafts', of: ['delete'] },
  ...texts.map(
    (kind): Deed => ({
      table: 'legal_texts',
      of: ['insert', 'update'],
      after: { published_at: 'then', kind },
      when: `${given('published_at')} && ${textOf(kind)}`,
    }),
  ),
  {
    table: 'legal_texts',
    of: ['insert', 'update'],
    after: { published_at: 'then' },
    when: `${given('published_at')} && ${not(texts.map(textOf).join(' || '))}`,
  },
  { table: 'market_limits', of: ['update'] },
  { table: 'mail_suppressions', of: ['insert', 'update'] },
  { table: 'mail_suppressions', of: ['delete'] },
  {
    table: 'company_facts',
    of: ['update'],
    id: 'logo',
    after: { value: 'picture' },
    when: `${isLogo} && ${isText}`,
  },
  { table: 'company_facts', of: ['update'], id: 'logo', when: `${isLogo} && ${not(isText)}` },
  { table: 'company_facts', of: ['update'], when: not(isLogo) },
]

/** That no deed says a change: what follows is said of every other table, and of what is left of these. */
function isNoDeed(change: Change): string {
  const said = new Map<string, string[]>()
  for (const { table, of = changes, when } of deeds)
    if (of.includes(change)) said.set(table, [...(said.get(table) ?? []), when ?? ''])
  // Of these alone some changes are no deeds.
  const partly = ['staff_invitations', 'settlement_accounts', 'content_drafts', 'legal_texts'].filter(
    (table) => said.has(table) && !said.get(table)?.includes(''),
  )
  const wholly = [...said.keys()].filter((table) => !partly.includes(table))
  return [
    not(`$.type like_regex "^(?:${wholly.join('|')})$"`),
    ...partly.map((table) => not(`$.type == "${table}" && (${said.get(table)?.join(' || ')})`)),
  ].join(' && ')
}

const steps = ['approved', 'declined', 'completed', 'pending', 'published', 'hidden', 'answered', 'cancelled']
const isAnswer = '$.type == "contact_messages"'

/** The sentence up to its first name or value. */
function say(action: string, { subject_type = '', id, before = null, after = null }: Sample): string {
  const { parts } = describeEntry(
    {
      ...{ action, subject_type, before, after, actor_id: 'me', names: {} },
      // A kind without a noun.
      about: { type: subject_type === 'orders' ? subject_type : '', id: id ?? null, name: cut },
    },
    [],
  )
  const [first = ''] = parts
    .map((part) =>
      typeof part === 'string' ? part : ['a mail', 'logo'].includes(part.name) ? part.name : cut,
    )
    .join('')
    .split(/ undefined|Another role|[:,("]/)
  return first
    .replace(/\s+/g, ' ')
    .replace(/ order ?$/, '')
    .trim()
}

const row = (action: string, sample: Sample, more: Partial<AuditWords> = {}): AuditWords => ({
  action,
  subjectType: sample.subject_type ?? '',
  after: {},
  condition: sample.when ?? '',
  words: say(action, sample),
  ...more,
})

/** What stands further on in a sentence, after a comma or in quotes: it is found as well, and begins no sentence. */
const furtherWords: readonly AuditWords[] = [
  row('insert', { subject_type: 'order_credits' }, { words: settledWithoutMoney }),
  row('insert', { subject_type: 'money_entries' }, { words: waitsForSecond }),
  ...Object.entries(adminCreditStatusWords).map(([status, words]) =>
    row(
      'update',
      { subject_type: 'letters_of_credit', when: not(isDraft) },
      { after: { status }, words: `"${words}"` },
    ),
  ),
]

const states = ['status', 'fulfilment_status', 'payment_status']
/** A change of a row that has no other words. */
const isPlain = [...states.map((column) => not(given(column))), isNoDeed('update')].join(' && ')

/** Of what staff change day by day each column has words: "changed the stock of". A change of any other row is "changed". */
export const namedColumns = {
  products: [
    ...[
      'name',
      'category',
      'description',
      'farmer_name',
      'location',
      'farmer_id',
      'pack_amount',
      'pack_unit',
      'weight_grams',
      'vat_class',
      'price_kobo',
    ],
    ...['stock', 'low_stock_at', 'season', 'variety', 'grade', 'harvest', 'lot', 'state', 'photo_path'],
    ...['more_photo_paths', 'review_note'],
  ],
  order_products: [
    ...['label', 'position', 'is_active', 'container_20ft_kg', 'container_40ft_kg', 'grade', 'season'],
    ...[
      'origin_states',
      'minimum_lot',
      'minimum_lot_unit',
      'packing',
      'hs_code',
      'price_kobo',
      'price_currency',
    ],
    ...['price_unit', 'price_basis', 'price_on', 'photo_path', 'vat_class'],
  ],
} as const

/** No other one is changed with it. */
const alone = (column: string) =>
  ['before', 'after'].map((values) => not(`exists($.${values}.keyvalue() ? (@.key != "${column}"))`))

/** Each once, in the order in which they are said here. */
export function listAuditWords(): AuditWords[] {
  const all: AuditWords[] = [
    ...types.flatMap((subjectType) =>
      [nounOf(subjectType), nameListOf(subjectType)].map((words) => ({
        ...{ action: '', subjectType, after: {}, condition: '', words },
      })),
    ),
    ...Object.entries(actions).flatMap(([action, samples]) => samples.map((sample) => row(action, sample))),
    ...files.map((what) => row('look', { after: { what } }, { after: { what } })),
    ...deeds.flatMap(({ table, of = changes, ...sample }) =>
      of.map((change) => row(change, { ...sample, subject_type: table })),
    ),
    ...steps.map((status) =>
      row(
        'update',
        {
          after: { status },
          when: status === 'completed' ? `${not(isAnswer)} && ${isNoDeed('update')}` : isNoDeed('update'),
        },
        { after: { status } },
      ),
    ),
    // A message is answered, where anything else is completed.
    row(
      'update',
      { after: { status: 'answered' } },
      {
        ...{ subjectType: 'contact_messages', after: { status: 'completed' } },
      },
    ),
    row('update', {
      after: { status: 'x' },
      when: `${isStatus} && ${not(isOneOf('$.after.status', steps))} && ${isNoDeed('update')}`,
    }),
    row('update', {
      after: { fulfilment_status: 'x' },
      when: `${given('fulfilment_status')} && ${not(isStatus)} && ${isNoDeed('update')}`,
    }),
    row('update', {
      after: { payment_status: 'x' },
      when: `${given('payment_status')} && ${not(given('fulfilment_status'))} && ${not(isStatus)} && ${isNoDeed('update')}`,
    }),
    row('update', { when: isPlain }),
    ...Object.entries(namedColumns).flatMap(([table, columns]) =>
      columns.map((column) =>
        row(
          'update',
          {
            subject_type: table,
            before: { [column]: cut },
            after: { [column]: 'x' },
            when: alone(column).join(' && '),
          },
          { words: `changed the ${nameColumn(column)} of` },
        ),
      ),
    ),
    ...furtherWords,
    row('insert', { when: isNoDeed('insert') }),
    row('delete', { when: isNoDeed('delete') }),
  ]
  return [...new Map(all.map((one) => [JSON.stringify(one), one])).values()]
}
