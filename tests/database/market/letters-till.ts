// Contracts that a bank pays, and what buyer and staff do with their letter of credit.
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import type { openTill } from './market-till.ts'

type Till = Pick<Awaited<ReturnType<typeof openTill>>, 'app' | 'market' | 'buyer' | 'admin' | 'decide'>

export function openLetters({ app, market, buyer, admin, decide }: Till) {
  async function agreed(paymentTerms = 'Letter of Credit', currency = 'USD'): Promise<string> {
    const { id } = await submitOrder(app, buyer)
    const quoteId = await market.call(withSecondFactor(admin), 'quote_order', id, {
      lines: [{ description: 'Cocoa beans', quantity: 10, unit: 'Tons', priceKobo: 180_000 }],
      ...{ currency, paymentTerms, expiresAt: new Date(Date.now() + 86_400_000).toISOString() },
    })
    await app.as(buyer.caller, 'select public.accept_quote($1, 1800000)', [quoteId])
    return id
  }

  async function upload(id: string, isReady = true): Promise<string> {
    const path = `${id}/${crypto.randomUUID()}`
    await app.owner.query(
      `insert into private.order_uploads (path, order_id, kind, ready_at) values ($1, $2, 'proof', case when $3 then now() end)`,
      [path, id, isReady],
    )
    return path
  }

  /** With the draft that is there open, which is taken with a list of documents. */
  async function say(id: string, status: string, more: object = {}, caller = admin.caller) {
    const { draftPath, documents } = await read(id, caller)
    const list = status === 'draft_accepted' && documents === null ? { documents: 'Commercial invoice' } : {}
    return market.call(caller, 'set_letter_of_credit', id, { status, draftPath, ...list, ...more })
  }

  /** Through every step to this one; an order is approved before its letter is issued. */
  async function bring(id: string, status: 'issued' | 'documents_presented', more: object = {}) {
    for (const step of [
      'draft_received',
      'draft_accepted',
      'issued',
      ...(status === 'issued' ? [] : [status]),
    ]) {
      if (step === 'issued' && (await market.read(id))?.status === 'pending') await decide(id, 'approved')
      await say(id, step, more)
    }
  }

  /** Approved and issued, its goods are delivered and the documents presented. */
  async function presented(id: string) {
    await decide(id, 'approved')
    await bring(id, 'issued')
    await market.deliver(admin.caller, id)
    await say(id, 'documents_presented')
  }

  const read = (id: string, caller = buyer.caller) => market.call(caller, 'letter_of_credit', id)

  return { agreed, upload, read, say, bring, presented }
}
