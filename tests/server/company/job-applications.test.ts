// Job applications: the CV goes to a private place, is judged by its bytes, and nobody but staff's service reads it.
import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { deflateSync } from 'node:zlib'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cvBucket, jobApplicationForm, jobApplicationMessages } from '#domain/company/job-applications.ts'
import { documentTypes } from '#domain/file-types.ts'
import { idempotencyField } from '#domain/forms.ts'
import { limits } from '#domain/limits.ts'
import { createCvStore } from '#server/company/forms/cv-store.ts'
import { createPhotoStore } from '#server/files/photo-store.ts'
import { sweep } from '#server/jobs/sweep.ts'
import { startApp, type TestApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { makeZip, type ZipPart } from '#tests/harness/make-zip.ts'
import { within } from '#tests/harness/within.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
  await sql(`insert into public.career_positions (id, category_id, title, level, location, description, is_published)
    values ('field-hand', 'farming', 'Field Hand', 'Entry-level', 'Keffi', 'Works in the field.', true),
      ('closed', 'farming', 'Closed', 'Entry-level', 'Keffi', 'Works in the field.', false)`)
})
afterAll(() => app.stop())

const sql = (text: string, values: unknown[] = []) =>
  asOwner(app.databaseUrl, async (client) => (await client.query(text, values)).rows)

const pdf = (bytes = 2000) => {
  const [head, tail] = [Buffer.from('%PDF-1.7\n'), Buffer.from('\n%%EOF\n')]
  return Buffer.concat([head, Buffer.alloc(bytes - head.length - tail.length, 0x20), tail])
}
const acting = (object: string) =>
  Buffer.from(`%PDF-1.7\n1 0 obj<</Type/Catalog>>endobj\n3 0 obj${object}endobj\n%%EOF\n`)
const packedScript = () => {
  const body = deflateSync('9 0 <</S/JavaScript/JS(1)>>')
  const head = `%PDF-1.7\n5 0 obj<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${body.length}>>stream\n`
  return Buffer.concat([Buffer.from(head), body, Buffer.from('\nendstream endobj\n%%EOF\n')])
}
const docx = (...more: ZipPart[]) =>
  makeZip([
    { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
    { name: 'word/document.xml', content: Buffer.from('<w:document/>') },
    ...more,
  ])

interface Application {
  cv?: Buffer
  cvName?: string
  cvType?: string
  fields?: Record<string, string>
}

function bodyOf({ cv, cvName = 'My CV.pdf', cvType = 'application/pdf', fields }: Application) {
  const body = new FormData()
  const input = {
    positionId: '',
    fullName: 'Ada Obi',
    email: `${randomUUID()}@example.com`,
    phone: '08031234567',
  }
  for (const [name, value] of Object.entries({ ...input, coverNote: 'I farm.', ...fields }))
    body.set(name, value)
  if (cv) body.set('cv', new File([cv as Uint8Array<ArrayBuffer>], cvName, { type: cvType }))
  return body
}

async function apply(application: Application) {
  const response = await fetch(app.url + jobApplicationForm.path, {
    method: 'POST',
    headers: { accept: 'application/json', 'sec-fetch-site': 'same-origin' },
    body: bodyOf(application),
  })
  return { status: response.status, answer: await response.json() }
}

const storedFor = async (email: string) =>
  (await sql('select * from public.job_applications where email = $1', [email])) as Record<string, string>[]

const objects = async () =>
  (await sql(`select name from storage.objects where bucket_id = 'cvs'`)).map(({ name }) => name as string)

async function bytesOf(path: string): Promise<Buffer> {
  const service = createClient(app.url, app.keys.secretKey, { auth: { persistSession: false } })
  const { data } = await service.storage.from('cvs').download(path)
  return Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer())
}

