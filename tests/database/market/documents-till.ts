/** A till with a bank account in force, and the documents of its orders. */
import { expect } from 'vitest'
import { withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openTill } from './market-till.ts'

export const dollarAccount = `insert into public.settlement_accounts
  (kind, currency, bank_name, bank_address, swift_bic, account_name, account_number, approved_at, effective_at, is_demo)
  values ('bank_account', 'USD', 'Dollar Bank', '1 Marina, Lagos', 'TESTNGLA', 'The company', '4400123456', now(), now(), true)`

export interface IssuedDocument {
  id: string
  kind: string
  number: string
  verification_code: string
  // biome-ignore lint/suspicious/noExplicitAny: what a document says depends on its kind
  content: any
  content_sha256: string
}

export async function openDocuments() {
  const till = await openTill({ bankAccount: false })
  const { app, market, buyer, finance, admin, rice } = till

  async function setAccount(bankName: string, number: string) {
    const { rows } = await app.owner.query<{ id: string }>('select gen_random_uuid() as id')
    await app.owner.query(
      `insert into public.settlement_accounts (kind, bank_name, account_name, account_number, proposed_by, proposed_at,
         approved_by, approved_at, effective_at)
       values ('bank_account', $1, 'Agri App Limited', $2, $3, now() - interval '2 days', gen_random_uuid(), now() - interval '1 hour', now())`,
      [bankName, number, rows[0]?.id],
    )
  }

  async function documentsOf(orderId: string): Promise<IssuedDocument[]> {
    const { rows } = await app.owner.query<IssuedDocument>(
      'select * from public.order_documents where order_id = $1 order by issued_at',
      [orderId],
    )
    return rows
  }

  const numbersOf = async (prefix: string) => {
    const { rows } = await app.owner.query<{ number: string; issued_at: Date }>(
      `select number, issued_at from public.order_documents where number like $1 || '-%' order by number`,
      [prefix],
    )
    return rows
  }

  /** 1, 2, 3, … in the order of their issue. */
  async function expectNoGap(prefix: string) {
    const rows = await numbersOf(prefix)
    const year = new Intl.DateTimeFormat('en-GB', { timeZone: 'Africa/Lagos', year: 'numeric' }).format(
      new Date(),
    )
    expect(rows.map(({ number }) => number)).toEqual(
      rows.map((_, place) => `${prefix}-${year}-${String(place + 1).padStart(5, '0')}`),
    )
    const moments = rows.map(({ issued_at }) => issued_at.getTime())
    expect(moments).toEqual(moments.toSorted((a, b) => a - b))
    return rows.length
  }

  await setAccount('First Bank', '0123456789')
  return {
    ...till,
    setAccount,
    documentsOf,
    expectNoGap,
    kindsOf: async (orderId: string) => (await documentsOf(orderId)).map(({ kind }) => kind),
    placed: async () => (await market.order(buyer.caller, [{ ...rice, quantity: 3 }])).id,
    pay: (id: string, kobo: number) =>
      market.call(withSecondFactor(finance), 'confirm_payment', id, market.receipt(kobo)),
    /** Approved before its money only on credit terms. */
    approve: (id: string, credit: string | null = null) =>
      app.as(
        withSecondFactor(admin),
        `update public.orders set status = 'approved', credit_terms_reason = $2 where id = $1`,
        [id, credit],
      ),
    proForma: (id: string, person = buyer) => market.call(person.caller, 'issue_pro_forma', id),
  }
}
