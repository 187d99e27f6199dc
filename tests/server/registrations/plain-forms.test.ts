// Registrations that a browser without scripts posts: judged and stored as any other, once, with consents and mail; and
// what is refused when someone goes around the page.
import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { newsletterForm } from '#domain/company/newsletter.ts'
import { consentTexts } from '#domain/consents.ts'
import { formatDateInWords } from '#domain/dates.ts'
import { formMessages } from '#domain/form-messages.ts'
import { honeypotField, idempotencyField } from '#domain/forms.ts'
import { promises } from '#domain/limits.ts'
import { refusals } from '#domain/refusals.ts'
import { adultsOnlyMessage, birthDateMessages } from '#domain/registrations/checks.ts'
import { listNextSteps } from '#domain/registrations/confirmation-words.ts'
import { farmerMessages } from '#domain/registrations/farmers.ts'
import { intakeMessages } from '#domain/registrations/intake.ts'
import { forgetSentWords, plainFormWords } from '#domain/registrations/plain-form-words.ts'
import {
  forgetField,
  giveAllAgain,
  type PlainFormName,
  plainFormPaths,
  plainFormSentPath,
  promptAgain,
  termsVersionField,
} from '#domain/registrations/plain-forms.ts'
import { registrationForms } from '#domain/registrations/registrations.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { openRegistrationApp, withEmail } from './registration-app.ts'

const app = await openRegistrationApp()
afterAll(() => app.stop())

let addresses = 0
/** A browser without scripts, at an address of its own: it returns cookies and says where it posts from. */
function openBrowser({ returnsCookies = true, address = `203.0.113.${++addresses}` } = {}) {
  let cookie = ''
  const call = async (path: string, init: RequestInit = {}, headers: Record<string, string> = {}) => {
    const response = await fetch(app.url + path, {
      redirect: 'manual',
      ...init,
      headers: { 'x-forwarded-for': address, ...(cookie && { cookie }), ...headers },
    })
    const [sentCookie] = response.headers.getSetCookie()
    if (sentCookie && returnsCookies) cookie = sentCookie.split(';', 1)[0] ?? ''
    return { status: response.status, headers: response.headers, page: await response.text() }
  }
  return {
    open: (path: string) => call(path),
    post: (path: string, body: string | URLSearchParams | FormData, headers: Record<string, string> = {}) =>
      call(path, { method: 'POST', body }, { origin: app.url, 'sec-fetch-site': 'same-origin', ...headers }),
  }
}

/** The boxes of a page, filled in with these answers. */
function fill(answers: Readonly<Record<string, unknown>>): URLSearchParams {
  const boxes = new URLSearchParams()
  for (const [name, value] of Object.entries(answers)) {
    if (name === 'dateOfBirth' && typeof value === 'string') {
      const [year = '', month = '', day = ''] = value.split('-')
      boxes.set(`${name}-day`, String(Number(day)))
      boxes.set(`${name}-month`, String(Number(month)))
      boxes.set(`${name}-year`, year)
    } else if (Array.isArray(value)) for (const one of value) boxes.append(name, String(one))
    else if (value === true) boxes.set(name, 'on')
    else if (value !== false) boxes.set(name, String(value))
  }
  return boxes
}

/** As the page that was opened posts it. */
async function fillPage(
  browser: ReturnType<typeof openBrowser>,
  form: PlainFormName,
  answers: Readonly<Record<string, unknown>>,
) {
  const { page } = await browser.open(plainFormPaths[form])
  const boxes = fill(answers)
  for (const name of [idempotencyField, termsVersionField])
    boxes.set(name, new RegExp(`name="${name}" value="([^"]+)"`).exec(page)?.[1] ?? '')
  return boxes
}

const readText = (page: string) =>
  page.replaceAll('&#x27;', "'").replaceAll('&amp;', '&').replaceAll('&quot;', '"')
