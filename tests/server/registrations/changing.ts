// What the files of own changes and of a guest's photo share: an application with phones, records that were sent, and the calls of their owners.
import { randomUUID } from 'node:crypto'
import { afterAll, vi } from 'vitest'
import { trackingTokenHeader } from '#domain/guest-links.ts'
import {
  type AnswerChange,
  type CodeChannel,
  type RegistrationReceived,
  registrationPaths,
} from '#domain/registrations/intake.ts'
import type { RegistrationFormName } from '#domain/registrations/registrations.ts'
import { openPhones } from '#tests/harness/phones.ts'
import { within } from '#tests/harness/within.ts'
import { type Applicant, tokenOf } from './applicant.ts'
import { openRegistrationApp, withEmail } from './registration-app.ts'

export type Body = { ok: boolean; code?: string; message?: string; errors?: { field: string }[] } & {
  changes: AnswerChange[]
}

export const number = '+2348031234567'

export async function openChanges() {
  const phones = await openPhones()
  const app = await openRegistrationApp(phones.env)
  const admin = await app.newAdmin()
  afterAll(async () => {
    await app.stop()
    await phones.remove()
  })

  const setSms = (value: 'on' | 'off') =>
    app.sql(`update private.app_settings set value = $1 where name = 'sms'`, [value])

  async function register(form: RegistrationFormName, answers: Record<string, unknown> = {}) {
    const guest = await app.newApplicant()
    const mail = withEmail(form)
    const { body } = await guest.submit(form, { answers: { ...mail.answers, ...answers } })
    return { guest, body, email: mail.email, ...(await readAnswers(guest, body)) }
  }

  async function readAnswers(guest: Applicant, { trackingPath }: RegistrationReceived) {
    const { body } = await guest.track<{
      answers: Record<string, unknown>
      version: number
      codeChannels: CodeChannel[]
    }>(trackingPath)
    return body
  }

  const headersOf = ({ trackingPath }: RegistrationReceived) => ({
    [trackingTokenHeader]: tokenOf(trackingPath),
  })

  async function versionOf({ recordType, id }: RegistrationReceived): Promise<number> {
    const rows = await app.sql<{ answers_version: number }>(
      `select answers_version from public.${recordType} where id = $1`,
      [id],
    )
    return rows[0]?.answers_version ?? 1
  }

  const sendTo =
    (path: string) =>
    (guest: Applicant, received: RegistrationReceived, answers: Record<string, unknown>, more: object = {}) =>
      guest.call<Body>(
        'POST',
        path,
        { answers, idempotencyKey: randomUUID(), consents: [], ...more },
        headersOf(received),
      )
  const resubmit = sendTo(registrationPaths.trackResubmit)

  /** From the newest version, unless `more` says otherwise. */
  const change: typeof resubmit = async (guest, received, answers, more = {}) =>
    sendTo(registrationPaths.trackChange)(guest, received, answers, {
      version: await versionOf(received),
      ...more,
    })

  const ask = ({ recordType, id }: RegistrationReceived, ...fields: string[]) =>
    admin.client
      .rpc('request_correction', {
        record_type: recordType,
        record_id: id,
        notes: fields.map((field) => ({ field, note: 'Which one?' })),
      })
      .throwOnError()

  const fieldsOf = ({ status, body }: { status: number; body: Body }) => [
    status,
    ...(body.errors ?? []).map(({ field }) => field),
  ]

  const requestCode = (
    guest: Applicant,
    received: RegistrationReceived,
    channel: string,
    purpose?: 'change' | 'photo',
  ) =>
    guest.call<CodeChannel & { code?: string }>(
      'POST',
      registrationPaths.trackCode,
      { channel, purpose },
      headersOf(received),
    )

  const mailsTo = async (email: string, words: string) =>
    (await app.mailbox()).filter(({ to, subject }) => to === email && subject.includes(words))
  /** The newest, once so many have come. */
  const waitForMail = (email: string, words: string, count = 1) =>
    vi.waitUntil(async () => {
      const mails = await mailsTo(email, words)
      return mails.length >= count && mails[0]
    }, within)

  return {
    admin,
    app,
    phones,
    ask,
    requestCode,
    change,
    fieldsOf,
    headersOf,
    mailsTo,
    readAnswers,
    register,
    resubmit,
    setSms,
    versionOf,
    waitForMail,
  }
}
