// A photo on its way to its registration: a place, an upload by the client library, the attachment.
import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { trackingTokenHeader } from '#domain/guest-links.ts'
import { intakeMessages, type PhotoSlot, registrationPaths } from '#domain/registrations/intake.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { vaultPaths } from '#domain/vault.ts'
import type { Person } from '#tests/harness/app.ts'
import { type Applicant, type Submitted, takePhoto, tokenOf } from './applicant.ts'
import { openRegistrationApp } from './registration-app.ts'

const app = await openRegistrationApp()
const member = await app.newPerson()
afterAll(() => app.stop())

describe('a photo', () => {
  let guest: Applicant
  let received: Submitted
  let slot: PhotoSlot

  const register = async (form: RegistrationFormName = 'farmer', person?: Person) => {
    guest = await app.newApplicant(person)
    received = (await guest.submit(form)).body
    slot = received.photo as PhotoSlot
  }
  const hasPhoto = async () =>
    (
      await app.sql<{ has_photo: boolean }>(
        `select has_photo from public.${received.recordType} where id = $1`,
        [received.id],
      )
    )[0]?.has_photo

  it('goes to its own place alone: not twice, not elsewhere, and nothing but a picture of 300 kB', async () => {
    await register()
    const photo = await takePhoto()
    expect(await guest.upload({ ...slot, path: randomUUID() }, photo)).not.toBeNull()
    expect(await guest.upload({ ...slot, token: `${slot.token}x` }, photo)).not.toBeNull()
    expect(
      await guest.upload(slot, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml'),
    ).not.toBeNull()
    expect(await guest.upload(slot, Buffer.from('MZ, a program'), 'image/jpeg')).not.toBeNull()
    expect(await guest.upload(slot, Buffer.concat([photo, Buffer.alloc(300 * 1024)]))).not.toBeNull()
    expect(await guest.upload(slot, photo)).toBeNull()
    expect(await guest.upload(slot, photo)).not.toBeNull()
    expect(await hasPhoto()).toBe(false)
  })

  it('is not attached before it is there, to another record, with another link, or without one', async () => {
    await register()
    const early = await guest.attach(slot, received)
    expect([early.status, early.body.message]).toEqual([409, intakeMessages.photoMissing])
    await guest.upload(slot, await takePhoto())
    const mine = received
    const { body: other } = await guest.submit('farmer')
    for (const claim of [
      { ...mine, id: other.id },
      { ...other, id: mine.id },
      { ...mine, trackingPath: `/track#${'A'.repeat(43)}` },
      { ...mine, trackingPath: other.trackingPath },
      { ...mine, recordType: 'buyers' },
      { ...mine, recordType: 'pg_class' },
    ])
      expect((await guest.attach(slot, claim)).status).toBe(404)
    expect((await guest.attach(slot, { ...mine, trackingPath: null })).status).toBe(401)
    const stranger = await app.newApplicant(member)
    expect((await stranger.attach(slot, { ...mine, trackingPath: null })).status).toBe(404)
    expect((await guest.attach({ ...slot, receipt: 'A'.repeat(43) }, mine)).status).toBe(404)
    expect(await hasPhoto()).toBe(false)
    expect((await guest.attach(slot, mine)).status).toBe(200)
    expect(await hasPhoto()).toBe(true)
  })

  it('is stored without the place and the camera that were in it, and small', async () => {
    await register('training')
    const big = await sharp({ create: { width: 2400, height: 1200, channels: 3, background: '#775544' } })
      .withExif({ IFD0: { Model: 'Secret-Camera' }, IFD3: { GPSLatitude: '9/1 4/1 0/1' } })
      .jpeg({ quality: 60 })
      .toBuffer()
    expect(big.includes('Secret-Camera')).toBe(true)
    expect(await guest.upload(slot, big)).toBeNull()
    expect((await guest.attach(slot, received)).status).toBe(200)
    const service = app.newClient(app.keys.secretKey)
    const { data } = await service.storage.from('selfies').download(slot.path)
    const bytes = Buffer.from((await data?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(bytes.includes('Secret-Camera')).toBe(false)
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'jpeg', width: 1024, height: 512 })
    expect((await sharp(bytes).metadata()).exif).toBeUndefined()
  })

  it('that is none is refused, goes, and another can take its place', async () => {
    await register()
    const broken = Buffer.concat([(await takePhoto()).subarray(0, 300), Buffer.alloc(5000)])
    expect(await guest.upload(slot, broken)).toBeNull()
    const { status, body } = await guest.attach(slot, received)
    expect([status, body.errors]).toEqual([
      422,
      [{ field: 'selfieImage', message: intakeMessages.photoUnreadable }],
    ])
    expect(await app.listPhotos()).not.toContain(slot.path)
    const again = await guest.call<PhotoSlot>(
      'POST',
      registrationPaths.photos,
      {},
      { [trackingTokenHeader]: tokenOf(received.trackingPath) },
    )
    expect(again.status).toBe(201)
    expect(await guest.upload(again.body, await takePhoto())).toBeNull()
    expect((await guest.attach(again.body, received)).status).toBe(200)
    expect(await hasPhoto()).toBe(true)
  })

  it('attached twice is attached; a second one replaces it while nobody has decided, and not afterwards', async () => {
    await register()
    await guest.upload(slot, await takePhoto())
    expect((await guest.attach(slot, received)).status).toBe(200)
    expect((await guest.attach(slot, received)).status).toBe(200)
    const place = async () =>
      (
        await guest.call<PhotoSlot>(
          'POST',
          registrationPaths.photos,
          {},
          { [trackingTokenHeader]: tokenOf(received.trackingPath) },
        )
      ).body
    const second = await place()
    await guest.upload(second, await takePhoto(300))
    expect((await guest.attach(second, received)).status).toBe(200)
    await app.sql(`update public.farmers set status = 'approved' where id = $1`, [received.id])
    const third = await place()
    await guest.upload(third, await takePhoto(400))
    expect((await guest.attach(third, received)).status).toBe(409)
  })

  it('of a person who has erased their data finds no registration, and no place', async () => {
    for (const person of [undefined, await app.newPerson()]) {
      await register('farmer', person)
      expect(await guest.upload(slot, await takePhoto())).toBeNull()
      const link = { [trackingTokenHeader]: tokenOf(received.trackingPath) }
      const path = person ? vaultPaths.erase : registrationPaths.trackErase
      expect((await guest.call('POST', path, {}, link)).status).toBe(200)
      expect((await guest.attach(slot, received)).status).toBe(404)
      if (!person) expect((await guest.call('POST', registrationPaths.photos, {}, link)).status).toBe(404)
    }
  })

  it('has no place in the answer to an attempt that is sent again after the erasure', async () => {
    const applicant = await app.newApplicant()
    const request = await applicant.request('farmer')
    const send = () => applicant.call<Submitted>('POST', `${registrationPaths.submit}/farmer`, request)
    const { body } = await send()
    expect(body.photo).not.toBeNull()
    const link = { [trackingTokenHeader]: tokenOf(body.trackingPath) }
    expect((await applicant.call('POST', registrationPaths.trackErase, {}, link)).status).toBe(200)
    expect((await send()).body).toMatchObject({ id: body.id, photo: null })
  })

  it('of a buyer is sent first and comes with the form; one that never arrived costs nothing', async () => {
    const person = await app.newPerson()
    const buyer = await app.newApplicant(person)
    const opened = await buyer.call<PhotoSlot>('POST', registrationPaths.photos, {})
    expect(await buyer.upload(opened.body, await takePhoto())).toBeNull()
    const stranger = await app.newApplicant(member)
    const stolen = await stranger.submit('buyer_individual', { photoReceipt: opened.body.receipt })
    expect(stolen.body.photo).not.toBeNull()
    const { status, body } = await buyer.submit('buyer_individual', { photoReceipt: opened.body.receipt })
    expect([status, body.photo]).toEqual([201, null])
    received = body
    expect(await hasPhoto()).toBe(true)
    const { body: corporate } = await buyer.submit('buyer_corporate', { photoReceipt: 'B'.repeat(43) })
    expect(corporate.photo).not.toBeNull()
    received = corporate
    expect(await hasPhoto()).toBe(false)
    expect(await buyer.upload(corporate.photo as PhotoSlot, await takePhoto())).toBeNull()
    expect((await buyer.attach(corporate.photo as PhotoSlot, corporate)).status).toBe(200)
    expect(await hasPhoto()).toBe(true)
  })

  it('has a place for anyone who is signed in, or holds a link, and for nobody else', async () => {
    const nobody = await app.newApplicant()
    expect((await nobody.call('POST', registrationPaths.photos, {})).status).toBe(404)
    const collector = await app.newApplicant(await app.newPerson())
    const statuses = []
    for (let requested = 0; requested < 21; requested++)
      statuses.push((await collector.call('POST', registrationPaths.photos, {})).status)
    expect(statuses).toEqual([...Array(20).fill(201), 429])
  })
})