describe('a CV', () => {
  it.each<[string, Application, string]>([
    ['none', {}, jobApplicationMessages.cvMissing],
    ['an empty file', { cv: Buffer.alloc(0) }, jobApplicationMessages.cvMissing],
    ['a program named as a PDF', { cv: Buffer.alloc(900, 'MZ') }, jobApplicationMessages.cvMissing],
    ['a page named as a PDF', { cv: Buffer.from('<html>') }, jobApplicationMessages.cvMissing],
    [
      'a zip named as a letter',
      {
        cv: makeZip([{ name: 'a.exe', content: Buffer.from('MZ') }]),
        cvName: 'cv.docx',
        cvType: documentTypes.docx,
      },
      jobApplicationMessages.cvMissing,
    ],
    [
      'a bomb named as a letter',
      {
        cv: makeZip([
          { name: '[Content_Types].xml', content: Buffer.from('<Types/>') },
          { name: 'word/document.xml', content: Buffer.alloc(60_000_000) },
        ]),
        cvName: 'cv.docx',
        cvType: documentTypes.docx,
      },
      jobApplicationMessages.cvUnreadable,
    ],
    [
      'a letter that was cut off on its way',
      { cv: docx().subarray(0, -40), cvName: 'cv.docx', cvType: documentTypes.docx },
      jobApplicationMessages.cvUnreadable,
    ],
    [
      'a letter with macros',
      {
        cv: docx({ name: 'word/vbaProject.bin', content: Buffer.from('Sub') }),
        cvName: 'cv.docx',
        cvType: documentTypes.docx,
      },
      jobApplicationMessages.cvActive,
    ],
    [
      'a letter with a password',
      {
        cv: Buffer.concat([
          Buffer.from('d0cf11e0a1b11ae1', 'hex'),
          Buffer.from('EncryptedPackage', 'utf16le'),
        ]),
        cvName: 'cv.docx',
        cvType: documentTypes.docx,
      },
      jobApplicationMessages.cvActive,
    ],
    ['a PDF with a script', { cv: acting('<</S/J#61vaScript/J#53(1)>>') }, jobApplicationMessages.cvActive],
    ['a PDF with a packed script', { cv: packedScript() }, jobApplicationMessages.cvActive],
    ['a PDF with a password', { cv: acting('<</Encrypt 4 0 R>>') }, jobApplicationMessages.cvActive],
    ['a PDF that was cut off on its way', { cv: pdf().subarray(0, -8) }, jobApplicationMessages.cvUnreadable],
    [
      'a PDF with much behind its end',
      { cv: Buffer.concat([pdf(), Buffer.alloc(4_000)]) },
      jobApplicationMessages.cvUnreadable,
    ],
    [
      'a PDF whose objects cannot be read',
      { cv: acting('<</S/GoTo/S/GoTo>>') },
      jobApplicationMessages.cvUnreadable,
    ],
    ['a byte too many', { cv: pdf(limits.cvBytesMax + 1) }, jobApplicationMessages.cvTooLarge],
  ])('is refused when it is %s, and nothing of it stays', async (_, application, message) => {
    const email = `${randomUUID()}@example.com`
    const { status, answer } = await apply({ ...application, fields: { email } })
    expect([status, answer.errors]).toEqual([422, [{ field: 'cv', message }]])
    expect(await storedFor(email)).toEqual([])
    expect(await objects()).toEqual([])
  })

  it.each([
    ['in one piece', (body: Buffer) => body as BodyInit],
    ['of an unknown length', (body: Buffer) => new Blob([new Uint8Array(body)]).stream()],
  ])('far too large (%s) is not even read, and the page says so, with a way back', async (_, asBody) => {
    const form = new Request(app.url, { method: 'POST', body: bodyOf({ cv: pdf(4_100_000) }) })
    const response = await fetch(app.url + jobApplicationForm.path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', 'content-type': form.headers.get('content-type') ?? '' },
      body: asBody(Buffer.from(await form.arrayBuffer())),
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    const page = await response.text()
    expect(page).toContain(`<p class="problems" role="alert">${jobApplicationMessages.cvTooLarge}</p>`)
    expect(page).toContain('<a href="/careers">Back to the page</a>')
  })

  it('far too large is refused to a script in the words of the form', async () => {
    const { status, answer } = await apply({ cv: pdf(4_100_000) })
    expect([status, answer]).toEqual([
      413,
      {
        ok: false,
        message: jobApplicationMessages.cvTooLarge,
        errors: [{ field: 'cv', message: jobApplicationMessages.cvTooLarge }],
      },
    ])
  })

  it('far too large on a slow line is answered once it is here, so that the browser sees the page', async () => {
    const { port } = new URL(app.url)
    const status = await new Promise((resolve, reject) => {
      const sending = request(
        {
          port,
          path: jobApplicationForm.path,
          method: 'POST',
          headers: { 'content-length': 5_000_000, 'content-type': 'multipart/form-data; boundary=x' },
        },
        (response) => resolve([response.statusCode, sending.writableFinished]),
      )
      sending.on('error', reject)
      let left = 10
      const timer = setInterval(() => {
        if (--left >= 0) sending.write(Buffer.alloc(500_000))
        else clearInterval(timer)
        if (left === 0) sending.end()
      }, 150)
    })
    expect(status).toEqual([413, true])
  })

  it('of two megabytes exactly is taken; so is a letter of Word', async () => {
    const email = `${randomUUID()}@example.com`
    expect((await apply({ cv: pdf(limits.cvBytesMax), fields: { email } })).status).toBe(200)
    const letter = { cv: docx(), cvName: '../../Ọmọ <b>CV</b>.docx', cvType: 'text/html' }
    expect((await apply({ ...letter, fields: { email } })).status).toBe(200)
    expect(await storedFor(email)).toMatchObject([
      { cv_type: documentTypes.pdf, cv_bytes: limits.cvBytesMax, cv_name: 'My CV.pdf' },
      { cv_type: documentTypes.docx, cv_name: expect.not.stringContaining('<') },
    ])
  })

  it('is read by the service alone, byte for byte', async () => {
    const email = `${randomUUID()}@example.com`
    const cv = docx()
    await apply({ cv, cvName: 'cv.docx', fields: { email } })
    const [stored] = await storedFor(email)
    const path = stored?.cv_path ?? ''
    const person = await app.newPerson()
    const admin = await app.newAdmin()
    for (const client of [app.newClient(), person.client, admin.client]) {
      expect((await client.storage.from('cvs').download(path)).data).toBeNull()
      expect((await client.storage.from('cvs').list()).data ?? []).toEqual([])
      expect(
        (await client.storage.from('cvs').upload('mine.pdf', new Blob(['%PDF-1.7']))).error,
      ).not.toBeNull()
    }
    expect((await fetch(`${app.url}/storage/v1/object/public/cvs/${path}`)).ok).toBe(false)
    const service = createClient(app.url, app.keys.secretKey, { auth: { persistSession: false } })
    const { data } = await service.storage.from('cvs').download(path)
    expect(Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer()).equals(cv)).toBe(true)
    expect(data?.type).toBe(documentTypes.docx)
  })
})

