// What buyers hear of an order: every step once, each mail with facts enough to be written, the account where there is
// something to pay; and the jobs of each minute.
import pg from 'pg'
import { afterAll, describe, expect, it } from 'vitest'
import { renderLetter } from '#server/mail/letter.ts'
import { writeSms } from '#server/mail/sms.ts'
import { isTemplateName, templates } from '#server/mail/templates.ts'
import { anonymous, type Person, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { goodRequest, submitOrder } from '#tests/harness/order-requests.ts'
import { freshPhone, makeContact } from './market-app.ts'
import { openTill } from './market-till.ts'

const { app, market, finance, admin, rice, confirm, decide, move } = await openTill()
afterAll(() => app.close())

const sender = { companyName: 'the company', siteUrl: 'https://www.example.com' }

/** The mails to the buyer of an order in their order, as they will be read. */
async function readMails(id: string) {
  const { rows } = await app.owner.query<{ template: string; data: Record<string, unknown> }>(
    `select template, data from private.mail_outbox where data ->> 'order_id' = $1 and template not like 'staff_%'
     order by created_at, template`,
    [id],
  )
  return rows.map(({ template, data }) => {
    if (!isTemplateName(template)) throw new Error(`nobody can write ${template}`)
    return { template, data, text: renderLetter(templates[template].write(data, sender), sender).text }
  })
}

const run = async () =>
  (await app.as<{ done: unknown }>(service, 'select private.run_market_jobs() as done')).rows[0]?.done

describe('the buyer of an order', () => {
  it('hears of every step, of what happens twice twice, and sees the account while there is something to pay', async () => {
    const { id, context, token } = await market.orderAsGuest([rice])
    const claim = () => market.call(service, 'claim_payment', id, { words: 'Paid' }, context)
    await market.passTime(id, '20 hours')
    await run()
    await claim()
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    await claim()
    await claim()
    await confirm(id, 30_000)
    await confirm(id, 20_000)
    await confirm(id, 50_000)
    await decide(id, 'approved')
    await move(id, 'none', 'preparing')
    await move(id, 'preparing', 'dispatched')
    await move(id, 'dispatched', 'delivered')
    await market.call(service, 'open_order_dispute', id, { reason: 'The sacks were wet inside' }, context)
    await market.call(admin.caller, 'resolve_order_dispute', id, {
      resolution: 'replaced',
      note: 'New sacks come',
    })
    await move(id, 'preparing', 'dispatched')
    await move(id, 'dispatched', 'delivered')
    await market.writeToBuyer(admin.caller, id, 'Are the new ones dry?')
    await market.writeToBuyer(admin.caller, id, 'Please tell us')
    await market.call(service, 'send_order_message', id, 'They are', context)
    await decide(id, 'completed')

    const mails = await readMails(id)
    expect(mails[0]?.text).toContain('Quantity: 1 pack\n')
    expect(mails.map(({ template }) => template)).toEqual([
      'order_placed',
      'order_unpaid',
      'order_payment_claimed',
      'order_payment_not_found',
      'order_payment_claimed',
      'order_payment_short',
      'order_payment_short',
      'order_payment_confirmed',
      'order_market_approved',
      'order_dispatched',
      'order_delivered',
      'order_dispute_received',
      'order_dispute_answered',
      'order_dispatched',
      'order_delivered',
      'order_message',
      'order_message',
      'order_market_completed',
    ])
    const withAccount = mails.filter(({ text }) => text.includes('Account number: 0123456789'))
    expect(withAccount.map(({ template }) => template)).toEqual([
      'order_placed',
      'order_unpaid',
      'order_payment_not_found',
      'order_payment_short',
      'order_payment_short',
    ])
    expect(withAccount.map(({ text }) => /Amount to pay: (.*)/.exec(text)?.[1])).toEqual([
      '₦1,000',
      '₦1,000',
      '₦1,000',
      '₦700',
      '₦500',
    ])
    expect(mails.flatMap(({ text }) => /Arrived: (.*)/.exec(text)?.[1] ?? [])).toEqual([
      '₦300',
      '₦200',
      '₦500',
    ])
    expect(mails.find(({ template }) => template === 'order_dispute_answered')?.text).toContain(
      'New sacks come',
    )
    // Each has a link of its own, that opens this order and is not the one from the checkout.
    const tokens = mails.map(({ data }) => String(data.token))
    expect(new Set([...tokens, token]).size).toBe(mails.length + 1)
    for (const own of tokens) {
      const { rows } = await app.as(
        service,
        `select private.tracked_order_id(encode(sha256($1::bytea), 'hex')) as id`,
        [Buffer.from(own)],
      )
      expect(rows).toEqual([{ id }])
    }
  })

  it('who takes it back, is declined, or waits too long hears just that, on the page of the order', async () => {
    const withdrawn = await market.orderAsGuest([rice])
    await market.call(service, 'withdraw_market_order', withdrawn.id, withdrawn.context)
    const declined = await market.orderAsGuest([rice])
    await confirm(declined.id, 40_000)
    await decide(declined.id, 'declined')
    const expired = await market.orderAsGuest([rice])
    await market.passTime(expired.id, '25 hours')
    await run()
    const last = async ({ id }: { id: string }) => (await readMails(id)).at(-1)
    expect(await last(withdrawn)).toMatchObject({
      template: 'order_market_declined',
      text: expect.stringContaining('as you asked'),
    })
    expect(await last(declined)).toMatchObject({
      template: 'order_market_declined',
      text: expect.stringContaining('We send back: ₦400'),
    })
    expect(await last(expired)).toMatchObject({
      template: 'order_expired',
      text: expect.stringContaining('/track#'),
    })
  })

  const quoted = async (paymentTerms: string, known?: Person) => {
    const buyer = known ?? (await app.addPerson())
    const { id } = await submitOrder(app, buyer, { ...goodRequest, email: buyer.email, paymentTerms })
    const quoteId = await market.call(admin.caller, 'quote_order', id, {
      lines: [{ description: 'Cocoa beans', quantity: 10, unit: 'Tons', priceKobo: 11_000_000 }],
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
    })
    await market.call(buyer.caller, 'accept_quote', quoteId, 110_000_000)
    await decide(id, 'approved')
    return id
  }
  const deliver = async (id: string) => {
    await move(id, 'none', 'preparing')
    await move(id, 'preparing', 'dispatched')
    await move(id, 'dispatched', 'delivered')
  }
  /** What each mail says of the money, and the amount that stands beside the account. */
  const moneyIn = async (id: string) =>
    (await readMails(id)).slice(2).map(({ template, text }) => [
      template,
      /[^.\n]*\b(?:is due now|Nothing is due now|credit terms|Your bank pays|waits until the complaint)\b[^.]*\./
        .exec(text)?.[0]
        .replace(/^\d\. |\s*\d\. /, '')
        .trim() ?? null,
      /Amount to pay: (.*)/.exec(text)?.[1] ?? null,
    ])

  it('is requested for each part when the terms make it due, and for none before', async () => {
    const inParts = await quoted('30% Advance 70% on Delivery')
    await confirm(inParts, 10_000_000)
    await confirm(inParts, 23_000_000)
    await deliver(inParts)
    await confirm(inParts, 77_000_000)
    const rest = 'Nothing is due now; ₦770,000 on delivery.'
    expect(await moneyIn(inParts)).toEqual([
      ['order_quote_accepted', '₦330,000 is due now, and ₦770,000 on delivery.', '₦330,000'],
      ['order_approved', '₦330,000 is due now, and ₦770,000 on delivery.', '₦330,000'],
      ['order_payment_short', '₦230,000 is due now, and ₦770,000 on delivery.', '₦230,000'],
      ['order_payment_short', rest, null],
      ['order_dispatched', rest, null],
      ['order_delivered', '₦770,000 is due now.', '₦770,000'],
      ['order_payment_confirmed', null, null],
    ])
    const mails = await readMails(inParts)
    expect(mails[5]?.text).not.toContain('less than')
    expect(mails.at(-1)?.text).not.toContain('on their way')
  })

  it('who pays on delivery, or against documents, is asked then', async () => {
    const [onDelivery, againstDocuments] = [
      await quoted('Cash on Delivery'),
      await quoted('Letter of Credit'),
    ]
    await deliver(onDelivery)
    await app.owner.query(`insert into public.letters_of_credit (order_id, status) values ($1, 'issued')`, [
      againstDocuments,
    ])
    await deliver(againstDocuments)
    expect(await moneyIn(onDelivery)).toEqual([
      ['order_quote_accepted', 'Nothing is due now; ₦1,100,000 on delivery.', null],
      ['order_approved', 'Nothing is due now; ₦1,100,000 on delivery.', null],
      ['order_dispatched', 'Nothing is due now; ₦1,100,000 on delivery.', null],
      ['order_delivered', '₦1,100,000 is due now.', '₦1,100,000'],
    ])
    // A bank pays it: no account to transfer to.
    const byCredit = 'Your bank pays ₦1,100,000 against the documents.'
    expect(await moneyIn(againstDocuments)).toEqual([
      ['order_quote_accepted', byCredit, null],
      ['order_approved', byCredit, null],
      ['order_dispatched', byCredit, null],
      ['order_delivered', byCredit, null],
    ])
    const approved = async (id: string) =>
      (await readMails(id)).find(({ template }) => template === 'order_approved')?.text
    const draft = 'Let your bank prepare the letter of credit, and send us its draft.'
    expect(await approved(againstDocuments)).toContain(draft)
    expect(await approved(onDelivery)).not.toContain(draft)
  })

  it('who complains is asked for the rest when the complaint is answered, not before', async () => {
    const buyer = await app.addPerson()
    const id = await quoted('30% Advance 70% on Delivery', buyer)
    const complain = (reason: string) =>
      market.call(buyer.caller, 'open_order_dispute', id, { reason, photoPaths: [] })
    const answer = (input: object) =>
      market.call(admin.caller, 'resolve_order_dispute', id, { note: 'We looked', ...input })
    await confirm(id, 33_000_000)
    await deliver(id)
    await complain('The sacks were wet inside')
    await answer({ resolution: 'rejected' })
    await complain('Two of the sacks had holes')
    await answer({ resolution: 'refunded', refundKobo: 1_000_000 })
    const held = 'The rest of ₦770,000 waits until the complaint is answered.'
    expect((await moneyIn(id)).slice(5)).toEqual([
      ['order_dispute_received', held, null],
      ['order_dispute_answered', '₦770,000 is due now.', '₦770,000'],
      ['order_dispute_received', held, null],
      ['order_dispute_answered', '₦760,000 is due now.', '₦760,000'],
    ])
  })

  it('on credit terms is asked for nothing by a day that nobody set', async () => {
    const id = await quoted('Bank Transfer')
    await market.call(withSecondFactor(admin), 'set_credit_terms', id, 'A known buyer', '')
    await deliver(id)
    await decide(id, 'completed')
    const agreed = '₦1,100,000 is to be paid on the credit terms that we agreed.'
    expect((await moneyIn(id)).slice(2)).toEqual([
      ['order_dispatched', agreed, null],
      ['order_delivered', agreed, null],
      ['order_completed', agreed, null],
    ])
  })

  it('who says too early or wrongly that the rest is paid is thanked for no money that did not come', async () => {
    const buyer = await app.addPerson()
    const reject = async (id: string) => {
      await market.call(buyer.caller, 'claim_payment', id, {})
      await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
      return (await readMails(id)).at(-1)
    }
    const inParts = await quoted('30% Advance 70% on Delivery', buyer)
    await confirm(inParts, 33_000_000)
    const onCredit = await quoted('Bank Transfer', buyer)
    await market.call(withSecondFactor(admin), 'set_credit_terms', onCredit, 'A known buyer', '')
    await confirm(onCredit, 10_000_000)
    for (const [id, due] of [
      [inParts, 'Nothing is due now; ₦770,000 on delivery.'],
      [onCredit, '₦1,000,000 is to be paid on the credit terms that we agreed.'],
    ] as const) {
      const mail = await reject(id)
      expect(mail?.template).toBe('order_payment_short')
      expect(mail?.text).toContain('We have not found the rest of your payment')
      expect(mail?.text).toContain(due)
      for (const untrue of ['has arrived', 'Thank you', 'less than what is due', 'Amount to pay'])
        expect(mail?.text, untrue).not.toContain(untrue)
    }
  })

  it('who says that a part is paid reads which part, and of goods that are kept where there are any', async () => {
    const buyer = await app.addPerson()
    const claimed = async (id: string, claim: object) => {
      await market.call(buyer.caller, 'claim_payment', id, claim)
      return (await readMails(id)).find(({ template }) => template === 'order_payment_claimed')?.text
    }
    const inParts = await claimed(await quoted('30% Advance 70% on Delivery', buyer), {
      amountKobo: 30_000_000,
    })
    expect(inParts).toContain('You have sent: ₦300,000')
    expect(inParts).not.toContain('reserved')
    // Who names no amount has sent what is due.
    expect(await claimed(await quoted('50% Advance 50% on Delivery', buyer), {})).toContain(
      'You have sent: ₦550,000',
    )
    const shelf = await market.addProduct(5, 100_000)
    const kept = (await market.order(buyer.caller, [{ ...shelf, quantity: 2 }])).id
    expect(await claimed(kept, {})).toMatch(
      /You have sent: ₦2,000[\s\S]*Your goods stay reserved until then\./,
    )
    // What is not counted is reserved for nobody.
    const { id } = await market.order(buyer.caller, [rice])
    expect(await claimed(id, {})).not.toContain('reserved')
  })

  it('who claims a part reads the rest, what of it was not found, and once all came the net price', async () => {
    const buyer = await app.addPerson()
    const shelf = await market.addProduct(5, 500_275)
    const { id } = await market.order(buyer.caller, [{ ...shelf, quantity: 1 }])
    const lastText = async () => (await readMails(id)).at(-1)?.text
    await market.call(buyer.caller, 'claim_payment', id, { amountKobo: 200_000 })
    expect(await lastText()).toContain('The rest of ₦3,002.75 is still to be paid.')
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    expect(await lastText()).toContain('Not found: ₦2,000')
    // The next claim names no amount, and none of before is named for it.
    await market.call(buyer.caller, 'claim_payment', id, {})
    expect(await lastText()).not.toContain('still to be paid')
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    expect(await lastText()).not.toContain('Not found:')
  })

  it('of whose money nothing ever came is told of no rest, also where a complaint took a part off', async () => {
    const buyer = await app.addPerson()
    const id = await quoted('Bank Transfer', buyer)
    await market.call(withSecondFactor(admin), 'set_credit_terms', id, 'A known buyer', '')
    await deliver(id)
    await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Two sacks were wet' })
    const answer = { resolution: 'refunded', note: 'We are sorry', refundKobo: 1_000_000 }
    await market.call(admin.caller, 'resolve_order_dispute', id, answer)
    await market.call(buyer.caller, 'claim_payment', id, {})
    await market.call(withSecondFactor(finance), 'reject_payment_claim', id)
    expect(await market.read(id)).toMatchObject({ payment: 'unpaid' })
    expect((await readMails(id)).at(-1)?.template).toBe('order_payment_not_found')
  })

  it('of an approved order hears what the terms say once the price is settled, and that we call before', async () => {
    const approved = async (id: string) =>
      (await readMails(id)).find(({ template }) => template === 'order_approved')?.text
    const settled = await approved(await quoted('Cash on Delivery'))
    expect(settled).toContain('Total: ₦1,100,000')
    expect(settled).not.toContain('settle price')
    const { id } = await submitOrder(app, await app.addPerson())
    await decide(id, 'approved')
    expect(await approved(id)).toContain('will contact you within 24 hours to settle price')
  })

  it('sees no account in a mail while the price is another one and not agreed to', async () => {
    const yam = await market.addProduct(null, 200_000, 'Yam')
    const { id } = await market.orderAsGuest([yam])
    await market.passTime(id, '20 hours')
    await app.owner.query(
      `update public.orders set price_locked_until = now() - interval '1 minute' where id = $1`,
      [id],
    )
    await app.owner.query('update public.products set price_kobo = 210000 where id = $1', [yam.productId])
    await run()
    const [, reminder] = await readMails(id)
    expect(reminder?.template).toBe('order_unpaid')
    expect(reminder?.text).not.toContain('0123456789')
  })

  it('whose credit terms are taken back hears at once what is due and until when, also after a reminder', async () => {
    const setTerms = (id: string, reason: string, expected: string) =>
      market.call(withSecondFactor(finance), 'set_credit_terms', id, reason, expected)
    const lent = async (guest: Awaited<ReturnType<typeof market.orderAsGuest>>) => {
      await market.passTime(guest.id, '20 hours')
      await run()
      await setTerms(guest.id, 'Known for years', '')
      await market.passTime(guest.id, '10 days')
      return guest
    }
    const takeBack = (id: string) => setTerms(id, '', 'Known for years')
    const { id } = await lent(await market.orderAsGuest([rice]))
    expect((await readMails(id)).map(({ template }) => template)).toEqual(['order_placed', 'order_unpaid'])
    await takeBack(id)
    await run()
    const [, , ended, ...more] = await readMails(id)
    expect([ended?.template, more]).toEqual(['order_credit_ended', []])
    for (const words of ['₦1,000 is due now.', 'Goods kept until: ', 'Account number: 0123456789'])
      expect(ended?.text).toContain(words)
    const { expires_at } = await market.read(id)
    expect(Date.parse(String(ended?.data.kept_until))).toBe(expires_at.getTime())
    // What waits for our reading of the statement is not asked for again.
    const claimed = await lent(await market.orderAsGuest([rice]))
    await market.call(service, 'claim_payment', claimed.id, { words: 'Paid' }, claimed.context)
    await takeBack(claimed.id)
    const mail = (await readMails(claimed.id)).find(({ template }) => template === 'order_credit_ended')
    expect(mail?.text).toContain('please do not pay again')
    expect(mail?.text).not.toContain('Account number')
    // Who gave no address has a text, where those are sent.
    await app.owner.query(`select private.set_app_setting('sms', 'on')`)
    const contact = { ...makeContact(), email: '' }
    const texted = await lent(await market.orderAsGuest([rice], contact))
    await takeBack(texted.id)
    await app.owner.query(`select private.set_app_setting('sms', 'off')`)
    const { rows: texts } = await app.owner.query(
      `delete from private.mail_outbox where channel = 'sms' and data ->> 'code' = $1 returning template, data`,
      [texted.code],
    )
    expect(texts.map(({ template }) => template)).toEqual(['order_unpaid', 'order_credit_ended'])
    const sender = { companyName: 'the company', siteUrl: 'https://company.example' }
    expect(writeSms('order_credit_ended', texts[1]?.data, sender)).toMatch(
      /^The company: order .* is no longer on credit terms: please pay before \d\d/,
    )
    // That is enough: nobody has to ring them as well.
    const toRing = `select (public.find_records('orders', filters => '{"step": "to_ring"}')).ids as ids`
    expect((await app.as(admin.caller, toRing)).rows[0]?.ids).not.toContain(texted.id)
    const silent = await lent(await market.orderAsGuest([rice], contact))
    await takeBack(silent.id)
    expect((await app.as(admin.caller, toRing)).rows[0]?.ids).toContain(silent.id)
    // Terms that never stood are not taken back.
    const plain = await market.orderAsGuest([rice])
    const before = await market.read(plain.id)
    await setTerms(plain.id, '', '')
    expect(await market.read(plain.id)).toEqual(before)
    expect(await readMails(plain.id)).toHaveLength(1)
  })

  it('who gave no address is reminded by a short message, where those are sent, and counted only then', async () => {
    const texts = async () =>
      (
        await app.owner.query(
          `select recipient, template, data from private.mail_outbox where channel = 'sms' order by created_at`,
        )
      ).rows
    const order = () => market.orderAsGuest([rice], { ...makeContact(), phone: freshPhone(), email: '' })
    const unreachable = await order()
    await market.passTime(unreachable.id, '20 hours')
    expect(await run()).toMatchObject({ reminded: 0 })
    await app.owner.query(`select private.set_app_setting('sms', 'on')`)
    const { id, code } = await order()
    await market.passTime(id, '20 hours')
    expect(await run()).toMatchObject({ reminded: 1 })
    expect(await run()).toMatchObject({ reminded: 0 })
    await app.owner.query(`select private.set_app_setting('sms', 'off')`)
    const [text, ...more] = await texts()
    expect([text?.template, text?.data.code, more]).toEqual(['order_unpaid', code, []])
    expect(
      writeSms('order_unpaid', text?.data, {
        companyName: 'the company',
        siteUrl: 'https://company.example',
        phone: '+234 700 000 0001',
      }),
    ).toMatch(
      new RegExp(
        `^The company: order ${code} is not paid yet and ends on \\d\\d/\\d\\d/\\d{4}, \\d\\d:\\d\\d\\. .* call us on \\+234 700 000 0001\\.`,
      ),
    )
  })

  it('who is named in order after order that another person takes back hears five times in an hour', async () => {
    const contact = makeContact()
    for (let orders = 0; orders < 4; orders++) {
      const { id, context } = await market.orderAsGuest([rice], { ...contact, phone: freshPhone() })
      await market.call(service, 'withdraw_market_order', id, context)
    }
    const { rows } = await app.owner.query('select from private.mail_outbox where recipient = $1', [
      contact.email,
    ])
    expect(rows).toHaveLength(5)
  })

  it('of a demo order hears nothing', async () => {
    const { id } = await market.orderAsGuest([rice])
    await app.owner.query('update public.orders set is_demo = true where id = $1', [id])
    await decide(id, 'declined')
    await market.writeToBuyer(admin.caller, id, 'Hello')
    expect((await readMails(id)).map(({ template }) => template)).toEqual(['order_placed'])
  })
})

describe('the jobs of each minute', () => {
  it('are the service’s alone', async () => {
    for (const caller of [anonymous, admin.caller])
      expect((await app.refusalOf(caller, 'select private.run_market_jobs()')).code).toBe('42501')
  })

  it('run in one process at a time: anyone who comes meanwhile goes away at once', async () => {
    const other = new pg.Client({ connectionString: app.url })
    await other.connect()
    try {
      await other.query('begin')
      await other.query('select private.run_market_jobs()')
      expect(await run()).toBeNull()
      await other.query('commit')
      expect(await run()).toMatchObject({ expired: expect.any(Number), reminded: expect.any(Number) })
    } finally {
      await other.end()
    }
  })
})

it('an order that was paid with too much is paid: it goes all its way, and the surplus still goes back', async () => {
  const { id } = await market.orderAsGuest([rice])
  await confirm(id, 100_700)
  await decide(id, 'approved')
  await move(id, 'none', 'preparing')
  await move(id, 'preparing', 'dispatched')
  await move(id, 'dispatched', 'delivered')
  await decide(id, 'completed')
  expect(await market.read(id)).toMatchObject({ status: 'completed', payment: 'overpaid', back: 700 })
  await market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(700))
  expect(await market.read(id)).toMatchObject({ status: 'completed', payment: 'confirmed', back: 0 })
})

