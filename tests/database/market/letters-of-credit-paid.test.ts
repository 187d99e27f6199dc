// A letter of credit counts as paid when the money is there, said by those who confirm payments, and no longer than it is.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openLetters } from './letters-till.ts'
import { openTill } from './market-till.ts'

const { app, market, buyer, stranger, finance, admin, confirm, decide } = await openTill()
const reviewer = await app.addPerson({ role: 'reviewer' })
const second = await app.addPerson({ role: 'admin' })
afterAll(() => app.close())

const { agreed, read, presented } = openLetters({ app, market, buyer, admin, decide })

describe('a letter of credit', () => {
  it('is moved by staff with the right, and paid only when the money is there', async () => {
    const id = await agreed()
    const set = {
      documents: 'Bill of lading\nPhytosanitary certificate',
      seenDocuments: 'Commercial invoice',
    }
    for (const person of [buyer, stranger, reviewer, finance])
      expect((await market.refuse(person.caller, 'set_letter_of_credit', id, set)).code).toBe('42501')
    await presented(id)
    const before = (await market.mailsAbout(id)).filter(
      (template) => template === 'order_credit_letter',
    ).length
    await market.call(admin.caller, 'set_letter_of_credit', id, { ...set, status: 'documents_presented' })
    expect(await read(id)).toMatchObject({
      status: 'documents_presented',
      documents: 'Bill of lading\nPhytosanitary certificate',
    })
    const notices = async () =>
      (await market.mailsAbout(id)).filter((template) => template === 'order_credit_letter')
    expect(await notices()).toHaveLength(before + 1)
    await market.call(admin.caller, 'set_letter_of_credit', id, { ...set, status: 'documents_presented' })
    expect(await notices()).toHaveLength(before + 1)
    for (const status of ['draft_received', 'lost'])
      expect((await market.refuse(admin.caller, 'set_letter_of_credit', id, { status })).code).toBe('23514')
    expect((await market.refuse(admin.caller, 'set_letter_of_credit', id, { status: 'paid' })).code).toBe(
      '42501',
    )
    const strong = withSecondFactor(admin)
    expect((await market.refuse(strong, 'set_letter_of_credit', id, { status: 'paid' })).code).toBe('23514')
    await confirm(id, 1_800_000)
    // That it is paid is said by those who confirm payments, and nothing else.
    const ofFinance = withSecondFactor(finance)
    for (const more of [{ documents: 'None' }, { advisingBank: '' }])
      expect(
        (await market.refuse(ofFinance, 'set_letter_of_credit', id, { status: 'paid', ...more })).code,
      ).toBe('42501')
    expect(await market.refuse(finance.caller, 'set_letter_of_credit', id, { status: 'paid' })).toMatchObject(
      { code: '42501', hint: 'aal2' },
    )
    await market.call(ofFinance, 'set_letter_of_credit', id, { status: 'paid' })
    expect(await read(id)).toMatchObject({ status: 'paid' })
    const transfer = await agreed('Bank Transfer')
    expect((await market.refuse(admin.caller, 'set_letter_of_credit', transfer, set)).code).toBe('23514')
  })

  const strong = withSecondFactor(admin)
  const pay = (id: string) => market.call(strong, 'set_letter_of_credit', id, { status: 'paid' })

  it('is paid, too, where a complaint sends money back that came, or takes off what did not come', async () => {
    for (const [receivedKobo, payment] of [
      [1_800_000, 'refund_due'],
      [1_700_000, 'confirmed'],
    ] as const) {
      const id = await agreed()
      await presented(id)
      await confirm(id, receivedKobo)
      if (receivedKobo < 1_800_000)
        expect((await market.refuse(strong, 'set_letter_of_credit', id, { status: 'paid' })).code).toBe(
          '23514',
        )
      await market.call(buyer.caller, 'open_order_dispute', id, { reason: 'Half of it is wet' })
      const answer = await market.call(admin.caller, 'resolve_order_dispute', id, {
        ...{ resolution: 'refunded', note: 'We are sorry', refundKobo: 100_000 },
      })
      // What comes off an open balance asks for a second person.
      if (answer.entryId)
        await market.call(withSecondFactor(second), 'decide_money_entry', answer.entryId, true)
      expect(await market.read(id)).toMatchObject({ payment })
      await pay(id)
      expect(await read(id)).toMatchObject({ status: 'paid' })
    }
  })

  it('is not paid where nothing came, or the order was declined', async () => {
    const id = await agreed()
    await confirm(id, 1_800_000)
    await decide(id, 'declined', 'The harvest is lost')
    const notices = (await market.mailsAbout(id)).length
    for (const status of ['issued', 'awaited'])
      expect((await market.refuse(strong, 'set_letter_of_credit', id, { status })).code).toBe('23514')
    expect(await market.mailsAbout(id)).toHaveLength(notices)
    expect((await market.refuse(strong, 'set_letter_of_credit', id, { status: 'paid' })).code).toBe('23514')
  })

  it('is not paid any more where a correction says that less came', async () => {
    const id = await agreed()
    await presented(id)
    await confirm(id, 1_800_000)
    await pay(id)
    const { rows } = await app.owner.query(`select id from public.payments where order_id = $1`, [id])
    const { entryId } = await market.call(withSecondFactor(finance), 'correct_payment', rows[0]?.id, {
      ...{
        amountKobo: 180_000,
        wasKobo: 1_800_000,
        reason: 'A nought too many',
        idempotencyKey: randomUUID(),
      },
    })
    await market.call(strong, 'decide_money_entry', entryId, true)
    expect(await read(id)).toMatchObject({ status: 'documents_presented' })
  })
})
