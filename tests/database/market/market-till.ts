// A market where money comes in: its people, an account in force, one product, and the steps of an order as one word each.
import { type App, openApp, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openMarket } from './market-app.ts'

/** `bankAccount`: whether there is one in force from the start; `of`: an application that is there already. */
export async function openTill({ bankAccount = true, of }: { bankAccount?: boolean; of?: App } = {}) {
  const app = of ?? (await openApp())
  const market = openMarket(app)
  const buyer = await app.addPerson()
  const stranger = await app.addPerson()
  const finance = await app.addPerson({ role: 'finance' })
  const admin = await app.addPerson({ role: 'admin' })
  const rice = await market.addProduct(null, 100_000)
  if (bankAccount) await market.addAccounts()

  const steps = {
    placed: async () => (await market.order(buyer.caller, [rice])).id,
    claim: (id: string) =>
      market.call(buyer.caller, 'claim_payment', id, { words: 'Mark as Payment Successful' }),
    /** Large amounts are confirmed by the admin as well. */
    async confirm(id: string, kobo: number) {
      const answer = await market.call(withSecondFactor(finance), 'confirm_payment', id, market.receipt(kobo))
      return answer.waitsForSecondPerson
        ? market.call(withSecondFactor(admin), 'decide_money_entry', answer.entryId, true)
        : answer
    },
    decide: (id: string, status: string, reason: string | null = null) =>
      app.as(admin.caller, 'update public.orders set status = $2, decline_reason = $3 where id = $1', [
        id,
        status,
        reason,
      ]),
    move: (id: string, from: string, to: string) => market.call(admin.caller, 'move_order', id, from, to),
    async delivered() {
      const id = await steps.placed()
      await steps.confirm(id, 100_000)
      await steps.decide(id, 'approved')
      await market.deliver(admin.caller, id)
      return id
    },
  }
  return { app, market, buyer, stranger, finance, admin, rice, ...steps }
}
