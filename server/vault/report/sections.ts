// The parts of a report, in their order: which tables each tells of, how it says a row, and for how long it is stored.

import { isAlarm, sayWhatHappened } from '#domain/account/own-secrets.ts'
import { contactForm } from '#domain/company/contact-messages.ts'
import { jobApplicationForm } from '#domain/company/job-applications.ts'
import { publicForms } from '#domain/company/public-forms.ts'
import { describePurpose } from '#domain/consent-purposes.ts'
import type { ReportFact } from '#domain/data-report.ts'
import type { FormDefinition } from '#domain/forms.ts'
import { type DocumentKind, documentTitles } from '#domain/market/documents.ts'
import { formatMoney } from '#domain/money.ts'
import { columnOf, type Options } from '#domain/questions.ts'
import { retention } from '#domain/retention.ts'
import { nameSecret } from '#domain/vault.ts'
import { type Row, type RowWords, sayCode, sayInstant, sayRow, sayValue } from './say-value.ts'

/** What rows refer to, by the names that people know. */
export interface Names {
  /** 'registration FM7K4-2X9Q', 'order BK222-2222'. */
  record(row: Row): string
  /** 'BK222-2222' */
  order(row: Row): string
  /** Of an answer of a registration, what its form calls it. */
  question(row: Row, field: string): string
  currency(row: Row): string
}

/**
 * `each`: a part for each row, under this heading. `lines`: a fact for each row, together under this heading. `counted`: that
 * there are some, since nothing more of them says anything to a person.
 */
export type TableWords =
  | ({ each: (row: Row, names: Names) => string } & RowWords)
  | { lines: string; line: (row: Row, names: Names) => ReportFact }
  | { counted: string }

