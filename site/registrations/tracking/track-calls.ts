/** What an open tracking link shows and takes: by a cookie that no script sees; what is done names the record shown. */
import type { ConsentOnRecord } from '#domain/consents.ts'
import { type FieldProblem, formMessages } from '#domain/forms.ts'
import {
  type GivenConsent,
  type PhotoSlot,
  type RegistrationRefusal,
  registrationPaths,
  trackedRecordHeader,
  trackPaths,
} from '#domain/registrations/intake.ts'
import type { Reveal } from '#domain/vault.ts'
import { networkHint } from '#site/lib/network.ts'
import type { CorrectionAsked, CorrectionOutcome } from '#site/registrations/records/correction-form.tsx'
import { sendPhoto } from '#site/registrations/selfie/send-photo.ts'

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

/** The link is open in this browser from now on, for half an hour; its secret goes no further. */
export async function openLink(token: string): Promise<void> {
  await call(null, 'POST', trackPaths.page, { token })
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
  consents: readonly GivenConsent[],
): Promise<CorrectionOutcome> {
  try {
    await call(id, 'POST', registrationPaths.trackResubmit, { answers, idempotencyKey, consents })
    return { ok: true }
  } catch (error) {
    if (!(error instanceof TrackingError)) throw error
    return { ok: false, message: error.message, problems: error.problems }
  }
}

/** Everything that is stored about whoever holds the link, secrets masked. */
export function exportTracked(id: string): Promise<unknown> {
  return call(id, 'POST', registrationPaths.trackExport)
}

/** A place for one photo, asked for by the open link. */
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

export async function eraseTracked(id: string): Promise<void> {
  await call(id, 'POST', registrationPaths.trackErase)
}

async function call<Answer>(
  recordId: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<Answer> {
  let response: Response
  try {
    response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(recordId !== null && { [trackedRecordHeader]: recordId }),
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
