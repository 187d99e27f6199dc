// A letter of credit: its buyer sends the draft, staff say through whom, with which documents and how far it is.
import { afterAll, describe, expect, it } from 'vitest'
import { creditSteps } from '#domain/market/credit-states.ts'
import { render } from '#server/mail/sample-mails.ts'
import { findNextStep } from '#site/admin/orders/next-step.ts'
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openLetters } from './letters-till.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, stranger, admin, confirm, decide, move } = await openTill()
afterAll(() => app.close())

const { agreed, upload, read, say, bring, presented } = openLetters({ app, market, buyer, admin, decide })

/** What page, list and home of the admin area say of it, and whether it waits for its buyer on their overview. */
async function standing(id: string) {
  const { rows } = await app.owner.query(
    `select own.kind, own.status, own.payment_status, own.fulfilment_status, own.total_amount_kobo::int, own.credit_terms_reason,
       private.is_paid_enough(own) as goods_may_leave, listed.waits_for_buyer as listed_with_buyer,
       id in (select order_id from private.letters_with_us) as listed_with_us,
       (select to_jsonb(letter) from public.letters_of_credit as letter where order_id = own.id) as letters_of_credit,
       (select jsonb_agg(quote) from public.quotes as quote where order_id = own.id) as quotes
     from public.orders as own join private.orders_list as listed using (id) where id = $1`,
    [id],
  )
  const { listed_with_buyer, listed_with_us, ...order } = rows[0] ?? {}
  const { rows: home } = await app.as(
    admin.caller,
    `select public.admin_places() -> 'letters' ->> 'waiting' as letters`,
  )
  const own = await app.as(buyer.caller, `select from public.list_own_orders('waiting') where id = $1`, [id])
  const { step, words } = findNextStep(order as Parameters<typeof findNextStep>[0], () => true)
  return {
    ...{ admin: words, isOurs: step !== null, listed_with_buyer, listed_with_us },
    ...{ atHome: Number(home[0]?.letters), waitsForBuyer: own.rowCount === 1 },
  }
}

