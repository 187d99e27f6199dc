// After a registration was taken: mails, guest links, corrections, and the rights of people without an account.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { withheldReasons } from '#domain/account/own-secrets.ts'
import { contactForm } from '#domain/company/contact-messages.ts'
import { describeRenewal, describeWithdrawal } from '#domain/consent-list-words.ts'
import type { DataReport } from '#domain/data-report.ts'
import { trackedRecordHeader, trackingTokenHeader, trackPaths } from '#domain/guest-links.ts'
import { documentPaths } from '#domain/market/documents.ts'
import { type PhotoSlot, registrationPaths } from '#domain/registrations/intake.ts'
import { dataShapes } from '#domain/vault.ts'
import { letUndoPass } from '#tests/harness/let-undo-pass.ts'
import { readPdfText } from '#tests/harness/read-pdf.ts'
import { decideRegistration, goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { consents, takePhoto, tokenOf } from './applicant.ts'
import { openRegistrationApp, withEmail } from './registration-app.ts'

const app = await openRegistrationApp()
const member = await app.newPerson()
afterAll(() => app.stop())

describe('what happens to a registration', () => {
  const mailFor = (email: string, words: string) =>
    vi.waitUntil(
      async () => (await app.mailbox()).find(({ to, subject }) => to === email && subject.includes(words)),
      within,
    )

  it('is written to anyone who sent it: what to correct, why it was declined, or that it is approved', async () => {
    const admin = await app.newAdmin()
    const guest = await app.newApplicant()
    const [one, other] = [withEmail('farmer'), withEmail('training')]
    const { body: farmer } = await guest.submit('farmer', { answers: one.answers })
    const { body: trainee } = await guest.submit('training', { answers: other.answers })
    const requested = await admin.client.rpc('request_correction', {
      record_type: 'farmers',
      record_id: farmer.id,
      notes: [{ field: 'farmSize', note: 'Is this the whole farm?' }],
      message: 'One question before we go on.',
    })
    expect(requested.error).toBeNull()
    await letUndoPass(app)
    const question = await mailFor(one.email, 'correct')
    expect(question?.text).toContain('Farm size: Is this the whole farm?')
    const link = /\/track#[\w-]+/.exec(question?.text ?? '')?.[0] ?? ''
    expect((await guest.track(link)).body).toMatchObject({
      correction: { notes: [{ field: 'farmSize', note: 'Is this the whole farm?' }] },
    })
    await decideRegistration(admin, farmer, 'declined', 'The farm lies outside our area.')
    await decideRegistration(admin, trainee, 'approved')
    await letUndoPass(app)
    expect((await mailFor(one.email, 'About your registration'))?.text).toContain(
      'The farm lies outside our area.',
    )
    expect((await mailFor(other.email, 'is approved'))?.text).toContain(trainee.reference)
    expect((await guest.track(farmer.trackingPath)).body).toMatchObject({
      status: 'declined',
      declineReason: 'The farm lies outside our area.',
      correction: null,
    })
  })

  it('is read out on the phone to anyone who has no e-mail address', async () => {
    const admin = await app.newAdmin()
    const { email: _, ...answers } = { ...goodRegistrations.training, noEmail: true } as Record<
      string,
      unknown
    >
    const { body } = await (await app.newApplicant()).submit('training', { answers })
    const { data } = await admin.client.from('people_to_phone').select('reference, topic').eq('id', body.id)
    expect(data).toEqual([{ reference: body.reference, topic: 'received' }])
  })
})

describe('a guest link', () => {
  it('that leads nowhere says so, whatever is in it', async () => {
    const guest = await app.newApplicant()
    for (const token of ['', 'x', 'A'.repeat(43), '0'.repeat(64), "' or true --", 'FM7K4-2X9Q'])
      for (const path of [
        registrationPaths.track,
        registrationPaths.trackReveals,
        registrationPaths.trackErase,
        registrationPaths.trackResubmit,
      ]) {
        const method = path === registrationPaths.track ? 'GET' : 'POST'
        const { status, body } = await guest.call(method, path, method === 'POST' ? {} : undefined, {
          [trackingTokenHeader]: token,
        })
        expect([status, body.code]).toEqual([404, 'not_found'])
      }
  })

  it('takes a consent back, and only one that was given', async () => {
    const guest = await app.newApplicant()
    const { body } = await guest.submit('farmer')
    const headers = { [trackingTokenHeader]: tokenOf(body.trackingPath) }
    expect(
      (await guest.call('POST', registrationPaths.trackWithdraw, { purpose: 'newsletter' }, headers)).status,
    ).toBe(404)
    const taken = await guest.call('POST', registrationPaths.trackWithdraw, { purpose: 'terms' }, headers)
    expect([taken.status, taken.body]).toEqual([
      200,
      { ok: true, message: describeWithdrawal('terms', 'farmers') },
    ])
    expect((await guest.track<{ consents: unknown[] }>(body.trackingPath)).body.consents).toMatchObject([
      { purpose: 'terms', isGiven: false },
    ])
    const renew = (purpose: string) => guest.call('POST', registrationPaths.trackRenew, { purpose }, headers)
    expect((await renew('guardian')).status).toBe(404)
    const renewed = await renew('terms')
    expect([renewed.status, renewed.body]).toEqual([200, { ok: true, message: describeRenewal('farmers') }])
    expect((await guest.track<object>(body.trackingPath)).body).toMatchObject({
      consentWithdrawnAt: null,
      consents: [{ purpose: 'terms', isGiven: true }],
    })
    expect((await renew('terms')).status).toBe(404)
  })

  it('answers the request to correct, with the secrets that were there, and nothing beyond it', async () => {
    const admin = await app.newAdmin()
    const guest = await app.newApplicant()
    const { body } = await guest.submit('investor_individual')
    const headers = { [trackingTokenHeader]: tokenOf(body.trackingPath) }
    const { answers: shown } = (await guest.track<{ answers: Record<string, unknown> }>(body.trackingPath))
      .body
    const corrected = {
      answers: { ...shown, occupation: 'Agronomist' },
      idempotencyKey: randomUUID(),
      consents,
    }
    const unasked = await guest.call('POST', registrationPaths.trackResubmit, corrected, headers)
    expect(unasked.status).toBe(409)
    const { error } = await admin.client.rpc('request_correction', {
      record_type: 'investors',
      record_id: body.id,
      notes: [{ field: 'occupation', note: 'Which one?' }],
      message: 'Please tell us more.',
    })
    expect(error).toBeNull()
    const sealed = () =>
      app.sql(
        'select field, last_four, match_hash from app_vault.secrets where record_id = $1 order by field',
        [body.id],
      )
    const before = await sealed()
    const wrong = await guest.call(
      'POST',
      registrationPaths.trackResubmit,
      { ...corrected, answers: { ...corrected.answers, bvn: '12' } },
      headers,
    )
    expect([wrong.status, wrong.body.errors.map(({ field }) => field)]).toEqual([422, ['bvn']])
    const right = await guest.call('POST', registrationPaths.trackResubmit, corrected, headers)
    expect(right.body).toMatchObject({ ok: true, reference: body.reference })
    expect(await sealed()).toEqual(before)
    expect((await guest.track(body.trackingPath)).body).toMatchObject({
      correction: null,
      answers: { occupation: 'Agronomist' },
    })
  })

  it('agrees to nothing by a correction: what was taken back stays taken back', async () => {
    const admin = await app.newAdmin()
    const guest = await app.newApplicant()
    const { body } = await guest.submit('investor_individual')
    const headers = { [trackingTokenHeader]: tokenOf(body.trackingPath) }
    await guest.call('POST', registrationPaths.trackWithdraw, { purpose: 'terms' }, headers)
    await admin.client
      .rpc('request_correction', {
        record_type: 'investors',
        record_id: body.id,
        notes: [{ field: 'validIdType', note: 'Which document is it?' }],
        message: 'Please.',
      })
      .throwOnError()
    const { answers } = (await guest.track<{ answers: Record<string, unknown> }>(body.trackingPath)).body
    const correct = (more: object) =>
      guest.call(
        'POST',
        registrationPaths.trackResubmit,
        { answers: { ...answers, acceptTerms: true, ...more }, idempotencyKey: randomUUID(), consents: [] },
        headers,
      )
    // The number of one document is not another's: a NIN would outlive the review.
    const other = await correct({ validIdType: 'passport' })
    expect([other.status, other.body.errors.map(({ field }) => field)]).toEqual([422, ['idNumber']])
    expect((await correct({ validIdType: 'passport', idNumber: 'A01234567' })).status).toBe(200)
    expect((await guest.track<{ consents: unknown[] }>(body.trackingPath)).body.consents).toMatchObject([
      { purpose: 'terms', isGiven: false },
    ])
  })

  it('shows who looked, and erases what is secret, the photo with it', async () => {
    const guest = await app.newApplicant()
    const { body } = await guest.submit('farmer')
    await guest.upload(body.photo as PhotoSlot, await takePhoto())
    await guest.attach(body.photo as PhotoSlot, body)
    expect(await app.listPhotos()).toContain(body.photo?.path)
    const headers = { [trackingTokenHeader]: tokenOf(body.trackingPath) }
    expect((await guest.call('POST', registrationPaths.trackReveals, {}, headers)).body).toEqual({
      ok: true,
      reveals: [],
    })
    expect((await guest.call('POST', registrationPaths.trackErase, {}, headers)).status).toBe(200)
    expect(await app.listPhotos()).not.toContain(body.photo?.path)
    expect(await app.sql('select from app_vault.secrets where record_id = $1', [body.id])).toEqual([])
  })
})

describe('a message from the page of a registration', () => {
  const send = async (about: string, headers: Record<string, string>, phone = '08035550199') => {
    const response = await fetch(`${app.url}${contactForm.path}?about=${about}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'sec-fetch-site': 'same-origin',
        'idempotency-key': randomUUID(),
        ...headers,
      },
      body: JSON.stringify({
        topic: 'general',
        name: 'Ada Obi',
        phone,
        message: `The village is wrong in ${about}.`,
        about_id: about,
      }),
    })
    return response.status
  }
  const boundTo = (id: unknown) =>
    app.sql('select about_reference from public.contact_messages where message like $1', [`%${id}.`])

  it('is about the one that its link or its account opens, and refused about any other', async () => {
    const { body: guests } = await (await app.newApplicant()).submit('farmer')
    const { body: others } = await (await app.newApplicant()).submit('farmer')
    const { body: members } = await (await app.newApplicant(member)).submit('training')
    const session = (await member.client.auth.getSession()).data.session
    const asMember = { authorization: `Bearer ${session?.access_token}` }
    const asGuest = { [trackingTokenHeader]: tokenOf(guests.trackingPath) }
    expect(await send(others.id, asGuest)).toBe(403)
    expect(await send(others.id, asMember)).toBe(403)
    expect(await send(members.id, asGuest)).toBe(403)
    expect(await send(guests.id, {})).toBe(401)
    expect(await send(guests.id, { [trackedRecordHeader]: guests.id })).toBe(409)
    expect(await send('FM7K4-2X9Q', asGuest)).toBe(404)
    for (const id of [guests.id, others.id, members.id]) expect(await boundTo(id)).toEqual([])
    // Whose number cannot be called can say so: it is known whose it is.
    expect(await send(guests.id, asGuest, '00000000000')).toBe(200)
    expect(await send(members.id, asMember)).toBe(200)
    expect(await boundTo(guests.id)).toEqual([{ about_reference: guests.reference }])
    expect(await boundTo(members.id)).toEqual([{ about_reference: members.reference }])
  })

  it('is in what the link shows of everything that is stored, with the mails, in words without ids', async () => {
    const { answers, email } = withEmail('farmer')
    const { body: sent } = await (await app.newApplicant()).submit('farmer', { answers })
    const headers = { [trackingTokenHeader]: tokenOf(sent.trackingPath) }
    expect(await send(sent.id, headers)).toBe(200)
    const shown = await fetch(app.url + registrationPaths.trackExport + dataShapes.report, {
      method: 'POST',
      headers,
    })
    const { sections, nothing } = (await shown.json()) as DataReport
    const factsOf = (title: string) =>
      sections
        .find((section) => section.title.startsWith(title))
        ?.parts.flatMap(({ facts }) => facts.map(({ detail }) => detail))
    // The second, since it was written with another number than that of the registration.
    expect(factsOf('Mails')).toEqual([
      expect.stringContaining(`Registration received, to ${email}`),
      expect.stringContaining(`A message about a registration came, to ${email}`),
    ])
    const written = factsOf('Messages')
    expect(written).toEqual(expect.arrayContaining([`The village is wrong in ${sent.id}.`, sent.reference]))
    const about = sections
      .flatMap(({ parts }) => parts.flatMap(({ facts }) => facts))
      .filter(({ term }) => term === 'About')
    expect(about).toEqual([{ term: 'About', detail: sent.reference }])
    expect(nothing).not.toMatch(/mails to you|messages/)
  })
})

describe('everything that is stored, by a link', () => {
  const reportPath = registrationPaths.trackExport + dataShapes.report
  const pdfPath = registrationPaths.trackExport + dataShapes.pdf
  const post = (path: string, headers: Record<string, string>) =>
    fetch(app.url + path, { method: 'POST', headers })

  it('is shown in words and printed, with secrets masked and without the photo, and says how both are opened', async () => {
    const guest = await app.newApplicant()
    const { body: farmer } = await guest.submit('farmer')
    await guest.upload(farmer.photo as PhotoSlot, await takePhoto())
    await guest.attach(farmer.photo as PhotoSlot, farmer)
    const { body: other } = await (await app.newApplicant()).submit('investor_individual')
    for (const [sent, secrets] of [
      [farmer, ['1990-05-05', '5\u00a0May 1990']],
      [
        other,
        [goodRegistrations.investor_individual.bvn, goodRegistrations.investor_individual.accountNumber],
      ],
    ] as const) {
      const headers = { [trackingTokenHeader]: tokenOf(sent.trackingPath) }
      const shown = await post(reportPath, headers)
      expect([shown.status, shown.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      const report = (await shown.json()) as DataReport
      const printed = await post(pdfPath, headers)
      expect([printed.status, printed.headers.get('cache-control')]).toEqual([200, 'private, no-store'])
      expect(printed.headers.get('content-disposition')).toMatch(/filename="my-data-\d{4}-\d\d-\d\d\.pdf"$/)
      const pdf = Buffer.from(await printed.arrayBuffer())
      expect(pdf.includes('/Subtype /Image')).toBe(false)
      const whole = JSON.stringify(report)
      expect(whole).not.toContain('data:image')
      for (const text of [whole, readPdfText(pdf).replaceAll('\n', ' ')]) {
        expect(text).toContain(sent.reference)
        for (const secret of secrets) expect(text).not.toContain(secret)
        for (const foreign of [farmer, other])
          if (foreign !== sent) expect(text).not.toContain(foreign.reference)
      }
      expect(report.withheld).toEqual([
        withheldReasons.guest,
        ...(sent === farmer ? [withheldReasons.guestPhoto] : []),
      ])
      expect(report.lead[0]).toContain('the person behind this link')
      expect(report.nothing).toMatch(/^Nothing behind this link about: an account, /)
    }
  })

  it('is given to no other link, to nobody without one, and to no other site', async () => {
    const { body: sent } = await (await app.newApplicant()).submit('farmer')
    const right = { [trackingTokenHeader]: tokenOf(sent.trackingPath) }
    for (const path of [reportPath, pdfPath]) {
      expect((await post(path, {})).status).toBe(404)
      expect((await post(path, { [trackingTokenHeader]: 'A'.repeat(43) })).status).toBe(404)
      expect((await post(path, { ...right, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
      // A page that stands open while its half hour is over.
      expect((await post(path, { [trackedRecordHeader]: sent.id })).status).toBe(409)
    }
  })

  it('comes twenty times in ten minutes, whatever its shape', async () => {
    const { body: sent } = await (await app.newApplicant()).submit('farmer')
    const headers = { [trackingTokenHeader]: tokenOf(sent.trackingPath) }
    for (let turn = 0; turn < 20; turn++) {
      const path = turn % 2 ? reportPath : registrationPaths.trackExport
      expect((await post(path, headers)).status).toBe(200)
    }
    for (const path of [registrationPaths.trackExport, reportPath, pdfPath])
      expect([path, (await post(path, headers)).status]).toEqual([path, 429])
  })

  it('of one who was erased says so, and has nothing of what was sent', async () => {
    const guest = await app.newApplicant()
    const { body: sent } = await guest.submit('farmer')
    const headers = { [trackingTokenHeader]: tokenOf(sent.trackingPath) }
    expect((await guest.call('POST', registrationPaths.trackErase, {}, headers)).status).toBe(200)
    const report = JSON.stringify(await (await post(reportPath, headers)).json())
    expect(report).toContain(sent.reference)
    expect(report).toContain('Withdrawn: erased at the request of the person.')
    for (const word of ['Ada Obi', 'ada@example.com', 'Marina Road', 'sesame'])
      expect(report).not.toContain(word)
  })
})

it('an account answers a correction of its own record, and of no other', async () => {
  const admin = await app.newAdmin()
  const person = await app.newPerson()
  const owner = await app.newApplicant(person)
  const { body } = await owner.submit('farmer')
  await admin.client.rpc('request_correction', {
    record_type: 'farmers',
    record_id: body.id,
    notes: [{ field: 'goals', note: 'More, please.' }],
    message: 'Please.',
  })
  const { dateOfBirth: _, ...open } = goodRegistrations.farmer as Record<string, unknown>
  const corrected = {
    answers: { ...open, goals: 'To feed the whole of Keffi.' },
    idempotencyKey: randomUUID(),
    consents,
  }
  const path = `/registrations/farmers/${body.id}/resubmit`
  expect((await (await app.newApplicant()).call('POST', path, corrected)).status).toBe(401)
  expect((await (await app.newApplicant(member)).call('POST', path, corrected)).status).toBe(404)
  expect((await owner.call('POST', `/registrations/buyers/${body.id}/resubmit`, corrected)).status).toBe(404)
  expect((await owner.call('POST', '/registrations/farmers/none/resubmit', corrected)).status).toBe(404)
  expect((await owner.call('POST', path, corrected)).status).toBe(200)
  expect(await app.sql('select goals from public.farmers where id = $1', [body.id])).toEqual([
    { goals: 'To feed the whole of Keffi.' },
  ])
})

describe('a link that is open in a browser', () => {
  const cookieOf = (response: Response) => response.headers.getSetCookie()[0] ?? ''
  const open = (token: unknown, headers: Record<string, string> = {}) =>
    fetch(app.url + trackPaths.page, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify({ token }),
    })
  const show = (cookie: string, headers: Record<string, string> = {}) =>
    fetch(app.url + registrationPaths.track, { headers: { cookie, ...headers } })

  it('has a cookie that no script sees and that is not its secret, in place of the address', async () => {
    const guest = await app.newApplicant()
    const { body: sent } = await guest.submit('farmer')
    const token = tokenOf(sent.trackingPath)
    const response = await open(token)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    expect(cookieOf(response)).toMatch(
      /^track=[0-9a-f]{64}\.\d{10}\.[\w-]{43}; Max-Age=1800; Path=\/; HttpOnly; SameSite=Strict$/,
    )
    expect(cookieOf(response)).not.toContain(token)
    const cookie = cookieOf(response).split(';')[0] ?? ''
    const shown = await show(cookie)
    expect(shown.headers.get('cache-control')).toContain('no-store')
    expect(await shown.json()).toMatchObject({ reference: sent.reference })
    // Half an hour is the server's word: a later end is no end of ours.
    expect((await show(cookie.replace(/\.\d{10}\./, '.9999999999.'))).status).toBe(404)
    expect((await show(cookie.replace(/=[0-9a-f]{64}/, `=${'0'.repeat(64)}`))).status).toBe(404)
  })

  it('is closed on a device that others use too, and goes on working elsewhere', async () => {
    const guest = await app.newApplicant()
    const { body: sent } = await guest.submit('farmer')
    const closed = await open(null, { cookie: cookieOf(await open(tokenOf(sent.trackingPath))) })
    expect(closed.status).toBe(200)
    expect(cookieOf(closed)).toMatch(/^track=; Max-Age=0; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await open(null, { origin: 'https://elsewhere.example' })).status).toBe(403)
    expect((await open(tokenOf(sent.trackingPath))).status).toBe(200)
  })

  it('of before, with its secret in the path, leads to the page with that cookie', async () => {
    const guest = await app.newApplicant()
    const { body: sent } = await guest.submit('farmer')
    const response = await fetch(`${app.url}/track/${tokenOf(sent.trackingPath)}`, { redirect: 'manual' })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('/track')
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const shown = await show(cookieOf(response).split(';')[0] ?? '')
    expect(await shown.json()).toMatchObject({ reference: sent.reference })
    const wrong = await fetch(`${app.url}/track/nonsense`, { redirect: 'manual' })
    expect(wrong.status).toBe(303)
    expect(cookieOf(wrong)).toMatch(/^track=; Max-Age=0;/)
  })

  it('is opened and used by pages of this site alone, and for the record that the page shows', async () => {
    const guest = await app.newApplicant()
    const { body: sent } = await guest.submit('farmer')
    const token = tokenOf(sent.trackingPath)
    expect((await open(token, { origin: 'https://evil.example' })).status).toBe(403)
    expect((await open(token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await open('nonsense')).status).toBe(404)
    const cookie = cookieOf(await open(token)).split(';')[0] ?? ''
    const erase = (headers: Record<string, string>) =>
      fetch(app.url + registrationPaths.trackErase, {
        method: 'POST',
        headers: { cookie, 'content-type': 'application/json', ...headers },
        body: '{}',
      })
    expect((await erase({})).status).toBe(409)
    expect((await erase({ [trackedRecordHeader]: randomUUID() })).status).toBe(409)
    expect((await erase({ [trackedRecordHeader]: sent.id, origin: 'https://evil.example' })).status).toBe(403)
    expect(await app.sql('select status from public.farmers where id = $1', [sent.id])).toEqual([
      { status: 'pending' },
    ])
    expect((await erase({ [trackedRecordHeader]: sent.id })).status).toBe(200)
  })

  it('is distinguished from one that leads nowhere when its half hour is over under a page that stands open', async () => {
    const guest = await app.newApplicant()
    const { body: sent } = await guest.submit('farmer')
    const paths = [registrationPaths.trackExport, registrationPaths.photos, '/market/track/message']
    for (const path of paths) {
      const response = await fetch(app.url + path, {
        method: 'POST',
        headers: { [trackedRecordHeader]: sent.id, 'content-type': 'application/json' },
        body: '{}',
      })
      expect([response.status, await response.json()], path).toEqual([
        409,
        expect.objectContaining({ message: expect.stringContaining('Please open it once more') }),
      ])
    }
    const list = await fetch(app.url + documentPaths.list, { headers: { [trackedRecordHeader]: sent.id } })
    expect(list.status).toBe(409)
  })

  it('takes the photo that was missing', async () => {
    const guest = await app.newApplicant()
    const { body: sent } = await guest.submit('farmer')
    const cookie = cookieOf(await open(tokenOf(sent.trackingPath))).split(';')[0] ?? ''
    const headers = { cookie, [trackedRecordHeader]: sent.id, 'content-type': 'application/json' }
    const place = await fetch(app.url + registrationPaths.photos, { method: 'POST', headers, body: '{}' })
    expect(place.status).toBe(201)
    const slot = (await place.json()) as PhotoSlot
    await guest.upload(slot, await takePhoto())
    const attached = await fetch(app.url + registrationPaths.attachPhoto, {
      method: 'POST',
      headers,
      body: JSON.stringify({ receipt: slot.receipt, recordType: sent.recordType, id: sent.id }),
    })
    expect(attached.status).toBe(200)
    expect(await app.sql('select has_photo from public.farmers where id = $1', [sent.id])).toEqual([
      { has_photo: true },
    ])
  })
})
