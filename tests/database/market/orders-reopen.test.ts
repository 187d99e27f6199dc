// Reopening a completed order: who may not, what it demands, and what stays on record.
import { afterAll, describe, expect, it } from 'vitest'
import { anonymous, openApp, service, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'

const reopen = 'select public.reopen_order($1, $2) as status'
const reason = 'Two bags came back from the port'

const app = await openApp()
const buyer = await app.addPerson()
const admin = await app.addPerson({ role: 'admin' })
const others = [
  buyer,
  await app.addPerson({ role: 'finance' }),
  await app.addPerson({ role: 'reviewer' }),
  await app.addPerson({ role: 'content' }),
]
afterAll(() => app.close())

async function orderThatIs(...statuses: string[]): Promise<string> {
  const { id } = await submitOrder(app, buyer)
  for (const status of statuses)
    await app.as(admin.caller, 'update public.orders set status = $2 where id = $1', [id, status])
  return id
}

async function read(text: string, id: string) {
  return (await app.owner.query(text, [id])).rows
}

const statusOf = async (id: string) =>
  (await read('select status from public.orders where id = $1', id))[0]?.status

describe('reopening an order', () => {
  it('is refused to everybody but an admin with a second factor', async () => {
    const id = await orderThatIs('approved', 'completed')
    for (const caller of [anonymous, service, admin.caller, ...others.map(withSecondFactor)])
      expect((await app.refusalOf(caller, reopen, [id, reason])).code).toBe('42501')
    expect(await app.refusalOf(admin.caller, reopen, [id, reason])).toMatchObject({
      message:
        'This takes a second step at sign-in. Set it up under Security in your account, or sign in with it.',
      hint: 'aal2',
    })
    expect(await statusOf(id)).toBe('completed')
  })

  it('has no other way: not the status by itself, not the time of the reopening', async () => {
    const id = await orderThatIs('approved', 'completed')
    const back = `update public.orders set status = 'approved' where id = $1`
    for (const caller of [withSecondFactor(admin), service])
      expect((await app.refusalOf(caller, back, [id])).code).toBe('23514')
    const forged = `update public.orders set status = 'approved', reopened_at = now() where id = $1`
    expect((await app.refusalOf(withSecondFactor(admin), forged, [id])).code).toBe('42501')
    expect(await statusOf(id)).toBe('completed')
  })

  it.each([null, '', '  ', 'no', 'x'.repeat(501)])('demands a reason: %j is none', async (input) => {
    const id = await orderThatIs('approved', 'completed')
    expect(await app.refusalOf(withSecondFactor(admin), reopen, [id, input])).toMatchObject({
      code: '23514',
      message: 'Please say in 3 to 500 characters why the order is reopened',
      hint: 'reason',
    })
  })

  it.each([[[]], [['approved']], [['declined']]])(
    'is for completed orders alone: not after %j',
    async (steps) => {
      const id = await orderThatIs(...steps)
      expect(await app.refusalOf(withSecondFactor(admin), reopen, [id, reason])).toMatchObject({
        code: '23514',
        message: 'Only a completed order can be reopened',
      })
      const forged = 'update public.orders set reopened_at = now() where id = $1'
      expect((await app.refusalOf(service, forged, [id])).code).toBe('23514')
    },
  )

  it('approves it again, says who and why in the ledger, and notifies the buyer why', async () => {
    const id = await orderThatIs('approved', 'completed')
    const { rows } = await app.as(withSecondFactor(admin), reopen, [id, `  ${reason} `])
    expect(rows).toEqual([{ status: 'approved' }])
    const mails = `select recipient, data ->> 'reason' as reason from private.mail_outbox
      where template = 'order_reopened' and record_id = $1`
    expect(await read(mails, id)).toEqual([{ recipient: 'ada@example.com', reason }])
    expect(await read('select status, decline_reason from public.orders where id = $1', id)).toEqual([
      { status: 'approved', decline_reason: null },
    ])
    const ledger = `select actor_id, actor_role, record_owner, from_status, to_status, reason
      from public.decision_events where record_id = $1 order by id desc limit 1`
    expect(await read(ledger, id)).toEqual([
      {
        actor_id: admin.id,
        actor_role: 'admin',
        record_owner: buyer.id,
        from_status: 'completed',
        to_status: 'approved',
        reason,
      },
    ])
  })

  it('can be completed and reopened once more', async () => {
    const id = await orderThatIs('approved', 'completed')
    await app.as(withSecondFactor(admin), reopen, [id, reason])
    await app.as(admin.caller, `update public.orders set status = 'completed' where id = $1`, [id])
    expect((await app.as(withSecondFactor(admin), reopen, [id, 'Another bag'])).rows).toEqual([
      { status: 'approved' },
    ])
    await app.as(admin.caller, `update public.orders set status = 'completed' where id = $1`, [id])
    const reported = `select template, data ->> 'reason' as reason from private.mail_outbox
      where template in ('order_completed', 'order_reopened') and record_id = $1 order by created_at`
    expect(await read(reported, id)).toEqual([
      { template: 'order_completed', reason: null },
      { template: 'order_reopened', reason },
      { template: 'order_completed', reason: null },
      { template: 'order_reopened', reason: 'Another bag' },
      { template: 'order_completed', reason: null },
    ])
  })
})
