import { describe, expect, it } from 'vitest'
import type { RoleRow } from '#domain/admin/staff.ts'
import { type DescribedEntry, describeEntry, formatSentence } from './describe-entry.ts'

const ada = '11111111-1111-4111-8111-111111111111'
const bola = '22222222-2222-4222-8222-222222222222'
const record = '33333333-3333-4333-8333-333333333333'

const entryOf = (
  entry: Partial<DescribedEntry> & { type?: string; name?: string | null; id?: string | null },
): DescribedEntry => ({
  action: 'update',
  subject_type: entry.type ?? 'farmers',
  actor_id: ada,
  names: {},
  before: null,
  after: null,
  about: {
    type: entry.type ?? 'farmers',
    id: entry.id === undefined ? record : entry.id,
    name: entry.name === undefined ? 'Farmer X' : entry.name,
  },
  ...entry,
})

const storeKeeper: RoleRow = {
  name: 'own_store_keeper',
  title: 'Store & Keeper, Lagos',
  description: 'Sees what is in the store.',
  is_built_in: false,
  refund_up_to_kobo: null,
  quote_below_list_percent: null,
  updated_at: '2026-11-20T10:00:00Z',
  ended_at: null,
}
// A name may be given again once its role has ended.
const roles: RoleRow[] = [
  storeKeeper,
  { ...storeKeeper, name: 'own_store_keeper_2', title: 'Store keeper', ended_at: '2026-11-21T10:00:00Z' },
]

/** As the trail sends what is about an order: `about` is the order, whatever the table. */
const letterOfOrder = {
  subject_type: 'letters_of_credit',
  about: { type: 'orders', id: record, name: 'AGABC-2345' },
}
const draft = 'acd74b14-11aa-4c4c-8d1e-0123456789ab/bcf5a1b2-22bb-4c4c-8d1e-0123456789ab'

const say = (entry: Parameters<typeof entryOf>[0]) => formatSentence(describeEntry(entryOf(entry), roles))

