// The documents of orders over HTTP: who gets them and who does not, also around the site; their PDFs; and the page that
// says whether one is genuine.
import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { trackingTokenHeader } from '#domain/guest-links.ts'
import {
  type DocumentList,
  documentPaths,
  type ProFormaAnswer,
  verifyPath,
} from '#domain/market/documents.ts'
import { makeContact } from '#tests/database/market/market-app.ts'
import type { Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRequest } from '#tests/harness/order-requests.ts'
import { readPdfText } from '#tests/harness/read-pdf.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { within } from '#tests/harness/within.ts'
import { type Checked, openMarketApp, type Shopper } from './market-app.ts'

const sizeMax = 60 * 1024
let order: Checked & { token: string }

const app = await openMarketApp({ FORM_LIMITS_FACTOR: '20' })
await app.setAccount('0123456789')
const rice = await app.addProduct(null)
const guest = await app.newShopper()
order = await guest.order([rice])
const member = await app.newPerson()
const stranger = await app.newPerson()
const admin = await app.newAdmin()
await addSecondFactor(admin)
const memberOrderId = await orderAsMember(member)
afterAll(() => app.stop())

async function orderAsMember(person: Person): Promise<string> {
  const placed = (await person.client
    .rpc('place_market_order', {
      request: { items: [{ ...rice }], contact: makeContact() },
      context: { idempotencyKey: crypto.randomUUID() },
    })
    .then(mustWork)) as { id: string }
  return placed.id
}

async function pay(orderId: string): Promise<void> {
  const valueDate = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos' }).format(new Date())
  const details = { amountKobo: 100_000, valueDate, bankReference: crypto.randomUUID() }
  await admin.client.rpc('confirm_payment', { order_id: orderId, details }).then(mustWork)
}

const byLink = (token: string) => ({ [trackingTokenHeader]: token })
const listBy = (shopper: Shopper, headers: Record<string, string>, query = '') =>
  shopper.call<DocumentList>('GET', documentPaths.list + query, undefined, headers)
const makeProForma = (shopper: Shopper, headers: Record<string, string>, body: object = {}) =>
  shopper.call<ProFormaAnswer>('POST', documentPaths.proForma, body, headers)

async function download(id: string, headers: Record<string, string>): Promise<Response> {
  return fetch(app.url + documentPaths.file(id), { headers })
}
const bearer = async ({ client }: Person) => ({
  authorization: `Bearer ${(await client.auth.getSession()).data.session?.access_token}`,
})

async function expectPdf(response: Response): Promise<Buffer> {
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('cache-control')).toBe('private, no-store')
  const pdf = Buffer.from(await response.arrayBuffer())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.length).toBeLessThanOrEqual(sizeMax)
  return pdf
}

describe('a paper is refused', () => {
  it('to anyone who shows nothing, or the secret of no order', async () => {
    const visitor = await app.newShopper()
    for (const [headers, status] of [
      [{}, 401],
      [byLink('no secret of ours'), 404],
    ] as const) {
      expect((await makeProForma(visitor, headers)).status).toBe(status)
      expect((await download(crypto.randomUUID(), headers)).status).toBe(status)
    }
    expect((await listBy(visitor, {})).status).toBe(401)
    expect((await listBy(visitor, byLink('a'.repeat(43)))).body.documents).toEqual([])
    expect((await makeProForma(visitor, byLink('a'.repeat(43)))).status).toBe(404)
  })

  it('to another guest, another member, and staff without the right', async () => {
    const created = (await makeProForma(guest, byLink(order.token))).body
    if (!created.ok) throw new Error(created.code)
    const other = await guest.order([rice])
    expect((await download(created.id, byLink(other.token))).status).toBe(404)
    expect((await download(created.id, await bearer(stranger))).status).toBe(404)
    const reviewer = await app.newPerson()
    await app.sql('insert into public.user_roles (user_id, role) values ($1, $2)', [reviewer.id, 'reviewer'])
    expect((await download(created.id, await bearer(reviewer))).status).toBe(404)
    expect((await listBy(guest, await bearer(stranger), `?order=${order.id}`)).body.documents).toEqual([])
    expect((await makeProForma(guest, await bearer(stranger), { orderId: order.id })).status).toBe(404)
    expect((await makeProForma(guest, await bearer(stranger), { orderId: memberOrderId })).status).toBe(404)
  })

  it('to other sites, which may not have one made', async () => {
    const headers = { ...byLink(order.token), origin: 'https://evil.test' }
    expect((await makeProForma(guest, headers)).status).toBe(403)
  })
})

