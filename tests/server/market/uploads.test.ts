// Files of the market over HTTP: proofs of payment, photos of disputed goods, photos of products; refusals first.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { adminPaths } from '#domain/admin/admin.ts'
import {
  marketMessages,
  marketPaths,
  memberOrderPaths,
  orderUploadBuckets,
  type ShownPhotos,
  type UploadSlot,
} from '#domain/market/market-orders.ts'
import type { OrderRow } from '#domain/market/order.ts'
import { productPhotoBucket, productPhotoPaths, productPhotoUrl } from '#domain/market/product-photos.ts'
import type { Refusal } from '#domain/refusals.ts'
import { createPhotoStore } from '#server/files/photo-store.ts'
import { createProductPhotos } from '#server/market/product-photos.ts'
import { createOrderUploads } from '#server/market/uploads.ts'
import { makeContact } from '#tests/database/market/market-app.ts'
import type { Client, Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { takePhoto } from '#tests/server/registrations/applicant.ts'
import { openMarketApp } from './market-app.ts'

const app = await openMarketApp({ FORM_LIMITS_FACTOR: '20' })
const rice = await app.addProduct(null)
const guest = await app.newShopper()
const [member, stranger] = await Promise.all([app.newPerson(), app.newPerson()])
const photo = await takePhoto(300)
afterAll(() => app.stop())

const pdf = Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF')
type Slotted = UploadSlot & Omit<Refusal, 'ok'>

/** With the client library, as a browser would. */
async function put({ bucket, path, token }: UploadSlot, bytes: Buffer, type = 'image/jpeg') {
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>], { type })
  const { error } = await app
    .newClient()
    .storage.from(bucket)
    .uploadToSignedUrl(path, token, blob, { contentType: type })
  return error
}

async function openFor(token: string, kind: string): Promise<UploadSlot> {
  const { status, body } = await guest.onTrack<Slotted>(token, marketPaths.trackUpload, { kind })
  expect(status).toBe(200)
  return body
}
const finish = (token: string, path: string) => guest.onTrack(token, marketPaths.trackUploadFinish, { path })

async function sendFile(token: string, kind: string, bytes: Buffer, type?: string): Promise<string> {
  const slot = await openFor(token, kind)
  expect(await put(slot, bytes, type)).toBeNull()
  expect(await finish(token, slot.path)).toMatchObject({ status: 200, body: { ok: true, path: slot.path } })
  return slot.path
}

const newOrder = async () => (await app.newShopper()).order([rice])

async function newMemberOrder(person: Person) {
  const created = await person.client
    .rpc('place_market_order', {
      request: { items: [{ ...rice }], contact: makeContact() },
      context: { idempotencyKey: randomUUID() },
    })
    .then(mustWork)
  return (created as { id: string }).id
}

const existing = async (bucket: string, path: string) =>
  (await app.sql('select from storage.objects where bucket_id = $1 and name = $2', [bucket, path])).length

const mayDownload = async (client: Client, bucket: string, path: string) =>
  (await client.storage.from(bucket).download(path)).error === null

