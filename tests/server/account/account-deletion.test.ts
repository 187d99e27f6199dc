// The end of an account: who may not end it, and what is left of its owner afterwards.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { accountDeletionPath } from '#domain/account/account-deletion.ts'
import { type Person, startApp, testAdmin } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { within } from '#tests/harness/within.ts'
import { createApplicant, takePhoto } from '#tests/server/registrations/applicant.ts'

const app = await startApp()
afterAll(() => app.stop())

const sql = <Row extends object>(text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (client) => (await client.query<Row>(text, values)).rows)

async function isThere({ id }: Person): Promise<boolean> {
  return (await sql('select from auth.users where id = $1', [id])).length === 1
}

async function requestDeletion(
  client: Person['client'] | null,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: { code?: string; message?: string; errors?: { field: string }[] } }> {
  const token = client && mustWork(await client.auth.getSession()).session?.access_token
  const response = await fetch(app.url + accountDeletionPath, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: await response.json() }
}

/** The code that is mailed to anyone who wants to show that they are there. */
async function requestCode(person: Person): Promise<string> {
  await sql('delete from auth.limits')
  const known = new Set((await app.mailbox()).map(({ id }) => id))
  mustWork(await person.client.auth.reauthenticate())
  const mail = await vi.waitUntil(
    async () =>
      (await app.mailbox()).find(
        ({ id, to, subject }) => !known.has(id) && to === person.email && /code/i.test(subject),
      ),
    within,
  )
  return /\b\d{6}\b/.exec(mail.text)?.[0] ?? ''
}

const order = {
  companyName: 'Lowland Foods BV',
  contactPerson: 'Adaeze Nwosu-Okafor',
  email: 'purchasing@lowland.example.com',
  phone: '0803 765 4321',
  address: '77 Marina Road, Lagos Island',
  country: 'Nigeria',
  product: 'Sesame Seeds',
  quantity: '12',
  unit: 'Tons',
  deliveryLocation: '9 Wharf Street, Apapa',
  paymentTerms: 'Letter of Credit',
  incoterms: 'FOB',
  additionalRequirements: 'Ask for Adaeze at the gate.',
}

describe('an account is not deleted', () => {
  it('for a visitor, from another site, or by a token that is none', async () => {
    const person = await app.newPerson()
    const body = { confirmation: person.email, code: '123456' }
    expect((await requestDeletion(null, body)).status).toBe(401)
    expect((await requestDeletion(null, body, { authorization: 'Bearer nonsense' })).status).toBe(401)
    const crossSite = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    expect((await requestDeletion(person.client, body, crossSite)).status).toBe(403)
    expect(await isThere(person)).toBe(true)
  })

  it('without the typed address and a right code', async () => {
    const person = await app.newPerson()
    const another = await app.newPerson()
    const code = await requestCode(person)
    const others = await requestCode(another)
    const wrong = code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))
    for (const [body, field] of [
      [{ confirmation: another.email, code }, 'confirmation'],
      [{ confirmation: person.email, code: '' }, 'code'],
      [{ confirmation: person.email, code: wrong }, 'code'],
      [{ confirmation: person.email, code: others }, 'code'],
    ] as const) {
      const { status, body: answer } = await requestDeletion(person.client, body)
      expect([status, answer.errors?.[0]?.field]).toEqual([422, field])
    }
    for (const body of [{}, { confirmation: 1, code: [] }, null])
      expect((await requestDeletion(person.client, body)).status).toBe(400)
    expect(await isThere(person)).toBe(true)
    expect(await isThere(another)).toBe(true)
  })

  it('after five wrong codes, even with the right one', async () => {
    const person = await app.newPerson()
    const code = await requestCode(person)
    const wrong = code.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10))
    for (const tried of [...Array(5).fill(wrong), code])
      expect((await requestDeletion(person.client, { confirmation: person.email, code: tried })).status).toBe(
        422,
      )
    expect(await isThere(person)).toBe(true)
  })

  it('by a password alone where there is a second step', async () => {
    const person = await app.newPerson()
    await addSecondFactor(person)
    const thief = app.newClient()
    mustWork(await thief.auth.signInWithPassword(person))
    const mailed = await requestCode({ ...person, client: thief })
    const answer = await requestDeletion(thief, { confirmation: person.email, code: mailed })
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
    expect(await isThere(person)).toBe(true)
  })

  it('in a session that was ended elsewhere', async () => {
    const person = await app.newPerson()
    const code = await requestCode(person)
    await sql('delete from auth.sessions where user_id = $1', [person.id])
    expect((await requestDeletion(person.client, { confirmation: person.email, code })).status).toBe(401)
    expect(await isThere(person)).toBe(true)
  })

  it('of the only admin', async () => {
    const admin = await app.newAdmin()
    const code = await requestCode(admin)
    const answer = await requestDeletion(admin.client, { confirmation: testAdmin.email, code })
    expect(answer).toMatchObject({ status: 409, body: { message: expect.stringContaining('only admin') } })
    expect(await isThere(admin)).toBe(true)
  })

  it.each([false, true])('of the only admin by the secret key (softly: %s)', async (softly) => {
    const { id } = await app.newAdmin()
    const users = app.newClient(app.keys.secretKey).auth.admin
    const { error } = await users.deleteUser(id, softly)
    expect(error).toMatchObject({ status: 409, message: expect.stringContaining('always be an admin') })
    expect(
      await sql(
        `select deleted_at, user_roles.role from auth.users join public.user_roles on user_id = id where id = $1`,
        [id],
      ),
    ).toEqual([{ deleted_at: null, role: 'admin' }])
  })
})

