/** What staff do in a contract while a buyer looks on, and the quote that these tests send. */
import { randomUUID } from 'node:crypto'
import { beforeAll } from 'vitest'
import { getLagosDay } from '#domain/dates.ts'
import type { Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRequest } from '#tests/harness/order-requests.ts'
import type { Stage } from '../stage.ts'
import type { openStall } from './market-actions.ts'

/** US$75,118.78 CIF Rotterdam. */
export const quote = {
  lines: [
    { description: 'Cocoa beans, grade 1', quantity: 38, unit: 'Tons', priceKobo: 197_681 },
    { kind: 'delivery', description: 'Freight and insurance', quantity: 1, unit: 'lot', priceKobo: 0 },
  ],
  currency: 'USD',
  expiresAt: new Date(Date.now() + 5 * 86_400_000).toISOString(),
  terms: {
    ...{ incoterms: 'CIF', namedPlace: 'Rotterdam', windowFrom: '2099-12-01', windowTo: '2099-12-14' },
    ...{
      tolerancePercent: '2',
      grade: 'Grade 1',
      moistureMaxPercent: '7.5',
      packing: 'Jute bags of 62.5 kg',
    },
    ...{ hsCode: '1801.00', origin: 'Ondo, Nigeria' },
  },
}

export function openContracts(stage: Stage, stall: ReturnType<typeof openStall>) {
  let admin: Person
  /** Who sees to the money. */
  let colleague: Person
  beforeAll(async () => {
    admin = await stage.app.newAdmin()
    colleague = await stage.app.newPerson()
    await stall.sql(`insert into public.user_roles (user_id, role) values ($1, 'finance')`, [colleague.id])
    await stall.sql(
      `update private.market_limits set value = 2000000000 where name like 'confirm_alone_max_%'`,
    )
  })

  /** An order of this person that waits for its quote. */
  const ask = async ({ client, email }: Person, request: object = {}): Promise<string> => {
    const order = mustWork(
      await client.rpc('submit_order', {
        request: { ...goodRequest, email, ...request },
        idempotency_key: randomUUID(),
      }),
    ) as { id: string }
    return order.id
  }
  const sendQuote = (id: string, change: object = {}) =>
    stall.asStaff(admin, 'quote_order', { order_id: id, quote: { ...quote, ...change } })

  return {
    get admin() {
      return admin
    },
    get colleague() {
      return colleague
    },
    async addDollarAccount(): Promise<void> {
      await stall.sql(`insert into public.settlement_accounts (kind, currency, bank_name, bank_address, swift_bic, correspondent,
          account_name, account_number, proposed_at, approved_at, effective_at, is_demo)
        values ('bank_account', 'USD', 'Test Bank', '1 Marina, Lagos', 'TESTNGLAXXX', 'Citibank New York, CITIUS33',
          'The company', '4400123456', now(), now(), now(), true)`)
    },
    ask,
    sendQuote,
    /** Money that staff find on the statement. */
    receive: (id: string, amountKobo: number) =>
      stall.asStaff(colleague, 'confirm_payment', {
        order_id: id,
        details: { amountKobo, valueDate: getLagosDay(new Date()), bankReference: randomUUID() },
      }),
    async move(id: string, ...way: string[]): Promise<void> {
      for (const [place, to] of way.slice(1).entries())
        await stall.asStaff(admin, 'move_order', { order_id: id, expected: way[place] ?? '', fulfilment: to })
    },
    /** A contract of this person that both sides agreed on and staff approved. */
    async agree(person: Person, paymentTerms: string): Promise<string> {
      const id = await ask(person, { paymentTerms })
      const quoteId = await sendQuote(id, { paymentTerms })
      mustWork(await person.client.rpc('accept_quote', { quote_id: quoteId, total_kobo: 7_511_878 }))
      await stall.decide(admin, id, 'approved')
      return id
    },
  }
}