describe('a file on an order', () => {
  it('is put nowhere without a place that was given out for it', async () => {
    const order = await newOrder()
    for (const bucket of Object.values(orderUploadBuckets))
      for (const client of [app.newClient(), member.client]) {
        const { error } = await client.storage
          .from(bucket)
          .upload(`${order.id}/${randomUUID()}`, new Blob(['x']))
        expect(error).not.toBeNull()
      }
    expect(await guest.onTrack('c'.repeat(64), marketPaths.trackUpload, { kind: 'proof' })).toMatchObject({
      status: 404,
    })
    expect((await guest.onTrack(order.token, marketPaths.trackUpload, { kind: 'cvs' })).status).toBe(400)
  })

  it.each<[string, string, Buffer, string]>([
    ['text that says it is a picture', 'proof', Buffer.from('paid, believe me'), 'image/jpeg'],
    ['half a PDF', 'proof', pdf.subarray(0, 40), 'application/pdf'],
    [
      'a drawing that could run',
      'dispute',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'),
      'image/png',
    ],
  ])('is refused when it is %s, and does not stay', async (_, kind, bytes, type) => {
    const { token } = await newOrder()
    const slot = await openFor(token, kind)
    // Either the bucket sees it, or the server does.
    if ((await put(slot, bytes, type)) === null)
      expect(await finish(token, slot.path)).toMatchObject({ status: 422, body: { code: 'invalid' } })
    expect(await existing(slot.bucket, slot.path)).toBe(0)
  })

  it.each([
    '/OpenAction<</S/Launch/F(a.exe)>>',
    '/Names<</EmbeddedFiles 3 0 R>>',
    '/AcroForm<</X#46A 3 0 R>>',
  ])('is refused when it is a PDF that acts (%s), in words that help, and does not stay', async (entry) => {
    const { token } = await newOrder()
    const slot = await openFor(token, 'proof')
    const acting = Buffer.from(
      `%PDF-1.4\n1 0 obj<</Type/Catalog${entry}>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF`,
    )
    expect(await put(slot, acting, 'application/pdf')).toBeNull()
    expect(await finish(token, slot.path)).toMatchObject({
      status: 422,
      body: { errors: [{ field: 'proofPath', message: marketMessages.proofActive }] },
    })
    expect(await existing(slot.bucket, slot.path)).toBe(0)
  })

  it('is no PDF where photos are expected, and never larger than 2 MB', async () => {
    const { token } = await newOrder()
    expect(await put(await openFor(token, 'dispute'), pdf, 'application/pdf')).not.toBeNull()
    const large = Buffer.concat([photo, Buffer.alloc(2 * 1024 * 1024)])
    expect(await put(await openFor(token, 'proof'), large)).not.toBeNull()
  })

  it('is not believed before the server has looked at it, nor on another order, nor of another kind', async () => {
    const order = await newOrder()
    const other = await newOrder()
    const unread = await openFor(order.token, 'proof')
    expect(await finish(order.token, unread.path)).toMatchObject({
      status: 409,
      body: { message: marketMessages.fileMissing },
    })
    expect(await put(unread, photo)).toBeNull()
    const ofOther = await sendFile(other.token, 'proof', photo)
    const ofDispute = await sendFile(order.token, 'dispute', photo)
    for (const proofPath of [unread.path, ofOther, ofDispute, '../selfies/x', `${order.id}/${randomUUID()}`])
      expect(
        await guest.onTrack(order.token, marketPaths.trackClaim, { words: 'Paid', proofPath }),
      ).toMatchObject({ status: 422, body: { errors: [{ field: 'proofPath' }] } })
    expect((await finish(order.token, ofOther)).status).toBe(404)
    expect((await guest.onTrack<OrderRow>(order.token, marketPaths.track)).body.payment_status).toBe('unpaid')
  })

  it('is a picture drawn again, without the place where it was taken, and proves a claim', async () => {
    const { token } = await newOrder()
    const path = await sendFile(token, 'proof', photo)
    await guest.onTrack(token, marketPaths.trackClaim, {
      words: 'Mark as Payment Successful',
      proofPath: path,
    })
    const { body } = await guest.onTrack<OrderRow>(token, marketPaths.track)
    expect(body.payment_claims).toMatchObject([{ has_proof: true }])

    const stored = await app
      .newClient(app.keys.secretKey)
      .storage.from('payment-proofs')
      .download(path)
      .then(mustWork)
    const bytes = Buffer.from(await stored.arrayBuffer())
    expect(photo.toString('latin1')).toContain('Secret-Camera')
    expect(bytes.toString('latin1')).not.toContain('Secret-Camera')
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 300 })
  })

  it('may be a PDF for a claim that was made before; the same proof twice is one', async () => {
    const { token } = await newOrder()
    await guest.onTrack(token, marketPaths.trackClaim, { words: 'Paid' })
    const proofPath = await sendFile(token, 'proof', pdf, 'application/pdf')
    for (let taps = 0; taps < 2; taps++)
      await guest.onTrack(token, marketPaths.trackClaim, { words: 'Here is the proof', proofPath })
    const { body } = await guest.onTrack<OrderRow>(token, marketPaths.track)
    expect(body.payment_claims.map(({ has_proof }) => has_proof)).toEqual([false, true])
  })

  it('shows what is wrong with delivered goods', async () => {
    const order = await newOrder()
    await app.sql(`alter table public.orders disable trigger user;
      update public.orders set status = 'approved', payment_status = 'confirmed', fulfilment_status = 'delivered',
        delivered_at = now() where id = '${order.id}';
      alter table public.orders enable trigger user`)
    const reason = 'Three of the sacks were wet inside'
    const photoPaths = [
      await sendFile(order.token, 'dispute', photo),
      await sendFile(order.token, 'dispute', photo),
    ]
    const forged = [...photoPaths, `${order.id}/${randomUUID()}`]
    expect(
      await guest.onTrack(order.token, marketPaths.trackDispute, { reason, photoPaths: forged }),
    ).toMatchObject({ status: 422, body: { errors: [{ field: 'photoPaths' }] } })
    expect((await guest.onTrack(order.token, marketPaths.trackDispute, { reason, photoPaths })).status).toBe(
      200,
    )
    const { body } = await guest.onTrack<OrderRow>(order.token, marketPaths.track)
    expect(body).toMatchObject({
      fulfilment_status: 'disputed',
      order_disputes: [{ reason, resolution: null, photo_paths: photoPaths }],
    })

    // Their buyer sees them again, and nobody else does: no other guest, no member, and no file that is none of the order's.
    const photos = { paths: photoPaths }
    const shown = await guest.onTrack<ShownPhotos>(order.token, marketPaths.trackPhotos, photos)
    expect(shown).toMatchObject({ status: 200, body: { urls: [expect.any(String), expect.any(String)] } })
    for (const url of shown.body.urls) expect((await fetch(app.url + url)).status).toBe(200)
    const other = await newOrder()
    const proof = await sendFile(order.token, 'proof', photo)
    const otherMember = await newMemberOrder(stranger)
    const asStranger = await app.newShopper(stranger)
    for (const refused of [
      guest.onTrack(other.token, marketPaths.trackPhotos, photos),
      guest.onTrack(order.token, marketPaths.trackPhotos, { paths: [proof] }),
      asStranger.call('POST', memberOrderPaths.photos(order.id), photos),
      asStranger.call('POST', memberOrderPaths.photos(otherMember), photos),
    ])
      expect((await refused).status).toBe(404)
    expect((await guest.call('POST', memberOrderPaths.photos(order.id), photos)).status).toBe(401)
    expect(
      (await stranger.client.storage.from('dispute-photos').createSignedUrl(photoPaths[0] ?? '', 60)).error,
    ).not.toBeNull()

    const finance = await app.newPerson()
    await app.sql(`insert into public.user_roles values ('${finance.id}', 'finance')`)
    const [path = ''] = photoPaths
    expect(
      (await finance.client.storage.from('dispute-photos').createSignedUrl(path, 60)).error,
    ).not.toBeNull()
    const access = { recordType: 'orders', recordId: order.id, what: 'dispute_photo', path }
    expect((await (await app.newShopper(finance)).call('POST', adminPaths.access, access)).status).toBe(200)
  })

  it('of a member is theirs, and seen by finance through the desk alone, which writes it down', async () => {
    const id = await newMemberOrder(member)
    const own = await app.newShopper(member)
    const other = await app.newShopper(stranger)
    for (const path of [memberOrderPaths.upload(id), memberOrderPaths.withdraw(id)]) {
      expect((await guest.call('POST', path, { kind: 'proof' })).status).toBe(401)
      expect((await other.call('POST', path, { kind: 'proof' })).status).toBe(404)
    }
    const { body: slot } = await own.call<Slotted>('POST', memberOrderPaths.upload(id), { kind: 'proof' })
    expect(await put(slot, photo)).toBeNull()
    const early = await member.client.rpc('claim_payment', { order_id: id, claim: { proofPath: slot.path } })
    expect(early.error).toMatchObject({ code: '23514', hint: 'proofPath' })
    expect((await other.call('POST', memberOrderPaths.uploadFinish(id), { path: slot.path })).status).toBe(
      404,
    )
    expect((await own.call('POST', memberOrderPaths.uploadFinish(id), { path: slot.path })).status).toBe(200)
    await member.client.rpc('claim_payment', { order_id: id, claim: { proofPath: slot.path } }).then(mustWork)

    const [finance, reviewer] = await Promise.all([app.newPerson(), app.newPerson()])
    await app.sql(
      `insert into public.user_roles values ('${finance.id}', 'finance'), ('${reviewer.id}', 'reviewer')`,
    )
    const seen = await Promise.all(
      [member, finance, reviewer, stranger].map(({ client }) =>
        mayDownload(client, 'payment-proofs', slot.path),
      ),
    )
    expect(seen).toEqual([true, false, false, false])
    expect(await mayDownload(app.newClient(), 'payment-proofs', slot.path)).toBe(false)
    const year = 365 * 86_400
    const signed = await finance.client.storage.from('payment-proofs').createSignedUrl(slot.path, year)
    expect(signed.error).not.toBeNull()

    const access = { recordType: 'orders', recordId: id, what: 'payment_proof', path: slot.path }
    for (const person of [reviewer, stranger])
      expect((await (await app.newShopper(person)).call('POST', adminPaths.access, access)).status).toBe(403)
    const opened = await (await app.newShopper(finance)).call<{ url: string }>(
      'POST',
      adminPaths.access,
      access,
    )
    expect(opened.status).toBe(200)
    expect((await fetch(app.url + opened.body.url)).status).toBe(200)
    expect(
      await app.sql(`select actor_id from public.audit_trail where action = 'look' and subject_id = $1`, [
        id,
      ]),
    ).toEqual([{ actor_id: finance.id }])
    expect(await own.call('POST', memberOrderPaths.withdraw(id), {})).toMatchObject({
      status: 200,
      body: { status: 'declined' },
    })
  })

  it('has thirty places a day on one order, however many requests come at once', async () => {
    const { token } = await newOrder()
    const statuses = await Promise.all(
      Array.from(
        { length: 33 },
        async () => (await guest.onTrack(token, marketPaths.trackUpload, { kind: 'proof' })).status,
      ),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(30)
    expect(statuses.filter((status) => status === 429)).toHaveLength(3)
  })
})