describe('an application', () => {
  it('names every field that is wrong, the file with them', async () => {
    const { answer } = await apply({ fields: { fullName: 'A', email: 'x', phone: '1' } })
    expect(answer.errors.map(({ field }: { field: string }) => field)).toEqual([
      'fullName',
      'email',
      'phone',
      'cv',
    ])
  })

  it.each(['closed', 'no-such-position', "' or true --"])(
    'for a position that is not open (%s) is refused',
    async (positionId) => {
      const before = await objects()
      const { status, answer } = await apply({ cv: pdf(), fields: { positionId } })
      expect([status, answer.errors]).toEqual([
        422,
        [{ field: 'positionId', message: jobApplicationMessages.positionClosed }],
      ])
      expect(await objects()).toEqual(before)
    },
  )

  it('for an open position, or for any, is stored and confirmed', async () => {
    const [one, any] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
    expect((await apply({ cv: pdf(), fields: { email: one, positionId: 'field-hand' } })).status).toBe(200)
    expect((await apply({ cv: pdf(), fields: { email: any } })).status).toBe(200)
    expect(await storedFor(one)).toMatchObject([
      { position_id: 'field-hand', position_title: 'Field Hand', status: 'pending', phone: '+2348031234567' },
    ])
    expect(await storedFor(any)).toMatchObject([{ position_id: null, position_title: null }])
    const mail = await vi.waitUntil(async () => (await app.mailbox()).find(({ to }) => to === one), within)
    expect(mail?.subject).toContain('Field Hand')
  })

  it('sent twice is one application and one object', async () => {
    const email = `${randomUUID()}@example.com`
    const before = (await objects()).length
    const fields = { email, [idempotencyField]: randomUUID() }
    await Promise.all([apply({ cv: pdf(), fields }), apply({ cv: pdf(), fields })])
    expect(await storedFor(email)).toHaveLength(1)
    expect(await objects()).toHaveLength(before + 1)
  })

  it('sent again after the position has closed is still there, with the CV that came first', async () => {
    const email = `${randomUUID()}@example.com`
    await sql(`insert into public.career_positions (id, category_id, title, level, location, description, is_published)
      values ('closes-soon', 'farming', 'Closes Soon', 'Entry-level', 'Keffi', 'Works in the field.', true)`)
    const fields = { email, positionId: 'closes-soon', [idempotencyField]: randomUUID() }
    const first = docx()
    expect((await apply({ cv: first, cvName: 'cv.docx', fields })).status).toBe(200)
    await sql(`update public.career_positions set is_published = false where id = 'closes-soon'`)
    const before = await objects()
    for (const cv of [first, pdf()]) expect((await apply({ cv, fields })).status).toBe(200)
    expect(await storedFor(email)).toHaveLength(1)
    expect(await objects()).toEqual(before)
    const [stored] = await storedFor(email)
    expect(await bytesOf(stored?.cv_path ?? '')).toEqual(first)
    // Anyone who comes again is refused as ever.
    const late = { ...fields, [idempotencyField]: randomUUID() }
    expect((await apply({ cv: pdf(), fields: late })).status).toBe(422)
    expect(await objects()).toEqual(before)
  })

  it('refused without scripts keeps what was typed, and asks for the file again', async () => {
    const response = await fetch(app.url + jobApplicationForm.path, {
      method: 'POST',
      headers: { origin: app.url },
      body: bodyOf({ fields: { coverNote: 'I farm <well>.', positionId: 'field-hand' } }),
    })
    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page).toContain('enctype="multipart/form-data"')
    expect(page).toContain('I farm &lt;well&gt;.')
    expect(page).toContain('name="positionId" value="field-hand"')
    expect(page).toContain(jobApplicationMessages.cvMissing)
  })
})

it('the sweep takes CVs of yesterday that no application names, and no others', async () => {
  const email = `${randomUUID()}@example.com`
  expect((await apply({ cv: pdf(), fields: { email } })).status).toBe(200)
  const [stored] = await storedFor(email)
  // The application's own storage, from outside.
  const services = {
    request: (path: string | URL | Request, init?: RequestInit) => fetch(`${app.url}${path}`, init),
  }
  const cvs = createCvStore({
    database: app.database,
    store: createPhotoStore(services, app.keys.secretKey, cvBucket),
  })
  const [lost, onItsWay] = [`${randomUUID()}.pdf`, `${randomUUID()}.pdf`]
  for (const path of [lost, onItsWay]) await cvs.put(path, pdf(), 'pdf')
  const before = await objects()
  await sql(
    `update storage.objects set created_at = now() - interval '25 hours' where bucket_id = 'cvs' and name <> $1`,
    [onItsWay],
  )
  expect(await sweep(app.database, () => new Date(), { cvs })).toMatchObject({ cvs: 1 })
  expect(new Set(await objects())).toEqual(new Set(before.filter((name) => name !== lost)))
  expect(await objects()).toContain(stored?.cv_path)
  expect(await cvs.purge()).toBe(0)
})
