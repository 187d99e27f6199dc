// Someone who registers over HTTP as the site does: with a device, a proof of work, and a photo after the text.
import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import sharp from 'sharp'
import { consentTexts } from '#domain/consents.ts'
import { readTrackingToken, trackingTokenHeader } from '#domain/guest-links.ts'
import type { Refusal } from '#domain/refusals.ts'
import {
  type PhotoSlot,
  type RegistrationReceived,
  type RegistrationRequest,
  registrationPaths,
  selfieBucket,
} from '#domain/registrations/intake.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'

export interface Answer<Body> {
  status: number
  body: Body
  headers: Headers
}

/** What either answer holds; the status says which of them it is. */
export type Submitted = RegistrationReceived & Omit<Refusal, 'ok'>

/** As much of a registration as its photo needs. */
export type Claimed = Pick<RegistrationReceived, 'recordType' | 'id' | 'trackingPath'>

export interface Applicant {
  /** Fetches a challenge and solves it; that of registrations, unless another path is named. */
  prove(path?: string): Promise<string>
  /** A request that would be taken, unless `given` says otherwise. */
  request(form: RegistrationFormName, input?: Partial<RegistrationRequest>): Promise<RegistrationRequest>
  submit(form: RegistrationFormName, input?: Partial<RegistrationRequest>): Promise<Answer<Submitted>>
  /** Any request, with this person's device, address and session. */
  call<Body = Refusal>(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<Body>>
  /** With the client library, as the protocol has it; the error, or null. */
  upload(slot: PhotoSlot, photo: Buffer, type?: string): Promise<Error | null>
  attach(slot: PhotoSlot, received: Claimed): Promise<Answer<Refusal>>
  track<Body = Record<string, unknown>>(path: string | null): Promise<Answer<Body>>
}

export interface ApplicantOptions {
  url: string
  publishableKey: string
  /** The session's token; without one it is a guest. */
  accessToken?: string
  /** Where they are, for an application that trusts its loopback proxy. */
  address?: string
}

export const consents = [consentTexts.terms]

export function tokenOf(trackingPath: string | null): string {
  return readTrackingToken(trackingPath ?? '')
}

/** A photo as a phone makes it: with a place in it. */
export function takePhoto(size = 200): Promise<Buffer> {
  return sharp({ create: { width: size, height: size, channels: 3, background: '#3a7a44' } })
    .withExif({ IFD0: { Model: 'Secret-Camera' }, IFD3: { GPSLatitude: '9/1 4/1 0/1' } })
    .jpeg()
    .toBuffer()
}

export function createApplicant(options: ApplicantOptions): Applicant {
  const { url, publishableKey, accessToken, address } = options
  const client = createClient(url, publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  let cookie = ''

  async function call<Body>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(url + path, {
      method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(accessToken && { authorization: `Bearer ${accessToken}` }),
        ...(address && { 'x-forwarded-for': address }),
        ...(cookie && { cookie }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie
    return {
      status: response.status,
      body: (await response.json().catch(() => null)) as Body,
      headers: response.headers,
    }
  }

  const applicant: Applicant = {
    call,
    async prove(path = registrationPaths.proof) {
      const { body: challenge } = await call<Challenge>('GET', path)
      // From the fewest tries that the server demands: what stands before is no solution.
      const solution = await solveChallenge({ challenge, deriveKey, counterStart: 40 })
      return btoa(JSON.stringify({ challenge, solution }))
    },
    async request(form, input = {}) {
      return {
        answers: goodRegistrations[form],
        idempotencyKey: randomUUID(),
        consents,
        ...(accessToken === undefined && !('proof' in input) && { proof: await applicant.prove() }),
        ...input,
      }
    },
    submit: async (form, input) =>
      call('POST', `${registrationPaths.submit}/${form}`, await applicant.request(form, input)),
    async upload({ path, token }, photo, type = 'image/jpeg') {
      const blob = new Blob([photo as Uint8Array<ArrayBuffer>], { type })
      const { error } = await client.storage
        .from(selfieBucket)
        .uploadToSignedUrl(path, token, blob, { contentType: type })
      return error
    },
    attach: ({ receipt }, { recordType, id, trackingPath }) =>
      call('POST', registrationPaths.attachPhoto, {
        receipt,
        recordType,
        id,
        ...(trackingPath !== null && { trackingToken: tokenOf(trackingPath) }),
      }),
    track: (path) =>
      call('GET', registrationPaths.track, undefined, { [trackingTokenHeader]: tokenOf(path) }),
  }
  return applicant
}