export interface SectionWords {
  title: string
  /** In the sentence of what nothing is stored of. */
  nothing: string
  /** For how long, after 'Kept:'. */
  kept: string
  tables: Readonly<Record<string, TableWords>>
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')
const sentence = (...parts: (string | null | undefined | false)[]) => parts.filter(Boolean).join(' ')
const at = (row: Row, column = 'created_at') => (row[column] ? sayInstant(text(row[column])) : '')
const money = (row: Row, column: string, names: Names) =>
  formatMoney(Number(row[column] ?? 0), names.currency(row))

/** The questions of a form as the words of its table's columns. */
function ofForm(
  questions: Readonly<
    Record<string, { label: unknown; shortLabel?: string; options?: Options | (() => Promise<Options>) }>
  >,
): Required<Pick<RowWords, 'labels' | 'values'>> {
  const entries = Object.entries(questions)
  return {
    labels: Object.fromEntries(
      entries.map(([name, { label, shortLabel }]) => [columnOf(name), shortLabel ?? String(label)]),
    ),
    values: Object.fromEntries(
      entries.flatMap(([name, { options }]) =>
        Array.isArray(options)
          ? [
              [
                columnOf(name),
                Object.fromEntries(
                  options.map((option) =>
                    typeof option === 'string' ? [option, option] : [option.value, option.label],
                  ),
                ),
              ],
            ]
          : [],
      ),
    ),
  }
}

/** What a public form became, in the words of its questions. */
const ofPublicForm = ({ record, questions }: FormDefinition): { each: (row: Row) => string } & RowWords => ({
  each: (row) => `${record} of ${at(row)}`,
  ...ofForm(questions),
  omit: ['created_at'],
})

const factorTypes: Record<string, string> = {
  totp: 'Authenticator app',
  webauthn: 'Passkey',
  recovery_code: 'Recovery codes',
}

const applications = `${retention.pending_registrations} without a decision, ${retention.declined_registrations} after we declined, ${retention.approved_registrations} after we approved.`

/** Told of under the registration that they are about (describe-export.ts). */
export const registrationTables = [
  'public.farmers',
  'public.farmer_private',
  'public.training_enrolments',
  'public.training_enrolment_private',
  'public.buyers',
  'public.investors',
  'public.investor_private',
  'public.registration_submissions',
] as const

export const accountSection: SectionWords = {
  title: 'Your account',
  nothing: 'an account',
  kept: 'as long as you have the account. It goes when you delete it.',
  tables: {
    'public.profiles': {
      each: () => 'Profile',
      labels: { email: 'E-mail address', phone: 'Phone number' },
    },
    'auth.users': {
      each: () => 'Sign-in',
      labels: {
        email: 'E-mail address',
        phone: 'Phone number',
        email_confirmed_at: 'E-mail address confirmed',
        phone_confirmed_at: 'Phone number confirmed',
        last_sign_in_at: 'Last signed in',
        raw_user_meta_data: 'Typed at sign-up',
        new_email: 'New e-mail address, not confirmed yet',
        email_change: 'New e-mail address, not confirmed yet',
        phone_change: 'New phone number, not confirmed yet',
      },
      omit: [
        'aud',
        'raw_app_meta_data',
        'role',
        'instance_id',
        'confirmed_at',
        'is_super_admin',
        'is_sso_user',
        'is_anonymous',
        'email_change_confirm_status',
      ],
    },
    'public.notification_choices': {
      each: () => 'Which mails you want',
      labels: {
        order_mails: 'About orders',
        registration_mails: 'About registrations',
        morning_mails: 'In the morning, about work at the desk',
      },
    },
  },
}

export const laterSections: readonly SectionWords[] = [
  {
    title: 'Forms that you have begun and not sent',
    nothing: 'half-filled forms',
    kept: `${retention.registration_drafts} after the last change.`,
    tables: {
      // How a draft's answers are said stands with the answers of registrations.
      'public.registration_drafts': { each: () => 'A half-filled form', omit: ['step'] },
    },
  },
  {
    title: 'What you agreed to, and when',
    nothing: 'consents',
    kept: `${retention.consents} after what it was for is gone, to prove what was agreed.`,
    tables: {
      'public.consents': {
        lines: '',
        line: (row, names) => ({
          term: describePurpose(text(row.purpose)),
          detail: sentence(
            `${row.is_given ? 'Agreed' : 'Taken back'} on ${at(row)}.`,
            `Text of ${text(row.text_version)}.`,
            Boolean(row.record_type) && `For ${names.record(row)}.`,
          ),
        }),
      },
    },
  },
  {
    title: 'What we decided, and why',
    nothing: 'decisions',
    kept: `as long as its registration or order; what was decided ${retention.decision_events} longer.`,
    tables: {
      'public.decision_events': {
        lines: 'Decisions',
        line: (row, names) => ({
          term: at(row),
          detail: sentence(
            `${capital(names.record(row))}: from ${sayValue(row.from_status, 'status')} to ${sayValue(row.to_status, 'status')}.`,
            text(row.reason) && `The reason: ${text(row.reason)}`,
          ),
        }),
      },
      'public.correction_requests': {
        lines: 'What we asked you to correct',
        line: (row, names) => ({
          term: at(row),
          detail: sentence(
            `${capital(names.record(row))}.`,
            text(row.message),
            ...(Array.isArray(row.notes) ? row.notes : []).map(
              (note: Row) => `${names.question(row, text(note.field))}: ${text(note.note)}`,
            ),
          ),
        }),
      },
      'public.phone_calls': {
        lines: 'Calls',
        line: (row, names) => ({
          term: at(row),
          detail: sentence(
            `A call about ${names.record(row)}: ${sayCode(text(row.outcome)).toLowerCase()}.`,
            text(row.note),
          ),
        }),
      },
      'public.record_notes': {
        lines: 'Notes of our staff',
        line: (row, names) => ({
          term: at(row),
          detail: `About ${names.record(row)}: ${text(row.body)}`,
        }),
      },
      'public.record_work': {
        each: (row, names) => `Work on ${names.record(row)}`,
        labels: { assigned_at: 'Given to somebody of our staff', contacted_at: 'First contact with you' },
        omit: ['record_type'],
      },
      'public.tasks': {
        lines: 'What our staff set themselves to do',
        line: (row, names) => ({
          term: text(row.due_on),
          detail: `About ${names.record(row)}: ${text(row.title)}${row.done_at ? ' (done)' : ''}`,
        }),
      },
      'private.registration_merges': {
        lines: 'Registrations made one',
        line: (row) => ({
          term: at(row),
          detail: `Our staff made ${text(row.younger_reference)} a part of ${text(row.older_reference)}: ${text(row.reason)}`,
        }),
      },
      'private.link_reissues': {
        lines: 'New links',
        line: (row, names) => ({
          term: at(row),
          detail: `Our staff gave out a new link to ${names.record(row)}: ${text(row.reason)}`,
        }),
      },
    },
  },
  {
    title: 'Who looked at your secret numbers and your photo',
    nothing: 'looks at your secret numbers',
    kept: `${retention.vault_reveals} from the look.`,
    tables: {
      'public.vault_reveals': {
        lines: '',
        line: (row, names) => ({
          term: at(row),
          detail: `${text(row.actor_name) || 'Somebody of our staff'} (${sayCode(text(row.actor_role)).toLowerCase()}) read your ${nameSecret(text(row.field))} of ${names.record(row)}. The reason: ${text(row.reason)}`,
        }),
      },
      'private.vault_openings': {
        counted: 'Times that the server itself opened a number, for a correction or an erasure',
      },
    },
  },
  {
    title: 'Mails and short messages that we sent you',
    nothing: 'mails to you',
    kept: '90 days. What they said is not kept.',
    tables: {
      'private.mail_outbox': {
        lines: '',
        line: (row) => ({
          term: at(row, row.sent_at ? 'sent_at' : 'created_at'),
          detail: sentence(
            `${sayMail(text(row.template))},`,
            row.channel === 'sms' && 'as a short message,',
            `to ${text(row.recipient)}${row.status === 'sent' ? '' : `: ${text(row.status)}`}`,
          ),
        }),
      },
      'public.mail_suppressions': {
        each: () => 'We write nothing to this address',
        labels: { email: 'E-mail address', expires_at: 'Until' },
      },
    },
  },
  {
    title: 'Your orders and payments',
    nothing: 'orders and payments',
    kept: 'as long as commerce and tax law ask for it. Your name and how to reach you go with your account; the words of your messages too.',
    tables: {
      'public.orders': {
        each: (row) => `Order ${text(row.code)}`,
        labels: {
          crop_type: 'Goods',
          quantity_text: 'Quantity',
          total_amount_kobo: 'Total',
          special_requirements: 'Your remarks',
          expires_at: 'To be paid until',
        },
        omit: ['code', 'quantity', 'total_amount', 'refund_due_kobo', 'holds_much'],
      },
      'public.order_contacts': {
        each: (row, names) => `To whom order ${names.order(row)} goes`,
        labels: { lga: 'Local government area', email: 'E-mail address', phone: 'Phone number' },
      },
      'public.order_deliveries': {
        each: (row, names) => `How order ${names.order(row)} is delivered`,
        omit: ['price_kobo'],
      },
      'public.order_requests': {
        each: (row, names) => `The buyer of order ${names.order(row)}`,
        labels: { email: 'E-mail address', phone: 'Phone number' },
      },
      'public.order_request_lines': {
        lines: 'Further goods',
        line: (row, names) => ({
          term: `Order ${names.order(row)}`,
          detail: `${text(row.product)}: ${text(row.quantity_text)} ${text(row.unit)}`,
        }),
      },
      'public.order_items': {
        lines: 'Goods',
        line: (row, names) => ({
          term: `Order ${names.order(row)}`,
          detail: `${text(row.product_name)} of ${text(row.farmer_name)}: ${row.quantity} × ${row.pack_amount} ${text(row.pack_unit)}, ${money(row, 'total_kobo', names)}`,
        }),
      },
      'public.letters_of_credit': {
        each: (row, names) => `The letter of credit of order ${names.order(row)}`,
        omit: ['draft_path'],
      },
      'public.counter_offers': {
        each: (row, names) => `What you offered instead for order ${names.order(row)}`,
        omit: ['prices_kobo'],
      },
      'public.quotes': {
        each: (row, names) => `A quote for order ${names.order(row)}`,
      },
      'public.quote_lines': {
        lines: 'Lines of quotes',
        line: (row, names) => ({
          term: text(row.description),
          detail: `${row.quantity} ${text(row.unit)}, ${money(row, 'total_kobo', names)}`,
        }),
      },
      'public.order_instalments': {
        lines: 'How orders are paid',
        line: (row, names) => ({
          term: `Order ${names.order(row)}`,
          detail: `${row.percent}% ${sayCode(text(row.due)).toLowerCase()}: ${money(row, 'amount_kobo', names)}`,
        }),
      },
      'public.payment_claims': {
        lines: 'That you said you have paid',
        line: (row, names) => ({
          term: at(row),
          detail: sentence(`Order ${names.order(row)}:`, text(row.words), text(row.note)),
        }),
      },
      'public.payments': {
        lines: 'Payments',
        line: (row, names) => ({
          term: sayValue(row.value_date) ?? at(row),
          detail: `Order ${names.order(row)}: ${sayCode(text(row.kind)).toLowerCase()} of ${money(row, 'amount_kobo', names)}, reference ${text(row.bank_reference)}`,
        }),
      },
      'private.money_entries': {
        lines: 'Lines of the bank statement that waited for a second person',
        line: (row, names) => ({
          term: at(row, 'recorded_at'),
          detail: `Order ${names.order(row)}: ${sayCode(text(row.kind)).toLowerCase()} of ${money(row, 'amount_kobo', names)}`,
        }),
      },
      'public.order_documents': {
        lines: 'Documents; each is on the page of its order',
        line: (row, names) => ({
          term: at(row, 'issued_at'),
          detail: `Order ${names.order(row)}: ${documentTitles[text(row.kind) as DocumentKind] ?? 'Paper'} ${text(row.number)}`,
        }),
      },
      'public.order_events': {
        lines: 'What happened',
        line: (row, names) => ({
          term: at(row),
          detail: `Order ${names.order(row)}: ${sayCode(text(row.axis)).toLowerCase()} ${sayCode(text(row.to_value)).toLowerCase()}`,
        }),
      },
      'public.order_messages': {
        lines: 'Messages on orders',
        line: (row, names) => ({
          term: at(row),
          detail: `Order ${names.order(row)}, ${row.is_from_staff ? 'we' : 'you'} wrote: ${text(row.body)}`,
        }),
      },
      'public.order_disputes': {
        each: (row, names) => `A complaint about order ${names.order(row)}`,
        omit: ['photo_paths'],
      },
      'public.order_credits': {
        lines: 'Taken off what was to be paid',
        line: (row, names) => ({
          term: at(row),
          detail: `Order ${names.order(row)}: ${money(row, 'amount_kobo', names)}`,
        }),
      },
      'public.product_ratings': {
        lines: 'Your ratings',
        line: (row, names) => ({
          term: at(row),
          detail: sentence(`Order ${names.order(row)}: ${row.stars} stars.`, text(row.comment)),
        }),
      },
      'public.cart_items': {
        lines: 'In your cart; it goes with the account, or when you empty it',
        line: (row) => ({
          term: at(row),
          detail: `${row.quantity} at ${formatMoney(Number(row.seen_price_kobo), 'NGN')}`,
        }),
      },
      'public.order_templates': {
        each: (row) => `A template for a bulk order: ${row.name}`,
        omit: ['name'],
      },
      'public.product_wishes': { counted: 'Products among your wishes' },
      'public.stock_alerts': {
        each: () => 'A product that you want to hear of when it is back',
        labels: { email: 'E-mail address', confirm_sent_at: 'Asked to confirm', notified_at: 'We told you' },
      },
      'private.order_guest_links': { counted: 'Links to orders that you placed without an account' },
      'private.order_uploads': { counted: 'Files that you sent about an order' },
    },
  },
  {
    title: 'What you offer on the marketplace',
    nothing: 'offers on the marketplace',
    kept: 'as long as you offer it. It is hidden when your registration goes.',
    tables: {
      'public.products': {
        each: (row) => text(row.name),
        labels: { is_verified: 'Verified', farmer_name: 'Farm', price_kobo: 'Price of a pack' },
        omit: ['name', 'sort_name', 'photo_path', 'unit_price_kobo', 'rating_count', 'rating_average'],
      },
      'private.product_photos': { counted: 'Photos of what you offer' },
      'public.stock_movements': { counted: 'Changes of its stock' },
      'public.product_prices': { counted: 'Prices that it had' },
    },
  },
  {
    title: 'Messages and applications to us',
    nothing: 'messages and applications to us',
    kept: `applications for a partnership ${applications} Messages and job applications until they are answered or decided, and then until you erase them.`,
    tables: {
      ...Object.fromEntries(
        publicForms.flatMap((form) => (form.record ? [[`public.${form.table}`, ofPublicForm(form)]] : [])),
      ),
      'public.contact_messages': {
        ...ofPublicForm(contactForm),
        labels: { ...ofForm(contactForm.questions).labels, replied_at: 'You last wrote again' },
      },
      'public.record_messages': {
        lines: 'What we wrote to each other',
        line: (row) => ({
          term: at(row),
          detail: `${row.is_from_staff ? 'We' : 'You'} wrote: ${text(row.whole_body) || text(row.body)}`,
        }),
      },
      'public.message_files': {
        lines: 'Files of messages',
        line: (row) => ({ term: at(row), detail: text(row.name) }),
      },
      'public.job_applications': {
        ...ofPublicForm(jobApplicationForm),
        labels: {
          ...ofForm(jobApplicationForm.questions).labels,
          position_title: 'Position',
          cv_name: 'Name of your CV’s file',
        },
        omit: ['created_at', 'cv_path', 'cv_bytes', 'cv_type'],
      },
      'storage.objects': {
        lines: 'Files',
        line: (row) => ({
          term: at(row),
          detail:
            row.bucket_id === 'cvs'
              ? 'A CV'
              : row.bucket_id === 'selfies'
                ? 'A photo'
                : row.bucket_id === 'message-files'
                  ? 'A file of a message'
                  : 'A file',
        }),
      },
    },
  },
  {
    title: 'The newsletter',
    nothing: 'the newsletter',
    kept: `until you leave it, and ${retention.ended_subscriptions} longer; ${retention.unconfirmed_subscriptions} where it was never confirmed.`,
    tables: {
      'public.newsletter_subscriptions': {
        each: () => 'Subscription',
        labels: { email: 'E-mail address', confirm_sent_at: 'Asked to confirm', unsubscribed_at: 'Left' },
      },
    },
  },
  {
    title: 'How you sign in',
    nothing: 'signing in',
    kept: 'signed-in devices 90 days, open links and codes two days. What was done to the account stays, since it shows who took one over.',
    tables: {
      'auth.identities': {
        lines: 'Ways to sign in',
        line: (row) => ({ term: sayCode(text(row.provider)), detail: `Since ${at(row)}` }),
      },
      'auth.mfa_factors': {
        lines: 'Second steps',
        line: (row) => ({
          term: factorTypes[text(row.factor_type)] ?? sayCode(text(row.factor_type)),
          detail: sentence(text(row.friendly_name) && `${text(row.friendly_name)}.`, `Since ${at(row)}.`),
        }),
      },
      'auth.sessions': {
        lines: 'Devices that are signed in',
        line: (row) => ({
          term: sayValue(row.user_agent, 'user_agent') ?? 'A device',
          detail: sentence(`Since ${at(row)}.`, text(row.ip) && `From ${text(row.ip)}.`),
        }),
      },
      'auth.audit_log_entries': {
        lines: 'What was done to the account',
        line: (row) => ({
          term: at(row),
          detail: sentence(
            sayAction(text((row.payload as Row | null)?.action)),
            text(row.ip_address) && `from ${text(row.ip_address)}`,
          ),
        }),
      },
      'auth.mfa_amr_claims': { counted: 'How each device signed in' },
      'auth.mfa_challenges': { counted: 'Uses of a second step' },
      'auth.mfa_recovery_codes': { counted: 'Recovery codes' },
      'auth.refresh_tokens': { counted: 'What keeps a device signed in' },
      'auth.one_time_tokens': { counted: 'Links and codes that were mailed' },
      'auth.flow_state': { counted: 'Sign-ins that are under way' },
      'auth.oauth_states': { counted: 'Sign-ins by another service that are under way' },
    },
  },
  {
    title: 'When your data was read or downloaded, and the safety of the account',
    nothing: 'downloads of your data',
    kept: `${retention.own_exports} from then; requests until they are over.`,
    tables: {
      'private.own_exports': {
        lines: 'Read or downloaded',
        line: (row) => ({
          term: at(row),
          detail: `${row.in_clear ? 'With your secret numbers whole' : 'Secret numbers masked'}: ${sayValue(row.user_agent, 'user_agent') ?? 'a device that does not say what it is'}`,
        }),
      },
      'private.own_secret_requests': {
        each: () => 'You asked for your secret numbers',
        labels: { mailbox: 'Mailbox', requested_at: 'Asked', opens_at: 'Open from', closes_at: 'Until' },
      },
      'private.account_freezes': {
        each: () => 'You said "this was not me"',
        labels: { mailbox: 'Mailbox', frozen_at: 'Frozen since', thaws_at: 'Open again from' },
      },
      'private.change_codes': { counted: 'Codes to change a registration' },
      'private.change_refusals': {
        counted: 'Changes of contacts or numbers that were refused without a code',
      },
      'private.factor_resets': {
        each: () => 'A reset of the second step was asked for',
        labels: { requested_at: 'Asked', due_at: 'Carried out from' },
      },
      'private.alarm_links': { counted: 'Links "this was not me" in mails, 30 days' },
    },
  },
  {
    title: 'Your work with us',
    nothing: 'work with us',
    kept: 'as long as you have the account; who gave whom a role stays.',
    tables: {
      'public.user_roles': { each: () => 'Role', omit: ['created_at'] },
      'private.staff_grants': {
        lines: 'Roles given',
        line: (row) => ({ term: at(row, 'granted_at'), detail: sayCode(text(row.role)) }),
      },
      'public.staff_invitations': { each: () => 'Invitation', labels: { email: 'E-mail address' } },
      'private.staff_invitation_links': { counted: 'Links of invitations, each scrambled' },
      'public.staff_departures': { each: () => 'End of your work' },
      'public.board_contacts': {
        each: () => 'How you may be reached as a director',
        labels: { email: 'E-mail address', phone: 'Phone number', public_contact: 'Shown on the site' },
      },
      'private.photo_sittings': {
        each: (row) => `You looked through photos on ${at(row, 'began_at')}`,
        omit: ['began_at'],
      },
      'private.vault_alarms': { counted: 'Alarms about many looks within an hour' },
      'private.export_progress': { counted: 'Lists of records that you exported in the last day' },
      'public.saved_views': { each: () => 'A view of a list that you saved' },
      'public.staff_notices': { counted: 'Notices to you at the desk of the last 90 days' },
      'private.staff_visits': {
        each: () => 'Your last visit at the desk',
        omit: ['begun_at', 'previous_at'],
      },
    },
  },
  {
    title: 'What the site needs to work',
    nothing: 'technical records',
    kept: `as long as what it belongs to; unfinished photos ${retention.unattached_photos}, attempts to register as a buyer ${retention.audit_events}.`,
    tables: {
      'app_vault.people': { counted: 'Keys that lock what is secret about you' },
      'app_vault.records': { counted: 'Which registrations are yours' },
      'app_vault.secrets': { counted: 'Locked numbers and photos; what they are stands above' },
      'app_vault.matches': { counted: 'Scrambled names, to notice when somebody is registered twice' },
      'private.submission_keys': { counted: 'Attempts to send a form, so that none counts twice' },
      'private.registration_guest_links': { counted: 'Secret links to your registration, each scrambled' },
      'private.photo_uploads': { counted: 'Photos on their way to a registration' },
      'public.audit_events': { counted: 'Attempts to register as a buyer' },
    },
  },
]

function sayMail(template: string): string {
  if (isAlarm(template)) return capital(sayWhatHappened(template))
  return signInMails[template] ?? sayCode(template)
}

const signInMails: Readonly<Record<string, string>> = {
  record_message: 'A message from us',
  auth_signup: 'To confirm your address',
  auth_recovery: 'To choose a new password',
  auth_magiclink: 'A link to sign in',
  auth_reauthentication: 'A confirmation code',
  auth_email_change: 'To confirm a new address',
  auth_invite: 'An invitation',
  auth_already_registered: 'That you have an account already',
}

/** As GoTrue calls them. */
const actions: Readonly<Record<string, string>> = {
  user_signedup: 'Signed up',
  user_confirmation_requested: 'Asked to confirm the address',
  user_modified: 'Account changed',
  user_recovery_requested: 'Asked for a new password',
  user_reauthenticate_requested: 'Asked for a confirmation code',
  factor_in_progress: 'Began to set up a second step',
  challenge_created: 'Asked for a second step',
  verification_attempted: 'Showed a second step',
  verification_failed: 'Failed the second step',
  session_replaced: 'Signed in with a second step',
  login: 'Signed in',
  login_failed: 'Failed to sign in',
  logout: 'Signed out',
  token_refreshed: 'Stayed signed in',
  token_revoked: 'Signed out',
  user_updated_password: 'Password changed',
}

const sayAction = (action: string) => actions[action] ?? sayCode(action)

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Parts of one table's rows. */
export function sayTable(words: TableWords, rows: readonly Row[], names: Names) {
  if ('counted' in words || rows.length === 0) return []
  if ('each' in words)
    return rows.map((row) => ({ title: words.each(row, names), facts: sayRow(row, words) }))
  return [{ ...(words.lines && { title: words.lines }), facts: rows.map((row) => words.line(row, names)) }]
}