describe('a photo of a product', () => {
  let farmer: Person
  let farmerId: string

  beforeAll(async () => {
    farmer = await app.newPerson()
    const [row] = await app.sql<{ id: string }>(
      `insert into public.farmers (user_id, contact_name, phone, farm_name, farm_size_code, farm_size_acres, location, city,
        state, farming_experience_code, farming_experience_years, crops_grown, farming_methods, goals, status)
       values ($1, 'Ada Obi', '+2348031234567', 'Ada Farm', '1-5', 1, 'Keffi, Nasarawa', 'Keffi', 'Nasarawa', '2-5', 2,
        array['Rice'], 'organic', 'Sell more rice', 'approved') returning id`,
      [farmer.id],
    )
    farmerId = row?.id ?? ''
  })

  const propose = (photo_path: string) =>
    farmer.client
      .from('products')
      .insert({
        name: 'Ofada rice',
        category: 'Grains',
        farmer_id: farmerId,
        farmer_name: 'Ada Farm',
        location: 'Keffi',
        pack_amount: 50,
        pack_unit: 'kg',
        price_kobo: 4_000_000,
        photo_path,
      })
      .select('id')
      .single()

  it('is brought by approved farmers for their own products, and by nobody else', async () => {
    expect((await guest.call('POST', productPhotoPaths.upload, { farmerId })).status).toBe(401)
    const other = await app.newShopper(stranger)
    for (const body of [{ farmerId }, {}])
      expect((await other.call('POST', productPhotoPaths.upload, body)).status).toBe(403)
    const { error } = await farmer.client.storage
      .from(productPhotoBucket)
      .upload(
        `${farmerId}/${randomUUID()}`,
        new Blob([photo as Uint8Array<ArrayBuffer>], { type: 'image/jpeg' }),
      )
    expect(error).not.toBeNull()
    expect((await propose(`${farmerId}/${randomUUID()}`)).error).toMatchObject({
      code: '23514',
      hint: 'photo_path',
    })
  })

  it('is shown to everybody once the product is published, small, and to nobody before', async () => {
    const own = await app.newShopper(farmer)
    const { body: slot } = await own.call<Slotted>('POST', productPhotoPaths.upload, { farmerId })
    expect(await put(slot, await takePhoto(1000))).toBeNull()
    expect((await propose(slot.path)).error).toMatchObject({ hint: 'photo_path' })
    const strange = await app.newShopper(stranger)
    expect((await strange.call('POST', productPhotoPaths.finish, { path: slot.path })).status).toBe(404)
    expect((await own.call('POST', productPhotoPaths.finish, { path: slot.path })).status).toBe(200)
    const product = await propose(slot.path).then(mustWork)

    const url = app.url + productPhotoUrl(slot.path, 320)
    const accept = { accept: 'image/avif,image/webp,*/*' }
    expect((await fetch(url)).status).toBe(404)
    expect(await mayDownload(farmer.client, productPhotoBucket, slot.path)).toBe(true)
    expect(await mayDownload(stranger.client, productPhotoBucket, slot.path)).toBe(false)

    await app.sql(`update public.products set status = 'published' where id = $1`, [product.id])
    const shown = await fetch(url, { headers: accept })
    expect(shown.headers.get('cache-control')).toBe('public, max-age=3600')
    const bytes = Buffer.from(await shown.arrayBuffer())
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 320 })
    expect(bytes.toString('latin1')).not.toContain('Secret-Camera')
    expect((await fetch(url.replace('w=320', 'w=321'))).status).toBe(404)

    await app.sql(`update public.products set status = 'hidden' where id = $1`, [product.id])
    expect((await fetch(url)).status).toBe(404)
  })
})