describe('a deleted account', () => {
  it('that is left as a shell is no colleague any more', async () => {
    const { id } = await app.newPerson()
    await sql(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [id])
    const users = app.newClient(app.keys.secretKey).auth.admin
    expect((await users.deleteUser(id, true)).error).toBeNull()
    expect(await sql('select from public.user_roles where user_id = $1', [id])).toEqual([])
  })

  it('leaves its orders without their buyer, and its owner in no table', async () => {
    const person = await app.newPerson()
    const other = await app.newPerson()
    mustWork(
      await person.client
        .from('profiles')
        .update({ full_name: 'Adaeze Nwosu-Okafor' })
        .eq('id', person.id)
        .select(),
    )
    const created = mustWork(
      await person.client.rpc('submit_order', { request: order, idempotency_key: randomUUID() }),
    ) as { id: string; code: string }
    mustWork(await other.client.rpc('submit_order', { request: order, idempotency_key: randomUUID() }))
    mustWork(await person.client.rpc('choose_newsletter', { wanted: true }))
    const { session } = mustWork(await person.client.auth.getSession())
    const applicant = createApplicant({
      url: app.url,
      publishableKey: app.keys.publishableKey,
      accessToken: session?.access_token ?? '',
    })
    const { body: received } = await applicant.submit('farmer', {
      answers: { ...goodRegistrations.farmer, fullName: 'Adaeze Nwosu-Okafor', address: '5 Kokona Close' },
    })
    if (!received.photo) throw new Error('no place was given for a photo')
    expect(await applicant.upload(received.photo, await takePhoto())).toBeNull()
    expect((await applicant.attach(received.photo, received)).status).toBe(200)
    mustWork(await person.client.from('notification_choices').insert({ user_id: person.id }).select())

    const code = await requestCode(person)
    expect(await listTablesNaming(person.email)).toContain('profiles')
    expect(await listTablesNaming('Adaeze')).toEqual(expect.arrayContaining(['orders', 'order_requests']))
    const answer = await requestDeletion(person.client, {
      confirmation: ` ${person.email.toUpperCase()} `,
      code,
    })
    expect(answer).toMatchObject({ status: 200, body: { ok: true } })

    expect(await isThere(person)).toBe(false)
    expect((await person.client.auth.refreshSession()).error).not.toBeNull()
    expect((await app.newClient().auth.signInWithPassword(person)).error).not.toBeNull()
    const stored = await sql(
      'select user_id, code, status, crop_type, quantity_text, delivery_address, special_requirements from public.orders where id = $1',
      [created.id],
    )
    expect(stored).toEqual([
      {
        user_id: null,
        code: created.code,
        status: 'declined',
        crop_type: 'Sesame Seeds',
        quantity_text: '12',
        delivery_address: 'Erased',
        special_requirements: null,
      },
    ])
    const [request] = await sql('select * from public.order_requests where order_id = $1', [created.id])
    expect(request).toMatchObject({ contact_person: 'Erased', country: 'Nigeria', incoterms: 'FOB' })
    expect(await listTablesNaming(person.email)).toEqual([])
    // Someone else gave the same contact in an order of theirs, which stays as it is, with the mails about it.
    const mailsOfOther = await sql(
      'delete from private.mail_outbox where record_id in (select id from public.orders where user_id = $1) returning recipient',
      [other.id],
    )
    expect(mailsOfOther).toEqual([{ recipient: order.email }])
    await sql('delete from public.orders where user_id = $1', [other.id])
    for (const trace of ['Adaeze', 'Kokona', order.email, '8037654321', '77 Marina', 'Wharf Street'])
      expect(await listTablesNaming(trace), trace).toEqual([])
    expect(await isThere(other)).toBe(true)
    const [secrets] = await sql(
      `select (select count(*)::int from app_vault.people where wrapped_key is not null) as keys,
         (select count(*)::int from app_vault.secrets) as secrets,
         (select count(*)::int from storage.objects where bucket_id = 'selfies') as photos`,
    )
    expect(secrets).toEqual({ keys: 0, secrets: 0, photos: 0 })
    const [registration] = await sql('select status, crops_grown from public.farmers where id = $1', [
      received.id,
    ])
    expect(registration).toMatchObject({ status: 'declined' })
  })

  it('frees its address for another one', async () => {
    const person = await app.newPerson()
    const code = await requestCode(person)
    expect((await requestDeletion(person.client, { confirmation: person.email, code })).status).toBe(200)
    const { data, error } = await app
      .newClient()
      .auth.signUp({ email: person.email, password: person.password })
    expect(error).toBeNull()
    expect(data.user?.id).not.toBe(person.id)
  })
})

/** Every table of the database with a row that holds these words. */
async function listTablesNaming(words: string): Promise<string[]> {
  return asOwner(app.databaseUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r'
         and relnamespace::regnamespace::text in ('public', 'private', 'auth', 'storage', 'app_vault')`,
    )
    const result: string[] = []
    for (const { name } of rows) {
      const { rowCount } = await client.query(
        `select from ${name} as t where strpos(t::text, $1) > 0 limit 1`,
        [words],
      )
      if (rowCount) result.push(name)
    }
    return result
  })
}
