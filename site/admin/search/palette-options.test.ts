/** What the palette offers to whom: places by their words, records with the steps that a right allows, and what a number can do. */
import { describe, expect, it } from 'vitest'
import type { AdminNotice } from '#domain/admin/admin.ts'
import type { Permission } from '#domain/admin/roles.ts'
import type { FoundOrder, FoundPerson, SearchAnswer } from '#domain/admin/search.ts'
import type { OpenRecord } from './open-record.ts'
import { buildGroups } from './palette-options.ts'
import { findOpenPlaces } from './palette-places.ts'
import { placeParts } from './place-parts.ts'

const id = '00000000-0000-4000-8000-000000000001'
const order: FoundOrder = {
  id,
  code: 'AGG6X-7SCF',
  via: 'bank_reference',
  kind: 'bulk',
  crop: 'Maize',
  quantity: '20',
  unit: 'Tons',
  buyer: 'Sani Foods',
  totalKobo: 124_000_000,
  quote: null,
  currency: 'NGN',
  status: 'pending',
  paymentStatus: 'confirmed',
  isUnderpaid: false,
  refundToSendKobo: 0,
  fulfilmentStatus: 'none',
  createdAt: '2026-11-24T10:00:00Z',
}
const person: FoundPerson = {
  recordType: 'farmers',
  id,
  name: 'Hauwa Sani',
  organisation: null,
  phone: '+2348035510066',
  email: null,
  place: 'Kano',
  records: [{ recordType: 'farmers', id, reference: 'FM7K4-2X9Q', status: 'approved' }],
  orders: 4,
  messages: 1,
}

function build(
  typed: string,
  answer: SearchAnswer,
  rights: readonly Permission[] = [],
  notices: readonly AdminNotice[] = [],
  open: OpenRecord | null = null,
) {
  return buildGroups({
    typed,
    answer,
    open,
    places: [
      { label: 'Orders', path: '/admin/queues/orders' },
      { label: 'Job applications', path: '/admin/queues/job-applications' },
    ],
    parts: [{ label: 'Settings: VAT', path: '/admin/settings?of=vat' }],
    actions: [{ label: 'Add a product', path: '/admin/products/new' }],
    recents: [{ recordType: 'orders', id, code: 'AGG6X-7SCF' }],
    notices,
    can: (permission) => rights.includes(permission),
  })
}
const titles = (groups: ReturnType<typeof build>) =>
  groups.map(({ title, options }) => [title, ...options.map((option) => option.title)].join(': '))

