// Sends registrations as the server does: read by the form's own rules, secrets sealed by the real vault, one call.
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { readRegistrationForm } from '#domain/registrations/readers.ts'
import { type RegistrationFormName, registrationForms } from '#domain/registrations/registrations.ts'
import { createMasterKey } from '#server/vault/master-key.ts'
import { createVault, type Sealed } from '#server/vault/vault.ts'
import { type App, openApp, type Person, service } from '#tests/harness/migrated-database.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'

export type Input = Record<string, unknown>

export interface Stored {
  recordType: string
  id: string
  form: string
  reference: string
  status: string
  hasPhoto: boolean
  createdAt: string
  isNew: boolean
}

export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

export interface Sent {
  stored: Stored
  /** The answers as they were stored. */
  answers: Input
  sealed: Sealed
  context: Record<string, unknown>
  token: string
}

/** Staff with the vault of its application. */
export function openAdmin(app: App) {
  const masterKey = { current: createMasterKey(randomBytes(32)), previous: [] }
  const vault = createVault({ database: app.database, masterKey })

  async function prepare(form: RegistrationFormName, options: SendOptions = {}) {
    const input = { ...goodRegistrations[form], ...options.answers }
    const verdict = readRegistrationForm(form, input)
    if (!verdict.ok) throw new Error(`the test sends wrong answers: ${JSON.stringify(verdict.problems)}`)
    const userId = options.person?.id ?? null
    const token = options.token ?? randomBytes(32).toString('base64url')
    const secrets = Object.fromEntries(
      Object.entries(verdict.secrets).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const name = String(input.fullName ?? input.contactPersonName ?? '')
    const record = {
      type: registrationForms[form].table,
      id: randomUUID(),
      linkHash: userId === null && !options.context?.enteredBy ? hashToken(token) : null,
    }
    const sealed = await vault.seal({ userId, personId: options.personId ?? null, record }, secrets, { name })
    const context = {
      userId,
      idempotencyKey: randomUUID(),
      channel: 'web',
      enteredBy: null,
      locale: 'en-NG',
      termsVersion: '2026-11',
      trackingTokenHash: userId === null ? hashToken(token) : null,
      isMinor: verdict.isMinor,
      photoReceiptHash: null,
      consents: [{ purpose: 'terms', textVersion: '2026-11' }],
      ...options.context,
    }
    return { answers: verdict.answers as Input, sealed, context, token }
  }

  const call = 'select public.submit_registration($1, $2, $3, $4) as stored'
  const valuesOf = (form: string, { answers, sealed, context }: Omit<Sent, 'stored'>) => [
    form,
    JSON.stringify(answers),
    JSON.stringify(sealed),
    JSON.stringify(context),
  ]
  async function submit(form: string, prepared: Omit<Sent, 'stored'>): Promise<Stored> {
    const { rows } = await app.as<{ stored: Stored }>(service, call, valuesOf(form, prepared))
    if (!rows[0]) throw new Error('submit_registration answered nothing')
    return rows[0].stored
  }

  return {
    vault,
    prepare,
    submit,
    call,
    valuesOf,

    async send(form: RegistrationFormName, options: SendOptions = {}): Promise<Sent> {
      const prepared = await prepare(form, options)
      return { ...prepared, stored: await submit(form, prepared) }
    },

    refusalOf: (form: string, prepared: Omit<Sent, 'stored'>) =>
      app.refusalOf(service, call, valuesOf(form, prepared)),

    async track(token: string): Promise<Record<string, unknown> | null> {
      const { rows } = await app.as<{ found: Record<string, unknown> | null }>(
        service,
        'select public.track_registration($1) as found',
        [hashToken(token)],
      )
      return rows[0]?.found ?? null
    },
  }
}

export interface SendOptions {
  person?: Person
  personId?: string
  answers?: Input
  context?: Record<string, unknown>
  token?: string
}

/** A decision as the site makes it: an update of a row that still has the status that was seen. */
export const decide = (
  table: string,
  id: string,
  from: string,
  to: string,
  reason: string | null,
): [string, unknown[]] => [
  `update public.${table} set status = $1, decline_reason = $2 where id = $3 and status = $4
    returning status, decline_reason`,
  [to, reason, id, from],
]
/** `$1` record type, `$2` record, and the further values of the call. */
export const correct = 'select public.request_correction($1, $2, $3, $4) as id'

export const notes = (...fields: string[]) =>
  JSON.stringify(fields.map((field) => ({ field, note: `Please check ${field}` })))

export const newAddress = () => `${randomUUID()}@example.com`
/** A farmer's answers with a mailbox of its own. */
export const inTheMail = (email: string) => ({ answers: { email } })

/** An application with an admin area, and staff of every kind behind it. */
export async function openReview() {
  const app = await openApp()
  const intake = openAdmin(app)
  const [admin, reviewer, finance, agent] = [
    await app.addPerson({ role: 'admin' }),
    await app.addPerson({ role: 'reviewer' }),
    await app.addPerson({ role: 'finance' }),
    await app.addPerson({ role: 'field_agent' }),
  ]

  function resubmission(
    sent: Sent,
    changes: { answers?: object; context?: object } = {},
  ): [string, unknown[]] {
    const context = { ...sent.context, idempotencyKey: randomUUID(), ...changes.context }
    return [
      'select public.resubmit_registration($1, $2, $3, $4, $5) as stored',
      [
        sent.stored.recordType,
        sent.stored.id,
        JSON.stringify({ ...sent.answers, ...changes.answers }),
        null,
        JSON.stringify(context),
      ],
    ]
  }

  return {
    app,
    intake,
    admin,
    reviewer,
    finance,
    agent,
    resubmission,

    async resubmit(sent: Sent, changes: { answers?: object; context?: object } = {}) {
      const { rows } = await app.as<{ stored: Stored }>(service, ...resubmission(sent, changes))
      return rows[0]?.stored
    },

    requestCorrection: (stored: Pick<Stored, 'recordType' | 'id'>, ...fields: string[]) =>
      app.as(reviewer.caller, correct, [stored.recordType, stored.id, notes(...fields), null]),

    async mailsTo(recipient: string) {
      const { rows } = await app.owner.query<{ template: string; data: Record<string, string> }>(
        'select template, data from private.mail_outbox where recipient = $1 order by created_at, template',
        [recipient],
      )
      return rows
    },
  }
}
