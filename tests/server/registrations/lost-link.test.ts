// A guest who has lost the link: the status, and the link once more, by a reference with its phone number.
import { afterAll, describe, expect, it, vi } from 'vitest'
import { formatDateInWords } from '#domain/dates.ts'
import { trackingTokenHeader, trackPaths } from '#domain/guest-links.ts'
import { registrationPaths } from '#domain/registrations/intake.ts'
import { statusPageWords } from '#domain/registrations/status-words.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { tokenOf } from './applicant.ts'
import { openRegistrationApp, withEmail } from './registration-app.ts'

const app = await openRegistrationApp()
afterAll(() => app.stop())

const from = (address: string) => ({ 'x-forwarded-for': address })

describe('a reference with its phone number', () => {
  it('shows the status, and never which of the two is wrong', async () => {
    const guest = await app.newApplicant()
    const { body: sent } = await guest.submit('training')
    const request = async (reference: string, phone: string, address = '192.0.2.7') => {
      const response = await fetch(app.url + trackPaths.status, {
        method: 'POST',
        headers: from(address),
        body: new URLSearchParams({ reference, phone }),
      })
      return { response, text: await response.text() }
    }
    const right = await request(sent.reference.toLowerCase().replace('-', ' '), '+234 803 123 4567')
    expect(right.response.status).toBe(200)
    // Back shows it again; no other cache has it.
    expect(right.response.headers.get('cache-control')).toBe('private, no-cache')
    expect(right.text).toContain('Status: </span><strong>Pending</strong>')
    expect(right.text).toContain('<dd>Add your photo, by your link or in your account. We are reviewing it.')
    expect(right.text).toContain(sent.reference)
    expect(right.text).not.toMatch(/Ada|@/)
    const nothing = [
      await request(sent.reference, '08039999999'),
      await request('FM222-2222', '0803 123 4567'),
      await request('nonsense', 'nonsense'),
      await request('', ''),
    ]
    const reported = nothing.map(({ response, text }) => [
      response.status,
      text.replace(/value="[^"]*"/g, ''),
    ])
    expect(new Set(reported.map((one) => JSON.stringify(one))).size).toBe(1)
    expect(reported[0]?.[0]).toBe(404)
    const foreign = await fetch(app.url + trackPaths.status, {
      method: 'POST',
      headers: { ...from('192.0.2.8'), origin: 'https://evil.example' },
      body: new URLSearchParams({ reference: sent.reference, phone: '08031234567' }),
    })
    expect(foreign.status).toBe(403)
    // An address that has to wait uses up nobody else's questions.
    for (let guess = 0; guess < 30; guess++) await request(`FM${222 + guess}-2222`, '0803', '192.0.2.6')
    for (let again = 0; again < 12; again++)
      expect((await request(sent.reference, '0803 123 4567', '192.0.2.6')).response.status).toBe(429)
    expect((await request(sent.reference, '0803 123 4567')).response.status).toBe(200)
    // What is shown to its own person is no guess: it uses up none of them.
    for (let again = 0; again < 12; again++)
      expect((await request(sent.reference, '0803 123 4567', `192.0.2.${40 + again}`)).response.status).toBe(
        200,
      )
    // Ten questions about one reference in an hour, from wherever they come; one that is not there counts alike.
    for (const reference of [sent.reference, 'FM333-3333']) {
      const statuses: number[] = []
      for (let guess = 0; guess < 12; guess++)
        statuses.push(
          (await request(reference, `0803123${4000 + guess}`, `192.0.2.${20 + guess}`)).response.status,
        )
      expect(statuses.at(-1)).toBe(429)
      expect(statuses).not.toContain(200)
    }
  })

  it.each([
    ['a guardian', 'training', '0803 765 4321', 'to the email address'],
    ['a company that invests', 'investor_corporate', '0201 234 5678', 'to the email address'],
    ['a buyer by their second number', 'buyer_corporate', '0201 234 5678', 'This is in your account'],
  ] as const)(
    'shows the status to %s too, and sends the link to the contact on record alone',
    async (_, form, phone, where) => {
      // A buyer has an account; a trainee with a guardian is under 18.
      const isMember = form === 'buyer_corporate'
      const applicant = await app.newApplicant(isMember ? await app.newPerson() : undefined)
      const { email, answers } = withEmail(form)
      const { body: sent } = await applicant.submit(form, {
        answers: {
          ...answers,
          ...(form === 'training' && { dateOfBirth: `${new Date().getFullYear() - 16}-01-01` }),
        },
      })
      let host = 100
      const request = async (path: string, reference: string, number: string) => {
        const response = await fetch(app.url + path, {
          method: 'POST',
          headers: from(`192.0.2.${host++}`),
          body: new URLSearchParams({ reference, phone: number }),
        })
        return [response.status, (await response.text()).replace(/value="[^"]*"/g, '')] as const
      }
      // Neither a number that nobody gave nor that of another registration, and no word of which of the two is wrong.
      const nothing = await request(trackPaths.status, 'FM444-4444', phone)
      expect(nothing[0]).toBe(404)
      expect(await request(trackPaths.status, sent.reference, '0803 999 9999')).toEqual(nothing)
      const { body: other } = await (await app.newApplicant()).submit('farmer', withEmail('farmer'))
      expect(await request(trackPaths.status, other.reference, phone)).toEqual(nothing)
      expect(await request(trackPaths.status, sent.reference, phone)).toEqual([
        200,
        expect.stringContaining('Status: </span><strong>Pending</strong>'),
      ])
      const before = await app.count('private.mail_outbox')
      expect((await request(trackPaths.link, sent.reference, phone))[1]).toContain(where)
      expect(await app.count('private.mail_outbox')).toBe(before + (isMember ? 0 : 1))
      expect(
        await app.sql(
          `select channel from private.mail_outbox where template = 'registration_link_again' and recipient = $1`,
          [email],
        ),
      ).toEqual(isMember ? [] : [{ channel: 'email' }])
    },
  )

  it('says of what was stopped that it is stopped, and finds nothing of what was erased', async () => {
    const guest = await app.newApplicant()
    const { answers } = withEmail('training')
    const { body: sent } = await guest.submit('training', { answers })
    const headers = { [trackingTokenHeader]: tokenOf(sent.trackingPath) }
    const request = async (phone: string) => {
      const response = await fetch(app.url + trackPaths.status, {
        method: 'POST',
        headers: from('192.0.2.9'),
        body: new URLSearchParams({ reference: sent.reference, phone }),
      })
      return { status: response.status, text: (await response.text()).replace(/value="[^"]*"/g, '') }
    }
    const change = (path: string) => guest.call('POST', path, { purpose: 'terms' }, headers)
    const phone = String(answers.phoneNumber)
    expect((await change(registrationPaths.trackWithdraw)).status).toBe(200)
    const stopped = await request(phone)
    expect(stopped.text).toContain('Status: </span><strong>Stopped</strong>')
    expect(stopped.text).toContain(
      `<dt>Stopped by you</dt><dd>${formatDateInWords(new Date().toISOString())}`,
    )
    expect(stopped.text).toContain('It goes no further unless you agree again.')
    for (const words of ['Pending', 'We are reviewing']) expect(stopped.text).not.toContain(words)
    expect((await change(registrationPaths.trackRenew)).status).toBe(200)
    const goesOn = await request(phone)
    expect(goesOn.text).toContain('Status: </span><strong>Pending</strong>')
    expect(goesOn.text).not.toContain('Stopped')
    expect((await guest.call('POST', registrationPaths.trackErase, {}, headers)).status).toBe(200)
    const [erased, placeholder] = [await request(phone), await request('00000000')]
    expect(erased.status).toBe(404)
    expect(erased.text).toContain('If you had your data erased, we no longer have your number')
    // What is left in place of the number opens nothing either.
    expect(placeholder).toEqual(erased)
  })

  it('sends the link once more to the address on record, and nothing else does', async () => {
    const guest = await app.newApplicant()
    const { email, answers } = withEmail('farmer')
    const { body: sent } = await guest.submit('farmer', { answers })
    const phone = String(answers.phoneNumber)
    const request = async (reference: string, number: string, address: string, headers = {}) => {
      const response = await fetch(app.url + trackPaths.link, {
        method: 'POST',
        headers: { ...from(address), ...headers },
        body: new URLSearchParams({ reference, phone: number }),
      })
      return { response, text: (await response.text()).replace(/value="[^"]*"/g, '') }
    }
    const subject = `The link to your registration ${sent.reference}`
    const linkMails = async () =>
      (await app.mailbox()).filter((mail) => mail.to === email && mail.subject === subject)
    const countSent = async () =>
      (
        await app.sql(
          `select from private.mail_outbox where template = 'registration_link_again' and recipient = $1`,
          [email],
        )
      ).length

    const wrongNumber = await request(sent.reference, '08039999999', '192.0.2.40')
    const nothingThere = await request('FM222-2222', phone, '192.0.2.41')
    expect([wrongNumber.response.status, nothingThere.response.status]).toEqual([404, 404])
    expect(wrongNumber.text).toBe(nothingThere.text)
    const foreign = await request(sent.reference, phone, '192.0.2.42', { origin: 'https://evil.example' })
    expect(foreign.response.status).toBe(403)
    expect(await countSent()).toBe(0)

    const right = await request(sent.reference.toLowerCase(), phone, '192.0.2.43')
    expect([right.response.status, right.response.headers.get('cache-control')]).toEqual([
      200,
      'private, no-cache',
    ])
    expect(right.text).toContain('If your link can be sent now, it is on its way')
    expect(right.text).not.toContain(email)
    expect(right.text).not.toContain('/track#')
    const mail = await vi.waitUntil(async () => (await linkMails())[0], within)
    const link = /\/track#[\w-]+/.exec(mail.text)?.[0] ?? ''
    expect((await guest.track(link)).status).toBe(200)
    // It ends none of the links of before.
    expect((await guest.track(sent.trackingPath)).status).toBe(200)
    // Five links in a day, from every asker together; the answer stays the same.
    for (let again = 0; again < 4; again++)
      expect((await request(sent.reference, phone, `192.0.2.${50 + again}`)).text).toBe(right.text)
    expect(await countSent()).toBe(3)
  })

  describe('of many records of one address', () => {
    const forms = ['farmer', 'training', 'investor_individual'] as const
    const registerAll = async () => {
      const { email } = withEmail('farmer')
      const records = []
      for (const form of forms) {
        const guest = await app.newApplicant()
        // The limit is of the mailbox, however it is written.
        const written = {
          farmer: email,
          training: email.toUpperCase(),
          investor_individual: email.replace('@', '+shop@'),
        }[form]
        const answers: Record<string, unknown> = { ...goodRegistrations[form], email: written }
        const { body } = await guest.submit(form, { answers })
        records.push({ guest, body, phone: String(answers.phoneNumber ?? answers.phone) })
      }
      return { email, records }
    }
    const countMails = async (email: string) =>
      (
        await app.sql(
          'select from private.mail_outbox where private.mailbox_of(recipient) = private.mailbox_of($1)',
          [email],
        )
      ).length
    const pass = async (email: string, hours: number) => {
      await app.sql(
        `update private.mail_outbox set created_at = created_at - make_interval(hours => $2)
          where private.mailbox_of(recipient) = private.mailbox_of($1)`,
        [email, hours],
      )
      await app.sql(`update private.registration_guest_links set created_at = created_at - interval '2 days'`)
      await app.sql(`update private.change_codes set created_at = created_at - interval '2 days'`)
    }
    let hosts = 0
    const requestLink = async ({
      body,
      phone,
    }: Awaited<ReturnType<typeof registerAll>>['records'][number]) => {
      const response = await fetch(app.url + trackPaths.link, {
        method: 'POST',
        headers: from(`198.51.100.${++hosts}`),
        body: new URLSearchParams({ reference: body.reference, phone }),
      })
      return [response.status, (await response.text()).replace(/value="[^"]*"/g, '')]
    }
    const requestCode = async (
      { guest, body }: Awaited<ReturnType<typeof registerAll>>['records'][number],
      channel: string,
    ) =>
      (
        await guest.call(
          'POST',
          registrationPaths.trackCode,
          { channel },
          { [trackingTokenHeader]: tokenOf(body.trackingPath) },
        )
      ).status

    it('sends five mails an hour and ten a day, and answers alike when it sends none', async () => {
      const { email, records } = await registerAll()
      const [one, two, three] = records
      if (!one || !two || !three) throw new Error('three registrations')
      const answers = []
      for (const record of [one, two, three, one, two]) answers.push(await requestLink(record))
      expect(await countMails(email)).toBe(5)
      await pass(email, 2)
      for (const record of [one, two, three, one, two, three]) answers.push(await requestLink(record))
      expect(await countMails(email)).toBe(10)
      await pass(email, 2)
      answers.push(await requestLink(three))
      expect(await countMails(email)).toBe(10)
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
      await pass(email, 24)
      await requestLink(three)
      expect(await countMails(email)).toBe(11)
    })

    it('sends links that end after a week, and leaves the first one', async () => {
      const { records } = await registerAll()
      const [one] = records
      if (!one) throw new Error('a registration')
      await requestLink(one)
      const links = await app.sql(
        `select round(extract(epoch from expires_at - now()) / 86400)::integer as days
         from private.registration_guest_links where record_id = $1 order by days`,
        [one.body.id],
      )
      expect(links).toEqual([{ days: 7 }, { days: 400 }, { days: 400 }])
    })

    it('sends codes within the same limit, and none to who wants no mails', async () => {
      const { email, records } = await registerAll()
      const [one, two, three] = records
      if (!one || !two || !three) throw new Error('three registrations')
      expect([await requestCode(one, 'email'), await requestCode(two, 'email')]).toEqual([200, 200])
      expect(await requestCode(three, 'email')).toBe(429)
      expect(await app.sql('select from private.change_codes where record_id = $1', [three.body.id])).toEqual(
        [],
      )
      expect(await countMails(email)).toBe(5)
      await pass(email, 2)
      await app.sql(
        `insert into public.mail_suppressions (email, reason)
          select contact_email, 'complained' from public.investors where id = $1`,
        [three.body.id],
      )
      expect(await requestCode(three, 'email')).toBe(409)
      expect(await countMails(email)).toBe(5)
    })

    it('texts five codes an hour to one number, 200 to all, and none abroad', async () => {
      const { records } = await registerAll()
      const [one, two, three] = records
      if (!one || !two || !three) throw new Error('three registrations')
      const setPhone = (phone: string) =>
        app.sql(`update public.training_enrolments set phone = $2 where id = $1`, [two.body.id, phone])
      const countTexts = () => app.sql(`select from private.mail_outbox where channel = 'sms'`)
      const fill = (count: number, phone: string) =>
        app.sql(
          `insert into private.mail_outbox (channel, template, recipient, status)
           select 'sms', 'registration_change_code', $2, 'sent' from generate_series(1, $1::integer)`,
          [count, phone],
        )
      await app.sql(`update private.app_settings set value = 'on' where name = 'sms'`)
      try {
        await setPhone('+2348030000001')
        await fill(4, '+2348030000001')
        expect([await requestCode(two, 'sms'), await requestCode(two, 'sms')]).toEqual([200, 429])
        await setPhone('+447911123456')
        expect(await requestCode(two, 'sms')).toBe(409)
        await setPhone('+2348030000002')
        expect(await requestCode(two, 'sms')).toBe(200)
        await fill(200 - (await countTexts()).length, '+2348030000003')
        expect(await requestCode(two, 'sms')).toBe(429)
        expect(await countTexts()).toHaveLength(200)
      } finally {
        await app.sql(`update private.app_settings set value = 'off' where name = 'sms'`)
        await app.sql(`delete from private.mail_outbox where channel = 'sms'`)
      }
    })
  })

  it('says whom to call where there is no address, and that an account needs no link', async () => {
    const { email: _, ...answers } = { ...goodRegistrations.training, noEmail: true } as Record<
      string,
      unknown
    >
    const { body: byPhone } = await (await app.newApplicant()).submit('training', { answers })
    const person = await app.newPerson()
    const { body: owned } = await (await app.newApplicant(person)).submit('farmer')
    await app.sql(
      `insert into public.company_facts (key, value) values ('phone_primary', '+234 800 000 0000')
       on conflict (key) do update set value = excluded.value`,
    )
    const ask = async (path: string, reference: string, address: string, phone = '0803 123 4567') => {
      const response = await fetch(app.url + path, {
        method: 'POST',
        headers: from(address),
        body: new URLSearchParams({ reference, phone }),
      })
      return response.text()
    }
    const before = await app.count('private.mail_outbox')
    // The status says the same before anybody asks for a link, and offers none.
    const shown = await ask(trackPaths.status, byPhone.reference, '192.0.2.58')
    expect(shown).toContain(statusPageWords.sent.phone)
    const shownOwned = await ask(trackPaths.status, owned.reference, '192.0.2.59')
    expect(shownOwned).toContain(statusPageWords.sent.account)
    for (const page of [shown, shownOwned]) expect(page).not.toContain(statusPageWords.sendLink)
    expect(await ask(trackPaths.link, byPhone.reference, '192.0.2.60')).toContain(
      'We have no email address of yours to send the link to.',
    )
    expect(await ask(trackPaths.link, owned.reference, '192.0.2.61')).toContain('This is in your account.')
    expect(await app.count('private.mail_outbox')).toBe(before)
    // What staff publish reaches the pages shortly after.
    let next = 62
    await vi.waitUntil(
      async () =>
        (await ask(trackPaths.status, byPhone.reference, `192.0.2.${next++}`)).includes(
          '<a href="tel:+2348000000000">',
        ),
      within,
    )
    // So does the page that has found nothing, whichever of the two is wrong: by calling it goes on.
    const nothing: string[] = []
    for (const path of [trackPaths.status, trackPaths.link])
      for (const reference of ['FM666-6666', owned.reference])
        nothing.push(
          (await ask(path, reference, `192.0.2.${next++}`, '0803 999 9999')).replace(/value="[^"]*"/g, ''),
        )
    expect(nothing[0]).toContain(statusPageWords.unknown)
    expect(nothing[0]).toContain('<a href="tel:+2348000000000">')
    expect(new Set(nothing).size).toBe(1)
    // And the page that asks to wait.
    let waits = ''
    const tooOften = statusPageWords.tooOften(3600, true)
    for (let turn = 0; turn < 12 && !waits.includes(tooOften); turn++)
      waits = await ask(trackPaths.status, owned.reference, `192.0.2.${next++}`, '0803 999 9999')
    expect(waits).toContain(tooOften)
    expect(tooOften).toContain('Please wait 60 minutes, then try again, or call us.')
    expect(waits).toContain('<a href="tel:+2348000000000">')
  })
})
