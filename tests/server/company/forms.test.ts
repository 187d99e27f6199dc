// The public forms over HTTP, as a page without scripts posts them and as a script does; and what they refuse.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { notCallable } from '#domain/callable-phones.ts'
import { contactForm, contactMessages } from '#domain/company/contact-messages.ts'
import { indexedPaths } from '#domain/company/indexed-paths.ts'
import { jobApplicationForm } from '#domain/company/job-applications.ts'
import { newsletterForm } from '#domain/company/newsletter.ts'
import { partnershipForm, partnershipMessages } from '#domain/company/partnerships.ts'
import { publicForms } from '#domain/company/public-forms.ts'
import { formMessages } from '#domain/form-messages.ts'
import { honeypotField, idempotencyField } from '#domain/forms.ts'
import { startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { within } from '#tests/harness/within.ts'

const app = await startApp({ FORM_LIMITS_FACTOR: '10' })
afterAll(() => app.stop())

const address = () => `${randomUUID()}@example.com`

it.each(publicForms.map(({ page }) => page))(
  '%s, which holds a form, is a page of the site',
  async (page) => {
    expect((await fetch(app.url + page)).status).toBe(200)
    expect(indexedPaths).toContain(page)
  },
)

const goodPartnership = (email = address()) => ({
  termsAccepted: 'on',
  partnershipType: 'franchise',
  companyName: 'Ọbí & Sons <b>Ltd</b>',
  contactPerson: "Ada O'Neil",
  email,
  phone: '0803 123 4567',
  country: 'Nigeria',
  address: '',
  businessDescription: 'Two shops in Keffi.\nOne in Lafia.',
  experience: '',
  investmentCapacity: '5,000,000',
  expectedRevenue: '',
  marketingStrategy: '',
})

/** As a browser posts a plain form of our own page: it says where from, and follows nothing here. */
function postPlain(path: string, values: Record<string, string>, headers: Record<string, string> = {}) {
  return fetch(app.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: app.url, 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(values),
  })
}

async function postByScript(path: string, values: object, headers: Record<string, string> = {}) {
  const response = await fetch(app.url + path, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'sec-fetch-site': 'same-origin',
      origin: app.url,
      ...headers,
    },
    body: JSON.stringify(values),
  })
  return { status: response.status, answer: await response.json() }
}

async function rowsOf(table: string, email: string): Promise<Record<string, unknown>[]> {
  const { rows } = await asOwner(app.databaseUrl, (client) =>
    client.query(`select * from public.${table} where email = $1 order by created_at`, [email]),
  )
  return rows
}

async function mailTo(to: string, subject: string) {
  return vi.waitUntil(
    async () => (await app.mailbox()).find((mail) => mail.to === to && mail.subject.includes(subject)),
    within,
  )
}

/** The text that a control of the page shows. */
function controlOf(page: string, name: string): string {
  const area = new RegExp(`<textarea id="${name}"[^>]*>\n([\\s\\S]*?)</textarea>`).exec(page)
  const input = new RegExp(`<input[^>]* name="${name}"[^>]* value="([^"]*)"`).exec(page)
  return (area?.[1] ?? input?.[1] ?? '')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}

