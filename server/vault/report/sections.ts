// The parts of a report, in their order: which tables each covers, how it words a row, and for how long it is stored.

import { isAlarm, sayWhatHappened } from '#domain/account/own-secrets.ts'
import { contactForm } from '#domain/company/contact-messages.ts'
import { jobApplicationForm } from '#domain/company/job-applications.ts'
import { publicForms } from '#domain/company/public-forms.ts'
import { describePurpose } from '#domain/consent-purposes.ts'
import { limits } from '#domain/limits.ts'
import { nameMail } from '#domain/mail-names.ts'
import { endSentence } from '#domain/registrations/correction-words.ts'
import { retention } from '#domain/retention.ts'
import { describeTextVersion } from '#domain/terms.ts'
import { nameSecret } from '#domain/vault.ts'
import { marketSections } from './market-sections.ts'
import { type Row, sayCode, sayValue } from './say-value.ts'
import { at, ofForm, ofPublicForm, type SectionWords, sentence, text } from './section-words.ts'

const factorTypes: Record<string, string> = {
  totp: 'Authenticator app',
  webauthn: 'Passkey',
  recovery_code: 'Recovery codes',
}

const applications = `${retention.pending_registrations} without a decision, ${retention.declined_registrations} after we declined, ${retention.approved_registrations} after we approved.`

