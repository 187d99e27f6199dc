// Everything that is stored about a member in words and as PDF: what both say, and that neither says more than the data file.
import { randomUUID } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { ownSecretsMessages, ownSecretsPaths, withheldReasons } from '#domain/account/own-secrets.ts'
import { personalTables } from '#domain/account/personal-data.ts'
import type { DataReport } from '#domain/data-report.ts'
import type { SubmittedOrder } from '#domain/market/orders.ts'
import type { PhotoSlot } from '#domain/registrations/intake.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { dataShapes, vaultPaths } from '#domain/vault.ts'
import type { PersonExport } from '#server/vault/export.ts'
import type { Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRequest } from '#tests/harness/order-requests.ts'
import { readPdfText } from '#tests/harness/read-pdf.ts'
import { decideRegistration, goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor, ageFactors } from '#tests/harness/second-factor.ts'
import { within } from '#tests/harness/within.ts'
import { takePhoto } from '#tests/server/registrations/applicant.ts'
import { openRegistrationApp } from '#tests/server/registrations/registration-app.ts'

const app = await openRegistrationApp()
afterAll(() => app.stop())

const reportPath = vaultPaths.export + dataShapes.report
const pdfPath = vaultPaths.export + dataShapes.pdf

async function fetchAs({ client }: Pick<Person, 'client'>, path: string, headers: object = {}) {
  const { session } = mustWork(await client.auth.getSession())
  return fetch(app.url + path, { headers: { authorization: `Bearer ${session?.access_token}`, ...headers } })
}

async function readReport(person: Pick<Person, 'client'>): Promise<DataReport> {
  const response = await fetchAs(person, reportPath)
  expect(response.status).toBe(200)
  return (await response.json()) as DataReport
}

async function readPdf(person: Pick<Person, 'client'>) {
  const response = await fetchAs(person, pdfPath)
  expect(response.status).toBe(200)
  const pdf = Buffer.from(await response.arrayBuffer())
  return {
    headers: response.headers,
    // Lines break where the sheet ends.
    text: readPdfText(pdf).replaceAll('\n', ' '),
    hasPhoto: pdf.includes('/Subtype /Image'),
  }
}

async function register(person: Person, form: RegistrationFormName) {
  const applicant = await app.newApplicant(person)
  const { status, body } = await applicant.submit(form)
  expect(status).toBe(201)
  return { applicant, body }
}

async function registerWithPhoto(person: Person) {
  const { applicant, body } = await register(person, 'farmer')
  await applicant.upload(body.photo as PhotoSlot, await takePhoto())
  expect((await applicant.attach(body.photo as PhotoSlot, body)).status).toBe(200)
  return body
}

const sectionOf = ({ sections }: DataReport, title: string | RegExp) =>
  sections.find((section) => section.title.match(title))
const factsOf = (report: DataReport, title: string | RegExp) =>
  sectionOf(report, title)?.parts.flatMap(({ facts }) => facts.map(({ term, detail }) => [term, detail])) ??
  []

const { bvn, accountNumber, idNumber } = goodRegistrations.investor_individual as Record<string, string>
const birthDay = '5\u00a0May 1990'

