/** What a tracking link opens: its secret goes in a header, never in an address that a log or a referrer could keep. */
import { type FieldProblem, formMessages } from '#domain/forms.ts'
import {
  type GivenConsent,
  type PhotoSlot,
  type RegistrationRefusal,
  registrationPaths,
  trackingTokenHeader,
} from '#domain/registration-intake.ts'
import { networkHint } from '#site/lib/network.ts'
import type { ConsentOnRecord } from '#site/lib/registrations/consent-list.tsx'
import type { CorrectionAsked, CorrectionOutcome } from '#site/lib/registrations/correction-form.tsx'
import type { Reveal } from '#site/lib/registrations/who-looked.tsx'
import { sendPhoto } from '#site/lib/selfie/send-photo.ts'

const patienceMs = 30_000

export interface TrackedRegistration {
  recordType: string
  id: string
  form: string
  reference: string
  status: string
  declineReason: string | null
  nextStep: string | null
  correction: CorrectionAsked | null
  hasPhoto: boolean
  consents: readonly ConsentOnRecord[]
  /** As they were sent, without what is secret. */
  answers: Readonly<Record<string, unknown>>
  createdAt: string
}

/** The service said no, or nothing: in words for people. */
export class TrackingError extends Error {
  readonly isUnknownLink: boolean
  readonly problems: readonly FieldProblem[]

  constructor(message: string, { isUnknownLink = false, problems = [] as readonly FieldProblem[] } = {}) {
    super(message)
    this.name = 'TrackingError'
    this.isUnknownLink = isUnknownLink
    this.problems = problems
  }
}

export function readTracked(token: string): Promise<TrackedRegistration> {
  return call(token, 'GET', registrationPaths.track)
}

export async function listTrackedReveals(token: string): Promise<readonly Reveal[]> {
  const { reveals } = await call<{ reveals: Reveal[] }>(token, 'POST', registrationPaths.trackReveals)
  return reveals
}

/** Answers a request to correct; a refusal is an outcome here, for the form to show at its fields. */
export async function sendCorrection(
  token: string,
  answers: Record<string, unknown>,
  idempotencyKey: string,
  consents: readonly GivenConsent[],
): Promise<CorrectionOutcome> {
  try {
    await call(token, 'POST', registrationPaths.trackResubmit, { answers, idempotencyKey, consents })
    return { ok: true }
  } catch (error) {
    if (!(error instanceof TrackingError)) throw error
    return { ok: false, message: error.message, problems: error.problems }
  }
}

/** Everything that is kept about whoever holds the link, secrets masked. */
export function exportTracked(token: string): Promise<unknown> {
  return call(token, 'POST', registrationPaths.trackExport)
}

/** A place for one photo, asked for with the link itself. */
function openPhotoSlot(token: string): Promise<PhotoSlot> {
  return call(token, 'POST', registrationPaths.photos)
}

export async function sendTrackedPhoto(
  token: string,
  { recordType, id }: Pick<TrackedRegistration, 'recordType' | 'id'>,
  photo: Blob,
  onProgress: (share: number) => void,
) {
  const slot = await openPhotoSlot(token)
  return sendPhoto(slot, photo, { recordType, id, trackingToken: token }, null, onProgress)
}

export async function withdrawTrackedConsent(token: string, purpose: string): Promise<void> {
  await call(token, 'POST', registrationPaths.trackWithdraw, { purpose })
}

export async function eraseTracked(token: string): Promise<void> {
  await call(token, 'POST', registrationPaths.trackErase)
}

async function call<Answer>(token: string, method: string, path: string, body?: unknown): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        [trackingTokenHeader]: token,
        ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
      },
      body: method === 'POST' ? JSON.stringify(body ?? {}) : undefined,
      cache: 'no-store',
      signal: AbortSignal.timeout(patienceMs),
    })
  } catch {
    throw new TrackingError(networkHint)
  }
  const answer = await response.json().catch(() => null)
  if (response.ok) return answer as Answer
  const refusal = answer as Partial<RegistrationRefusal> | null
  throw new TrackingError(refusal?.message ?? formMessages.unavailable, {
    isUnknownLink: [400, 401, 404].includes(response.status) && !refusal?.errors?.length,
    problems: refusal?.errors,
  })
}
