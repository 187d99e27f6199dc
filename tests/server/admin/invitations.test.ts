// The link of an invitation over HTTP: what it says, and that it opens one new account once, and nobody else's.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { adminPaths } from '#domain/admin/admin.ts'
import type { InvitationView } from '#domain/admin/staff.ts'
import { type Person, startApp, type TestApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { within } from '#tests/harness/within.ts'

let app: TestApp
let admin: Person

beforeAll(async () => {
  app = await startApp()
  admin = await app.newAdmin()
  await addSecondFactor(admin)
})
afterAll(() => app.stop())

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)
const inventAddress = () => `${randomUUID()}@example.com`

/** The token of the mail, which is stored as a hash alone once the mail is sent. */
async function invite(email: string, role = 'reviewer'): Promise<string> {
  mustWork(await admin.client.rpc('invite_staff', { email, role }))
  const mail = await vi.waitUntil(
    async () =>
      (await app.mailbox()).find(({ to, subject }) => to === email && /invites you to join/.test(subject)),
    within,
  )
  return mail.links.find((link) => link.includes('/admin/welcome#'))?.split('#')[1] ?? ''
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  fetch(app.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
const read = async (token: string) =>
  (await (await post(adminPaths.invitation, { token })).json()) as InvitationView

async function join(token: string) {
  const { tokenHash } = (await (await post(adminPaths.invitationLink, { token })).json()) as {
    tokenHash: string
  }
  const client = app.newClient()
  mustWork(await client.auth.verifyOtp({ token_hash: tokenHash, type: 'invite' }))
  return client
}

describe('the link of an invitation', () => {
  it('says who invites whom to what, and makes one account with a proved mailbox', async () => {
    const email = inventAddress()
    const token = await invite(email)
    expect(await read(token)).toMatchObject({ email, title: 'Reviewer', state: 'open', hasAccount: false })
    const client = await join(token)
    expect(mustWork(await client.rpc('accept_invitation'))).toBe('reviewer')
    expect(await read(token)).toMatchObject({ state: 'accepted', hasAccount: true })
    expect((await post(adminPaths.invitationLink, { token })).status).toBe(404)
    const stored = await sql<{ rows: string }>(
      'select to_jsonb(link)::text as rows from private.staff_invitation_links as link',
    )
    expect(JSON.stringify(stored)).not.toContain(token)
    expect(
      await sql(`select from private.mail_outbox where data::text like '%' || $1 || '%'`, [token]),
    ).toEqual([])
  })

  it('names a colleague without a name by the company alone, and calls the first password set', async () => {
    const email = inventAddress()
    const token = await invite(email)
    expect(await read(token)).toMatchObject({ email, invitedBy: null })
    const mailTo = async (subject: RegExp) =>
      await vi.waitUntil(
        async () => (await app.mailbox()).find((mail) => mail.to === email && subject.test(mail.subject)),
        within,
      )
    const { subject, text } = await mailTo(/invites you to join/)
    expect(subject).toBe('A colleague at the company invites you to join as Reviewer')
    expect(text).not.toContain(admin.email)
    const client = await join(token)
    mustWork(await client.auth.updateUser({ password: 'Harvest-First-2026' }))
    await mailTo(/^Your password is set$/)
    mustWork(
      await client.auth.updateUser({ password: 'Harvest-Next-2026', current_password: 'Harvest-First-2026' }),
    )
    await mailTo(/^Your password was changed$/)
    expect(
      (await app.mailbox()).filter((mail) => mail.to === email && /password/.test(mail.subject)),
    ).toHaveLength(2)
  })

  it('drops a password that another person chose for this address before', async () => {
    const email = inventAddress()
    const stranger = app.newClient()
    mustWork(await stranger.auth.signUp({ email, password: 'Stranger-2026' }))
    const token = await invite(email)
    await join(token)
    const { error } = await stranger.auth.signInWithPassword({ email, password: 'Stranger-2026' })
    expect(error?.code).toBe('invalid_credentials')
  })

  it('opens no account that its owner has proved: they sign in themselves', async () => {
    const colleague = await app.newPerson()
    const token = await invite(colleague.email)
    expect(await read(token)).toMatchObject({ state: 'open', hasAccount: true })
    expect((await post(adminPaths.invitationLink, { token })).status).toBe(404)
    expect(mustWork(await colleague.client.rpc('accept_invitation'))).toBe('reviewer')
  })

  it.each([
    ['withdrawn', 'withdrawn_at = now()'],
    ['expired', `expires_at = now() - interval '1 second'`],
  ])('opens nothing once it is %s', async (state, past) => {
    const email = inventAddress()
    const token = await invite(email)
    await sql(`update public.staff_invitations set ${past} where email = $1`, [email])
    expect(await read(token)).toMatchObject({ state })
    expect((await post(adminPaths.invitationLink, { token })).status).toBe(404)
    expect(await sql('select from auth.users where email = $1', [email])).toEqual([])
  })

  it('of before another invitation of the same address opens nothing', async () => {
    const email = inventAddress()
    const first = await invite(email)
    mustWork(await admin.client.rpc('invite_staff', { email, role: 'content' }))
    expect(await read(first)).toMatchObject({ title: 'Reviewer', state: 'withdrawn' })
    expect((await post(adminPaths.invitationLink, { token: first })).status).toBe(404)
  })

  it('that nobody sent is not there, and no other site may call', async () => {
    for (const path of [adminPaths.invitation, adminPaths.invitationLink]) {
      expect((await post(path, { token: 'f'.repeat(64) })).status).toBe(404)
      expect((await post(path, { token: "' or true --" })).status).toBe(404)
      expect((await post(path, { token: 'f'.repeat(64) }, { origin: 'https://other.example' })).status).toBe(
        403,
      )
    }
  })
})