it('files that nothing names go after a day, with their bytes; files that something names stay', async () => {
  const { token } = await newOrder()
  const named = await sendFile(token, 'proof', photo)
  const unnamed = await sendFile(token, 'proof', photo)
  await guest.onTrack(token, marketPaths.trackClaim, { words: 'Paid', proofPath: named })
  const admin = await app.newShopper(await app.newAdmin())
  const shown: string[] = []
  for (let photos = 0; photos < 2; photos++) {
    const { body: slot } = await admin.call<Slotted>('POST', productPhotoPaths.upload, {})
    expect(await put(slot, photo)).toBeNull()
    expect((await admin.call('POST', productPhotoPaths.finish, { path: slot.path })).status).toBe(200)
    shown.push(slot.path)
  }
  const { client } = await app.newAdmin()
  const change = client.from('products').update({ photo_path: shown[0] ?? null })
  await change.eq('id', rice.productId).select('id').single().then(mustWork)
  await app.sql(`update private.order_uploads set created_at = created_at - interval '26 hours';
    update private.product_photos set created_at = created_at - interval '26 hours'`)
  // Nothing that old can be named any more, so that the sweep takes nothing that is just being named.
  expect(
    await guest.onTrack(token, marketPaths.trackClaim, { words: 'Paid', proofPath: unnamed }),
  ).toMatchObject({ status: 422 })
  const services = {
    request: (path: string | URL | Request, init?: RequestInit) => fetch(`${app.url}${path}`, init),
  }
  const uploads = createOrderUploads({
    database: app.database,
    openStore: (bucket) => createPhotoStore(services, app.keys.secretKey, bucket),
  })
  expect(await uploads.purge()).toBeGreaterThan(0)
  expect(await Promise.all([named, unnamed].map((path) => existing('payment-proofs', path)))).toEqual([1, 0])
  expect(await uploads.purge()).toBe(0)
  const productPhotos = createProductPhotos({
    database: app.database,
    store: createPhotoStore(services, app.keys.secretKey, productPhotoBucket),
    services,
    secretKey: app.keys.secretKey,
  })
  expect(await productPhotos.purge()).toBeGreaterThan(0)
  expect(await Promise.all(shown.map((path) => existing(productPhotoBucket, path)))).toEqual([1, 0])
})
