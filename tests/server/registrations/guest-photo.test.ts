// The photo of a guest, in what the link of their registration gives out: after a code to the contact on record, and not without.
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { withheldReasons } from '#domain/account/own-secrets.ts'
import type { DataReport } from '#domain/data-report.ts'
import { photoAccessWords } from '#domain/photo-access-words.ts'
import { type PhotoSlot, type RegistrationReceived, registrationPaths } from '#domain/registrations/intake.ts'
import { dataShapes, type Reveal } from '#domain/vault.ts'
import { codeIn } from '#tests/harness/phones.ts'
import { readPdfText } from '#tests/harness/read-pdf.ts'
import { decideRegistration } from '#tests/harness/registrations.ts'
import { type Applicant, takePhoto } from './applicant.ts'
import { type Body, number, openChanges } from './changing.ts'

const {
  admin,
  app,
  change,
  fieldsOf,
  headersOf,
  phones,
  readAnswers,
  register,
  requestCode,
  setSms,
  waitForMail,
} = await openChanges()

// What one test sends to the number that all of them have is not counted against the next.
beforeEach(() => app.sql(`delete from private.mail_outbox where channel = 'sms'`))

/** A farmer with a photo, and the digits that were mailed for it. */
async function registerWithPhoto(answers: Record<string, unknown> = {}) {
  const registered = await register('farmer', answers)
  const { guest, body } = registered
  await guest.upload(body.photo as PhotoSlot, await takePhoto())
  expect((await guest.attach(body.photo as PhotoSlot, body)).status).toBe(200)
  return registered
}

type Registered = Awaited<ReturnType<typeof registerWithPhoto>>

async function mailCode({ guest, body, email }: Registered, count = 1): Promise<string> {
  expect((await requestCode(guest, body, 'email', 'photo')).status).toBe(200)
  return codeIn((await waitForMail(email, 'Your code to see your photo', count)).text)
}

const prove = (guest: Applicant, received: RegistrationReceived, code: string, attempt: string) =>
  guest.call<Body>('POST', registrationPaths.trackPhoto, { code, attempt }, headersOf(received))

const anotherCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

async function readReport(guest: Applicant, received: RegistrationReceived, attempt?: string) {
  const path = registrationPaths.trackExport + dataShapes.report
  const { status, body } = await guest.call<DataReport>('POST', path, { attempt }, headersOf(received))
  expect(status).toBe(200)
  return body
}

const hasPhoto = (report: DataReport) => JSON.stringify(report).includes('data:image/jpeg;base64,')

const countAccesses = async ({ body }: Registered) =>
  (
    await app.sql(`select from private.vault_openings where purpose = 'own_photo' and record_id = $1`, [
      body.id,
    ])
  ).length

/** Nothing of it in any shape, and nothing written down as a look. */
async function expectNoPhoto(registered: Registered, attempt?: string): Promise<void> {
  const { guest, body } = registered
  const before = await countAccesses(registered)
  const report = await readReport(guest, body, attempt)
  expect(hasPhoto(report)).toBe(false)
  const { body: data } = await guest.call<{ photos: unknown[] }>(
    'POST',
    registrationPaths.trackExport,
    { attempt },
    headersOf(body),
  )
  expect(data.photos).toEqual([])
  expect(await countAccesses(registered)).toBe(before)
}

