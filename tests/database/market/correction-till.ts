// A till where payments are corrected: who enters it and who confirms it, what documents say afterwards, and orders of which nothing came.
import { randomUUID } from 'node:crypto'
import { type Person, withSecondFactor } from '#tests/harness/migrated-database.ts'
import type { Line } from './market-app.ts'
import { openTill } from './market-till.ts'

export async function openCorrections() {
  const till = await openTill()
  const { app, market, buyer, finance, admin, placed, confirm, decide } = till
  const second = await app.addPerson({ role: 'finance', name: 'Bisi Second' })

  const rows = async <Row extends object>(text: string, ...values: unknown[]) =>
    (await app.owner.query<Row>(text, values)).rows
  const enter = (paymentId: string, amountKobo: number, wasKobo: number, person: Person = finance) =>
    market.call(withSecondFactor(person), 'correct_payment', paymentId, {
      ...{ amountKobo, wasKobo, reason: 'A nought too many', idempotencyKey: randomUUID() },
    })
  const settle = (entryId: unknown, isApproved: boolean) =>
    market.call(withSecondFactor(second), 'decide_money_entry', entryId, isApproved)
  async function correct(paymentId: string, amountKobo: number, wasKobo: number) {
    const { entryId } = await enter(paymentId, amountKobo, wasKobo)
    return settle(entryId, true)
  }
  const paymentOf = async (orderId: string) =>
    (
      await rows<{ id: string }>(
        `select id from public.payments where order_id = $1 and kind = 'receipt' order by created_at limit 1`,
        orderId,
      )
    )[0]?.id ?? ''
  const documentsOf = (orderId: string, kind: string) =>
    rows<{ number: string; content: Record<string, unknown>; code: string }>(
      `select number, content, verification_code as code from public.order_documents where order_id = $1 and kind = $2 order by issued_at`,
      orderId,
      kind,
    )
  const notesOf = async (orderId: string) =>
    (await documentsOf(orderId, 'credit_note')).map(
      ({ content }) => content as { takenOffKobo?: number; vatKobo?: number; reason?: string },
    )

  /** Approved on 100,000 kobo that were recorded. */
  async function approved(product?: Line) {
    const id = product ? (await market.order(buyer.caller, [product])).id : await placed()
    await confirm(id, 100_000)
    await decide(id, 'approved')
    return id
  }
  /** And of which nothing came. */
  async function emptied(product?: Line) {
    const id = await approved(product)
    await correct(await paymentOf(id), 0, 100_000)
    return id
  }
  /** A delivered order with so much granted, of which nothing has been sent back yet; answers its payment. */
  async function granted(id: string, refundKobo: number, reason = 'Half of it is wet') {
    await market.call(buyer.caller, 'open_order_dispute', id, { reason })
    await market.call(admin.caller, 'resolve_order_dispute', id, {
      ...{ resolution: 'refunded', note: 'We are sorry', refundKobo },
    })
    return paymentOf(id)
  }
  const sendBack = (id: string, kobo: number) =>
    market.call(withSecondFactor(admin), 'record_refund', id, market.receipt(kobo))
  /** An order of 100,000 kobo and 7,500 of VAT. */
  async function placedWithVat() {
    const sacks = await market.addProduct(null, 100_000, 'Jute sacks')
    await app.owner.query(`update public.products set vat_class = 'standard' where id = $1`, [
      sacks.productId,
    ])
    return (await market.order(buyer.caller, [sacks])).id
  }
  /** What of an order's complaints is VAT. */
  const grantedVat = async (id: string) =>
    (await rows<{ vat: number }>(`select vat_kobo::int as vat from private.granted_of($1)`, id))[0]?.vat

  /** A line of the statement as a part of a larger one; recorded; and corrected with what the whole of it was. */
  const line = (amountKobo: number, transferKobo: number, reference: string) => ({
    ...market.receipt(amountKobo, reference),
    transferKobo,
  })
  const record = (id: string, details: object) =>
    market.call(withSecondFactor(finance), 'confirm_payment', id, details)
  const say = (paymentId: string, amountKobo: number, wasKobo: number, transferKobo: unknown) =>
    [
      'correct_payment',
      paymentId,
      { amountKobo, wasKobo, transferKobo, reason: 'Read wrongly', idempotencyKey: randomUUID() },
    ] as const
  async function correctWhole(paymentId: string, amountKobo: number, wasKobo: number, transferKobo: number) {
    const { entryId } = await market.call(
      withSecondFactor(finance),
      ...say(paymentId, amountKobo, wasKobo, transferKobo),
    )
    return settle(entryId, true)
  }

  return {
    ...till,
    ...{ second, rows, enter, settle, correct, paymentOf, documentsOf, notesOf, approved, emptied, granted },
    ...{ sendBack, placedWithVat, grantedVat, line, record, say, correctWhole },
  }
}