it('a surplus says what arrived in all where it came in more than one transfer, and what the whole is more than', async () => {
  const read = async (...transfers: number[]) => {
    const { id } = await market.orderAsGuest([rice])
    for (const kobo of transfers) await confirm(id, kobo)
    const mail = (await readMails(id)).find(({ template }) => template === 'order_payment_over')
    return mail?.text.split('\n').filter((line) => /^(Your transfer|Arrived|Goes back)/.test(line))
  }
  expect(await read(50_000, 95_000)).toEqual([
    'Your transfer stands on our bank statement. With what came before, it is more than the total. We send the rest back.',
    ...['Arrived: ₦950', 'Arrived in all: ₦1,450', 'Goes back to you: ₦450'],
  ])
  expect(await read(145_000)).toEqual([
    'Your transfer stands on our bank statement. It is more than the total. We send the rest back.',
    ...['Arrived: ₦1,450', 'Goes back to you: ₦450'],
  ])
})

it('a surplus after one that was sent back names it, so that what came, went and goes back leaves the price', async () => {
  const { id } = await market.orderAsGuest([rice])
  await confirm(id, 100_700)
  await market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(700))
  await confirm(id, 20_000)
  const mails = (await readMails(id)).filter(({ template }) => template === 'order_payment_over')
  const rows = mails.map(({ text }) =>
    text.split('\n').filter((line) => /^(Arrived|Sent back|Goes back)/.test(line)),
  )
  expect(rows).toEqual([
    ['Arrived: ₦1,007', 'Goes back to you: ₦7'],
    ['Arrived: ₦200', 'Arrived in all: ₦1,207', 'Sent back before: ₦7', 'Goes back to you: ₦200'],
  ])
})

