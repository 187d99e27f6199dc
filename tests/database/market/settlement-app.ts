// Where money is sent to, with the people who may change it, and time to pass.
import type { Caller } from '#platform/database/caller.ts'
import { readContent } from '#server/company/content/read-content.ts'
import { catalogueAsJson } from '#server/market/read-products.ts'
import { openApp, type Person } from '#tests/harness/migrated-database.ts'

export const wallet = (letter: string) => ({ walletAddress: letter.repeat(34) })
export const bank = { bankName: 'First Bank', accountName: 'The company', accountNumber: '0123456789' }

export async function openSettlements() {
  const app = await openApp()
  const finance = await app.addPerson({ role: 'finance' })
  const admin = await app.addPerson({ role: 'admin' })
  const reviewer = await app.addPerson({ role: 'reviewer' })

  /** Entries of the audit trail in a session with a second factor, so many days ago. */
  async function works(person: Person, ...daysAgo: number[]): Promise<void> {
    for (const days of daysAgo)
      await app.owner.query(
        `insert into public.audit_trail (actor_id, actor_role, action, subject_type, aal, created_at)
       values ($1, 'admin', 'look', 'orders', 'aal2', now() - make_interval(days => $2))`,
        [person.id, days],
      )
  }

  /** The owner of the database, with the guards switched off: only so does a test travel in time. */
  const asOwnerUnguarded = (text: string) =>
    app.owner.query(`begin; alter table public.settlement_accounts disable trigger user; ${text};
    alter table public.settlement_accounts enable trigger user; commit`)

  await works(finance, 1, 2, 3)
  await works(admin, 1, 2, 3)
  return {
    app,
    finance,
    admin,
    reviewer,
    works,

    /** No account yet, and a licence for the wallet. */
    reset: () =>
      asOwnerUnguarded(`delete from public.settlement_accounts; update public.company_facts set value = 'SEC-1'
    where key = 'crypto_licence_reference'`),

    /** Moves all that happened so far into the past. */
    passTime: (interval: string) =>
      asOwnerUnguarded(`update public.settlement_accounts set proposed_at = proposed_at - interval '${interval}',
    approved_at = approved_at - interval '${interval}', effective_at = effective_at - interval '${interval}',
    withdrawn_at = withdrawn_at - interval '${interval}'`),

    async propose(caller: Caller, details: object = wallet('a'), kind = 'crypto_wallet'): Promise<string> {
      const { rows } = await app.as<{ id: string }>(
        caller,
        'select public.propose_settlement_account($1, $2) as id',
        [kind, JSON.stringify(details)],
      )
      return rows[0]?.id ?? ''
    },
    approve: (caller: Caller, id: string) =>
      app.as(caller, 'select public.approve_settlement_account($1)', [id]),
    /** The wallet that pages show. */
    shown: async () => (await readContent(app.database, catalogueAsJson)).wallet?.address ?? null,
  }
}
