// Two registrations made one, over HTTP: refused without the right and the second factor, and with the younger its photo goes.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { adminPaths, type Comparison } from '#domain/admin/admin.ts'
import type { PhotoSlot } from '#domain/registrations/intake.ts'
import type { Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { takePhoto } from './applicant.ts'
import { openRegistrationApp, type RegistrationApp } from './registration-app.ts'

let app: RegistrationApp
let reviewer: Person
let single: Person
let member: Person

beforeAll(async () => {
  app = await openRegistrationApp()
  ;[reviewer, single, member] = await Promise.all([app.newPerson(), app.newPerson(), app.newPerson()])
  await app.sql(`insert into public.user_roles (user_id, role) select unnest($1::uuid[]), 'reviewer'`, [
    [reviewer.id, single.id],
  ])
  await addSecondFactor(reviewer)
})
afterAll(() => app.stop())

it('takes a session with the right and a second factor; the photo of the younger goes, that of the older stays', async () => {
  const send = async () => {
    const guest = await app.newApplicant()
    const { body } = await guest.submit('farmer', {
      answers: { ...goodRegistrations.farmer, email: `${randomUUID()}@example.com` },
    })
    const slot = body.photo as PhotoSlot
    expect(await guest.upload(slot, await takePhoto())).toBeNull()
    expect((await guest.attach(slot, body)).status).toBe(200)
    return body
  }
  const [older, younger] = [await send(), await send()]
  expect(await app.listPhotos()).toHaveLength(2)
  const compared = mustWork(
    await reviewer.client.rpc('compare_registrations', {
      record_type: 'farmers',
      record_id: older.id,
      other_id: younger.id,
    }),
  ) as unknown as Comparison
  expect(compared).toMatchObject({ obstacle: null, older: { id: older.id }, younger: { id: younger.id } })
  expect(compared.secrets).toEqual([
    { field: 'dateOfBirth', hasOlder: true, older: null, hasYounger: true, younger: null, isSame: true },
  ])
  const body = {
    recordType: 'farmers',
    recordId: older.id,
    otherId: younger.id,
    reason: 'Both are of the same woman, who rang us.',
    seen: compared.seen,
  }
  const attempt = async (person: Person | undefined, input: object = body, path: string = adminPaths.merge) =>
    (await app.newApplicant(person)).call<{ code?: string; message?: string; younger?: string }>(
      'POST',
      path,
      input,
    )

  for (const [person, status, input] of [
    [undefined, 401],
    [member, 403],
    [single, 403],
    [reviewer, 422, { ...body, reason: 'twice' }],
    [reviewer, 409, { ...body, seen: 'of another day' }],
    [reviewer, 404, { ...body, otherId: randomUUID() }],
  ] as const)
    expect((await attempt(person, input ?? body)).status).toBe(status)
  expect((await attempt(single)).body.code).toBe('second_factor')
  // Around the server: the function is not there for clients.
  const { error } = await reviewer.client.rpc('merge_registrations' as never, {} as never)
  expect(error?.code).toBe('PGRST202')
  expect(await app.listPhotos()).toHaveLength(2)
  expect(await app.count('private.vault_openings')).toBe(0)

  expect((await attempt(reviewer)).body).toMatchObject({ older: older.reference, younger: younger.reference })
  expect(await app.listPhotos()).toHaveLength(1)
  expect(await app.sql('select purpose, record_id from private.vault_openings')).toEqual([
    { purpose: 'erasure', record_id: younger.id },
  ])
  const [row] = await app.sql('select has_photo from public.farmers where id = $1', [older.id])
  expect(row).toEqual({ has_photo: true })
  expect(await app.sql('select has_photo from public.farmers where id = $1', [younger.id])).toEqual([
    { has_photo: false },
  ])
  const guest = await app.newApplicant()
  const { body: tracked } = await guest.track<{ mergedInto: string }>(younger.trackingPath)
  expect(tracked.mergedInto).toBe(older.reference)
})