describe('the photo is not shown', () => {
  it('without a code: by the link alone, and to any attempt that somebody makes up', async () => {
    const registered = await registerWithPhoto()
    await expectNoPhoto(registered)
    await expectNoPhoto(registered, randomUUID())
    await mailCode(registered)
    await expectNoPhoto(registered, randomUUID())
    const { withheld } = await readReport(registered.guest, registered.body)
    expect(withheld).toEqual([withheldReasons.guest, withheldReasons.guestPhoto])
    const refused = await registered.guest.call<Body>(
      'POST',
      registrationPaths.trackExport,
      { attempt: `' or true --` },
      headersOf(registered.body),
    )
    expect(refused.status).toBe(400)
  })

  it('by a wrong code, nor by the right one after five wrong ones', async () => {
    const registered = await registerWithPhoto()
    const { guest, body } = registered
    const code = await mailCode(registered)
    const attempt = randomUUID()
    for (let tries = 0; tries < 5; tries++)
      expect(fieldsOf(await prove(guest, body, anotherCode(code), attempt))).toEqual([422, 'code'])
    expect(fieldsOf(await prove(guest, body, code, attempt))).toEqual([422, 'code'])
    expect(fieldsOf(await prove(guest, body, 'no code', attempt))).toEqual([422, 'code'])
    await expectNoPhoto(registered, attempt)
  })

  it('after twenty refusals in a day, which count for changes too', async () => {
    const registered = await registerWithPhoto()
    const { guest, body, answers } = registered
    const code = await mailCode(registered)
    await app.sql(
      `insert into private.change_refusals (record_type, record_id) select 'farmers', $1 from generate_series(1, 19)`,
      [body.id],
    )
    const attempt = randomUUID()
    expect(fieldsOf(await prove(guest, body, anotherCode(code), attempt))).toEqual([422, 'code'])
    expect((await prove(guest, body, code, attempt)).status).toBe(429)
    await expectNoPhoto(registered, attempt)
    expect((await change(guest, body, { ...answers, phoneNumber: '0803 765 0001' })).status).toBe(429)
  })

  it('by a code for a change; and a code for the photo changes nothing', async () => {
    const registered = await registerWithPhoto()
    const { guest, body, answers, email } = registered
    await requestCode(guest, body, 'email')
    const forChange = codeIn((await waitForMail(email, 'Your code to change your registration')).text)
    const attempt = randomUUID()
    expect(fieldsOf(await prove(guest, body, forChange, attempt))).toEqual([422, 'code'])
    await expectNoPhoto(registered, attempt)
    const forPhoto = await mailCode(registered)
    const next = { ...answers, phoneNumber: '0803 765 0001' }
    expect(fieldsOf(await change(guest, body, next, { code: forPhoto }))).toEqual([422, 'code'])
    expect((await change(guest, body, next, { code: forChange })).status).toBe(200)
  })

  it('by the code of another registration, of another link, and to another page than the one that typed it', async () => {
    const registered = await registerWithPhoto()
    const other = await registerWithPhoto()
    const { guest, body, email } = registered
    const attempt = randomUUID()
    const foreign = await mailCode(other)
    expect(fieldsOf(await prove(guest, body, foreign, attempt))).toEqual([422, 'code'])
    expect((await prove(other.guest, other.body, foreign, attempt)).status).toBe(200)
    await expectNoPhoto(registered, attempt)
    // The link that the mail of receipt brought is another one.
    const mailed = /\/track#[\w-]+/.exec((await waitForMail(email, 'We have your registration')).text)?.[0]
    const byMail = { ...body, trackingPath: mailed ?? '' }
    const code = await mailCode(registered)
    expect(fieldsOf(await prove(guest, byMail, code, attempt))).toEqual([422, 'code'])
    expect((await prove(guest, body, code, attempt)).status).toBe(200)
    await expectNoPhoto({ ...registered, body: byMail }, attempt)
    await expectNoPhoto(registered, randomUUID())
    expect(hasPhoto(await readReport(guest, body, attempt))).toBe(true)
    // Nor without any link.
    const path = registrationPaths.trackExport + dataShapes.report
    const stranger = await app.newApplicant()
    expect((await stranger.call('POST', path, { attempt })).status).toBe(404)
    expect((await stranger.call('POST', registrationPaths.trackPhoto, { code, attempt })).status).toBe(404)
  })

  it('once the code, or the quarter of an hour after it, is over', async () => {
    const registered = await registerWithPhoto()
    const { guest, body } = registered
    const old = await mailCode(registered)
    await app.sql('update private.change_codes set expires_at = now() where record_id = $1', [body.id])
    const attempt = randomUUID()
    expect(fieldsOf(await prove(guest, body, old, attempt))).toEqual([422, 'code'])
    await expectNoPhoto(registered, attempt)
    expect((await prove(guest, body, await mailCode(registered, 2), attempt)).status).toBe(200)
    expect(hasPhoto(await readReport(guest, body, attempt))).toBe(true)
    await app.sql(
      `update private.change_codes set proved_at = proved_at - interval '15 minutes' where proved_for = $1`,
      [attempt],
    )
    await expectNoPhoto(registered, attempt)
  })

  it('once it is erased, the link has ended, or an account has it', async () => {
    const [erased, ended, claimed] = [
      await registerWithPhoto(),
      await registerWithPhoto(),
      await registerWithPhoto(),
    ]
    const attempt = randomUUID()
    for (const { guest, body, ...more } of [erased, ended, claimed]) {
      const code = await mailCode({ guest, body, ...more })
      expect((await prove(guest, body, code, attempt)).status).toBe(200)
      expect(hasPhoto(await readReport(guest, body, attempt))).toBe(true)
    }
    const { guest, body } = erased
    expect((await guest.call('POST', registrationPaths.trackErase, {}, headersOf(body))).status).toBe(200)
    await expectNoPhoto(erased, attempt)
    expect((await requestCode(guest, body, 'email', 'photo')).status).toBe(409)
    const readSealed = async (registered: Registered) =>
      app.sql(
        `select field from private.read_guest_photo(
          (select link_hash from private.change_codes where record_id = $1 and proved_for = $2), $2)`,
        [registered.body.id, attempt],
      )
    expect(await readSealed(ended)).toEqual([{ field: 'selfie' }])
    await app.sql('update private.registration_guest_links set expires_at = now() where record_id = $1', [
      ended.body.id,
    ])
    expect(await readSealed(ended)).toEqual([])
    const { id } = await app.newPerson()
    await app.sql('update public.farmers set user_id = $1 where id = $2', [id, claimed.body.id])
    expect(await readSealed(claimed)).toEqual([])
  })

  it('where there is none: no code goes out for it', async () => {
    const { guest, body } = await register('farmer')
    expect((await requestCode(guest, body, 'email', 'photo')).status).toBe(409)
  })

  it('where no contact can be proved: neither mail nor text', async () => {
    await setSms('off')
    const registered = await registerWithPhoto({ email: '', noEmail: true })
    const { guest, body } = registered
    expect((await readAnswers(guest, body)).codeChannels).toEqual([])
    for (const channel of ['email', 'sms'])
      expect((await requestCode(guest, body, channel, 'photo')).status).toBe(409)
    await expectNoPhoto(registered)
    await setSms('on')
  })
})