it('each transfer that goes back is told with what is still to come, and the last with the whole, by text where there is no address', async () => {
  const { id } = await market.orderAsGuest([rice])
  const { email, ...silent } = makeContact()
  const mute = await market.order(service, [rice], { trackingTokenHash: '0'.repeat(64) }, silent)
  expect(email).toContain('@')
  await app.owner.query(`select private.set_app_setting('sms', 'on')`)
  for (const one of [id, mute.id]) {
    await confirm(one, 100_700)
    for (const kobo of [200, 300, 200])
      await market.call(withSecondFactor(admin), 'record_refund', one, market.receipt(kobo))
  }
  await app.owner.query(`select private.set_app_setting('sms', 'off')`)
  const told = (await readMails(id)).filter(({ template }) => template === 'order_payment_refunded')
  const lines = told.map(({ text }) =>
    text.split('\n').filter((line) => /^(Sent back|Still to come)/.test(line)),
  )
  expect(lines).toEqual([
    ['Sent back: ₦2', 'Still to come: ₦5'],
    ['Sent back: ₦3', 'Still to come: ₦2'],
    ['Sent back: ₦2', 'Sent back in all: ₦7'],
  ])
  const { rows } = await app.owner.query(
    `select data from private.mail_outbox where channel = 'sms' and template = 'order_payment_refunded' order by created_at`,
  )
  expect(rows.map(({ data }) => writeSms('order_payment_refunded', data, sender))).toEqual([
    expect.stringContaining(`sent back ₦2 for order ${mute.code}; ₦5 is still to come.`),
    expect.stringContaining('sent back ₦3 for order'),
    expect.stringContaining(`sent back ₦2 for order ${mute.code}, ₦7 in all.`),
  ])
  // What goes back in one transfer is said once.
  const whole = await market.orderAsGuest([rice])
  await confirm(whole.id, 100_700)
  await market.call(withSecondFactor(admin), 'record_refund', whole.id, market.receipt(700))
  const once = (await readMails(whole.id)).at(-1)
  expect(once).toMatchObject({
    template: 'order_payment_refunded',
    text: expect.stringContaining('Sent back: ₦7'),
  })
  expect(once?.text).not.toContain('in all')
})

it('an order that was not paid, or with too little, is not approved', async () => {
  const { id } = await market.orderAsGuest([rice])
  await expect(decide(id, 'approved')).rejects.toMatchObject({ code: '23514', hint: 'payment_status' })
  await confirm(id, 99_999)
  await expect(decide(id, 'approved')).rejects.toMatchObject({ code: '23514', hint: 'payment_status' })
})
