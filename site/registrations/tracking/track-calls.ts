/** What an open guest link shows and takes: by a cookie that no script sees; what is done names the record shown. */

import type { ConsentOnRecord } from '#domain/consents.ts'
import { trackPaths } from '#domain/guest-links.ts'
import {
  type AnswerChange,
  type CodeChannel,
  type ConsentInput,
  type PhotoSlot,
  registrationPaths,
} from '#domain/registrations/intake.ts'
import type { Reveal } from '#domain/vault.ts'
import { type DataShape, dataShapes } from '#domain/vault.ts'
import { callServer, fetchJson } from '#site/lib/call-server.ts'
import { asOutcome } from '#site/registrations/records/correction-outcome.ts'
import type {
  Codes,
  CorrectionOutcome,
  CorrectionRequest,
} from '#site/registrations/records/use-correction.ts'
import { sendPhoto } from '#site/registrations/selfie/send-photo.ts'
import type { TimelineEvent } from './timeline.tsx'

export interface TrackedRegistration {
  recordType: string
  id: string
  form: string
  reference: string
  status: string
  declineReason: string | null
  nextStep: string | null
  correction: CorrectionRequest | null
  hasPhoto: boolean
  /** Where a code can go before contacts or numbers are changed. */
  codeChannels: readonly CodeChannel[]
  /** The person stopped it by taking back a consent that it needs. */
  consentWithdrawnAt: string | null
  erasedAt: string | null
  /** The reference of the registration that it is a part of now: the same person had sent both. */
  mergedInto: string | null
  consents: readonly ConsentOnRecord[]
  /** As they were sent, without what is secret. */
  answers: Readonly<Record<string, unknown>>
  /** Of the answers. */
  version: number
  createdAt: string
  /** Corrections and decisions, by their time. */
  events: readonly TimelineEvent[]
}

/** The link is open in this browser from now on, for half an hour; its secret goes no further. */
export async function openLink(token: string): Promise<void> {
  await call(null, 'POST', trackPaths.page, { token })
}

/** No link is open in this browser any more; the link itself is as good as before. */
export async function closeLink(): Promise<void> {
  await call(null, 'POST', trackPaths.page, { token: null })
}

export function readTracked(): Promise<TrackedRegistration> {
  return call(null, 'GET', registrationPaths.track)
}

export async function listTrackedReveals(id: string): Promise<readonly Reveal[]> {
  const { reveals } = await call<{ reveals: Reveal[] }>(id, 'POST', registrationPaths.trackReveals)
  return reveals
}

/** Answers a request to correct; a refusal is an outcome here, for the form to show at its fields. */
export async function sendCorrection(
  id: string,
  answers: Record<string, unknown>,
  idempotencyKey: string,
  consents: readonly ConsentInput[],
  code?: string,
): Promise<CorrectionOutcome> {
  return asOutcome(
    call<object>(id, 'POST', registrationPaths.trackResubmit, { answers, idempotencyKey, consents, code }),
  )
}

/** What its owner changes unasked. */
export async function sendChange(
  { id, version }: Pick<TrackedRegistration, 'id' | 'version'>,
  answers: Record<string, unknown>,
  idempotencyKey: string,
  consents: readonly ConsentInput[],
  code?: string,
): Promise<CorrectionOutcome> {
  return asOutcome(
    call<{ changes: AnswerChange[] }>(id, 'POST', registrationPaths.trackChange, {
      answers,
      idempotencyKey,
      consents,
      version,
      code,
    }),
  )
}

export function codesOf({ id, codeChannels }: Pick<TrackedRegistration, 'id' | 'codeChannels'>): Codes {
  return {
    channels: codeChannels,
    sendCode: (channel) => call(id, 'POST', registrationPaths.trackCode, { channel }),
  }
}

/** Everything that is stored about anyone who holds the link, secrets masked. */
export function fetchTrackedData(id: string, shape: DataShape, signal: AbortSignal): Promise<Response> {
  return callServer('POST', registrationPaths.trackExport + dataShapes[shape], undefined, {
    as: { trackedRecord: id },
    signal,
  })
}

/** A place for one photo, requested by the open link. */
function openPhotoSlot(id: string): Promise<PhotoSlot> {
  return call(id, 'POST', registrationPaths.photos)
}

export async function sendTrackedPhoto(
  { recordType, id }: Pick<TrackedRegistration, 'recordType' | 'id'>,
  photo: Blob,
  onProgress: (share: number) => void,
) {
  const slot = await openPhotoSlot(id)
  return sendPhoto(slot, photo, { recordType, id }, { trackedRecord: id }, onProgress)
}

export async function withdrawTrackedConsent(id: string, purpose: string): Promise<void> {
  await call(id, 'POST', registrationPaths.trackWithdraw, { purpose })
}

export async function renewTrackedConsent(id: string, purpose: string): Promise<void> {
  await call(id, 'POST', registrationPaths.trackRenew, { purpose })
}

export async function eraseTracked(id: string): Promise<void> {
  await call(id, 'POST', registrationPaths.trackErase)
}

function call<Answer>(
  recordId: string | null,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Answer> {
  return fetchJson(method, path, body, { as: recordId === null ? 'nobody' : { trackedRecord: recordId } })
}