describe('the photo is shown after the code', () => {
  it('in words, as PDF and in the data file; numbers stay masked, and each look is written down', async () => {
    const registered = await registerWithPhoto()
    const { guest, body } = registered
    const attempt = randomUUID()
    expect((await prove(guest, body, await mailCode(registered), attempt)).status).toBe(200)
    const report = await readReport(guest, body, attempt)
    const photos = report.sections.flatMap(({ parts }) => parts.flatMap(({ photo }) => photo ?? []))
    expect(photos.map(({ words }) => words)).toEqual([`Your photo, sent with registration ${body.reference}`])
    expect(photos[0]?.image).toMatch(/^data:image\/jpeg;base64,/)
    expect(report.lead[1]).toContain('Your photo is in it')
    expect(report.withheld).toEqual([withheldReasons.guest])
    const printed = await fetch(app.url + registrationPaths.trackExport + dataShapes.pdf, {
      method: 'POST',
      headers: { ...headersOf(body), 'content-type': 'application/json' },
      body: JSON.stringify({ attempt }),
    })
    const pdf = Buffer.from(await printed.arrayBuffer())
    expect(pdf.includes('/Subtype /Image')).toBe(true)
    for (const text of [JSON.stringify(report), readPdfText(pdf)])
      for (const secret of ['1990-05-05', '5\u00a0May 1990']) expect(text).not.toContain(secret)
    const { body: data } = await guest.call<{ photos: { recordId: string }[] }>(
      'POST',
      registrationPaths.trackExport,
      { attempt },
      headersOf(body),
    )
    expect(data.photos).toMatchObject([{ recordId: body.id }])
    expect(await countAccesses(registered)).toBe(3)
    const { body: seen } = await guest.call<{ reveals: Reveal[] }>(
      'POST',
      registrationPaths.trackReveals,
      {},
      headersOf(body),
    )
    expect(seen.reveals).toMatchObject(Array(3).fill({ field: 'selfie', role: '', ...photoAccessWords }))
    expect(
      await app.sql(
        `select actor_id, after from public.audit_trail where action = 'look' and subject_id = $1`,
        [body.id],
      ),
    ).toEqual(Array(3).fill({ actor_id: null, after: { what: 'own_photo' } }))
  })

  it('that came by text where there is no address, and also when it is approved or stopped', async () => {
    const registered = await registerWithPhoto({ email: '', noEmail: true })
    const { guest, body } = registered
    await guest.call('POST', registrationPaths.trackWithdraw, { purpose: 'terms' }, headersOf(body))
    const { length } = await phones.read(number)
    expect((await requestCode(guest, body, 'sms', 'photo')).body).toMatchObject({ to: '•••• 4567' })
    const text = await phones.waitFor(number, length + 1)
    expect(text).toContain(`your code to see the photo of ${body.reference}`)
    const attempt = randomUUID()
    expect((await prove(guest, body, codeIn(text), attempt)).status).toBe(200)
    expect(hasPhoto(await readReport(guest, body, attempt))).toBe(true)
    const approved = await registerWithPhoto()
    await decideRegistration(admin, approved.body, 'approved')
    expect((await prove(approved.guest, approved.body, await mailCode(approved), attempt)).status).toBe(200)
    expect(hasPhoto(await readReport(approved.guest, approved.body, attempt))).toBe(true)
  })
})