describe('what is stored about a member, in words', () => {
  it('has the answers under the questions of their form, since when, until when, and of what there is nothing', async () => {
    const person = await app.newPerson()
    const { reference } = await registerWithPhoto(person)
    // On another day than the rest: what is said already is not said twice.
    await app.sql(`update public.farmers set sent_again_at = '2026-01-04T10:00:00Z' where reference = $1`, [
      reference,
    ])
    const report = await readReport(person)
    expect(factsOf(report, reference).map(([term]) => term)).toContain('It was last sent or agreed to again')
    const registration = sectionOf(report, `Your registration ${reference}`)
    expect(registration?.since).toMatch(/^\d+\u00a0\w+ 20\d\d$/)
    expect(registration?.storedFor).toMatch(
      /^until \d+\u00a0\w+ 20\d\d, 2 years from its last change, while nobody has decided/,
    )
    expect(factsOf(report, reference)).toEqual(
      expect.arrayContaining([
        ['Form', 'Farmer Bio Data'],
        ['Status', 'Pending'],
        ['Full name', 'Ada Obi'],
        ['Farm size', '6 to 10 acres'],
        ['Crop types', 'Maize, Ginger'],
        ['Farming methods', 'Mixed'],
        ['Date of birth', '••••••'],
      ]),
    )
    expect(factsOf(report, 'Your photo')).toEqual([
      ['Sent with', `registration ${reference}`],
      ['Why it is not shown', withheldReasons.member],
    ])
    expect(report.withheld).toEqual([withheldReasons.member])
    expect(factsOf(report, 'What you agreed to').map(([term]) => term)).toContain(
      'Terms and conditions, and keeping the details of the form',
    )
    expect(factsOf(report, 'When your data was read')[0]?.[1]).toMatch(/^Secret numbers masked: /)
    expect(report.nothing).toMatch(/^Nothing about: .*orders and payments, .*the newsletter/)
  })

  it('names no table, no column and no id', async () => {
    const person = await app.newPerson()
    await registerWithPhoto(person)
    await register(person, 'buyer_corporate')
    await register(person, 'investor_crypto')
    const order = { request: goodRequest, idempotency_key: randomUUID() }
    const { code } = mustWork(await person.client.rpc('submit_order', order)) as unknown as SubmittedOrder
    const report = await readReport(person)
    expect(factsOf(report, 'Your orders')).toEqual(
      expect.arrayContaining([
        ['Goods', 'Cocoa Beans'],
        ['Quantity', '1,250.5'],
        ['Payment terms', 'Letter of Credit'],
        ['Payment', 'Not paid yet'],
        ['Preparation and delivery', 'Not begun'],
      ]),
    )
    const terms = factsOf(report, 'Your orders').map(([term]) => term)
    for (const raw of ['Vat', 'VAT', 'Fulfilment status', 'Payment status', 'Awaits delivery', 'Vat lines'])
      expect(terms).not.toContain(raw)
    expect(sectionOf(report, 'Your orders')?.parts[0]?.title).toBe(`Order ${code}`)
    const { sections, nothing } = report
    const words = [
      nothing,
      ...sections.flatMap(({ title, storedFor, parts }) => [
        title,
        storedFor,
        ...parts.flatMap((part) => [part.title, ...part.facts.flatMap(({ term, detail }) => [term, detail])]),
      ]),
    ]
      .join('\n')
      .replace(/\S+@example\.com/g, '')
    expect(words).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/i)
    expect(words).not.toMatch(/\b[a-z]+_[a-z]+\b/)
    expect(words).not.toMatch(/\d{4}-\d\d-\d\dT/)
    for (const { table } of personalTables) expect(words).not.toContain(table)
  })

  it('names what was decided and why, what was requested, and who looked', async () => {
    const person = await app.newPerson()
    const admin = await app.newAdmin()
    const { reference, recordType, id } = await registerWithPhoto(person)
    await admin.client
      .rpc('request_correction', {
        record_type: recordType,
        record_id: id,
        notes: [
          { field: 'noEmail', note: 'Please untick this' },
          { field: 'farmSize', note: 'Is this the whole farm?' },
        ],
        message: 'Two things',
      })
      .throwOnError()
    await decideRegistration(admin, { recordType, id }, 'declined', 'The farm lies outside our area.')
    await addSecondFactor(admin)
    const reason = 'Checking the age before the visit'
    const revealed = await (await app.newApplicant(admin)).call('POST', vaultPaths.reveal, {
      ...{ recordType, recordId: id, field: 'dateOfBirth', reason },
    })
    expect(revealed.status).toBe(200)
    const report = await readReport(person)
    const decided = factsOf(report, 'What we decided').map(([, detail]) => detail)
    expect(decided).toContain(
      `Registration ${reference}: from Pending to Declined. The reason: The farm lies outside our area.`,
    )
    expect(decided).toContain(
      `Registration ${reference}. Two things. I have no e-mail: Please untick this. Farm size: Is this the whole farm?`,
    )
    expect(factsOf(report, 'Who looked')[0]?.[1]).toMatch(
      new RegExp(`read your date of birth of registration ${reference}. The reason: ${reason}$`),
    )
    expect(sectionOf(report, reference)?.storedFor).toMatch(/1 year from the decision/)
  })
})

describe('secret numbers and the photo', () => {
  it('are masked and left out in page and PDF without a second step, and whole with one of three days', async () => {
    const person = await app.newPerson()
    await registerWithPhoto(person)
    await register(person, 'investor_individual')
    const secrets = [bvn, accountNumber, idNumber, birthDay, '1990-05-05']
    const masked = JSON.stringify(await readReport(person))
    const paper = await readPdf(person)
    for (const secret of secrets) expect([secret, masked.includes(secret ?? '')]).toEqual([secret, false])
    for (const secret of secrets) expect([secret, paper.text.includes(secret ?? '')]).toEqual([secret, false])
    expect(masked).not.toContain('data:image')
    expect(paper.hasPhoto).toBe(false)
    expect(paper.text).toContain('because this sign-in has not opened them')
    expect(paper.text).toContain(`••••••${bvn?.slice(-4)}`)
    expect(paper.text).toContain('Ada Obi')

    await addSecondFactor(person)
    expect((await readPdf(person)).hasPhoto).toBe(false)
    await ageFactors(app.databaseUrl, person.id)
    const whole = await readReport(person)
    expect(factsOf(whole, 'IV')).toEqual(
      expect.arrayContaining([
        ['BVN', bvn],
        ['Account number', accountNumber],
        ['ID number', idNumber],
        ['Date of birth', birthDay],
      ]),
    )
    expect(sectionOf(whole, 'Your photo')?.parts[0]?.photo?.image).toMatch(/^data:image\/jpeg;base64,/)
    expect(whole.withheld).toEqual([])
    const opened = await readPdf(person)
    expect(opened.hasPhoto).toBe(true)
    for (const secret of [bvn, accountNumber, birthDay]) expect(opened.text).toContain(secret)
    // The password alone still opens nothing.
    const client = app.newClient()
    mustWork(await client.auth.signInWithPassword(person))
    const elsewhere = await readPdf({ client })
    expect([elsewhere.hasPhoto, elsewhere.text.includes(bvn ?? '')]).toEqual([false, false])
  })

  it('the data file says of each why it is masked or left out', async () => {
    const person = await app.newPerson()
    const { id } = await registerWithPhoto(person)
    const all = (await (await fetchAs(person, vaultPaths.export)).json()) as PersonExport
    expect(all.photos).toEqual([])
    const why = { recordType: 'farmers', recordId: id, why: withheldReasons.member }
    expect(all.withheld).toEqual([
      { ...why, field: 'dateOfBirth' },
      { ...why, field: 'selfie' },
    ])
  })
})