describe('a letter of credit', () => {
  it('is there where both sides agreed on one, through the bank of the account in that currency', async () => {
    expect(await read(await agreed('Bank Transfer'))).toBeNull()
    const id = await agreed()
    expect(await read(id)).toMatchObject({
      ...{ status: 'awaited', currency: 'USD', documents: null, draftAt: null },
      advisingBank: 'Test Bank, 1 Marina, Lagos, TESTNGLA',
    })
    expect((await market.refuse(stranger.caller, 'letter_of_credit', id)).code).toBe('P0002')
  })

  it('in naira is opened through the bank of our account at home, which needs no SWIFT code', async () => {
    const { rows } = await app.owner.query(
      `select bank_name, swift_bic from private.current_settlement_account('bank_account', 'NGN')`,
    )
    expect(rows).toEqual([{ bank_name: expect.any(String), swift_bic: null }])
    expect(await read(await agreed('Letter of Credit', 'NGN'))).toMatchObject({
      ...{ currency: 'NGN', advisingBank: rows[0]?.bank_name },
    })
  })

  it('says to its buyer what has to change in a draft that is not taken, until another one is there', async () => {
    const id = await agreed()
    const reason = 'Our name is misspelt: it is Agro Limited'
    await market.call(buyer.caller, 'send_credit_draft', id, await upload(id))
    await say(id, 'awaited', { reason })
    expect(await read(id)).toMatchObject({ status: 'awaited', draftProblem: reason, stepBackReason: null })
    const { rows } = await app.owner.query(
      `select data -> 'credit' ->> 'draftProblem' as problem from private.mail_outbox
       where template = 'order_credit_letter' and data ->> 'order_id' = $1 order by id desc limit 1`,
      [id],
    )
    expect(rows).toEqual([{ problem: reason }])
    await market.call(buyer.caller, 'send_credit_draft', id, await upload(id))
    expect(await read(id)).toMatchObject({ status: 'draft_received', draftProblem: null })
  })

  it('shows no account, whatever is called: a bank pays, and opens it by a pro-forma without one', async () => {
    const id = await agreed()
    expect(await market.call(buyer.caller, 'payment_details', id)).toEqual({
      ...{ ok: false, code: 'letter_of_credit' },
    })
    expect(await market.refuse(buyer.caller, 'claim_payment', id, { words: 'Paid' })).toMatchObject({
      ...{ code: '23514', hint: 'letter_of_credit', message: expect.stringContaining('nothing to transfer') },
    })
    expect(await market.read(id)).toMatchObject({ payment: 'unpaid' })
    await market.call(buyer.caller, 'issue_pro_forma', id)
    await decide(id, 'approved')
    await bring(id, 'issued')
    await market.deliver(admin.caller, id)
    const { rows } = await app.owner.query(
      `select kind, content -> 'account' as account, private.is_lapsed(document) as is_lapsed
       from public.order_documents as document where order_id = $1 and kind in ('pro_forma', 'invoice') order by issued_at`,
      [id],
    )
    expect(rows).toEqual([
      { kind: 'pro_forma', account: null, is_lapsed: false },
      { kind: 'invoice', account: null, is_lapsed: false },
    ])
    const { rows: mails } = await app.owner.query(
      `select template from private.mail_outbox where data ->> 'order_id' = $1 and data ? 'payment'`,
      [id],
    )
    expect(mails).toEqual([])
  })

  it('takes twenty drafts an hour, however often one of before is sent again', async () => {
    const id = await agreed()
    const paths = [await upload(id), await upload(id)]
    for (let nr = 0; nr < 20; nr++) await market.call(buyer.caller, 'send_credit_draft', id, paths[nr % 2])
    expect((await market.refuse(buyer.caller, 'send_credit_draft', id, paths[0])).code).toBe('PT429')
    await market.call(buyer.caller, 'send_credit_draft', id, paths[1])
  })

  it('takes a draft of its buyer alone, which the server has looked at, until it is issued', async () => {
    const id = await agreed()
    const path = await upload(id)
    expect((await market.refuse(stranger.caller, 'send_credit_draft', id, path)).code).toBe('P0002')
    for (const wrong of [
      await upload(id, false),
      await upload(await agreed()),
      `${id}/${crypto.randomUUID()}`,
    ])
      expect((await market.refuse(buyer.caller, 'send_credit_draft', id, wrong)).code).toBe('23514')
    const forged = `update public.letters_of_credit set status = 'paid' where order_id = $1`
    await market.call(buyer.caller, 'send_credit_draft', id, path)
    expect((await app.refusalOf(buyer.caller, forged, [id])).code).toBe('42501')
    expect((await app.refusalOf(admin.caller, forged, [id])).code).toBe('42501')
    expect(await read(id)).toMatchObject({ status: 'draft_received', draftPath: path })
    await say(id, 'draft_accepted')
    // What we took can still be replaced, and is read once more.
    await market.call(buyer.caller, 'send_credit_draft', id, await upload(id))
    expect(await read(id)).toMatchObject({ status: 'draft_received' })
    await say(id, 'draft_accepted')
    await decide(id, 'approved')
    await say(id, 'issued')
    expect((await market.refuse(buyer.caller, 'send_credit_draft', id, await upload(id))).code).toBe('23514')
    const transfer = await agreed('Bank Transfer')
    expect(
      (await market.refuse(buyer.caller, 'send_credit_draft', transfer, await upload(transfer))).code,
    ).toBe('23514')
    expect(await market.mailsAbout(id)).toEqual(expect.arrayContaining(['staff_credit_draft']))
    const { draftPath } = await read(id)
    const opened = await market.call(admin.caller, 'record_access', 'orders', id, 'credit_draft', draftPath)
    expect(opened).toEqual({ bucket: 'payment-proofs', path: draftPath })
  })

  it('takes and sends back the draft that was read, and no other one that came meanwhile', async () => {
    const id = await agreed()
    const [seen, newer] = [await upload(id), await upload(id)]
    await market.call(buyer.caller, 'send_credit_draft', id, seen)
    await market.call(buyer.caller, 'send_credit_draft', id, newer)
    for (const step of [{ status: 'draft_accepted' }, { status: 'awaited', reason: 'Our name is misspelt' }])
      for (const draft of [{}, { draftPath: seen }])
        expect(
          await market.refuse(admin.caller, 'set_letter_of_credit', id, { ...step, ...draft }),
        ).toMatchObject({ code: 'PT409', message: expect.stringContaining('Another draft has come') })
    expect(await read(id)).toMatchObject({ status: 'draft_received', draftPath: newer })
    // What is said of the documents touches no draft.
    await say(id, 'draft_received', { draftPath: seen, documents: 'Bill of lading' })
    await say(id, 'draft_accepted', { draftPath: newer })
    expect(await read(id)).toMatchObject({ status: 'draft_accepted' })
  })

  it('waits for its buyer until the draft is sent, and not when the goods have left: a bank pays', async () => {
    const isWaiting = async (id: string) =>
      (await app.as(buyer.caller, `select from public.list_own_orders('waiting') where id = $1`, [id]))
        .rowCount === 1
    const [sent, open] = [await agreed(), await agreed()]
    expect(await isWaiting(sent)).toBe(true)
    await market.call(buyer.caller, 'send_credit_draft', sent, await upload(sent))
    // Read before the order is approved, too: the buyer was told so.
    expect(await standing(sent)).toMatchObject({
      ...{ admin: 'read the draft of the letter of credit', isOurs: true },
      ...{ listed_with_us: true, listed_with_buyer: false, waitsForBuyer: false },
    })
    // Taken, it is issued by their bank.
    await say(sent, 'draft_accepted')
    expect(await standing(sent)).toMatchObject({
      ...{ admin: 'approve it', listed_with_us: false, listed_with_buyer: false, waitsForBuyer: true },
    })
    // But not for an order that we have not approved.
    const early = { status: 'issued' }
    expect(await market.refuse(admin.caller, 'set_letter_of_credit', sent, early)).toMatchObject({
      ...{ code: '23514', hint: 'status', message: expect.stringContaining('Approve the order first') },
    })
    await decide(open, 'approved')
    expect(await isWaiting(open)).toBe(true)
    await bring(open, 'issued')
    await market.deliver(admin.caller, open)
    expect(await isWaiting(open)).toBe(false)
  })

  it('says in each of its states whose step it is: on the page, in the lists and on the home of the desk, and to its buyer', async () => {
    const id = await agreed()
    await decide(id, 'approved')
    const { atHome } = await standing(id)
    const sendDraft = async () => market.call(buyer.caller, 'send_credit_draft', id, await upload(id))
    const theirs = { isOurs: false, listed_with_buyer: true, listed_with_us: false, atHome }
    const ours = { isOurs: true, listed_with_buyer: false, listed_with_us: true, atHome: atHome + 1 }
    const ofGoods = { isOurs: true, listed_with_buyer: false, listed_with_us: false, atHome }
    for (const [act, expected] of [
      [
        async () => {},
        { admin: 'the buyer sends the draft of the letter of credit', ...theirs, waitsForBuyer: true },
      ],
      [sendDraft, { admin: 'read the draft of the letter of credit', ...ours, waitsForBuyer: false }],
      [
        () => say(id, 'awaited', { reason: 'Our name is misspelt' }),
        { admin: 'the buyer sends another draft of the letter of credit', ...theirs, waitsForBuyer: true },
      ],
      [sendDraft, { admin: 'read the draft of the letter of credit', ...ours, waitsForBuyer: false }],
      [
        () => say(id, 'draft_accepted'),
        { admin: 'the buyer has the letter of credit issued', ...theirs, waitsForBuyer: true },
      ],
      [() => say(id, 'issued'), { admin: 'start preparing the goods', ...ofGoods, waitsForBuyer: false }],
      [
        () => move(id, 'none', 'preparing'),
        { admin: 'send the goods off', ...ofGoods, waitsForBuyer: false },
      ],
      [
        () => move(id, 'preparing', 'dispatched'),
        { admin: 'present the documents to the bank', ...ours, waitsForBuyer: false },
      ],
      [
        () => say(id, 'documents_presented'),
        {
          admin: 'the goods arrive, and the buyer’s bank pays: record both',
          ...ofGoods,
          waitsForBuyer: false,
        },
      ],
      [
        () => move(id, 'dispatched', 'delivered'),
        {
          admin: 'the buyer’s bank pays: record its payment',
          ...theirs,
          waitsForBuyer: false,
        },
      ],
      [() => confirm(id, 1_800_000), { admin: 'complete it', ...ofGoods, waitsForBuyer: false }],
      [
        () => say(id, 'paid', {}, withSecondFactor(admin)),
        { admin: 'complete it', ...ofGoods, waitsForBuyer: false },
      ],
    ] as const) {
      await act()
      expect(await standing(id)).toEqual(expected)
    }
    // Goods that are prepared on terms which are taken back wait for the letter as before.
    const lent = await agreed()
    await decide(lent, 'approved')
    const setTerms = (reason: string, expected: string) =>
      market.call(withSecondFactor(admin), 'set_credit_terms', lent, reason, expected)
    const { atHome: withoutIt } = await standing(lent)
    const here = { ...theirs, atHome: withoutIt }
    const onTerms = { ...ofGoods, atHome: withoutIt, waitsForBuyer: false }
    for (const [act, expected] of [
      [() => setTerms('Known for years', ''), { admin: 'start preparing the goods', ...onTerms }],
      [() => move(lent, 'none', 'preparing'), { admin: 'send the goods off', ...onTerms }],
      [
        () => setTerms('', 'Known for years'),
        { admin: 'the buyer sends the draft of the letter of credit', ...here, waitsForBuyer: true },
      ],
      [
        async () => {
          await market.call(buyer.caller, 'send_credit_draft', lent, await upload(lent))
          await say(lent, 'draft_accepted')
        },
        { admin: 'the buyer has the letter of credit issued', ...here, waitsForBuyer: true },
      ],
    ] as const) {
      await act()
      expect(await standing(lent)).toEqual(expected)
    }
    // Each of them stands in the history of the order, and a draft that comes is from nothing.
    const { rows } = await app.as(
      buyer.caller,
      `select from_value, to_value from public.order_events where order_id = $1 and axis = 'credit' order by id`,
      [id],
    )
    expect(rows.map(({ from_value, to_value }) => [from_value, to_value])).toEqual([
      [null, 'draft_received'],
      ['draft_received', 'awaited'],
      [null, 'draft_received'],
      ['draft_received', 'draft_accepted'],
      ['draft_accepted', 'issued'],
      ['issued', 'documents_presented'],
      ['documents_presented', 'paid'],
    ])
  })

  it('asks for the draft in the mail of the agreement as on the page, and mails the first list of documents as the list', async () => {
    const id = await agreed()
    const letters = async (template: 'order_quote_accepted' | 'order_approved' | 'order_credit_letter') =>
      (
        await app.owner.query(
          `select data from private.mail_outbox where template = $1 and data ->> 'order_id' = $2 order by created_at`,
          [template, id],
        )
      ).rows.map(({ data }) => render(template, data).text)
    expect(await letters('order_quote_accepted')).toEqual([
      expect.stringContaining(creditSteps.awaited ?? '-'),
    ])
    await market.call(buyer.caller, 'send_credit_draft', id, await upload(id))
    await decide(id, 'approved')
    expect(await letters('order_approved')).toEqual([
      expect.stringContaining(creditSteps.draft_received ?? '-'),
    ])
    for (const documents of ['Bill of lading', 'Bill of lading\nEUR.1'])
      await market.call(admin.caller, 'set_letter_of_credit', id, {
        documents,
        seenDocuments: (await read(id)).documents,
      })
    expect(await letters('order_credit_letter')).toEqual([
      expect.stringContaining('Here is the list of documents'),
      expect.stringContaining('What your letter of credit needs has changed'),
    ])
  })

  it('says in the mail about its money that the bank has paid, and of credit terms that a transfer came', async () => {
    const mailOf = async (id: string) =>
      (
        await app.owner.query(
          `select data from private.mail_outbox where template = 'order_payment_confirmed' and data ->> 'order_id' = $1`,
          [id],
        )
      ).rows.map(({ data }) => render('order_payment_confirmed', data).text)
    const [id, lent] = [await agreed(), await agreed()]
    await decide(id, 'approved')
    await bring(id, 'issued')
    await confirm(id, 1_800_000)
    expect(await mailOf(id)).toEqual([
      expect.stringContaining('The bank has paid under your letter of credit. Thank you.'),
    ])
    await decide(lent, 'approved')
    await market.call(withSecondFactor(admin), 'set_credit_terms', lent, 'Known for years', '')
    await confirm(lent, 1_800_000)
    expect(await mailOf(lent)).toEqual([
      expect.stringContaining('Your transfer stands on our bank statement.'),
    ])
  })

  it('lets no goods leave before it is issued, but on credit terms', async () => {
    const id = await agreed()
    await decide(id, 'approved')
    const toPrepare = [admin.caller, 'move_order', id, 'none', 'preparing'] as const
    const isReady = async () =>
      (
        await app.as(
          admin.caller,
          'select public.goods_may_leave(t) as may from public.orders as t where id = $1',
          [id],
        )
      ).rows[0]?.may
    for (const status of ['awaited', 'draft_received', 'draft_accepted']) {
      await say(id, status)
      expect(await isReady()).toBe(false)
      expect(await market.refuse(...toPrepare)).toMatchObject({
        ...{
          code: '23514',
          hint: 'fulfilment_status',
          message: expect.stringContaining('letter of credit is issued'),
        },
      })
    }
    await say(id, 'issued')
    expect(await isReady()).toBe(true)
    await market.call(...toPrepare)
    await market.call(admin.caller, 'move_order', id, 'preparing', 'dispatched')
    const back = { status: 'awaited', reason: 'The wrong order was open' }
    expect(await market.refuse(admin.caller, 'set_letter_of_credit', id, back)).toMatchObject({
      hint: 'status',
    })
    const onTerms = await agreed()
    await decide(onTerms, 'approved')
    await app.as(
      withSecondFactor(admin),
      `update public.orders set credit_terms_reason = 'Known for ten years' where id = $1`,
      [onTerms],
    )
    await market.call(admin.caller, 'move_order', onTerms, 'none', 'preparing')
  })

  it('goes back one step with a reason, so that a slip or another draft is no dead end', async () => {
    const id = await agreed()
    const reason = { reason: 'The wrong order was open' }
    await presented(id)
    expect((await market.refuse(admin.caller, 'set_letter_of_credit', id, { status: 'issued' })).hint).toBe(
      'reason',
    )
    for (const status of ['draft_accepted', 'draft_received', 'awaited'])
      expect(
        (await market.refuse(admin.caller, 'set_letter_of_credit', id, { status, ...reason })).hint,
      ).toBe('status')
    await say(id, 'issued', reason)
    expect(await read(id, admin.caller)).toMatchObject({ stepBackReason: reason.reason })
    // Further on, it does not stand where it went back to.
    await say(id, 'documents_presented')
    expect(await read(id, admin.caller)).toMatchObject({ stepBackReason: null })
  })

  it('goes back for an amended draft until the goods have left', async () => {
    const id = await agreed()
    const reason = { reason: 'The wrong order was open' }
    await bring(id, 'issued')
    // No draft has come: there is none to go back to.
    expect(
      (await market.refuse(admin.caller, 'set_letter_of_credit', id, { status: 'draft_received', ...reason }))
        .hint,
    ).toBe('status')
    await say(id, 'awaited', reason)
    await market.call(buyer.caller, 'send_credit_draft', id, await upload(id))
    await say(id, 'draft_accepted')
    await say(id, 'issued')
    await say(id, 'draft_accepted', { reason: 'The bank amends it' })
    await say(id, 'draft_received', { reason: 'The bank amends it' })
    await market.call(buyer.caller, 'send_credit_draft', id, await upload(id))
    const { rows } = await app.owner.query(
      `select after ->> 'step_back_reason' as reason from public.audit_trail
       where subject_type = 'letters_of_credit' and subject_id = $1 and after ->> 'step_back_reason' is not null order by id desc limit 1`,
      [id],
    )
    expect(rows).toEqual([{ reason: 'The bank amends it' }])
    // Colleagues write it for each other.
    expect(await read(id, admin.caller)).toMatchObject({ stepBackReason: 'The bank amends it' })
    expect(await read(id)).toMatchObject({ stepBackReason: null })
    expect(
      (await app.refusalOf(buyer.caller, 'select step_back_reason from public.letters_of_credit')).code,
    ).toBe('42501')
  })

  it('goes one step at a time: issued through a bank of ours, presented once the goods have left', async () => {
    const id = await agreed()
    const refused = async (status: string) =>
      (await market.refuse(withSecondFactor(admin), 'set_letter_of_credit', id, { status })).message
    for (const status of ['draft_accepted', 'issued', 'documents_presented', 'paid'])
      expect(await refused(status)).toContain('one step at a time')
    await market.call(buyer.caller, 'send_credit_draft', id, await upload(id))
    for (const status of ['issued', 'documents_presented', 'paid'])
      expect(await refused(status)).toContain('one step at a time')
    await say(id, 'draft_accepted')
    await decide(id, 'approved')
    await say(id, 'issued')
    expect(await refused('documents_presented')).toContain('The goods have not left yet')
    const inEuros = await agreed('Letter of Credit', 'EUR')
    await say(inEuros, 'draft_received')
    const withoutBank = async (status: string) =>
      expect(await market.refuse(admin.caller, 'set_letter_of_credit', inEuros, { status })).toMatchObject({
        ...{ code: '23514', hint: 'status', message: expect.stringContaining('no account in EUR') },
      })
    await withoutBank('draft_accepted')
    // One that was taken before that was refused is not issued either.
    await app.owner.query(
      `update public.letters_of_credit set status = 'draft_accepted' where order_id = $1`,
      [inEuros],
    )
    await withoutBank('issued')
    await market.deliver(admin.caller, id)
    expect(await refused('paid')).toContain('one step at a time')
    await say(id, 'documents_presented')
  })

  it('is accepted and issued with a list of the documents required, which then stays', async () => {
    const id = await agreed()
    await market.call(buyer.caller, 'send_credit_draft', id, await upload(id))
    const { draftPath } = await read(id)
    const seen = async () => ({ draftPath, seenDocuments: (await read(id)).documents })
    const set = async (details: object) =>
      market.call(admin.caller, 'set_letter_of_credit', id, { ...(await seen()), ...details })
    const refused = async (details: object) =>
      expect(
        await market.refuse(admin.caller, 'set_letter_of_credit', id, { ...(await seen()), ...details }),
      ).toMatchObject({
        ...{
          code: '23514',
          hint: 'documents',
          message: expect.stringContaining('Name the documents required'),
        },
      })
    await refused({ status: 'draft_accepted' })
    await refused({ status: 'draft_accepted', documents: ' ' })
    expect(await read(id)).toMatchObject({ status: 'draft_received', documents: null })
    await set({ documents: 'Bill of lading' })
    // Before it is accepted, the list can be taken away.
    await set({ documents: '' })
    await set({ status: 'draft_accepted', documents: 'Bill of lading' })
    await refused({ documents: '' })
    await refused({ status: 'issued', documents: '' })
    // One that was accepted before this was refused is not issued either.
    await app.owner.query(`update public.letters_of_credit set documents = null where order_id = $1`, [id])
    await refused({ status: 'issued' })
    await decide(id, 'approved')
    await set({ status: 'issued', documents: 'Bill of lading' })
    await refused({ documents: '' })
    expect(await read(id)).toMatchObject({ status: 'issued', documents: 'Bill of lading' })
  })

  it('has a list that nobody changes who has not seen it as it stands, and says how that is', async () => {
    const id = await agreed()
    const set = (details: object) => market.call(admin.caller, 'set_letter_of_credit', id, details)
    await set({ documents: 'Bill of lading' })
    for (const details of [
      { documents: 'Packing list', seenDocuments: null },
      { documents: 'Packing list', seenDocuments: 'Invoice' },
      { documents: 'Packing list' },
      { documents: '', seenDocuments: '' },
    ])
      expect(await market.refuse(admin.caller, 'set_letter_of_credit', id, details)).toMatchObject({
        ...{ code: 'PT409', hint: 'seen' },
        message:
          'Somebody else changed the documents required meanwhile. What stands there now: Bill of lading',
      })
    expect((await read(id)).documents).toBe('Bill of lading')
    // The same list twice changes nothing, and one that was seen is changed.
    await set({ documents: 'Bill of lading', seenDocuments: null })
    await set({ documents: 'Packing list', seenDocuments: 'Bill of lading' })
    expect((await read(id)).documents).toBe('Packing list')
  })

  it('has the bank of our account, which two people change: nobody names another one for an order', async () => {
    const id = await agreed()
    for (const caller of [admin.caller, withSecondFactor(admin)])
      expect(
        await market.refuse(caller, 'set_letter_of_credit', id, { advisingBank: 'Rogue Bank, Lagos' }),
      ).toMatchObject({ code: '42501', hint: 'advisingBank' })
    expect(await read(id)).toMatchObject({
      advisingBank: 'Test Bank, 1 Marina, Lagos, TESTNGLA',
      ownBank: null,
    })
    // One that was named before it was so stays, and can be let go.
    await say(id, 'awaited')
    await app.owner.query(
      `update public.letters_of_credit set advising_bank = 'Zenith Bank, Lagos' where order_id = $1`,
      [id],
    )
    await bring(id, 'issued', { advisingBank: 'Zenith Bank, Lagos' })
    expect(await read(id)).toMatchObject({ advisingBank: 'Zenith Bank, Lagos' })
    await say(id, 'issued', { advisingBank: '' })
    expect(await read(id)).toMatchObject({ advisingBank: 'Test Bank, 1 Marina, Lagos, TESTNGLA' })
  })
})
