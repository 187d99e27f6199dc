/** What the intake of registrations is sent and answers (server/registrations), for the site and the server alike. */

export const registrationPaths = {
  /** POST; add the form's name. */
  submit: '/registrations',
  /** GET: a challenge for anyone who has no session. */
  proof: '/registrations/proof',
  /** POST: a place for one photo. */
  photos: '/registrations/photos',
  /** POST: the uploaded photo belongs to this registration. */
  attachPhoto: '/registrations/photos/attach',
  /** POST ClaimRequest with a session: what was sent as a guest comes into the account. */
  claim: '/registrations/claim',
  /** GET, by the cookie of an open link or with the header below, as all that follow. */
  track: '/registrations/track',
  trackResubmit: '/registrations/track/resubmit',
  /** POST ChangeRequest: answers without a request to correct them. */
  trackChange: '/registrations/track/change',
  /** POST { channel }: a code to the contact on record; answers CodeChannel. */
  trackCode: '/registrations/track/code',
  /** POST {code, attempt}: the digits that were sent for the photo; an export with that `attempt` has it then, for a quarter of an hour. */
  trackPhoto: '/registrations/track/photo',
  trackErase: '/registrations/track/erase',
  trackReveals: '/registrations/track/reveals',
  /** POST: all that names the person, what is secret masked; add the path of its shape (dataShapes). */
  trackExport: '/registrations/track/export',
  /** POST { purpose }: takes a consent back. */
  trackWithdraw: '/registrations/track/withdraw',
  /** POST { purpose }: gives it again, as long as the registration is open. */
  trackRenew: '/registrations/track/renew',
} as const

/** POST ReissueRequest, by staff at aal2: a new guest link for someone who lost theirs; the old ones end. */
export function reissuePath(recordType: string, id: string): string {
  return `${registrationPaths.submit}/${recordType}/${id}/link`
}

/** `token`: the registration of this link, or a refusal. `tokens`: all with a proved contact; these links unmask. */
export type ClaimRequest = { token: string } | { tokens: string[] }

export interface ClaimedRegistration {
  recordType: string
  id: string
  reference: string
}

export interface ClaimAnswer {
  ok: true
  claimed: ClaimedRegistration[]
}

/** POST: the whole form once more, by its owner, or by staff with `onBehalf`. */
export function resubmitPath(recordType: string, id: string): string {
  return `${registrationPaths.submit}/${recordType}/${id}/resubmit`
}

/** POST ChangeRequest, by its owner: answers without a request to correct them, while it is pending. */
export function changePath(recordType: string, id: string): string {
  return `${registrationPaths.submit}/${recordType}/${id}/change`
}

export interface ChangeRequest {
  /** The whole form; secrets that are not sent stay as they are. */
  answers: Record<string, unknown>
  idempotencyKey: string
  consents: ConsentInput[]
  /** The version of the answers that the form was filled from; a refusal of the field `version` says that they are others by now. */
  version: number
  /** Where contacts or numbers change; without it a refusal of the field `code` says so. */
  code?: string
}

/** What is different since; a secret by its end alone. */
export interface AnswerChange {
  field: string
  before: unknown
  after: unknown
}

/** Where a code can be sent to: masked. */
export interface CodeChannel {
  channel: 'email' | 'sms'
  to: string
}

export interface ReissueRequest {
  /** Stored with who gave it out. */
  reason: string
}

export interface ReissueAnswer {
  ok: true
  reference: string
  /** It went to the address that the person gave. */
  isMailed: boolean
  /** '/track#…' to read out, for someone without an address; shown this once. */
  trackingPath: string | null
}

/** Photos lie here, under names that say nothing; uploadToSignedUrl(path, token, file) puts one there. */
export const selfieBucket = 'selfies'
export const selfieBytesMax = 300 * 1024

export interface ConsentInput {
  purpose: string
  textVersion: string
}

/** POST /registrations/{form}, and without `proof`, `homepage`, `photoReceipt`, `onBehalf` the two resubmissions. */
/** How a registration reached us: typed by the person, or by staff for someone who is there or on the phone. */
export const channels = ['web', 'walk_in', 'phone'] as const
export type Channel = (typeof channels)[number]
export const staffChannels = ['walk_in', 'phone'] as const satisfies readonly Channel[]
export type StaffChannel = (typeof staffChannels)[number]

export interface RegistrationRequest {
  answers: Record<string, unknown>
  /** A uuid for each filled-in form: the same one again is the same registration. */
  idempotencyKey: string
  consents: ConsentInput[]
  /** Needed without a session: btoa(JSON.stringify({ challenge, solution })), as altcha has it. */
  proof?: string
  /** The field that people do not see (honeypotField). */
  homepage?: string
  /** Names a photo that was uploaded before (POST /registrations/photos). */
  photoReceipt?: string
  /** For a correction: as of a ChangeRequest, where contacts or numbers change that were not marked. */
  code?: string
  /** Staff enter it for someone who is there or on the phone. Also for a correction, where no account owns the record. */
  onBehalf?: { channel: StaffChannel; consentRecorded: true }
}

export interface PhotoSlot {
  /** Proves at the attachment that the slot was issued to this caller. */
  receipt: string
  path: string
  token: string
}

/** 201, or 200 when not new. Refusals are Refusal with 400, 401, 403, 404, 409, 413, 422, 429 or 503. */
export interface RegistrationReceived {
  ok: true
  recordType: string
  id: string
  reference: string
  status: string
  /**
   * False: the person is registered as this already, under this reference, and what was sent now was not taken. The
   * same attempt again is answered as the first time.
   */
  isNew: boolean
  /**
   * '/track#…', the secret link of someone without an account; null where an account owns the record, and for staff who
   * entered it for someone to whom it is mailed.
   */
  trackingPath: string | null
  /** Where the photo goes now that the text is safe; null when the form has none, or it is there already. */
  photo: PhotoSlot | null
}

/** POST /registrations/photos/attach; with a session, or with the secret of the guest link. */
export interface AttachPhotoRequest {
  receipt: string
  recordType: string
  id: string
  trackingToken?: string
}

export const intakeMessages = {
  signInTitle: 'Authentication Required',
  signIn: 'Please sign in to submit your registration.',
  photoMissing: 'The photo has not arrived yet. Please send it again.',
  photoDone: 'We have a photo already.',
  photoUnreadable: 'This photo could not be read. Please use a JPEG, PNG or WebP picture.',
  consentUnknown: 'This text was never asked to be agreed to. Please load the page again.',
  consentMissing: 'Please record that the person agreed.',
} as const