/** Shown under the registration that they are about (describe-export.ts). */
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
  storedFor: 'as long as you have the account. It goes when you delete it.',
  tables: {
    'public.profiles': {
      each: () => 'Profile',
      labels: { email: 'Email address', phone: 'Phone number' },
    },
    'auth.users': {
      each: () => 'Sign-in',
      labels: {
        email: 'Email address',
        phone: 'Phone number',
        email_confirmed_at: 'Email address confirmed',
        phone_confirmed_at: 'Phone number confirmed',
        last_sign_in_at: 'Last signed in',
        raw_user_meta_data: 'Typed at sign-up',
        new_email: 'New email address, not confirmed yet',
        email_change: 'New email address, not confirmed yet',
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
    storedFor: `${retention.registration_drafts} after the last change.`,
    tables: {
      // How a draft's answers are said stands with the answers of registrations.
      'public.registration_drafts': { each: () => 'A half-filled form', omit: ['step'] },
    },
  },
  {
    title: 'What you agreed to, and when',
    nothing: 'consents',
    storedFor: `${retention.consents} after what it was for is gone, to prove what was agreed.`,
    tables: {
      'public.consents': {
        lines: '',
        line: (row, names) => ({
          term: describePurpose(text(row.purpose)),
          detail: sentence(
            `${row.is_given ? 'Agreed' : 'Taken back'} on ${at(row)}.`,
            `The ${describeTextVersion(text(row.text_version))}.`,
            Boolean(row.record_type) && `For ${names.record(row)}.`,
          ),
        }),
      },
    },
  },
  {
    title: 'What we decided, and why',
    nothing: 'decisions',
    storedFor: `as long as its registration or order; what was decided ${retention.decision_events} longer.`,
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
            text(row.message) && endSentence(text(row.message)),
            ...(Array.isArray(row.notes) ? row.notes : []).map((note: Row) =>
              endSentence(`${names.question(row, text(note.field))}: ${text(note.note)}`),
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
    entries: { none: 'Nobody looked', one: '1 look', many: 'looks' },
    storedFor: `${retention.vault_reveals} from the look.`,
    tables: {
      'public.vault_reveals': {
        lines: '',
        line: (row, names) => ({
          term: at(row),
          detail: `${text(row.actor_name) || 'Somebody of our staff'} (${sayCode(text(row.actor_role)).toLowerCase()}) read your ${nameSecret(text(row.field))} of ${names.record(row)}. The reason: ${text(row.reason)}`,
        }),
      },
      'private.vault_openings': {
        counted:
          'Times that the server itself opened a number, for a correction or an erasure, or your photo, for you after a code',
      },
    },
  },
  {
    title: 'Mails and short messages that we sent you',
    nothing: 'mails to you',
    storedFor: '90 days. What they said is not kept.',
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
        labels: { email: 'Email address', expires_at: 'Until' },
      },
    },
  },
  ...marketSections,
  {
    title: 'Messages and applications to us',
    nothing: 'messages and applications to us',
    storedFor: `applications for a partnership ${applications} Messages and job applications until they are answered or decided, and then until you erase them; messages from the page of a registration go with it at the latest.`,
    tables: {
      ...Object.fromEntries(
        publicForms.flatMap((form) => (form.record ? [[`public.${form.table}`, ofPublicForm(form)]] : [])),
      ),
      'public.contact_messages': {
        ...ofPublicForm(contactForm),
        labels: {
          ...ofForm(contactForm.questions).labels,
          replied_at: 'You last wrote again',
          about_reference: 'About',
        },
        // From the page of a registration it is about that one, and the form's general topic says nothing more.
        omit: (row) => ['created_at', 'about_type', ...(row.about_reference ? ['topic'] : [])],
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
    storedFor: `until you leave it, and ${retention.ended_subscriptions} longer; ${retention.unconfirmed_subscriptions} where it was never confirmed.`,
    tables: {
      'public.newsletter_subscriptions': {
        each: () => 'Subscription',
        labels: { email: 'Email address', confirm_sent_at: 'Asked to confirm', unsubscribed_at: 'Left' },
      },
    },
  },
  {
    title: 'How you sign in',
    nothing: 'signing in',
    storedFor:
      'signed-in devices 90 days, open links and codes two days. What was done to the account stays, since it shows who took one over.',
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
    storedFor: `${retention.own_exports} from then; requests until they are over.`,
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
      'private.change_codes': { counted: 'Codes to change a registration, or to see its photo' },
      'private.change_refusals': {
        counted: 'Changes of contacts or numbers, and looks at the photo, that were refused without a code',
      },
      'private.factor_resets': {
        each: () => 'A reset of the second step was asked for',
        labels: { requested_at: 'Asked', due_at: 'Carried out from' },
      },
      'private.alarm_links': { counted: `Links "this was not me" in mails, ${limits.alarmLinkDays} days` },
    },
  },
  {
    title: 'Your work with us',
    nothing: 'work with us',
    storedFor: 'as long as you have the account; who gave whom a role stays.',
    tables: {
      'public.user_roles': { each: () => 'Role', omit: ['created_at'] },
      'private.staff_grants': {
        lines: 'Roles given',
        line: (row) => ({ term: at(row, 'granted_at'), detail: sayCode(text(row.role)) }),
      },
      'public.staff_invitations': { each: () => 'Invitation', labels: { email: 'Email address' } },
      'private.staff_invitation_links': { counted: 'Links of invitations, each scrambled' },
      'public.staff_departures': { each: () => 'End of your work' },
      'public.board_contacts': {
        each: () => 'How you may be reached as a director',
        labels: { email: 'Email address', phone: 'Phone number', public_contact: 'Shown on the site' },
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
    storedFor: `as long as what it belongs to; unfinished photos ${retention.unattached_photos}, attempts to register as a buyer ${retention.audit_events}.`,
    tables: {
      'app_vault.people': { counted: 'Keys that lock what is secret about you' },
      'app_vault.records': { counted: 'Which registrations are yours' },
      'app_vault.secrets': { counted: 'Locked numbers and photos; what they are stands above' },
      'app_vault.matches': { counted: 'Scrambled names, to notice when somebody is registered twice' },
      'private.twins': { counted: 'Hints that two registrations may be of one person' },
      'private.submission_keys': { counted: 'Attempts to send a form, so that none counts twice' },
      'private.registration_guest_links': { counted: 'Secret links to your registration, each scrambled' },
      'private.photo_uploads': { counted: 'Photos on their way to a registration' },
      'public.audit_events': { counted: 'Attempts to register as a buyer' },
    },
  },
]

function sayMail(template: string): string {
  if (isAlarm(template)) return capital(sayWhatHappened(template))
  return nameMail(template)
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