describe('the palette', () => {
  it('offers without a word what was opened before, actions and places', () => {
    expect(titles(build('', {}))).toEqual([
      'Opened before: AGG6X-7SCF',
      'Do: Add a product: Keys: Sign Out',
      'Go to: Orders: Job applications',
    ])
  })

  it('lists six of each kind, and says where more was found', () => {
    const people = (count: number) =>
      build('sani', {
        people: Array.from({ length: count }, (_, at) => ({ ...person, id: `${id.slice(0, -1)}${at}` })),
      }).find(({ title }) => title === 'People')
    expect(people(6)?.options).toHaveLength(6)
    expect(people(6)?.isCut).toBeUndefined()
    expect(people(7)?.options).toHaveLength(6)
    expect(people(7)?.isCut).toBe(true)
  })

  it('begins with what the open record allows, taken where it is open', () => {
    const opened = (row: OpenRecord['row'], ...rights: Permission[]) =>
      build('', {}, rights, [], { recordType: 'orders', id, row, drawn: ['contacted'] })[0]
    const row = { code: 'AGG6X-7SCF', kind: 'bulk', status: 'pending', total_amount_kobo: null }
    const order = opened(row, 'orders.decide', 'records.work')
    expect([order?.title, ...(order?.options ?? []).map(({ title }) => title)]).toEqual([
      'This order',
      'Approve...',
      'Decline...',
      'Quote...',
      'I have contacted them...',
      'Log a call...',
      'Write to them...',
      'Assign...',
      'Write a note...',
      'Add a task...',
      'Copy the code',
    ])
    expect(order?.options[0]).toMatchObject({ takes: 'approved' })
    // Who may only read it is offered what a reader does.
    expect(opened(row)?.options.map(({ title }) => title)).toEqual(['Copy the code'])
    // What is a part of another registration is decided there.
    const part = build('', {}, ['farmers.decide'], [], {
      ...{ recordType: 'farmers', id, drawn: [] },
      row: { reference: 'FM7K4-2X9Q', status: 'declined', merged_with: { id, reference: 'FM111-1111' } },
    })
    expect(part[0]?.options.map(({ title }) => title)).not.toContain('Approve...')
    const typed = build('quo', {}, ['orders.decide'], [], { recordType: 'orders', id, row, drawn: [] })
    expect(typed.map(({ title }) => title)).toEqual(['This order'])
  })

  it('has places that begin with the words first, then what was found, then places with such a word', () => {
    expect(titles(build('or', { orders: [order] }))).toEqual(['Go to: Orders', 'Orders: AGG6X-7SCF'])
    expect(titles(build('app', { orders: [order] }))).toEqual([
      'Orders: AGG6X-7SCF',
      'Places: Job applications',
    ])
    expect(titles(build('produc', {}))).toEqual(['Do: Add a product'])
    // A part of a place is found by its words alone.
    expect(titles(build('vat', {}))).toEqual(['Places: Settings: VAT'])
    expect(titles(build('settings', {}))).toEqual(['Go to: Settings: VAT'])
  })

  it.each([
    ['roles', 'People and rights: Roles and rights'],
    ['roles and rights', 'People and rights: Roles and rights'],
    ['who looked', 'Audit trail: Who looked'],
    ['sign-ins', 'Audit trail: Sign-ins'],
    ['buyer registrations', 'Audit trail: Buyer registrations'],
    ['zones', 'Delivery'],
    ['depot', 'Delivery'],
    ['bank account', 'Settings: Bank and wallet'],
    ['refund', 'Orders: To refund'],
    ['refunds', 'Orders: To refund'],
  ])('leads by "%s" to %s, for who may enter it', (typed, title) => {
    const lead = (may: boolean) => {
      const can = () => may
      const open = findOpenPlaces(can, may, [], placeParts)
      return titles(buildGroups({ typed, answer: {}, open: null, recents: [], notices: [], can, ...open }))
    }
    expect(lead(true)).toContain(`Places: ${title}`)
    expect(lead(false)).toEqual([])
  })

  it('says what an order is, and offers its next steps to those who decide alone', () => {
    const [shown] = build('sani', { orders: [order] })[0]?.options ?? []
    expect(shown).toMatchObject({
      detail: 'Sani Foods, Maize, 20 Tons, bank reference',
      note: '₦1,240,000, pending, confirmed',
    })
    expect(shown?.steps?.map(({ title }) => title)).toEqual(['Open', 'Copy the code'])
    const [decided] = build('sani', { orders: [order] }, ['orders.decide'])[0]?.options ?? []
    expect(decided?.steps?.map(({ title }) => title)).toEqual([
      'Open',
      'Approve...',
      'Decline...',
      'Send a document again...',
      'Copy the code',
    ])
    const stepsOf = (changed: Partial<FoundOrder>, ...rights: Permission[]) =>
      build('sani', { orders: [{ ...order, ...changed }] }, rights)[0]?.options[0]?.steps?.map(
        ({ title }) => title,
      )
    expect(stepsOf({ paymentStatus: 'claimed' }, 'orders.read', 'payments.confirm')).toEqual([
      'Open',
      'Confirm a payment...',
      'Reject the claim...',
      'Open its documents...',
      'Send a document again...',
      'Copy the code',
    ])
    const due = { paymentStatus: 'refund_due', status: 'declined' }
    expect(stepsOf({ ...due, refundToSendKobo: 1 }, 'payments.confirm')).toContain('Record a refund...')
    // All of it was entered, and waits for a second person.
    expect(stepsOf(due, 'payments.confirm')).not.toContain('Record a refund...')
    expect(stepsOf({ status: 'approved', fulfilmentStatus: 'preparing' }, 'orders.decide')).toContain(
      'Move the goods on...',
    )
    expect(stepsOf({ status: 'approved', fulfilmentStatus: 'disputed' }, 'orders.decide')).toContain(
      'Answer the complaint...',
    )
    expect(stepsOf({ status: 'completed' }, 'orders.reopen')).toContain('Reopen...')
    expect(stepsOf({}, 'orders.decide', 'records.work')).toContain('Write to them...')
    expect(decided?.steps?.[1]?.to).toMatch(/&take=approved$/)
    const [unpriced] =
      build('sani', { orders: [{ ...order, totalKobo: null }] }, ['orders.decide'])[0]?.options ?? []
    expect(unpriced?.steps?.map(({ title }) => title)).toContain('Quote...')
  })

  it.each([
    [null, 'not quoted'],
    ['open', 'quoted, waits for answer'],
    ['answered', 'counter-offer, waits for us'],
    ['waiting', 'quoted, waits for a colleague'],
  ] as const)('says of an order without a price how its quote stands: %s', (quote, words) => {
    const unpriced: FoundOrder = { ...order, totalKobo: null, paymentStatus: 'unpaid', quote }
    expect(build('sani', { orders: [unpriced] })[0]?.options[0]?.note).toBe(`${words}, pending`)
  })

  it('leads to the price of a delivery, credit terms, a correction, a call, and what waits for a second person', () => {
    const titlesOf = (changed: Partial<FoundOrder>, rights: Permission[], notices: AdminNotice[] = []) =>
      build('sani', { orders: [{ ...order, ...changed }] }, rights, notices)[0]?.options[0]?.steps?.map(
        ({ title }) => title,
      )
    const sold = { kind: 'marketplace', paymentStatus: 'unpaid' } as const
    expect(titlesOf(sold, ['orders.decide'])).toContain('Price or day of the delivery...')
    expect(titlesOf({}, ['orders.decide'])).not.toContain('Price or day of the delivery...')
    expect(titlesOf({ ...sold, status: 'completed' }, ['orders.decide'])).not.toContain(
      'Price or day of the delivery...',
    )
    expect(titlesOf(sold, ['orders.credit'])).toContain('Credit terms...')
    expect(titlesOf({}, ['orders.credit'])).not.toContain('Credit terms...')
    expect(titlesOf({}, ['payments.confirm'])).toContain('Correct a payment...')
    expect(titlesOf(sold, ['payments.confirm'])).not.toContain('Correct a payment...')
    expect(titlesOf({}, ['records.work'])).toContain('Log a call...')
    const waits = (kind: 'quote_waits' | 'money_waits'): AdminNotice =>
      kind === 'quote_waits'
        ? { kind, id, code: order.code }
        : { kind, id, code: order.code, of: 'refund', amount_kobo: 100, currency: 'NGN' }
    const [quote, entry] = ['Decide on the quote that waits...', 'Decide on the entry that waits...']
    const rights = ['orders.decide', 'payments.confirm'] as Permission[]
    expect(titlesOf({}, rights, [waits('quote_waits')])).toContain(quote)
    expect(titlesOf({}, rights, [waits('money_waits')])).toContain(entry)
    for (const notices of [[], [waits('money_waits')], [{ ...waits('quote_waits'), id: 'another' }]])
      expect(titlesOf({}, rights, notices)).not.toContain(quote)
    expect(titlesOf({}, ['orders.decide'], [waits('money_waits')])).not.toContain(entry)
  })

  it('leads to a claim, to a rest, and to a document that is sent again, where the money allows it', () => {
    const titlesOf = (changed: Partial<FoundOrder>, ...rights: Permission[]) =>
      build('sani', { orders: [{ ...order, ...changed }] }, rights)[0]?.options[0]?.steps?.map(
        ({ title }) => title,
      )
    const [reject, settle] = ['Reject the claim...', 'Settle the rest without money...']
    expect(titlesOf({ paymentStatus: 'claimed' }, 'payments.confirm')).toContain(reject)
    expect(titlesOf({ paymentStatus: 'claimed' }, 'payments.confirm')).not.toContain(settle)
    expect(titlesOf({ paymentStatus: 'claimed' }, 'orders.decide')).not.toContain(reject)
    expect(titlesOf({ paymentStatus: 'underpaid' }, 'payments.confirm')).toContain(settle)
    expect(titlesOf({ paymentStatus: 'underpaid' }, 'payments.confirm')).not.toContain(reject)
    expect(titlesOf({ paymentStatus: 'unpaid' }, 'payments.confirm')).not.toContain(settle)
    expect(titlesOf({ paymentStatus: 'underpaid' }, 'orders.decide')).not.toContain(settle)
    const again = 'Send a document again...'
    expect(titlesOf({}, 'orders.read', 'payments.confirm')).toContain(again)
    expect(titlesOf({}, 'orders.read')).not.toContain(again)
    expect(titlesOf({}, 'records.work')).toContain('I have contacted them...')
    expect(titlesOf({ status: 'completed' }, 'records.work')).not.toContain('I have contacted them...')
  })

  it('leads to a letter of credit, an agreement by telephone and a rest where the open order shows them', () => {
    const row = { code: 'AGG6X-7SCF', kind: 'bulk', status: 'approved', total_amount_kobo: 5 }
    const offered = (paymentStatus: string, drawn: string[], ...rights: Permission[]) =>
      build('', {}, rights, [], {
        ...{ recordType: 'orders', id, drawn },
        row: { ...row, payment_status: paymentStatus },
      })[0]?.options.map(({ title }) => title)
    const [letter, agreed] = ['Letter of credit...', 'The buyer agreed to the delivery by telephone...']
    const settle = 'Settle the rest without money...'
    expect(offered('unpaid', ['letter', 'agreed'], 'orders.decide')).toEqual(
      expect.arrayContaining([letter, agreed]),
    )
    expect(offered('unpaid', ['letter'], 'payments.confirm')).toContain(letter)
    expect(offered('unpaid', ['letter', 'agreed', 'settle'], 'records.work')).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/^(Letter|The buyer agreed|Settle)/)]),
    )
    expect(offered('unpaid', [], 'orders.decide', 'payments.confirm')).not.toContain(letter)
    expect(offered('unpaid', [], 'orders.decide', 'payments.confirm')).not.toContain(agreed)
    expect(offered('unpaid', ['settle'], 'payments.confirm')).toContain(settle)
    expect(offered('unpaid', [], 'payments.confirm')).not.toContain(settle)
    // Once, however it is known.
    expect(offered('underpaid', ['settle'], 'payments.confirm')?.filter((title) => title === settle)).toEqual(
      [settle],
    )
  })

  it('offers a first contact and a document that is sent again where the open order shows them', () => {
    const row = { code: 'AGG6X-7SCF', kind: 'bulk', status: 'approved', total_amount_kobo: 5 }
    const offered = (...drawn: string[]) =>
      build('', {}, ['orders.decide', 'records.work'], [], { recordType: 'orders', id, drawn, row })[0]
        ?.options.map(({ title }) => title)
        .filter((title) => /^(I have|Send a)/.test(title))
    expect(offered('contacted', 'send-document')).toEqual([
      'Send a document again...',
      'I have contacted them...',
    ])
    // Somebody noted it, and none was issued.
    expect(offered()).toEqual([])
  })

  it('has one entry for each address, and each of what the person saved', () => {
    const place = { label: 'Orders', path: '/admin/queues/orders' }
    const saved = { label: 'Mine', path: '/admin/queues/orders?who=mine' }
    const [goTo] = buildGroups({
      ...{ typed: '', answer: {}, open: null, parts: [], actions: [], recents: [], notices: [] },
      places: [
        place,
        { ...saved, key: 'one' },
        { ...saved, label: 'Also mine', key: 'two' },
        { ...place, label: 'Again' },
      ],
      can: () => false,
    }).filter(({ title }) => title === 'Go to')
    expect(goTo?.options.map(({ title }) => title)).toEqual(['Orders', 'Mine', 'Also mine'])
    expect(new Set(goTo?.options.map(({ key }) => key)).size).toBe(3)
  })

  it('leads to what is stored encrypted, to a CV, to a comparison and to a mail that is sent again', () => {
    const opened = (recordType: OpenRecord['recordType'], drawn: string[], ...rights: Permission[]) =>
      build('', {}, rights, [], { recordType, id, row: { status: 'pending' }, drawn })
        .find(({ title }) => title.startsWith('This '))
        ?.options.map(({ title }) => title) ?? []
    expect(opened('investors', ['reveal'], 'vault.reveal')).toEqual(['Reveal BVN, ID number or account...'])
    expect(opened('farmers', ['reveal'], 'vault.reveal')).toContain('Reveal the date of birth...')
    // None is stored of this one.
    expect(opened('farmers', [], 'vault.reveal')).not.toContain('Reveal the date of birth...')
    expect(opened('buyers', [], 'vault.reveal')).toEqual(['Look at the photo...'])
    expect(opened('investors', [], 'investors.read')).toEqual([])
    expect(opened('job_applications', [], 'job_applications.read')).toEqual(['Open the CV...'])
    expect(opened('job_applications', [])).toEqual([])
    const [compare, resend] = ['Compare with who may be the same person...', 'Send a mail again...']
    expect(opened('farmers', ['compare'], 'farmers.decide', 'records.work')).toContain(compare)
    expect(opened('farmers', [], 'farmers.decide', 'records.work')).not.toContain(compare)
    expect(opened('farmers', ['compare'], 'farmers.decide')).not.toContain(compare)
    expect(opened('farmers', ['resend'], 'mails.resend')).toContain(resend)
    expect(opened('farmers', [], 'mails.resend')).not.toContain(resend)
    expect(opened('farmers', ['resend'])).not.toContain(resend)
    const mail = { id, name: 'Order received', recipient: 'a@b.ng', createdAt: order.createdAt }
    const stepsOf = (state: 'failed' | 'sent', ...rights: Permission[]) =>
      build('sani', { mails: [{ ...mail, state }] }, rights)[0]?.options[0]?.steps?.map(({ title }) => title)
    expect(stepsOf('failed', 'mails.resend')).toEqual(['Open', 'Send it again...'])
    expect(stepsOf('sent', 'mails.resend')).toEqual(['Open'])
    expect(stepsOf('failed')).toEqual(['Open'])
  })

  it('leads to the comparison of two of one kind, where those may be decided', () => {
    const [first] = person.records
    const twins = [first, { ...first, id: 'another', reference: 'FM7K4-3X9Q' }] as typeof person.records
    const mergesOf = (records: typeof person.records, ...rights: Permission[]) =>
      build('sani', { people: [{ ...person, records }] }, rights)[0]?.options[0]?.steps?.flatMap(
        ({ title, to }) => (title.startsWith('Compare') ? [[title, to]] : []),
      )
    expect(mergesOf(twins, 'farmers.decide', 'records.work')).toEqual([
      ['Compare and merge farmer FM7K4-3X9Q...', '/admin/queues/farmers?record=another&take=compare'],
    ])
    // What is one with another already is named, and compared with nobody.
    const merged = twins.map((twin, at) => (at === 0 ? twin : { ...twin, mergedInto: 'FM7K4-2X9Q' }))
    expect(mergesOf(merged, 'farmers.decide', 'records.work')).toEqual([])
    expect(build('sani', { people: [{ ...person, records: merged }] })[0]?.options[0]?.note).toContain(
      'merged into FM7K4-2X9Q',
    )
    expect(mergesOf(twins)).toEqual([])
    // As the database demands of who makes two one.
    expect(mergesOf(twins, 'farmers.decide')).toEqual([])
    expect(mergesOf(person.records, 'farmers.decide', 'records.work')).toEqual([])
  })

  it('says that a message goes on where it shows its beginning', () => {
    const about = (text: string) => {
      const message = { id, name: 'Hauwa Sani', status: 'pending', text, createdAt: order.createdAt }
      return build('sani', { messages: [message] })[0]?.options[0]?.detail
    }
    expect(about('Seeds')).toBe('Seeds')
    // No more than 80 characters come: whether one of 80 goes on is not known, and it is cut like the longer ones.
    expect(about('a'.repeat(79))).toBe('a'.repeat(79))
    expect(about('a'.repeat(80))).toBe(`${'a'.repeat(79)}…`)
    expect(about(`${'Seeds of beans '.repeat(6)}`.slice(0, 80))).toMatch(/beans Seed…$/)
    expect(about('🌽'.repeat(80))).toBe(`${'🌽'.repeat(79)}…`)
  })

  it('offers what a record without a code allows: its decisions, a colleague, a note and a task', () => {
    const message = { id, name: 'Hauwa Sani', status: 'pending', text: 'Seeds', createdAt: order.createdAt }
    const [shown] =
      build('sani', { messages: [message] }, ['contact_messages.answer', 'records.work'])[0]?.options ?? []
    expect(shown?.recent).toEqual({ recordType: 'contact_messages', id, code: '', name: 'Hauwa Sani' })
    expect(shown?.steps?.map(({ title }) => title)).toEqual([
      'Open',
      'Mark as answered...',
      'Write to them...',
      'Assign...',
      'Write a note...',
      'Add a task...',
    ])
    const [farmer] =
      build('fm7', { registrations: [{ ...person.records[0], status: 'pending', name: null } as never] }, [
        'farmers.decide',
      ])[0]?.options ?? []
    expect(farmer?.steps?.map(({ title }) => title)).toContain('Request a correction...')
    const product = { id, name: 'Ginger', farmerName: 'Ada', status: 'published', priceKobo: 100_000 }
    const [sold] = build('gin', { products: [product] }, ['products.write'])[0]?.options ?? []
    expect(sold?.steps?.map(({ title }) => title)).toEqual([
      'Open',
      'Hide...',
      'Change the price...',
      'Change the stock...',
    ])
  })

  it('says who a person is, and has their number in no address of the site', () => {
    const [shown] = build('sani', { people: [person] })[0]?.options ?? []
    expect(shown).toMatchObject({
      title: 'Hauwa Sani',
      detail: '0803 551 0066, Kano',
      note: 'farmer, approved; 4 orders; 1 message',
    })
    // A number may be that of a whole village.
    const many = { ...person, records: [...person.records, ...person.records], orders: 0, messages: 0 }
    expect(build('sani', { people: [many] })[0]?.options[0]?.note).toBe('farmer, approved (2)')
    expect(shown?.steps?.map(({ title }) => title)).toEqual([
      'Open',
      'Open farmer FM7K4-2X9Q',
      'Call 0803 551 0066',
      'Copy the number',
    ])
    for (const { to = '' } of [shown, ...(shown?.steps ?? [])].filter((option) => option !== undefined))
      expect(to).not.toMatch(/803/)
  })

  it('registers a person with a whole number, for those who may', () => {
    expect(build('0803 551 0066', {}, ['registrations.enter'])).toEqual([
      {
        title: 'Do',
        options: [expect.objectContaining({ copies: '0803 551 0066', to: '/admin/enter?channel=phone' })],
      },
    ])
    expect(build('0803 551 0066', {})).toEqual([])
    expect(build('0803 551', {}, ['registrations.enter'])).toEqual([])
  })
})
