// Money that one person could make and take on paper: references, refunds, and amounts that wait for a second person.
import { afterAll, describe, expect, it } from 'vitest'
import { type Person, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openTill } from './market-till.ts'

const till = await openTill()
/** Another person of finance. */
const second = await till.app.addPerson({ role: 'finance', name: 'Bisi Second' })
afterAll(() => till.app.close())

const line = (kobo: number, reference?: string) => till.market.receipt(kobo, reference)
const record = (person: Person, id: string, kobo: number, reference?: string) =>
  till.market.call(withSecondFactor(person), 'confirm_payment', id, line(kobo, reference))
const addFactor = ({ id }: Person) =>
  till.app.owner.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, secret, created_at, updated_at)
     values (gen_random_uuid(), $1, 'totp', 'verified', 'x', now(), now())`,
    [id],
  )
/** An order of so many kobo. */
const ordered = async (kobo: number) =>
  (await till.market.order(till.buyer.caller, [await till.market.addProduct(null, kobo)])).id

describe('a reference', () => {
  it.each([
    ['REF 17-A', 'ref17a'],
    ['REF17B', 'REF-17/B'],
    ['ref.17c', ' Ref 17 C '],
  ])('is one line of the statement, written %s or %s', async (first, again) => {
    const id = await ordered(100_000)
    await record(till.finance, id, 100_000, first)
    expect(
      await till.market.refuse(withSecondFactor(till.finance), 'confirm_payment', id, line(100_000, again)),
    ).toMatchObject({ code: '23505', hint: 'bankReference' })
    const other = await ordered(100_000)
    expect(
      await till.market.refuse(withSecondFactor(second), 'confirm_payment', other, line(100_000, again)),
    ).toMatchObject({ code: '23505', hint: 'transferKobo' })
    expect(await till.market.read(id)).toMatchObject({ payment: 'confirmed', back: 0 })
  })

  it.each([
    ['REF 18', 'REF １８'],
    ['Ṣọlá 18', 'SOLA-18'],
  ])('is one line of the statement, in letters such as %s or %s', async (first, again) => {
    const id = await ordered(100_000)
    await record(till.finance, id, 100_000, first)
    expect(
      await till.market.refuse(withSecondFactor(till.finance), 'confirm_payment', id, line(100_000, again)),
    ).toMatchObject({ code: '23505', hint: 'bankReference' })
  })

  it('in letters that only look like ours is refused, by whatever way', async () => {
    const id = await ordered(100_000)
    const refused = { code: '23514', hint: 'bankReference', message: expect.stringContaining('A to Z') }
    // The last letter is Cyrillic.
    expect(
      await till.market.refuse(
        withSecondFactor(till.finance),
        'confirm_payment',
        id,
        line(100_000, 'REF 19А'),
      ),
    ).toMatchObject(refused)
    await expect(
      till.app.owner.query(
        `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
         values ($1, 'receipt', 700, 'NGN', current_date, 'REF 19А', $2)`,
        [id, till.finance.id],
      ),
    ).rejects.toMatchObject(refused)
  })

  it('without letters and digits is none', async () => {
    const id = await ordered(100_000)
    expect(
      await till.market.refuse(
        withSecondFactor(till.finance),
        'confirm_payment',
        id,
        line(100_000, '-- // --'),
      ),
    ).toMatchObject({ code: '23514', hint: 'bankReference' })
  })
})

describe('a line whose answer was lost', () => {
  const countOf = async (id: string) =>
    (await till.app.owner.query('select from public.payments where order_id = $1', [id])).rowCount

  it('is answered again to the same person, and recorded once', async () => {
    const id = await ordered(100_000)
    const answer = await record(till.finance, id, 100_000, 'Lost 1')
    expect(await record(till.finance, id, 100_000, 'Lost 1')).toEqual(answer)
    expect(await countOf(id)).toBe(1)
    const again = { code: '23505', hint: 'bankReference' }
    for (const [person, details] of [
      [second, line(100_000, 'Lost 1')],
      [till.finance, line(99_999, 'Lost 1')],
      [till.finance, line(100_000, 'Lost-1')],
      [till.finance, { ...line(100_000, 'Lost 1'), transferKobo: 200_000 }],
    ] as const)
      expect(
        await till.market.refuse(withSecondFactor(person), 'confirm_payment', id, details),
      ).toMatchObject(again)
    await till.app.owner.query('alter table public.payments disable trigger user')
    await till.app.owner.query(
      `update public.payments set created_at = now() - interval '11 minutes' where order_id = $1`,
      [id],
    )
    await till.app.owner.query('alter table public.payments enable trigger user')
    expect(
      await till.market.refuse(
        withSecondFactor(till.finance),
        'confirm_payment',
        id,
        line(100_000, 'Lost 1'),
      ),
    ).toMatchObject(again)
  })

  it('of a refund, too, though nothing more is to go back', async () => {
    const id = await ordered(100_000)
    await record(till.finance, id, 100_700, 'Lost 2')
    const back = () =>
      till.market.call(withSecondFactor(second), 'record_refund', id, line(700, 'Lost back 2'))
    const answer = await back()
    expect(await back()).toEqual(answer)
    expect(await countOf(id)).toBe(2)
    expect(
      await till.market.refuse(withSecondFactor(second), 'record_refund', id, line(700, 'Other 2')),
    ).toMatchObject({ hint: 'refund' })
  })

  it('above the limit, too, while it waits for the second person', async () => {
    const id = await ordered(600_000_000)
    const answer = await record(till.finance, id, 600_000_000, 'Lost 3')
    expect(answer).toMatchObject({ waitsForSecondPerson: true })
    expect(await record(till.finance, id, 600_000_000, 'Lost 3')).toEqual(answer)
    expect(
      await till.app.owner.query('select from private.money_entries where order_id = $1', [id]),
    ).toMatchObject({
      rowCount: 1,
    })
  })
})

describe('a refund', () => {
  it('is recorded by another person than who recorded the payment, by whatever way', async () => {
    const id = await ordered(100_000)
    await record(till.finance, id, 100_700)
    const refused = { code: '42501', hint: 'own_receipt', message: expect.stringContaining('Somebody else') }
    expect(
      await till.market.refuse(withSecondFactor(till.finance), 'record_refund', id, line(700)),
    ).toMatchObject(refused)
    await expect(
      till.app.owner.query(
        `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
         values ($1, 'refund', 700, 'NGN', current_date, 'FORGED 1', $2)`,
        [id, till.finance.id],
      ),
    ).rejects.toMatchObject(refused)
    await till.market.call(withSecondFactor(second), 'record_refund', id, line(700))
    expect(await till.market.read(id)).toMatchObject({ payment: 'confirmed', back: 0 })
  })

  it('by the second person of its payment waits for another, however little it is', async () => {
    const id = await ordered(600_000_000)
    const { entryId } = await record(till.finance, id, 600_000_700)
    await till.market.call(withSecondFactor(second), 'decide_money_entry', entryId, true)
    const answer = await till.market.call(withSecondFactor(second), 'record_refund', id, line(700))
    expect(answer).toMatchObject({ waitsForSecondPerson: true, paymentStatus: 'overpaid' })
    expect(
      await till.market.refuse(withSecondFactor(till.finance), 'record_refund', id, line(700)),
    ).toMatchObject({
      hint: 'own_receipt',
    })
    await till.market.call(withSecondFactor(till.admin), 'decide_money_entry', answer.entryId, true)
    expect(await till.market.read(id)).toMatchObject({ payment: 'confirmed', back: 0 })
  })

  it('above its limit waits for a second person, who may not be the first', async () => {
    const id = await ordered(100_000)
    await record(till.finance, id, 100_000 + 60_000_000)
    const answer = await till.market.call(withSecondFactor(second), 'record_refund', id, line(60_000_000))
    expect(answer).toMatchObject({ waitsForSecondPerson: true, paymentStatus: 'overpaid' })
    expect(
      await till.market.refuse(withSecondFactor(second), 'decide_money_entry', answer.entryId, true),
    ).toMatchObject({ code: '42501', hint: 'own_entry' })
    // Neither yes nor no is no way around.
    expect(
      await till.market.refuse(withSecondFactor(second), 'decide_money_entry', answer.entryId, undefined),
    ).toMatchObject({ code: '22004', hint: 'is_approved' })
    await till.market.call(withSecondFactor(till.admin), 'decide_money_entry', answer.entryId, true)
    expect(await till.market.read(id)).toMatchObject({ payment: 'confirmed', back: 0 })
  })

  it('that waited stands in the history of its order with both people, and so does one that was dropped', async () => {
    const id = await ordered(100_000)
    await record(till.finance, id, 100_000 + 60_000_000)
    const enter = async () =>
      (await till.market.call(withSecondFactor(second), 'record_refund', id, line(60_000_000))).entryId
    await till.market.call(withSecondFactor(second), 'decide_money_entry', await enter(), false)
    await till.market.call(withSecondFactor(till.admin), 'decide_money_entry', await enter(), true)
    const { rows } = await till.app.as<{ to_value: string; actor_name: string | null; actor_role: string }>(
      till.admin.caller,
      `select to_value, actor_name, actor_role from public.record_history('orders', $1) where axis = 'money'`,
      [id],
    )
    expect(rows.map(({ to_value, actor_role }) => [to_value, actor_role])).toEqual([
      ['refund approved', 'admin'],
      ['refund entered', 'finance'],
      ['refund dropped', 'finance'],
      ['refund entered', 'finance'],
    ])
    expect(rows[1]?.actor_name).toBe('Bisi Second')
    // The trail tells who took back their own from who decided on another's.
    const { rows: trail } = await till.app.owner.query(
      `select actor_id, before, after from public.audit_trail
       where subject_id = $1 and subject_type = 'money_entries' and action = 'update' order by id`,
      [id],
    )
    const decided = (outcome: string) => ({ before: {}, after: { outcome, recorded_by: second.id } })
    expect(trail).toEqual([
      { actor_id: second.id, ...decided('dropped') },
      { actor_id: till.admin.id, ...decided('approved') },
    ])
  })
})

describe('a rest that is settled without money', () => {
  it('and waits for a second person is settled once, however many say yes at the same moment', async () => {
    const id = await ordered(200_000_000)
    await record(till.finance, id, 1)
    const details = {
      ...{ kind: 'write_off', amountKobo: 60_000_000, reason: 'Nobody pays it any more' },
      idempotencyKey: crypto.randomUUID(),
    }
    const settle = () => till.market.call(withSecondFactor(till.admin), 'settle_remainder', id, details)
    const { entryId } = await settle()
    // The balance would cover it three times.
    const third = await till.app.addPerson({ role: 'finance' })
    const answers = await Promise.allSettled(
      [till.finance, second, third].map((person) =>
        till.market.call(withSecondFactor(person), 'decide_money_entry', entryId, true),
      ),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
    for (const answer of answers)
      if (answer.status === 'rejected') expect(answer.reason).toMatchObject({ code: 'P0002' })
    expect(await settle()).not.toHaveProperty('waitsForSecondPerson')
    const { rows } = await till.app.owner.query(
      'select private.balance_kobo($1)::int as open, (select count(*)::int from public.order_credits where order_id = $1) as credits',
      [id],
    )
    expect(rows).toEqual([{ open: 139_999_999, credits: 1 }])
  })
})

describe('what a complaint takes off the balance', () => {
  const answer = (refundKobo: number) => ({ resolution: 'refunded', note: 'We are sorry', refundKobo })
  const complain = (id: string, reason: string) =>
    till.market.call(till.buyer.caller, 'open_order_dispute', id, { reason })
  const grant = (person: Person, id: string, kobo: number) =>
    till.market.call(withSecondFactor(person), 'resolve_order_dispute', id, answer(kobo))
  const balanceOf = async (id: string) =>
    (await till.app.owner.query('select private.balance_kobo($1)::int as kobo', [id])).rows[0]?.kobo
  async function deliveredOnCredit(kobo: number, paid = 0) {
    const id = await ordered(kobo)
    if (paid) await record(till.admin, id, paid)
    await till.market.call(withSecondFactor(second), 'set_credit_terms', id, 'A known buyer')
    await till.decide(id, 'approved')
    await till.market.deliver(till.admin.caller, id)
    await complain(id, 'Half of it is wet')
    return id
  }

  it('has the limits of a write-off, parts together: the buyer hears nothing before a second person', async () => {
    const sales = await till.app.addPerson({ role: 'sales' })
    const id = await deliveredOnCredit(200_000_000)
    const first = await grant(sales, id, 60_000_000)
    expect(first).toMatchObject({ waitsForSecondPerson: true, fulfilmentStatus: 'disputed' })
    expect(await balanceOf(id)).toBe(200_000_000)
    expect(await till.market.mailsAbout(id)).not.toContain('order_dispute_answered')
    // Those who read orders see that an answer waits; its buyer does not.
    const answerWaits = async (person: Person) =>
      (
        await till.app.as(
          person.caller,
          'select public.answer_waits(t) as held from public.orders as t where id = $1',
          [id],
        )
      ).rows[0]?.held
    expect([await answerWaits(sales), await answerWaits(till.buyer)]).toEqual([true, null])
    // Answered once more, the new answer takes its place.
    const { entryId } = await grant(till.admin, id, 60_000_001)
    expect(
      (await till.market.refuse(withSecondFactor(second), 'decide_money_entry', first.entryId, true)).code,
    ).toBe('P0002')
    for (const [person, hint] of [
      [sales, undefined],
      [till.admin, 'own_entry'],
    ] as const)
      expect(
        await till.market.refuse(withSecondFactor(person), 'decide_money_entry', entryId, true),
      ).toMatchObject({ code: '42501', hint })
    expect(
      (await till.app.as(second.caller, 'select * from public.list_money_entries($1)', [id])).rows,
    ).toMatchObject([{ kind: 'complaint', amount_kobo: '60000001', reason: 'We are sorry' }])
    await till.market.call(withSecondFactor(second), 'decide_money_entry', entryId, true)
    expect(await balanceOf(id)).toBe(139_999_999)
    expect(await answerWaits(sales)).toBe(false)
    const { rows } = await till.app.owner.query(
      `select credit.recorded_by, credit.second_by, dispute.resolved_by, dispute.resolution_note as note
       from public.order_credits as credit join public.order_disputes as dispute using (order_id) where order_id = $1`,
      [id],
    )
    expect(rows).toEqual([
      {
        ...{ recorded_by: till.admin.id, second_by: second.id },
        ...{ resolved_by: till.admin.id, note: 'We are sorry' },
      },
    ])
    expect(await till.market.mailsAbout(id)).toContain('order_dispute_answered')
    await complain(id, 'And the seams are open')
    expect(await grant(sales, id, 30_000_000)).not.toHaveProperty('waitsForSecondPerson')
    await complain(id, 'And it smells of smoke')
    expect(await grant(sales, id, 20_000_001)).toMatchObject({ waitsForSecondPerson: true })
    // Another answer is one person's again, and what waited is dropped.
    await till.market.call(sales.caller, 'resolve_order_dispute', id, {
      ...answer(1),
      resolution: 'rejected',
    })
    expect(await balanceOf(id)).toBe(109_999_999)
    const open = await till.app.owner.query(
      'select from private.money_entries where order_id = $1 and decided_at is null',
      [id],
    )
    expect(open.rowCount).toBe(0)
  })

  it('is granted by another person than who recorded the payment', async () => {
    const id = await deliveredOnCredit(100_000, 30_000)
    expect(
      await till.market.refuse(withSecondFactor(till.admin), 'resolve_order_dispute', id, answer(1)),
    ).toMatchObject({ code: '42501', hint: 'own_receipt', message: expect.stringContaining('comes off it') })
    expect(await balanceOf(id)).toBe(70_000)
  })
})

describe('a payment above the limit', () => {
  const large = 600_000_000
  const waiting = async (person: Person, id: string) =>
    (await till.app.as(person.caller, 'select * from public.list_money_entries($1)', [id])).rows

  it('counts for nothing before a second person has confirmed it', async () => {
    const id = await ordered(large)
    const { entryId } = await record(till.finance, id, large, 'Large 1')
    expect(await till.market.read(id)).toMatchObject({ payment: 'unpaid' })
    expect(await waiting(till.admin, id)).toMatchObject([{ kind: 'receipt', is_own: false }])
    expect(await waiting(till.finance, id)).toMatchObject([{ bank_reference: 'Large 1', is_own: true }])
    for (const [caller, code] of [
      [till.buyer.caller, '42501'],
      [second.caller, '42501'],
      [withSecondFactor(till.finance), '42501'],
    ] as const)
      expect((await till.market.refuse(caller, 'decide_money_entry', entryId, true)).code).toBe(code)
    expect(
      await till.market.refuse(withSecondFactor(second), 'confirm_payment', id, line(large, 'LARGE-1')),
    ).toMatchObject({ code: '23505' })
    expect(
      await till.market.call(withSecondFactor(second), 'decide_money_entry', entryId, true),
    ).toMatchObject({
      paymentStatus: 'confirmed',
    })
    const { rows } = await till.app.owner.query(
      'select recorded_by, second_by from public.payments where order_id = $1',
      [id],
    )
    expect(rows).toEqual([{ recorded_by: till.finance.id, second_by: second.id }])
    expect(
      (await till.market.refuse(withSecondFactor(second), 'decide_money_entry', entryId, true)).code,
    ).toBe('P0002')
    expect(await waiting(till.admin, id)).toEqual([])
  })

  it('is confirmed by nobody whom grants tie to who recorded it, while a person who is not tied could', async () => {
    const founder = await till.app.addPerson({ role: 'admin' })
    const hired = await Promise.all([till.app.addPerson(), till.app.addPerson()])
    for (const person of hired) {
      await till.app.as(withSecondFactor(founder), 'select public.invite_staff($1, $2)', [
        person.email,
        'finance',
      ])
      await till.app.owner.query('update auth.users set email_confirmed_at = now() where id = $1', [
        person.id,
      ])
      await till.app.as(person.caller, 'select public.accept_invitation()')
    }
    const [one, other] = hired as [Person, Person]
    await addFactor(second)
    const id = await ordered(large)
    const { entryId } = await record(one, id, large, 'Tied 1')
    for (const person of [founder, other])
      expect(
        await till.market.refuse(withSecondFactor(person), 'decide_money_entry', entryId, true),
      ).toMatchObject({ code: '42501', hint: 'own_making' })
    await till.market.call(withSecondFactor(second), 'decide_money_entry', entryId, true)
    // Dropping it takes nothing from anybody.
    const dropped = await record(one, await ordered(large), large, 'Tied 2')
    await till.market.call(withSecondFactor(other), 'decide_money_entry', dropped.entryId, false)
    // Who has no second factor can confirm nothing, nor can who bought it: then the two have to do.
    const tiedAlone = async (reference: string, orderId: string) => {
      const { entryId: waiting } = await record(one, orderId, large, reference)
      return () => till.market.call(withSecondFactor(other), 'decide_money_entry', waiting, true)
    }
    const own = await ordered(large)
    const confirmOwn = await tiedAlone('Tied 4', own)
    await expect(confirmOwn()).rejects.toMatchObject({ hint: 'own_making' })
    await till.app.owner.query('update public.orders set user_id = $2 where id = $1', [own, second.id])
    await confirmOwn()
    const confirmAlone = await tiedAlone('Tied 5', await ordered(large))
    await till.app.owner.query(`update auth.mfa_factors set status = 'unverified' where user_id = $1`, [
      second.id,
    ])
    await confirmAlone()
    await till.app.owner.query(`update auth.mfa_factors set status = 'verified' where user_id = $1`, [
      second.id,
    ])
    // Where nobody else works any more as well.
    const left = await record(one, await ordered(large), large, 'Tied 3')
    const tied = [founder, one, other].map((person) => person.id)
    const ban = `update auth.users set banned_until = 'infinity' where id <> all ($1) and banned_until is null returning id`
    const banned = (await till.app.owner.query<{ id: string }>(ban, [tied])).rows.map((row) => row.id)
    await till.market.call(withSecondFactor(other), 'decide_money_entry', left.entryId, true)
    await till.app.owner.query('update auth.users set banned_until = null where id = any ($1)', [banned])
    await till.app.owner.query('delete from public.user_roles where user_id = any ($1)', [tied])
  })

  it('is no smaller in parts that one person records', async () => {
    const id = await ordered(large)
    await record(till.finance, id, 300_000_000)
    expect(await record(till.finance, id, 300_000_000)).toMatchObject({ waitsForSecondPerson: true })
    expect(await till.market.read(id)).toMatchObject({ payment: 'underpaid' })
  })

  it('is no smaller in parts of one transfer that pay several orders', async () => {
    for (const id of [await ordered(large / 3), await ordered(large / 3)])
      expect(
        await till.market.call(withSecondFactor(till.finance), 'confirm_payment', id, {
          ...line(large / 3, 'Whole 1'),
          transferKobo: large,
        }),
      ).toMatchObject({ waitsForSecondPerson: true })
  })

  it('is dropped by the second person, or by the first, and may be entered again', async () => {
    const id = await ordered(large)
    for (const person of [second, till.finance]) {
      const { entryId } = await record(till.finance, id, large, 'Large 2')
      await till.market.call(withSecondFactor(person), 'decide_money_entry', entryId, false)
      expect(await till.market.read(id)).toMatchObject({ payment: 'unpaid' })
    }
  })

  it('is reported to the desk as a change of orders when it is entered, dropped or confirmed', async () => {
    const id = await ordered(large)
    const countReports = async () => {
      const { rows } = await till.app.owner.query<{ count: number }>(
        `select count(*)::int as count from realtime.messages where topic = 'desk' and payload = '{"list": "orders"}'`,
      )
      return rows[0]?.count ?? 0
    }
    const before = await countReports()
    const { entryId: dropped } = await record(till.finance, id, large, 'Large 3')
    expect(await countReports()).toBe(before + 1)
    await till.market.call(withSecondFactor(second), 'decide_money_entry', dropped, false)
    expect(await countReports()).toBe(before + 2)
    const { entryId: confirmed } = await record(till.finance, id, large, 'Large 3')
    await till.market.call(withSecondFactor(second), 'decide_money_entry', confirmed, true)
    expect(await countReports()).toBe(before + 4)
  })

  it('is nobody’s to confirm of their own order, and its order does not run out meanwhile', async () => {
    const product = await till.market.addProduct(9, large)
    const { id } = await till.market.order(till.buyer.caller, [product])
    const { entryId } = await record(till.finance, id, large)
    await till.market.passTime(id, '80 hours')
    await till.app.owner.query('select private.run_market_jobs()')
    expect(await till.market.read(id)).toMatchObject({ status: 'pending', payment: 'unpaid' })
    await till.app.owner.query('update public.orders set user_id = $2 where id = $1', [id, second.id])
    expect(
      (await till.market.refuse(withSecondFactor(second), 'decide_money_entry', entryId, true)).message,
    ).toContain('your own order')
    await till.market.call(withSecondFactor(till.admin), 'decide_money_entry', entryId, true)
  })

  it('is reported to those who may confirm it, and to nobody whom the confirmation would refuse', async () => {
    const id = await ordered(large)
    await record(till.finance, id, large)
    const notices = async (person: Person) =>
      (
        await till.app.as<{ notices: { kind: string; id: string }[] }>(
          person.caller,
          'select public.admin_notices() as notices',
        )
      ).rows[0]?.notices.filter((notice) => notice.id === id)
    expect(await notices(second)).toMatchObject([
      { kind: 'money_waits', of: 'receipt', amount_kobo: large, currency: 'NGN' },
    ])
    for (const person of [till.finance, till.buyer]) expect(await notices(person)).toEqual([])
    // Nor of their own order.
    await till.app.owner.query('update public.orders set user_id = $2 where id = $1', [id, second.id])
    expect(await notices(second)).toEqual([])
    expect(await notices(till.admin)).toMatchObject([{ kind: 'money_waits' }])
  })
})