describe('page and PDF', () => {
  it('are nobody else’s, cached by nobody, and the name of the file says nothing', async () => {
    const [person, stranger] = [await app.newPerson(), await app.newPerson()]
    const { reference } = await registerWithPhoto(person)
    const { headers, text } = await readPdf(person)
    expect(text).toContain(reference)
    expect(headers.get('content-type')).toBe('application/pdf')
    expect(headers.get('content-disposition')).toMatch(
      /^attachment; filename="my-data-\d{4}-\d\d-\d\d\.pdf"$/,
    )
    const page = await fetchAs(person, reportPath)
    for (const shown of [headers, page.headers]) expect(shown.get('cache-control')).toBe('private, no-store')
    const theirs = [JSON.stringify(await readReport(stranger)), (await readPdf(stranger)).text].join()
    for (const word of [reference, person.email, 'Obi Farm']) expect(theirs).not.toContain(word)
  })

  it('are refused to a session that is over, to nobody at all, and from another site', async () => {
    const person = await app.newPerson()
    const { session } = mustWork(await person.client.auth.getSession())
    const authorization = `Bearer ${session?.access_token}`
    for (const path of [reportPath, pdfPath]) {
      expect((await fetch(app.url + path)).status).toBe(401)
      const foreign = await fetchAs(person, path, { 'sec-fetch-site': 'cross-site' })
      expect(foreign.status).toBe(403)
    }
    mustWork(await person.client.auth.signOut().then(({ error }) => ({ data: true, error })))
    for (const path of [reportPath, pdfPath])
      expect((await fetch(app.url + path, { headers: { authorization } })).status).toBe(401)
  })

  it('are each written down and mailed as a download, and share its limit', async () => {
    const person = await app.newPerson()
    const paths = [reportPath, vaultPaths.export]
    await readPdf(person)
    for (let turn = 0; turn < 19; turn++)
      expect((await fetchAs(person, paths[turn % 2] ?? '')).status).toBe(200)
    for (const path of [...paths, pdfPath]) {
      const refused = await fetchAs(person, path)
      expect([path, refused.status]).toEqual([path, 429])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    }
    const entries = await app.sql('select in_clear from private.own_exports where user_id = $1', [person.id])
    expect(entries).toEqual(Array.from({ length: 20 }, () => ({ in_clear: false })))
    await vi.waitUntil(
      async () =>
        (await app.mailbox()).some(
          ({ to, subject }) => to === person.email && /your data was downloaded/i.test(subject),
        ),
      within,
    )
  })

  it('are refused while the account is frozen', async () => {
    const person = await app.newPerson()
    await readReport(person)
    const mail = await vi.waitUntil(
      async () =>
        (await app.mailbox()).find(({ to, subject }) => to === person.email && /downloaded/.test(subject)),
      within,
    )
    const token = mail.links.map((link) => /\/not-me#([0-9a-f]{64})$/.exec(link)?.[1]).find(Boolean)
    const raised = await (await app.newApplicant()).call('POST', ownSecretsPaths.raiseAlarm, { token })
    expect(raised.status).toBe(200)
    // Signed in again, by the mailed link.
    await app.sql('delete from auth.limits')
    const client = app.newClient()
    mustWork(await client.auth.resetPasswordForEmail(person.email))
    const recovery = await vi.waitUntil(
      async () =>
        (await app.mailbox()).find(
          ({ to, subject }) => to === person.email && /choose a new password/i.test(subject),
        ),
      within,
    )
    const code = /\b\d{6}\b/.exec(recovery.text)?.[0] ?? ''
    mustWork(await client.auth.verifyOtp({ email: person.email, token: code, type: 'recovery' }))
    for (const path of [reportPath, pdfPath]) {
      const refused = await fetchAs({ client }, path)
      expect([refused.status, await refused.json()]).toEqual([
        403,
        expect.objectContaining({ message: ownSecretsMessages.frozen }),
      ])
    }
  })
})
