/** What an open guest link takes and gives out, once it shows a registration. */

import {
  type AnswerChange,
  type ConsentInput,
  type PhotoSlot,
  registrationPaths,
} from '#domain/registrations/intake.ts'
import type { Reveal } from '#domain/vault.ts'
import { type DataShape, dataShapes } from '#domain/vault.ts'
import { callServer } from '#site/lib/call-server.ts'
import { asOutcome } from '#site/registrations/records/correction-outcome.ts'
import type { Codes, CorrectionOutcome } from '#site/registrations/records/use-correction.ts'
import { sendPhoto } from '#site/registrations/selfie/send-photo.ts'
import { callTracked, type TrackedRegistration } from './open-link.ts'

export async function listTrackedReveals(id: string): Promise<readonly Reveal[]> {
  const { reveals } = await callTracked<{ reveals: Reveal[] }>(id, 'POST', registrationPaths.trackReveals)
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
    callTracked<object>(id, 'POST', registrationPaths.trackResubmit, {
      answers,
      idempotencyKey,
      consents,
      code,
    }),
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
    callTracked<{ changes: AnswerChange[] }>(id, 'POST', registrationPaths.trackChange, {
      answers,
      idempotencyKey,
      consents,
      version,
      code,
    }),
  )
}

export function codesOf(
  { id, codeChannels }: Pick<TrackedRegistration, 'id' | 'codeChannels'>,
  purpose: 'change' | 'photo' = 'change',
): Codes {
  return {
    channels: codeChannels,
    sendCode: (channel) => callTracked(id, 'POST', registrationPaths.trackCode, { channel, purpose }),
  }
}

/** The digits that were sent for the photo: what is fetched with this `attempt` has it then. */
export async function provePhoto(id: string, code: string, attempt: string): Promise<void> {
  await callTracked(id, 'POST', registrationPaths.trackPhoto, { code, attempt })
}

/** Everything that is stored about anyone who holds the link, secrets masked; the photo where a code was typed for it. */
export function fetchTrackedData(
  id: string,
  shape: DataShape,
  signal: AbortSignal,
  attempt: string | undefined,
): Promise<Response> {
  const path = registrationPaths.trackExport + dataShapes[shape]
  return callServer('POST', path, { attempt }, { as: { trackedRecord: id }, signal })
}

/** A place for one photo, requested by the open link. */
function openPhotoSlot(id: string): Promise<PhotoSlot> {
  return callTracked(id, 'POST', registrationPaths.photos)
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
  await callTracked(id, 'POST', registrationPaths.trackWithdraw, { purpose })
}

export async function renewTrackedConsent(id: string, purpose: string): Promise<void> {
  await callTracked(id, 'POST', registrationPaths.trackRenew, { purpose })
}

export async function eraseTracked(id: string): Promise<void> {
  await callTracked(id, 'POST', registrationPaths.trackErase)
}