describe('an entry', () => {
  it.each([
    ['approved farmer Farmer X', { before: { status: 'pending' }, after: { status: 'approved' } }],
    [
      'declined farmer Farmer X, because: Too far away',
      { before: { status: 'pending' }, after: { status: 'declined', decline_reason: 'Too far away' } },
    ],
    [
      'changed the description of product Palm oil from Red to Red and fresh',
      {
        type: 'products',
        name: 'Palm oil',
        before: { description: 'Red' },
        after: { description: 'Red and fresh' },
      },
    ],
    [
      'changed the farmer name of product Palm oil from Old Mill to New Mill',
      {
        type: 'products',
        name: 'Palm oil',
        before: { farmer_name: 'Old Mill' },
        after: { farmer_name: 'New Mill' },
      },
    ],
    [
      'changed the price of product Palm oil from ₦1,000 to ₦1,200',
      { type: 'products', name: 'Palm oil', before: { price_kobo: 100_000 }, after: { price_kobo: 120_000 } },
    ],
    [
      'looked at the ID number of farmer Farmer X, because: Compare with the card',
      {
        action: 'insert',
        subject_type: 'vault_reveals',
        after: { record_type: 'farmers', field: 'idNumber', reason: 'Compare with the card' },
      },
    ],
    [
      'looked at a proof of payment of order AGABC-2345',
      { action: 'look', type: 'orders', name: 'AGABC-2345', after: { what: 'payment_proof', path: 'x' } },
    ],
    [
      'looked at the photo, with guest link and code, of farmer Farmer X',
      { action: 'look', after: { what: 'own_photo' } },
    ],
    [
      'gave farmer Farmer X to Bola',
      {
        action: 'assign',
        names: { [bola]: 'Bola' },
        before: { assignee_id: null },
        after: { assignee_id: bola },
      },
    ],
    [
      'took over farmer Farmer X',
      { action: 'assign', before: { assignee_id: bola }, after: { assignee_id: ada } },
    ],
    [
      'took farmer Farmer X from Bola',
      {
        action: 'assign',
        names: { [bola]: 'Bola' },
        before: { assignee_id: bola },
        after: { assignee_id: null },
      },
    ],
    [
      'downloaded the list of trainees as CSV, with personal data in clear, filtered',
      {
        action: 'export',
        type: 'training_enrolments',
        id: null,
        name: null,
        after: { format: 'csv', unmasked: true, filters: { status: 'pending', searched: false } },
      },
    ],
    [
      'confirmed US$1,500 for order AGABC-2345',
      {
        action: 'insert',
        subject_type: 'payments',
        type: 'orders',
        name: 'AGABC-2345',
        after: { kind: 'receipt', amount_kobo: 150_000, currency: 'USD', value_date: '2026-11-20' },
      },
    ],
    [
      'corrected a payment by -₦900 for order AGABC-2345',
      {
        action: 'insert',
        subject_type: 'payments',
        type: 'orders',
        name: 'AGABC-2345',
        after: { kind: 'correction', amount_kobo: -90_000, currency: 'NGN', value_date: '2026-11-20' },
      },
    ],
    [
      'set the delivery of order AGABC-2345 to dispatched or ready to collect',
      {
        type: 'orders',
        name: 'AGABC-2345',
        before: { fulfilment_status: 'preparing' },
        after: { fulfilment_status: 'dispatched' },
      },
    ],
    [
      'changed the company fact Head office, town from Lagos to Abuja',
      {
        type: 'company_facts',
        id: 'head_office',
        name: null,
        before: { value: 'Lagos' },
        after: { value: 'Abuja' },
      },
    ],
    [
      'gave Bola the role Field agent',
      {
        action: 'insert',
        subject_type: 'user_roles',
        type: 'account',
        id: bola,
        name: 'Bola',
        after: { role: 'field_agent' },
      },
    ],
    [
      'changed the role of Bola from Content to Store & Keeper, Lagos',
      {
        subject_type: 'user_roles',
        type: 'account',
        id: bola,
        name: 'Bola',
        before: { role: 'content' },
        after: { role: 'own_store_keeper' },
      },
    ],
    [
      'was given the role Store & Keeper, Lagos by Ada',
      {
        action: 'insert',
        subject_type: 'user_roles',
        actor_id: bola,
        type: 'account',
        id: bola,
        name: 'Bola',
        names: { [ada]: 'Ada' },
        after: { role: 'own_store_keeper', granted_by: ada },
      },
    ],
    // Of before the trail stored who gave it.
    [
      'was given the role Field agent by an invitation',
      {
        action: 'insert',
        subject_type: 'user_roles',
        actor_id: bola,
        type: 'account',
        id: bola,
        name: 'Bola',
        after: { role: 'field_agent' },
      },
    ],
    // A role that its reader does not see is named by the title that the trail brings.
    [
      'gave Bola the role Weighbridge',
      {
        action: 'insert',
        subject_type: 'user_roles',
        type: 'account',
        id: bola,
        name: 'Bola',
        names: { own_weighbridge: 'Weighbridge' },
        after: { role: 'own_weighbridge' },
      },
    ],
    [
      'gave to the role Store keeper the right: See the figures of the company',
      {
        action: 'insert',
        type: 'role_permissions',
        id: 'own_store_keeper_2 figures.read',
        name: null,
        after: { role: 'own_store_keeper_2', permission: 'figures.read' },
      },
    ],
    [
      'took from the role Reviewer the right: See the figures of the company',
      {
        action: 'delete',
        type: 'role_permissions',
        id: 'reviewer figures.read',
        name: null,
        before: { role: 'reviewer', permission: 'figures.read' },
      },
    ],
    [
      'asked farmer Farmer X to correct: farm size, goals',
      { action: 'correction', after: { fields: ['farmSize', 'goals'] } },
    ],
    [
      'entered the form of farmer Farmer X, who came in',
      { action: 'enter', after: { channel: 'walk_in', version: 1 } },
    ],
    [
      'changed the limit "An order has at most ... different products" from 50 to 60, because: For the fair',
      {
        type: 'market_limits',
        id: 'order_lines_max',
        name: null,
        before: { value: 50 },
        after: { value: 60, reason: 'For the fair' },
      },
    ],
    [
      'proposed to change the limit "One person alone records a payment of up to ..." from ₦5,000,000 to ₦6,000,000, because: Larger orders',
      {
        action: 'propose',
        type: 'market_limits',
        id: 'confirm_alone_max_kobo',
        name: null,
        before: { value: 500_000_000 },
        after: { value: 600_000_000, reason: 'Larger orders' },
      },
    ],
    [
      'dropped the proposal to make the limit "An unpaid order of a guest ends after ..." 3 days',
      {
        action: 'withdraw',
        type: 'market_limits',
        id: 'guest_expiry_hours',
        name: null,
        before: { value: 72 },
      },
    ],
    ['wrote to the buyer of order AGABC-2345', { action: 'message', type: 'orders', name: 'AGABC-2345' }],
    ['wrote by mail about the message of Ada', { action: 'message', type: 'contact_messages', name: 'Ada' }],
    [
      'undid the decision about farmer Farmer X, from approved back to pending',
      {
        action: 'undo',
        before: { status: 'approved' },
        after: { status: 'pending', decision: '90d1' },
      },
    ],
    [
      'undid the decision about the message of Ada, from answered back to unanswered',
      {
        action: 'undo',
        type: 'contact_messages',
        name: 'Ada',
        before: { status: 'completed' },
        after: { status: 'pending', decision: '90d1' },
      },
    ],
    [
      'took back the correction that was asked of farmer Farmer X',
      { action: 'undo', before: { correction: '90d1' } },
    ],
    [
      'added a task about farmer Farmer X, due 02/01/2027, for nobody',
      { action: 'task', after: { due_on: '2027-01-02', assignee_id: null } },
    ],
    [
      'changed a task about farmer Farmer X, due 02/01/2027, for Bola',
      {
        action: 'task',
        names: { [bola]: 'Bola' },
        before: { due_on: '2027-01-01', assignee_id: null },
        after: { due_on: '2027-01-02', assignee_id: bola },
      },
    ],
    [
      'finished a task about farmer Farmer X',
      { action: 'task', before: { is_done: false }, after: { is_done: true } },
    ],
    [
      'opened a task about farmer Farmer X again',
      { action: 'task', before: { is_done: true }, after: { is_done: false } },
    ],
    [
      'merged registration FM123-4567 into farmer Farmer X',
      { action: 'merge', after: { younger_id: bola, younger: 'FM123-4567', secrets: 'kept' } },
    ],
    [
      'merged farmer Farmer X into registration FM765-4321, and erased its private data',
      { action: 'merge', after: { older_id: bola, older: 'FM765-4321', secrets: 'erased' } },
    ],
    [
      'sent the credit note CN-2026-0001 to the buyer of order AGABC-2345',
      {
        action: 'send_document',
        type: 'orders',
        name: 'AGABC-2345',
        after: { kind: 'credit_note', number: 'CN-2026-0001' },
      },
    ],
    [
      'sent the pro-forma invoice PF-2026-0001 to the buyer of order AGABC-2345',
      {
        action: 'send_document',
        type: 'orders',
        name: 'AGABC-2345',
        after: { kind: 'pro_forma', number: 'PF-2026-0001' },
      },
    ],
    [
      'sent the sales contract SC-2026-0001 to the buyer of order AGABC-2345',
      {
        action: 'send_document',
        type: 'orders',
        name: 'AGABC-2345',
        after: { kind: 'contract', number: 'SC-2026-0001' },
      },
    ],
    [
      'quoted the delivery of order AGABC-2345: ₦9,000, on 02/01/2027',
      {
        action: 'quote_delivery',
        type: 'orders',
        name: 'AGABC-2345',
        after: { price_kobo: 900_000, day: '2027-01-02' },
      },
    ],
    [
      'changed the day of delivery of order AGABC-2345 from 01/01/2027 to 02/01/2027',
      {
        action: 'change_delivery_day',
        type: 'orders',
        name: 'AGABC-2345',
        before: { day: '2027-01-01' },
        after: { day: '2027-01-02' },
      },
    ],
    [
      'changed the prices by weight of the delivery zone Lagos inner from ₦2,500, ₦4,000 to ₦3,500, ₦4,000',
      {
        type: 'delivery_zones',
        name: 'Lagos inner',
        before: { step_kobo: [250_000, 400_000] },
        after: { step_kobo: [350_000, 400_000] },
      },
    ],
    [
      'changed the quote of order AGABC-2345 from waiting for a second person to waiting for the buyer',
      {
        type: 'quotes',
        about: { type: 'orders', id: record, name: 'AGABC-2345' },
        before: { status: 'waiting' },
        after: { status: 'open' },
      },
    ],
    // One that took the place of another was refused by nobody.
    [
      'changed the quote of order AGABC-2345 from waiting for a second person to replaced by quote 3',
      {
        type: 'quotes',
        about: { type: 'orders', id: record, name: 'AGABC-2345' },
        before: { status: 'waiting', replaced_by: null },
        after: { status: 'refused', replaced_by: 3 },
      },
    ],
    [
      'changed the quote of order AGABC-2345 from waiting for a second person to not sent to the buyer',
      {
        type: 'quotes',
        about: { type: 'orders', id: record, name: 'AGABC-2345' },
        before: { status: 'waiting' },
        after: { status: 'refused' },
      },
    ],
    [
      'answered the message of Ada',
      {
        type: 'contact_messages',
        name: 'Ada',
        before: { status: 'pending' },
        after: { status: 'completed' },
      },
    ],
    [
      'began the letter of credit of order AGABC-2345',
      { ...letterOfOrder, action: 'insert', after: { status: 'awaited' } },
    ],
    [
      'sent a draft of the letter of credit of order AGABC-2345',
      { ...letterOfOrder, action: 'insert', after: { status: 'draft_received', draft_path: draft } },
    ],
    [
      'sent a draft of the letter of credit of order AGABC-2345',
      { ...letterOfOrder, before: { draft_path: null }, after: { draft_path: draft } },
    ],
    [
      'set the letter of credit of order AGABC-2345 to "Issued"',
      { ...letterOfOrder, before: { status: 'draft_accepted' }, after: { status: 'issued' } },
    ],
    [
      'set the letter of credit of order AGABC-2345 to "Paid"',
      { ...letterOfOrder, before: { status: 'documents_presented' }, after: { status: 'paid' } },
    ],
    [
      'set the letter of credit of order AGABC-2345 to "Waiting for the draft of the buyer", because: The port is wrong',
      {
        ...letterOfOrder,
        before: { status: 'draft_received', step_back_reason: null },
        after: { status: 'awaited', step_back_reason: 'The port is wrong' },
      },
    ],
    [
      'changed the letter of credit of order AGABC-2345',
      { ...letterOfOrder, before: { documents: null }, after: { documents: 'Invoice' } },
    ],
    [
      'recorded a bank fee of ₦1,250 for order AGABC-2345, settled without money, because: Charges of the issuing bank',
      {
        ...letterOfOrder,
        subject_type: 'order_credits',
        action: 'insert',
        after: { kind: 'fee', amount_kobo: 125_000, reason: 'Charges of the issuing bank' },
      },
    ],
    [
      'recorded a write-off of ₦1,250 for order AGABC-2345, settled without money, because: Too little to ask for',
      {
        ...letterOfOrder,
        subject_type: 'order_credits',
        action: 'insert',
        after: { kind: 'write_off', amount_kobo: 125_000, reason: 'Too little to ask for' },
      },
    ],
    [
      'confirmed a bank account of the company by the code sent to the address outside',
      {
        type: 'settlement_accounts',
        name: null,
        before: { approved_at: null, confirmed_outside: false },
        after: { approved_at: '2026-11-20T10:00:00Z', confirmed_outside: true },
      },
    ],
    [
      'approved a bank account of the company',
      {
        type: 'settlement_accounts',
        name: null,
        before: { approved_at: null },
        after: { approved_at: '2026-11-20T10:00:00Z' },
      },
    ],
    [
      'changed the length of the retention period of registration drafts from 30 days to 1 month',
      {
        type: 'retention_periods',
        id: 'registration_drafts',
        name: null,
        before: { keep: '30 days' },
        after: { keep: '1 mon' },
      },
    ],
    ['called farmer Farmer X: Told by chat message', { action: 'call', after: { outcome: 'chat_sent' } }],
    ['removed the message of Ada', { action: 'delete', type: 'contact_messages', name: 'Ada', before: {} }],
  ] satisfies [string, Parameters<typeof entryOf>[0]][])('says: %s', (sentence, entry) => {
    expect(say(entry)).toBe(sentence)
  })

  it('says nothing of where a draft is stored', () => {
    const sent = entryOf({
      ...letterOfOrder,
      before: { status: 'awaited', draft_path: null, step_back_reason: 'The port is wrong' },
      after: { status: 'draft_received', draft_path: draft, step_back_reason: null },
    })
    expect(describeEntry(sent, roles).changes).toEqual([])
    const removed = entryOf({ ...letterOfOrder, before: { draft_path: draft }, after: { draft_path: null } })
    expect(describeEntry(removed, roles).changes).toEqual([
      { label: 'draft', before: 'a file', after: '(empty)' },
    ])
  })

  it('leads to the record, with the name where there is one', () => {
    const { parts } = describeEntry(
      entryOf({ before: { status: 'pending' }, after: { status: 'approved' } }),
      roles,
    )
    expect(parts).toContainEqual({ name: 'Farmer X', to: { type: 'farmers', id: record } })
    const unnamed = entryOf({ name: null, action: 'note' })
    expect(formatSentence(describeEntry(unnamed, roles))).toBe(
      'wrote a note about a farmer that is gone or not yours to see',
    )
  })

  it('of the logo says that it changed, and opens the picture', () => {
    const file = '/storage/v1/object/public/board-photos/x.png'
    const entry = entryOf({
      type: 'company_facts',
      id: 'logo',
      name: null,
      before: { value: null },
      after: { value: file },
    })
    const { parts, changes } = describeEntry(entry, roles)
    expect([parts, changes]).toEqual([
      ['changed the ', { name: 'logo', to: { file } }, ' of the company'],
      [],
    ])
    expect(say({ ...entry, before: entry.after, after: { value: null } })).toBe(
      'removed the logo of the company',
    )
  })

  it('lists what the sentence does not say, in the words of columns', () => {
    const { parts, changes } = describeEntry(
      entryOf({
        type: 'products',
        name: 'Palm oil',
        before: { price_kobo: 100_000, low_stock_at: null },
        after: { price_kobo: 120_000, low_stock_at: 5 },
      }),
      roles,
    )
    expect(parts).toEqual([
      'changed ',
      'product ',
      { name: 'Palm oil', to: { type: 'products', id: record } },
    ])
    expect(changes).toEqual([
      { label: 'price', before: '₦1,000', after: '₦1,200' },
      { label: 'low from', before: '(empty)', after: '5' },
    ])
  })

  it('says of a word that nobody has foreseen what there is', () => {
    expect(say({ action: 'sign_out', type: 'account', name: 'Bola' })).toBe('sign out: the account of Bola')
  })
})