describe('a form from elsewhere', () => {
  it.each([
    ['another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['another site, by an old browser', { origin: 'https://evil.example' }],
    ['a sandboxed frame', { origin: 'null', 'sec-fetch-site': 'cross-site' }],
    ['a sister domain', { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' }],
    ['a program that says nothing of itself', {}],
    ['a page that lies about its origin', { origin: 'http://127.0.0.1:1', 'sec-fetch-site': 'same-origin' }],
  ])('is refused when it comes from %s', async (_, headers) => {
    const email = address()
    const response = await fetch(app.url + partnershipForm.path, {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new URLSearchParams(goodPartnership(email)),
    })
    expect(response.status).toBe(403)
    expect(await response.text()).toContain(formMessages.refused)
    expect(await rowsOf('partnership_applications', email)).toEqual([])
  })

  it('is taken from a browser that only sends where it was', async () => {
    const email = address()
    const response = await fetch(app.url + partnershipForm.path, {
      method: 'POST',
      redirect: 'manual',
      headers: { referer: `${app.url}/franchise-partnership` },
      body: new URLSearchParams(goodPartnership(email)),
    })
    expect(response.status).toBe(303)
    expect(await rowsOf('partnership_applications', email)).toHaveLength(1)
  })

  it('is taken from SITE_URL alone where that is set: a Host that repeats the origin proves nothing', async () => {
    const published = await startApp({ SITE_URL: 'https://www.example.com', EVALUATION: 'true' })
    const post = (path: string, headers: Record<string, string>, body: BodyInit) =>
      fetch(published.url + path, { method: 'POST', redirect: 'manual', headers, body })
    try {
      const form = () => new URLSearchParams(goodPartnership())
      const json = { 'content-type': 'application/json' }
      for (const [origin, answered, api] of [
        [published.url, 403, 403],
        ['https://www.example.com', 303, 400],
      ] as const) {
        const headers = { origin, 'sec-fetch-site': 'same-origin' }
        expect((await post(partnershipForm.path, headers, form())).status).toBe(answered)
        expect((await post('/market/orders', { ...headers, ...json }, '{}')).status).toBe(api)
      }
    } finally {
      await published.stop()
    }
  })

  it('is answered that all went well when it fills in what nobody sees, and nothing is stored', async () => {
    const email = address()
    const trapped = { ...goodPartnership(email), [honeypotField]: 'https://spam.example' }
    expect((await postPlain(partnershipForm.path, trapped)).status).toBe(303)
    expect((await postByScript(partnershipForm.path, { ...trapped, termsAccepted: true })).answer).toEqual({
      ok: true,
    })
    expect(await rowsOf('partnership_applications', email)).toEqual([])
  })

  it.each([
    ['text/plain', 'hello'],
    ['application/json', '[1]'],
    ['application/json', '{'],
    ['multipart/form-data; boundary=x', 'no boundary here'],
    ['multipart/form-data', 'x'],
  ])('is refused when it cannot be read (%s)', async (type, body) => {
    const response = await fetch(app.url + contactForm.path, {
      method: 'POST',
      headers: { 'content-type': type, 'sec-fetch-site': 'same-origin', accept: 'application/json' },
      body,
    })
    expect(response.status).toBe(400)
    expect(await response.json()).toEqual({ ok: false, message: formMessages.unreadable, errors: [] })
  })

  it('does not find its answers where it sent none', async () => {
    const { status, answer } = await postByScript(contactForm.path, {
      ['__proto__']: { name: 'Ada Obi' },
      constructor: 'x',
    })
    expect([status, answer.errors.length]).toEqual([422, 3])
  })
})

describe('the partnership application', () => {
  it('asks for the terms first, then for everything that is empty, and only then looks closer', async () => {
    const wrong = { ...goodPartnership(), email: 'no address', companyName: ' ' }
    const { termsAccepted: _, ...unticked } = wrong
    expect(await postByScript(partnershipForm.path, { ...unticked, termsAccepted: false })).toEqual({
      status: 422,
      answer: {
        ok: false,
        message: partnershipMessages.acceptTerms,
        errors: [{ field: 'termsAccepted', message: partnershipMessages.acceptTerms }],
      },
    })
    expect(await postByScript(partnershipForm.path, { ...wrong, termsAccepted: true, phone: '' })).toEqual({
      status: 422,
      answer: {
        ok: false,
        message: partnershipMessages.fillRequired,
        errors: ['companyName', 'phone'].map((field) => ({
          field,
          message: partnershipMessages.fillRequired,
        })),
      },
    })
    expect(
      (await postByScript(partnershipForm.path, { ...wrong, termsAccepted: true, companyName: 'Obi' })).answer
        .errors,
    ).toEqual([{ field: 'email', message: 'Invalid email address' }])
  })

  it('posted without scripts and refused: the page brings back every word, and the sentence', async () => {
    const provided = { ...goodPartnership(), email: '', marketingStrategy: '\n"Ten" years & <i>more</i>' }
    const response = await postPlain(partnershipForm.path, provided)
    expect(response.status).toBe(422)
    expect(response.headers.get('content-security-policy')).not.toContain('unsafe')
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const page = await response.text()
    expect(page).toContain(partnershipMessages.fillRequired)
    for (const field of [
      'companyName',
      'contactPerson',
      'phone',
      'businessDescription',
      'investmentCapacity',
    ])
      expect(controlOf(page, field)).toBe(provided[field as keyof typeof provided])
    expect(controlOf(page, 'marketingStrategy').replaceAll('&quot;', '"')).toBe(provided.marketingStrategy)
    expect(page).toContain('<option value="franchise" selected>')
    expect(page).toMatch(/type="checkbox"[^>]* checked/)
    expect(page).not.toContain('<i>more</i>')
  })

  it('posted without scripts and refused: labels, marks, help and the privacy line are those of the page', async () => {
    const ownTexts = (markup: string) =>
      [
        ...markup.matchAll(
          /<(?:label|option|p[^>]* class="(?:field-)?help")[^>]*>(.*?)<\/(?:label|option|p)>/gs,
        ),
      ]
        .map(([, text = '']) =>
          text
            .replace(/<[^>]*>/g, '')
            .replace(/\s+/g, ' ')
            .trim(),
        )
        .filter((text) => text && !/Leave this empty|email:$/.test(text))
        .sort()
    for (const [path, page, label] of [
      [partnershipForm.path, '/franchise-partnership', 'Partnership Application Form'],
      [contactForm.path, '/contact', 'Message to the company'],
    ] as const) {
      const shown = await (await fetch(app.url + page)).text()
      const form = shown.slice(shown.indexOf(`aria-label="${label}"`)).split('</form>')[0] ?? ''
      const again = await (await postPlain(path, {})).text()
      const formAgain = again.slice(again.indexOf('<form')).split('</form>')[0] ?? ''
      expect(ownTexts(formAgain).length).toBeGreaterThan(5)
      expect(ownTexts(formAgain)).toEqual(ownTexts(form))
    }
    expect(
      await (await postPlain(partnershipForm.path, { ...goodPartnership(), email: '' })).text(),
    ).toContain('Email address is required')
  })

  it('an application shown again still names its position', async () => {
    await asOwner(app.databaseUrl, (client) =>
      client.query(
        `insert into public.career_positions (id, category_id, title, level, location, description)
         values ('store-keeper', 'warehousing', 'Store Keeper', 'Mid-level', 'Keffi', 'Keeps the store in order.')`,
      ),
    )
    await vi.waitFor(
      async () =>
        expect(
          await (await postPlain(jobApplicationForm.path, { positionId: 'store-keeper' })).text(),
        ).toContain('Position: Store Keeper'),
      within,
    )
    expect(await (await postPlain(jobApplicationForm.path, {})).text()).toContain('A general application')
  })

  it('posted without scripts and taken: stored, confirmed by mail, and shown on a page of its own', async () => {
    const email = address()
    const response = await postPlain(partnershipForm.path, goodPartnership(email.toUpperCase()))
    expect(response.status).toBe(303)
    const outcome = await fetch(new URL(response.headers.get('location') ?? '', app.url))
    expect(outcome.status).toBe(200)
    expect(await outcome.text()).toContain(partnershipMessages.submitted)
    expect(await rowsOf('partnership_applications', email)).toMatchObject([
      {
        status: 'pending',
        company_name: 'Ọbí & Sons Ltd',
        contact_person: "Ada O'Neil",
        business_description: 'Two shops in Keffi.\nOne in Lafia.',
        address: null,
        user_id: null,
      },
    ])
    const mail = await mailTo(email, 'partnership application')
    expect(mail?.text).toContain('Franchise Partner')
  })

  it('sent twice is one application and one mail, with a key or without', async () => {
    const [plain, scripted] = [address(), address()]
    await Promise.all([1, 2, 3].map(() => postPlain(partnershipForm.path, goodPartnership(plain))))
    const attempt = { ...goodPartnership(scripted), termsAccepted: true, [idempotencyField]: randomUUID() }
    for (const again of [1, 2]) {
      const { status, answer } = await postByScript(partnershipForm.path, attempt)
      expect([again, status, answer]).toEqual([again, 200, { ok: true }])
    }
    expect(await rowsOf('partnership_applications', plain)).toHaveLength(1)
    expect(await rowsOf('partnership_applications', scripted)).toHaveLength(1)
    await postByScript(partnershipForm.path, { ...attempt, [idempotencyField]: randomUUID() })
    expect(await rowsOf('partnership_applications', scripted)).toHaveLength(2)
    await mailTo(plain, 'partnership')
    expect((await app.mailbox()).filter(({ to }) => to === plain)).toHaveLength(1)
  })

  it('takes answers up to their longest, in letters of every language, and not one more', async () => {
    const email = address()
    const long = {
      ...goodPartnership(email),
      businessDescription: 'ọ'.repeat(5000),
      experience: 'ẹ'.repeat(5000),
      marketingStrategy: '€'.repeat(5000),
      address: 'Ɓ'.repeat(5000),
    }
    expect((await postPlain(partnershipForm.path, long)).status).toBe(303)
    expect((await rowsOf('partnership_applications', email))[0]?.business_description).toBe('ọ'.repeat(5000))
    const { answer } = await postByScript(partnershipForm.path, {
      ...long,
      termsAccepted: true,
      experience: 'e'.repeat(5001),
    })
    expect(answer.errors).toEqual([
      { field: 'experience', message: 'Experience must be at most 5000 characters' },
    ])
  })

  it('a person who loads its address finds the page with the form', async () => {
    const response = await fetch(app.url + partnershipForm.path, { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([303, '/franchise-partnership'])
  })
})

describe('a message to the company', () => {
  const message = (changes: object = {}) => ({
    topic: 'hr',
    name: 'Ada Obi',
    email: address(),
    phone: '',
    message: 'Do you take apprentices in Lafia?',
    ...changes,
  })

  it('needs a way to answer it', async () => {
    const { status, answer } = await postByScript(contactForm.path, message({ email: '' }))
    expect([status, answer.errors]).toEqual([422, [{ field: 'email', message: contactMessages.noWayBack }]])
    const uncallable = await postByScript(contactForm.path, message({ email: '', phone: '00000000000' }))
    expect([uncallable.status, uncallable.answer.errors]).toEqual([
      422,
      [{ field: 'phone', message: notCallable }],
    ])
  })

  it('names each field that is wrong', async () => {
    const { answer } = await postByScript(contactForm.path, {
      topic: 'love',
      name: 'A',
      email: 'a@b',
      phone: 'call me',
      message: 'short',
    })
    expect(answer.errors.map(({ field }: { field: string }) => field)).toEqual([
      'topic',
      'name',
      'email',
      'phone',
      'message',
    ])
  })

  it('is stored and confirmed; one with a phone number alone is stored', async () => {
    const provided = message()
    expect((await postByScript(contactForm.path, provided)).status).toBe(200)
    expect(await rowsOf('contact_messages', provided.email)).toMatchObject([
      { topic: 'hr', status: 'pending' },
    ])
    const mail = await mailTo(provided.email, 'your message')
    expect(mail?.text).toContain('Work and careers')
    // The address may be a stranger's: nobody's words reach them through us.
    expect(`${mail?.text} ${mail?.html}`).not.toContain('apprentices')
    const name = `Ada ${randomUUID()}`
    const byPhone = await postPlain(contactForm.path, message({ email: '', phone: '0803 123 4567', name }))
    expect(byPhone.status).toBe(303)
    const { rows } = await asOwner(app.databaseUrl, (client) =>
      client.query('select phone, email from public.contact_messages where name = $1', [name]),
    )
    expect(rows).toEqual([{ phone: '+2348031234567', email: null }])
  })

  it('far too long is refused by a page, or to a script in the same words', async () => {
    const endless = message({ message: 'x'.repeat(310_000) })
    const page = await postPlain(contactForm.path, endless)
    expect([page.status, await page.text()]).toEqual([413, expect.stringContaining(formMessages.tooLarge)])
    const { status, answer } = await postByScript(contactForm.path, endless)
    expect([status, answer.ok, answer.message]).toEqual([413, false, formMessages.tooLarge])
  })

  it('with what no database holds is taken without it, by a script and by a plain page alike', async () => {
    const byScript = message({
      name: 'Ada\0 \ud800Obi',
      message: 'Do you\0 take \udfff apprentices in Keffi?',
    })
    expect((await postByScript(contactForm.path, byScript)).status).toBe(200)
    expect(await rowsOf('contact_messages', byScript.email)).toMatchObject([
      { name: 'Ada \ufffdObi', message: 'Do you take \ufffd apprentices in Keffi?' },
    ])
    const plain = message({ message: 'Do you\0 take apprentices?' })
    expect((await postPlain(contactForm.path, plain)).status).toBe(303)
    expect(await rowsOf('contact_messages', plain.email)).toMatchObject([
      { message: 'Do you take apprentices?' },
    ])
  })

  it('keeps the phone number of another country as one dials it', async () => {
    const provided = message({ phone: '+44 (0)20 7946 0018' })
    expect((await postByScript(contactForm.path, provided)).status).toBe(200)
    expect(await rowsOf('contact_messages', provided.email)).toMatchObject([{ phone: '+442079460018' }])
  })

  it('is confirmed in the name that the company facts hold', async () => {
    const rename = (name: string | null) =>
      asOwner(app.databaseUrl, (client) =>
        client.query(`update public.company_facts set value = $1 where key = 'company_name'`, [name]),
      )
    await rename('Keffi Growers')
    try {
      const email = address()
      await vi.waitFor(
        async () => expect(await (await fetch(`${app.url}/`)).text()).toContain('Keffi Growers'),
        within,
      )
      await postPlain(contactForm.path, {
        topic: 'general',
        name: 'Ada Obi',
        email,
        message: 'Do you buy sesame?',
      })
      expect((await mailTo(email, ''))?.text).toContain('Keffi Growers')
    } finally {
      await rename(null)
    }
  })

  it('a mailbox gets five confirmations an hour at most, and no message is lost', async () => {
    const email = address()
    for (let index = 0; index < 7; index++)
      await postByScript(contactForm.path, message({ email, message: `Message number ${index}, again` }))
    expect(await rowsOf('contact_messages', email)).toHaveLength(7)
    const { rows } = await asOwner(app.databaseUrl, (client) =>
      client.query('select from private.mail_outbox where recipient = $1', [email]),
    )
    expect(rows).toHaveLength(5)
  })
})

describe('limits', () => {
  it('are tighter for posts without scripts, and as many times as high as the operator says', async () => {
    for (const [factor, count] of [
      ['1', 20],
      ['0.1', 2],
    ] as const) {
      const other = await startApp({ FORM_LIMITS_FACTOR: factor })
      try {
        const post = async (accept: string) => {
          const response = await fetch(other.url + newsletterForm.path, {
            method: 'POST',
            redirect: 'manual',
            headers: { 'sec-fetch-site': 'same-origin', accept },
            body: new URLSearchParams({ email: 'x', [honeypotField]: 'x' }),
          })
          return response.status
        }
        const statuses: number[] = []
        for (let index = 0; index <= count; index++) statuses.push(await post('text/html'))
        expect(statuses).toEqual([...Array(count).fill(303), 429])
        expect(await post('application/json')).toBe(200)
      } finally {
        await other.stop()
      }
    }
  })

  it('hold back an address that posts without end, and say when to come back', async () => {
    const other = await startApp()
    try {
      const statuses: number[] = []
      const post = () =>
        fetch(other.url + newsletterForm.path, {
          method: 'POST',
          headers: { 'sec-fetch-site': 'same-origin', accept: 'application/json' },
          body: new URLSearchParams({ email: 'x', [honeypotField]: 'x' }),
        })
      for (let index = 0; index < 60; index++) statuses.push((await post()).status)
      expect(new Set(statuses)).toEqual(new Set([200]))
      const refused = await post()
      expect(refused.status).toBe(429)
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
      expect(await refused.json()).toEqual({ ok: false, message: formMessages.tooMany, errors: [] })
    } finally {
      await other.stop()
    }
  })
})