describe('a guest', () => {
  it('has a pro-forma made, finds it in the list, and gets the same small PDF each time', async () => {
    const { status, body } = await makeProForma(guest, byLink(order.token))
    expect(status).toBe(200)
    if (!body.ok) throw new Error(body.code)
    expect(body.number).toBe(`PF-${order.code}`)
    const { documents } = (await listBy(guest, byLink(order.token))).body
    expect(documents).toMatchObject([
      { id: body.id, kind: 'pro_forma', number: body.number, amountKobo: 100_000, currency: 'NGN' },
    ])
    const first = await expectPdf(await download(body.id, byLink(order.token)))
    const second = await expectPdf(await download(body.id, byLink(order.token)))
    expect(second.equals(first)).toBe(true)
  })

  it('learns why there is no pro-forma for an order that is over', async () => {
    const gone = await guest.order([rice])
    await guest.onTrack(gone.token, '/market/track/withdraw')
    const { status, body } = await makeProForma(guest, byLink(gone.token))
    expect([status, body]).toEqual([409, { ok: false, code: 'not_payable' }])
  })
})

describe('a quote that is not sent yet', () => {
  const quote = {
    lines: [
      { description: 'Ginger, dried', quantity: 2, unit: 'Tons', priceKobo: 100_000_000 },
      { kind: 'discount', description: 'Second order', quantity: 1, unit: 'lot', priceKobo: 5_000_000 },
    ],
    currency: 'NGN',
    expiresAt: new Date(Date.now() + 7 * 86_400_000).toISOString(),
  }

  it('is drawn for staff who may quote, marked as a preview, and is not stored', async () => {
    const { id } = (await member.client
      .rpc('submit_order', { request: goodRequest, idempotency_key: crypto.randomUUID() })
      .then(mustWork)) as { id: string }
    const preview = async (headers: Record<string, string>, body: object = { orderId: id, quote }) =>
      fetch(app.url + documentPaths.preview, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      })
    for (const person of [member, stranger]) expect((await preview(await bearer(person))).status).toBe(403)
    expect((await preview({})).status).toBe(401)
    expect((await preview({ ...(await bearer(admin)), origin: 'https://elsewhere.example' })).status).toBe(
      403,
    )
    const wrong = await preview(await bearer(admin), { orderId: id, quote: { ...quote, lines: [] } })
    expect(await wrong.json()).toMatchObject({ message: 'A quote has 1 to 100 lines' })
    const text = readPdfText(await expectPdf(await preview(await bearer(admin))))
    for (const words of [
      'Preview',
      'Ginger, dried',
      'Second order',
      '-₦50,000',
      '₦1,950,000',
      'Nothing was sent',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('Is this paper genuine?')
    expect(await app.sql('select from public.order_documents where order_id = $1', [id])).toEqual([])
    expect(await app.sql('select from public.quotes where order_id = $1', [id])).toEqual([])
  })
})

describe('receipt and invoice of a member', () => {
  it('are drawn by themselves, stored with a fingerprint, and read by the member and by staff with the right', async () => {
    await pay(memberOrderId)
    await admin.client.from('orders').update({ status: 'approved' }).eq('id', memberOrderId).then(mustWork)
    const { documents } = (
      await listBy(await app.newShopper(), await bearer(member), `?order=${memberOrderId}`)
    ).body
    expect(documents.map(({ kind }) => kind)).toEqual(['invoice', 'receipt'])
    // Documents of all orders at once: one's own alone, also for those who may read everybody's; a page goes on after its last.
    const listOwn = async (person: Person, query = '') =>
      (await listBy(await app.newShopper(), await bearer(person), query)).body.documents
    expect(await listOwn(member)).toEqual(documents)
    expect(await listOwn(member, `?after=${documents[0]?.id}`)).toEqual(documents.slice(1))
    expect(await listOwn(admin)).toEqual([])
    expect(await listOwn(stranger, `?after=${documents[0]?.id}`)).toEqual([])
    for (const { id } of documents) {
      const created = await vi.waitUntil(
        async () =>
          (
            await app.sql<{ sha256: string }>(
              'select sha256 from private.document_files where document_id = $1 and created_at is not null',
              [id],
            )
          )[0],
        within,
      )
      for (const person of [member, admin]) {
        const pdf = await expectPdf(await download(id, await bearer(person)))
        expect(createHash('sha256').update(pdf).digest('hex')).toBe(created.sha256)
      }
      // Around the site: the storage service applies the same rules.
      const name = `${id}.pdf`
      expect((await member.client.storage.from('documents').download(name)).data?.size).toBeGreaterThan(0)
      for (const client of [stranger.client, app.newClient()])
        expect((await client.storage.from('documents').download(name)).error).not.toBeNull()
      for (const { client } of [member, stranger, admin]) {
        const forged = new Blob(['%PDF-1.7 forged'], { type: 'application/pdf' })
        const upload = client.storage.from('documents').upload(name, forged, { upsert: true })
        expect((await upload).error).not.toBeNull()
        await client.storage.from('documents').remove([name])
      }
      expect((await member.client.storage.from('documents').download(name)).error).toBeNull()
    }
  })
})

describe('/verify', () => {
  const page = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(app.url + path, init)
    return { response, html: await response.text() }
  }

  it('says in its HTML what we wrote on the paper, and names nobody', async () => {
    const [document] = await app.sql<{ verification_code: string; number: string }>(
      `select verification_code, number from public.order_documents where kind = 'receipt'`,
    )
    const { response, html } = await page(`${verifyPath}/${document?.verification_code}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('private, no-store')
    const text = html.replace(/<script[\s\S]*?<\/script>/g, '').replace(/<[^>]+>/g, ' ')
    for (const words of ['We issued this paper', 'Receipt', document?.number, '₦1,000'])
      expect(text).toContain(words)
    expect(html).not.toContain('Ada Obi')
    expect(html).not.toContain('@example.com')
    // However it is typed.
    const typed = document?.verification_code.toLowerCase().replaceAll('-', ' ') ?? ''
    const requested = await page(`${verifyPath}?code=${encodeURIComponent(typed)}`, { redirect: 'manual' })
    expect(requested.response.status).toBe(303)
    expect(requested.response.headers.get('location')).toBe(`${verifyPath}/${document?.verification_code}`)
  })

  it('says of a pro-forma that a newer one counts', async () => {
    const created = await guest.order([rice])
    await makeProForma(guest, byLink(created.token))
    const [old] = await app.sql<{ verification_code: string }>(
      'select verification_code from public.order_documents where order_id = $1',
      [created.id],
    )
    const path = `${verifyPath}/${old?.verification_code}`
    expect((await page(path)).html).not.toContain('The newer one counts')
    await app.setAccount('9876543210')
    await makeProForma(guest, byLink(created.token))
    expect((await page(path)).html).toContain('The newer one counts')
  })

  it('does not know any other code, and asks for one', async () => {
    for (const code of ['AAAA-AAAA-AAAA', 'x', "'; drop table orders"]) {
      const { response, html } = await page(`${verifyPath}/${encodeURIComponent(code)}`)
      expect(response.status).toBe(404)
      expect(html).toContain('We issued no paper with this code')
    }
    // Its number, which stands larger on it, is no forgery either: whether there is such a paper only its code says.
    for (const number of ['INV-2026-00001', 'pf-ag7k4-2x9q-2', 'DN 2026 00012']) {
      const { response, html } = await page(`${verifyPath}/${encodeURIComponent(number)}`)
      expect(response.status).toBe(404)
      expect(html).toContain('This is the number of a paper')
      expect(html).toContain('<title>A number, not the code')
    }
    expect((await page(verifyPath)).html).toContain('Code on the paper')
  })
})

describe('when the account goes', () => {
  it('the PDFs of pro-forma and delivery note go as well', async () => {
    const leaver = await app.newPerson()
    const orderId = await orderAsMember(leaver)
    const created = (await makeProForma(await app.newShopper(), await bearer(leaver), { orderId })).body
    if (!created.ok) throw new Error(created.code)
    await expectPdf(await download(created.id, await bearer(leaver)))
    await app.sql('select private.delete_account($1)', [leaver.id])
    await vi.waitUntil(
      async () =>
        (
          await app.sql(
            `select from storage.objects where bucket_id = 'documents' and name = $1
             union all select from private.document_files where document_id = $2`,
            [`${created.id}.pdf`, created.id],
          )
        ).length === 0,
      within,
    )
  })
})
