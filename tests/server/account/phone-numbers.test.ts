// A phone number that an account proves by the code that came to it, and what comes into the account by that.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { trackingTokenHeader } from '#domain/guest-links.ts'
import { type ClaimAnswer, registrationPaths } from '#domain/registrations/intake.ts'
import { makeContact } from '#tests/database/market/market-app.ts'
import { type Person, startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { codeIn, openPhones, type Phones } from '#tests/harness/phones.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { type MarketApp, openMarketApp } from '#tests/server/market/market-app.ts'
import { tokenOf } from '#tests/server/registrations/applicant.ts'
import { openRegistrationApp, type RegistrationApp } from '#tests/server/registrations/registration-app.ts'

let phones: Phones
let app: RegistrationApp
let created = 0

beforeAll(async () => {
  phones = await openPhones()
  app = await openRegistrationApp(phones.env)
})
afterAll(async () => {
  await app.stop()
  await phones.remove()
})

function newNumber(): string {
  created += 1
  return `+23480355${10_000 + created}`
}

async function register(phoneNumber: string, person?: Person) {
  const { email: _, ...answers } = goodRegistrations.farmer as Record<string, unknown>
  const applicant = await app.newApplicant(person)
  const { status, body } = await applicant.submit('farmer', {
    answers: { ...answers, noEmail: true, phoneNumber },
  })
  expect(status).toBe(201)
  return { ...body, applicant }
}

const claim = async (person: Person, tokens: string[] = []) => {
  const applicant = await app.newApplicant(person)
  return (await applicant.call<ClaimAnswer>('POST', registrationPaths.claim, { tokens })).body.claimed
}

describe('another number', () => {
  it('is told to the number that was proved before, and to nobody where there was none', async () => {
    const [person, old, next] = [await app.newPerson(), newNumber(), newNumber()]
    // Proved a while ago: codes have a minute between them.
    await app.sql('update auth.users set phone = $2, phone_confirmed_at = now() where id = $1', [
      person.id,
      old.slice(1),
    ])
    await phones.prove(person, next)
    const text = await phones.waitFor(old)
    expect(text).toMatch(/^.+: your account has another phone number now\. If that was not you, call us/)
    expect(text.length).toBeLessThanOrEqual(160)
    // Neither the new number nor a code of it.
    expect(text).not.toMatch(/\d{6}/)
    const [other, first] = [await app.newPerson(), newNumber()]
    await phones.prove(other, first)
    expect(
      [await phones.read(old), await phones.read(next), await phones.read(first)].map((all) => all.length),
    ).toEqual([1, 1, 1])
  })
})

describe('the message', () => {
  it('says whose it is, the code, and for how long; nothing of it stays', async () => {
    const [person, phone] = [await app.newPerson(), newNumber()]
    mustWork(await person.client.auth.updateUser({ phone }))
    const text = await phones.waitFor(phone)
    expect(text).toMatch(
      /^.+: \d{6} is your code\. It works for 10 minutes\. We never ask for it by phone\.$/,
    )
    // As long as one message may be.
    expect(text.length).toBeLessThanOrEqual(160)
    await expect
      .poll(() =>
        app.sql(
          'select channel, template, status, data, record_id from private.mail_outbox where recipient = $1',
          [phone],
        ),
      )
      .toEqual([{ channel: 'sms', template: 'auth_phone_change', status: 'sent', data: {}, record_id: null }])
    const [stored] = await app.sql<{ whole: string }>(
      `select string_agg(to_jsonb(t)::text, '') as whole from auth.one_time_tokens t where relates_to = $1`,
      [phone.slice(1)],
    )
    expect(stored?.whole).not.toContain(codeIn(text))
  })

  it('is part of the person’s own data once the number is proved, and goes with the account', async () => {
    const [person, phone] = [await app.newPerson(), newNumber()]
    const exported = async () => {
      const [row] = await app.sql<{ mails: { recipient: string }[] }>(
        `select private.export_person($1, '{}') -> 'private.mail_outbox' as mails`,
        [person.id],
      )
      return row?.mails.filter(({ recipient }) => recipient === phone).length
    }
    mustWork(await person.client.auth.updateUser({ phone }))
    const token = codeIn(await phones.waitFor(phone))
    expect(await exported()).toBe(0)
    mustWork(await person.client.auth.verifyOtp({ phone, token, type: 'phone_change' }))
    expect(await exported()).toBe(1)
    await app.sql(`select private.erase_person($1, '{}')`, [person.id])
    expect(await app.sql('select from private.mail_outbox where recipient = $1', [phone])).toEqual([])
  })
})

describe('a registration without an account', () => {
  it('stays where it is for a number that is only written down, or that waits for its code', async () => {
    const [person, phone] = [await app.newPerson(), newNumber()]
    const { id } = await register(phone)
    mustWork(await person.client.from('profiles').update({ phone }).eq('id', person.id).select('id').single())
    mustWork(await person.client.auth.updateUser({ phone, data: { phone, phone_verified: true } }))
    expect(await claim(person)).toEqual([])
    expect(await app.sql('select user_id from public.farmers where id = $1', [id])).toEqual([
      { user_id: null },
    ])
  })

  it('comes into the account that has proved its number; its link ends, its secrets stay masked', async () => {
    const [person, phone] = [await app.newPerson(), newNumber()]
    const sent = await register(phone)
    const other = await register(newNumber())
    await phones.prove(person, phone)
    expect(await claim(person)).toMatchObject([{ id: sent.id }])
    // The number hears of it.
    expect(await phones.waitFor(phone, 2)).toContain(`${sent.reference} was added to an account`)
    expect(await claim(person)).toEqual([])
    expect((await sent.applicant.track(sent.trackingPath)).status).toBe(404)
    expect((await other.applicant.track(other.trackingPath)).status).toBe(200)
    const mine = mustWork(await person.client.from('my_registrations').select('id'))
    expect(mine).toEqual([{ id: sent.id }])
    expect(await app.sql('select is_shown from app_vault.records where record_id = $1', [sent.id])).toEqual([
      { is_shown: false },
    ])
  })

  it('shows its secrets to anyone who holds its link beside the number', async () => {
    const [person, phone] = [await app.newPerson(), newNumber()]
    const sent = await register(phone)
    await phones.prove(person, phone)
    expect(await claim(person, [tokenOf(sent.trackingPath)])).toMatchObject([{ id: sent.id }])
    expect(await app.sql('select is_shown from app_vault.records where record_id = $1', [sent.id])).toEqual([
      { is_shown: true },
    ])
  })

  it('is not given away when it is another person’s, was erased, or belongs to a number that was replaced', async () => {
    const [owner, person, phone, next] = [
      await app.newPerson(),
      await app.newPerson(),
      newNumber(),
      newNumber(),
    ]
    const owned = await register(phone, owner)
    const erased = await register(phone)
    const gone = await erased.applicant.call(
      'POST',
      `${registrationPaths.track}/erase`,
      {},
      {
        [trackingTokenHeader]: tokenOf(erased.trackingPath),
      },
    )
    expect(gone.status).toBe(200)
    await phones.prove(person, phone)
    expect(await claim(person)).toEqual([])
    // The pause between two messages of one account.
    await app.sql('delete from auth.limits')
    await phones.prove(person, next)
    const late = await register(phone)
    expect(await claim(person)).toEqual([])
    const farms = await app.sql<{ id: string; user_id: string | null }>(
      'select id, user_id from public.farmers where id = any ($1)',
      [[owned.id, late.id]],
    )
    expect(Object.fromEntries(farms.map(({ id, user_id }) => [id, user_id]))).toEqual({
      [owned.id]: owner.id,
      [late.id]: null,
    })
  })
})

describe('an order without an account', () => {
  let market: MarketApp
  beforeAll(async () => {
    market = await openMarketApp(phones.env)
  })
  afterAll(() => market.stop())

  it('comes into the account that has proved its number, and its link ends', async () => {
    const phone = newNumber()
    const [person, shopper] = [await market.newPerson(), await market.newShopper()]
    const line = await market.addProduct(5)
    const { email: _, ...contact } = { ...makeContact(), phone }
    const mine = await shopper.order([line], contact as ReturnType<typeof makeContact>)
    const others = await shopper.order([line], { ...makeContact(), phone: newNumber() })
    expect(mustWork(await person.client.rpc('claim_market_orders'))).toEqual([])
    await phones.prove(person, phone)
    expect(mustWork(await person.client.rpc('claim_market_orders'))).toEqual([mine.code])
    expect((await shopper.onTrack(mine.token, '/market/track')).status).toBe(404)
    expect((await shopper.onTrack(others.token, '/market/track')).status).toBe(200)
  })
})

it('an application without SMS_URL confirms no number, and says so', async () => {
  const mute = await startApp()
  try {
    const { client } = await mute.newPerson()
    expect((await client.auth.updateUser({ phone: newNumber() })).error).toMatchObject({
      status: 400,
      code: 'phone_provider_disabled',
    })
    const { rows } = await asOwner(mute.databaseUrl, (owner) =>
      owner.query(`select from private.mail_outbox where channel = 'sms'`),
    )
    expect(rows).toEqual([])
  } finally {
    await mute.stop()
  }
})