const referenceOf = (page: string) => /class="confirmation-code code">([^<]+)</.exec(page)?.[1]
const linkOf = (page: string) => /href="[^"]*(\/track#[^"]+)"/.exec(page)?.[1] ?? null
let numbers = 0
const newPhone = () => `0803123${String(++numbers).padStart(4, '0')}`
const newAddress = () => `${randomUUID()}@example.com`

describe('the page', () => {
  it.each(Object.entries(plainFormPaths))(
    'of %s holds every question, no script, and is stored by nobody',
    async (form, path) => {
      const browser = openBrowser()
      const [one, two] = [await browser.open(path), await browser.open(path)]
      expect(one.status).toBe(200)
      expect(one.headers.get('cache-control')).toBe('private, no-store')
      expect(one.page).not.toMatch(/<script|\son[a-z]+=|Choose from the list/)
      expect(one.headers.get('content-security-policy')).toContain("trusted-types 'none'")
      expect(one.page).toContain('name="robots" content="noindex"')
      const names = Object.keys(goodRegistrations[form as PlainFormName])
      for (const name of names)
        expect(one.page, name).toMatch(new RegExp(`name="${name}${name === 'dateOfBirth' ? '-day' : ''}"`))
      const attempt = new RegExp(`name="${idempotencyField}" value="([^"]+)"`)
      expect(attempt.exec(one.page)?.[1]).not.toBe(attempt.exec(two.page)?.[1])
    },
  )
})

describe('a registration without scripts', () => {
  it.each(['farmer', 'training', 'investor_individual'] as const)(
    '%s is stored once with its consents and its mail, and its page names reference and link',
    async (form) => {
      const browser = openBrowser()
      const { email, answers } = withEmail(form)
      const boxes = await fillPage(browser, form, answers)
      const sent = await browser.post(plainFormPaths[form], boxes)
      expect(sent.status).toBe(303)
      // Nothing of the person, and no secret, stands in an address.
      expect(sent.headers.get('location')).toBe(plainFormSentPath(form))
      const { page } = await browser.open(plainFormSentPath(form))
      const reference = referenceOf(page)
      const { table } = registrationForms[form]
      const rows = await app.sql(
        `select r.reference, r.status, r.has_photo, r.user_id from private.registrations as r
          join public.${table} as t on t.id = r.id where t.contact_email = $1`,
        [email],
      )
      expect(rows).toEqual([{ reference, status: 'pending', has_photo: false, user_id: null }])
      expect(page.includes('your photo is missing')).toBe(form !== 'investor_individual')

      const applicant = await app.newApplicant()
      const tracked = await applicant.track<{
        reference: string
        consents: { purpose: string; textVersion: string }[]
      }>(linkOf(page))
      expect(tracked.body.reference).toBe(reference)
      expect(tracked.body.consents).toEqual([expect.objectContaining(consentTexts.terms)])
      await vi.waitUntil(
        async () =>
          (await app.mailbox()).some(({ to, subject }) => to === email && subject.includes(reference ?? '')),
        within,
      )

      // A second tap, or the page posted again: the same one.
      expect((await browser.post(plainFormPaths[form], boxes)).status).toBe(303)
      const again = await browser.open(plainFormSentPath(form))
      expect([referenceOf(again.page), linkOf(again.page)]).toEqual([reference, linkOf(page)])
      expect(await app.sql(`select 1 from public.${table} where contact_email = $1`, [email])).toHaveLength(1)
    },
  )

  it.each([
    ['training', true],
    ['training', false],
    ['farmer', false],
  ] as const)('%s says what comes next and by which day (with an email: %s)', async (form, hasEmail) => {
    const browser = openBrowser()
    const answers = hasEmail
      ? withEmail(form).answers
      : { ...goodRegistrations[form], email: '', noEmail: true, phoneNumber: newPhone() }
    const before = Date.now()
    const sent = await browser.post(plainFormPaths[form], await fillPage(browser, form, answers))
    expect(sent.status).toBe(303)
    const { page } = await browser.open(plainFormSentPath(form))
    const hours = promises.registrationAnswerHours
    const listSteps = (now: number) =>
      listNextSteps(form, hasEmail, hours / 24, formatDateInWords(new Date(now + hours * 3_600_000)))
    const said = [...page.matchAll(/<li>([^<]+)<\/li>/g)].map(([, step]) => readText(step ?? ''))
    const steps = said.slice(said.findIndex((step) => step.startsWith('A person reads')))
    // A day may have ended in between.
    expect([listSteps(before), listSteps(Date.now())]).toContainEqual(steps.slice(0, 3))
    const text = readText(page)
    expect(text.includes('We call you on the number that you gave')).toBe(!hasEmail)
    // A course may have a price, and who names it is no fraud: said so after sending as before it.
    const begun = readText((await browser.open(plainFormPaths[form])).page)
    for (const words of [text, begun])
      expect(words.includes('money for it is not from us')).toBe(form !== 'training')
  })

  it('is forgotten on a shared phone by a second press, after what goes was said, and by no other site', async () => {
    const browser = openBrowser()
    await browser.post(plainFormPaths.farmer, await fillPage(browser, 'farmer', withEmail('farmer').answers))
    const path = plainFormSentPath('farmer')
    const { page } = await browser.open(path)
    expect(page).toContain(`<form action="${path}" method="post">`)
    expect(page).toContain('I am done: forget it here')
    const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    expect((await browser.post(path, '', foreign)).status).toBe(403)
    expect(referenceOf((await browser.open(path)).page)).toBe(referenceOf(page))
    // The first press deletes nothing: it is asked, with what goes as the heading.
    const asked = await browser.post(path, new URLSearchParams())
    expect([asked.status, asked.headers.getSetCookie(), asked.headers.get('clear-site-data')]).toEqual([
      200,
      [],
      null,
    ])
    expect(asked.page).toContain(`<h1>${forgetSentWords.title(true, true)}</h1>`)
    expect(readText(asked.page)).toContain(forgetSentWords.text(referenceOf(page) ?? '', true))
    expect(asked.page).toContain(`<form action="${path}" method="get">`)
    const kept = await browser.open(path)
    expect([referenceOf(kept.page), linkOf(kept.page)]).toEqual([referenceOf(page), linkOf(page)])
    const forget = new RegExp(`name="${forgetField}" value="([^"]+)"`).exec(asked.page)?.[1] ?? ''
    expect((await browser.post(path, new URLSearchParams({ [forgetField]: forget }), foreign)).status).toBe(
      403,
    )
    expect(referenceOf((await browser.open(path)).page)).toBe(referenceOf(page))
    const forgotten = await browser.post(path, new URLSearchParams({ [forgetField]: forget }))
    expect([forgotten.status, forgotten.headers.get('location')]).toEqual([303, '/'])
    // Nor does the browser keep what was typed, for the next one who goes back.
    expect(forgotten.headers.get('clear-site-data')).toBe('"cache"')
    expect(forgotten.headers.getSetCookie()[0]).toMatch(/^sent=; Max-Age=0; Path=\/forms\/farmer/)
    const after = await browser.open(path)
    expect(referenceOf(after.page)).toBeUndefined()
    expect(linkOf(after.page)).toBeNull()
  })

  it('is still found by somebody who goes back to the form, until another one is sent', async () => {
    const browser = openBrowser()
    const path = plainFormSentPath('farmer')
    await browser.post(plainFormPaths.farmer, await fillPage(browser, 'farmer', withEmail('farmer').answers))
    const first = (await browser.open(path)).page
    const boxes = await fillPage(browser, 'farmer', withEmail('farmer').answers)
    const after = (await browser.open(path)).page
    expect(referenceOf(first)).toMatch(/^FM/)
    expect([referenceOf(after), linkOf(after)]).toEqual([referenceOf(first), linkOf(first)])
    expect((await browser.post(plainFormPaths.farmer, boxes)).status).toBe(303)
    const second = (await browser.open(path)).page
    expect(referenceOf(second)).toMatch(/^FM/)
    expect(referenceOf(second)).not.toBe(referenceOf(first))
    expect(linkOf(second)).not.toBe(linkOf(first))
  })

  it('is the same registration from a form that was loaded again, which says that it was sent', async () => {
    const browser = openBrowser()
    const path = plainFormPaths.farmer
    expect((await browser.open(path)).page).not.toContain('sent from here just now')
    const { email, answers } = withEmail('farmer')
    await browser.post(path, await fillPage(browser, 'farmer', answers))
    const first = (await browser.open(plainFormSentPath('farmer'))).page
    const reference = referenceOf(first) ?? ''
    expect(reference).toMatch(/^FM/)
    // Back loads the form again, with a new name, and the browser fills it in with what was typed.
    const again = await browser.open(path)
    const [before, after] = plainFormWords.sentJustNow.text(reference).split(plainFormWords.sentJustNow.link)
    expect(readText(again.page)).toContain(
      `${before}<a href="${plainFormSentPath('farmer')}" data-discover="true">${plainFormWords.sentJustNow.link}</a>${after}`,
    )
    expect((await browser.post(path, await fillPage(browser, 'farmer', answers))).status).toBe(303)
    const second = (await browser.open(plainFormSentPath('farmer'))).page
    expect([referenceOf(second), linkOf(second)]).toEqual([reference, linkOf(first)])
    const countSent = async (address: string) =>
      (await app.sql('select 1 from public.farmers where contact_email = $1', [address])).length
    expect(await countSent(email)).toBe(1)
    // Another person in the same browser registers, once too.
    const other = withEmail('farmer')
    for (let turn = 0; turn < 2; turn++)
      await browser.post(path, await fillPage(browser, 'farmer', other.answers))
    const third = (await browser.open(plainFormSentPath('farmer'))).page
    expect(referenceOf(third)).toMatch(/^FM/)
    expect(referenceOf(third)).not.toBe(reference)
    expect([await countSent(email), await countSent(other.email)]).toEqual([1, 1])
    // And nobody else's browser hears of either.
    expect((await openBrowser().open(path)).page).not.toContain('sent from here just now')
  })

  it('says the specification’s sentence, and keeps what was secret out of the page', async () => {
    const browser = openBrowser()
    const boxes = await fillPage(browser, 'farmer', withEmail('farmer').answers)
    await browser.post(plainFormPaths.farmer, boxes)
    const { page, headers } = await browser.open(plainFormSentPath('farmer'))
    expect(page).toContain(`<h1>${farmerMessages.submitted}</h1>`)
    expect(page).not.toContain('Ada Obi')
    expect(headers.get('cache-control')).toBe('private, no-store')
  })

  it('is answered at once where no cookies come back, and to nobody else afterwards', async () => {
    const browser = openBrowser({ returnsCookies: false })
    const boxes = await fillPage(browser, 'farmer', withEmail('farmer').answers)
    const sent = await browser.post(plainFormPaths.farmer, boxes)
    expect(sent.status).toBe(200)
    expect(referenceOf(sent.page)).toMatch(/^FM/)
    // Nothing could be shown again by a button: the question has none that leads back.
    const asked = await browser.post(plainFormSentPath('farmer'), new URLSearchParams())
    expect(asked.page).toContain(`<h1>${forgetSentWords.title(false, false)}</h1>`)
    expect(readText(asked.page)).toContain(forgetSentWords.goBack)
    expect(asked.page).not.toContain(`method="get"`)
    const later = await openBrowser().open(plainFormSentPath('farmer'))
    expect(referenceOf(later.page)).toBeUndefined()
    expect(later.page).not.toContain(farmerMessages.submitted)
  })

  it('with one answer changed after going back is another attempt, not a fault', async () => {
    const browser = openBrowser()
    const boxes = await fillPage(browser, 'farmer', withEmail('farmer').answers)
    await browser.post(plainFormPaths.farmer, boxes)
    const first = referenceOf((await browser.open(plainFormSentPath('farmer'))).page)
    boxes.set('goals', 'Something else altogether.')
    expect((await browser.post(plainFormPaths.farmer, boxes)).status).toBe(303)
    expect(referenceOf((await browser.open(plainFormSentPath('farmer'))).page)).toBeDefined()
    expect(first).toBeDefined()
  })

  it('comes back with each problem at its field and everything typed, but for what is secret', async () => {
    const { answers } = withEmail('investor_individual')
    const browser = openBrowser()
    const boxes = await fillPage(browser, 'investor_individual', {
      ...answers,
      bvn: '22212345678',
      fullName: 'Ada <script>"O\'Neil"</script>',
      investmentAmount: 'all of it',
    })
    boxes.delete('phone')
    const { status, page, headers } = await browser.post(plainFormPaths.investor_individual, boxes)
    expect(status).toBe(422)
    // Back shows it again, and no page of the browser.
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(page).not.toContain('<script')
    const text = readText(page)
    expect(text).toContain('href="#investor_individual-phone"')
    expect(page).toMatch(/id="investor_individual-phone"[^>]*aria-invalid="true"/)
    expect(text).toContain('Please select investment amount')
    expect(text).toContain(`${answers.motivation}`)
    expect(text).toContain(`value="${answers.bankName}"`)
    for (const secret of ['22212345678', answers.accountNumber, answers.idNumber, '1990'])
      expect(page).not.toContain(`value="${secret}"`)
    for (const label of ['BVN', 'Account number', 'ID number', 'Date of birth'])
      expect(text).toContain(promptAgain(label))
    // Of a date with one part that is wrong, all parts are empty, and it says so.
    boxes.set('dateOfBirth-year', '90')
    expect(readText((await browser.post(plainFormPaths.investor_individual, boxes)).page)).toContain(
      `${birthDateMessages.shortYear}. ${giveAllAgain}`,
    )
    // What nobody typed is not asked for "once more".
    boxes.set('bvn', '')
    const again = readText((await browser.post(plainFormPaths.investor_individual, boxes)).page)
    expect(again).toContain(promptAgain('Account number'))
    expect(again).not.toContain(promptAgain('BVN'))
  })

  it('names what is kept, and nothing where nothing was typed', async () => {
    const browser = openBrowser()
    const boxes = await fillPage(browser, 'farmer', {})
    const empty = await browser.post(plainFormPaths.farmer, boxes)
    expect(empty.status).toBe(422)
    expect(empty.page).not.toContain(plainFormWords.nothingLost)
    boxes.set('fullName', 'Ada Obi')
    expect((await browser.post(plainFormPaths.farmer, boxes)).page).toContain(plainFormWords.nothingLost)
  })
})

describe('someone under 18', () => {
  const minor = { dateOfBirth: `${new Date().getUTCFullYear() - 15}-01-01` }

  it('is enrolled with a guardian who agrees, which is in the ledger', async () => {
    const browser = openBrowser()
    const { email, answers } = withEmail('training')
    const { guardianName: _name, guardianPhone: _phone, guardianConsent: _consent, ...alone } = answers
    const refused = await browser.post(
      plainFormPaths.training,
      await fillPage(browser, 'training', { ...alone, ...minor }),
    )
    expect(refused.status).toBe(422)
    expect(refused.page).toContain('A parent or guardian must agree to the enrolment')
    await browser.post(plainFormPaths.training, await fillPage(browser, 'training', { ...answers, ...minor }))
    const { page } = await browser.open(plainFormSentPath('training'))
    const tracked = await (await app.newApplicant()).track<{ consents: { purpose: string }[] }>(linkOf(page))
    expect(tracked.body.consents.map(({ purpose }) => purpose).toSorted()).toEqual(['guardian', 'terms'])
    expect(
      await app.sql('select 1 from public.training_enrolments where contact_email = $1', [email]),
    ).toHaveLength(1)
  })

  it('is no farmer', async () => {
    const browser = openBrowser()
    const boxes = await fillPage(browser, 'farmer', { ...withEmail('farmer').answers, ...minor })
    const { status, page } = await browser.post(plainFormPaths.farmer, boxes)
    expect(status).toBe(422)
    expect(readText(page)).toContain(adultsOnlyMessage)
  })
})

describe('going around the page', () => {
  /** Nothing is stored whatever is sent. */
  async function expectRefusal(
    sentCookie: { answers?: object; boxes?: Record<string, string>; headers?: Record<string, string> },
    status: number,
    words: string,
  ) {
    const email = newAddress()
    const browser = openBrowser()
    const boxes = await fillPage(browser, 'farmer', {
      ...goodRegistrations.farmer,
      email,
      ...sentCookie.answers,
    })
    for (const [name, value] of Object.entries(sentCookie.boxes ?? {})) boxes.set(name, value)
    const answer = await browser.post(plainFormPaths.farmer, boxes, sentCookie.headers)
    expect(answer.status).toBe(status)
    expect(readText(answer.page)).toContain(words)
    expect(await app.sql('select 1 from public.farmers where contact_email = $1', [email])).toEqual([])
    return answer
  }

  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a sister domain', { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'same-origin' }],
  ])('from %s is refused', async (_, headers) => {
    await expectRefusal({ headers }, 403, formMessages.refused)
  })

  it('by a program that says nothing of itself is refused', async () => {
    const response = await fetch(app.url + plainFormPaths.farmer, {
      method: 'POST',
      headers: { 'x-forwarded-for': '203.0.113.250' },
      body: fill(withEmail('farmer').answers),
    })
    expect(response.status).toBe(403)
  })

  it('without the consent is refused', async () => {
    await expectRefusal({ answers: { acceptTerms: false } }, 422, 'You must accept the terms and conditions')
  })

  it('with the consent to a text that nobody was ever shown is refused', async () => {
    await expectRefusal({ boxes: { [termsVersionField]: 'of-my-own' } }, 422, intakeMessages.consentUnknown)
  })

  it('with an answer in the field that nobody sees is refused, and what was typed is there to try again', async () => {
    const { page } = await expectRefusal(
      { boxes: { [honeypotField]: 'https://spam.example' } },
      refusals.proof.status,
      refusals.proof.message,
    )
    expect(page).toContain('value="Ada Obi"')
    expect(page).not.toContain('spam.example')
  })

  it('with more than a form holds is refused before it is read', async () => {
    const browser = openBrowser()
    const boxes = fill({ ...goodRegistrations.farmer, challenges: 'x'.repeat(310_000) })
    const { status, page } = await browser.post(plainFormPaths.farmer, boxes)
    expect(status).toBe(413)
    expect(page).toContain(formMessages.tooLarge)
  })

  it('as JSON, or with hundreds of boxes, is not read', async () => {
    const json = { 'content-type': 'application/json' }
    const asJson = await openBrowser().post(
      plainFormPaths.farmer,
      JSON.stringify(goodRegistrations.farmer),
      json,
    )
    expect([asJson.status, asJson.page.includes(formMessages.unreadable)]).toEqual([400, true])
    const many = fill({ cropTypes: Array.from({ length: 200 }, () => 'Maize') })
    expect((await openBrowser().post(plainFormPaths.farmer, many)).status).toBe(400)
  })

  it('with a file beside the answers takes the answers alone', async () => {
    const browser = openBrowser()
    const { email, answers } = withEmail('farmer')
    const body = new FormData()
    for (const [name, value] of await fillPage(browser, 'farmer', answers)) body.append(name, value)
    body.append('selfieImage', new File(['not a photo'], 'me.jpg', { type: 'image/jpeg' }))
    expect((await browser.post(plainFormPaths.farmer, body)).status).toBe(303)
    expect(await app.sql('select has_photo from public.farmers where contact_email = $1', [email])).toEqual([
      { has_photo: false },
    ])
  })

  it('more often than plain posts may come, of all forms together, is refused with the time to wait', async () => {
    await app.sql(
      `insert into public.company_facts (key, value) values ('phone_primary', '+234 800 000 0000')
       on conflict (key) do update set value = excluded.value`,
    )
    const browser = openBrowser()
    for (let count = 0; count < 19; count++) await browser.post(newsletterForm.path, new URLSearchParams())
    expect((await browser.post(plainFormPaths.farmer, new URLSearchParams())).status).toBe(422)
    const { status, headers, page } = await browser.post(
      plainFormPaths.farmer,
      fill(goodRegistrations.farmer),
    )
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
    expect(page).toMatch(/Please wait (\d+ minutes|a minute), then try again\./)
    expect(page).toContain('Or call us: +234 800 000 0000.')
    expect((await openBrowser().post(plainFormPaths.farmer, new URLSearchParams())).status).toBe(422)
  })

  it('with a receipt that another server has written shows nothing of it', async () => {
    const payload = {
      form: 'farmer',
      expires: Date.now() + 60_000,
      receipt: {
        reference: 'FM-EVIL',
        status: 'approved',
        isNew: true,
        trackingPath: '/track#x',
        wantsPhoto: false,
        hasEmail: true,
        answerBy: new Date().toISOString(),
      },
    }
    const text = Buffer.from(JSON.stringify(payload)).toString('base64url')
    for (const cookie of [`sent=${text}.${text}`, `sent=${text}`, 'sent=.', 'sent=%'])
      expect(
        await (await fetch(app.url + plainFormSentPath('farmer'), { headers: { cookie } })).text(),
      ).not.toContain('FM-EVIL')
  })

  it('by the database’s own function is refused to every client', async () => {
    const client = createClient(app.url, app.keys.publishableKey, { auth: { persistSession: false } })
    const before = await app.countRecords()
    const { error } = await client.rpc('submit_registration', {
      form: 'farmer',
      answers: goodRegistrations.farmer,
      sealed: {},
      context: {},
    })
    expect(error).not.toBeNull()
    expect(await app.countRecords()).toBe(before)
  })
})
