// What an account's owner hears of whatever someone did to the account, each with a link that says "this was not me".
// None greets by name: anyone who is in the account chooses it, and could write there that the mail is only a test.
import { z } from 'zod'
import { ownSecretsWait } from '#domain/account/own-secrets.ts'
import { formatDateTime } from '#domain/dates.ts'
import type { Block, Sender } from './letter.ts'
import { type MailPolicy, optionalText, template, text } from './template.ts'

const notice = z.object({ at: text, token: text })
const exported = notice.extend({ in_clear: z.boolean() })
const opening = notice.extend({ opens_at: text, closes_at: optionalText })
const claimed = notice.extend({ reference: text })
const frozen = z.object({ at: text, second_step_removed: z.boolean() })

/** The secret stands in the fragment, which no server and no log sees. */
export function alarmBlocks(token: string, { siteUrl }: Pick<Sender, 'siteUrl'>): Block[] {
  return [
    {
      kind: 'paragraph',
      text: 'If this was you, there is nothing to do. If not, press this button: it signs every device out and keeps your data in.',
    },
    { kind: 'button', label: 'This was not me', url: `${siteUrl}/not-me#${token}` },
    {
      kind: 'note',
      text: `The button asks once more before it does anything. It works for ${ownSecretsWait.linkDays} days, without signing in.`,
    },
  ]
}

const signIn = { purpose: 'sign_in' } as const

/** One sentence of what was done, when, and the way to stop it. */
function announce(
  subject: string,
  sentence: (account: string) => string,
  policy: Partial<MailPolicy> = signIn,
) {
  return template(notice, policy, ({ at, token }, sender) => ({
    subject,
    preheader: 'If this was you, there is nothing to do.',
    heading: subject,
    blocks: [
      {
        kind: 'paragraph',
        text: `${sentence(`your account with ${sender.companyName}`)} This was on ${formatDateTime(at)}, Lagos time.`,
      },
      ...alarmBlocks(token, sender),
    ],
  }))
}

const announcePassword = announce(
  'Your password was changed',
  (account) => `The password of ${account} was changed.`,
)
/** The first one, as of somebody who joins by an invitation: nothing of theirs was changed. */
const announceFirst = announce('Your password is set', (account) => `A password was set for ${account}.`)

const password = z.looseObject({ token: optionalText, is_first: z.boolean().optional() })

/** A mail that waited since before there were links is written without one. */
const passwordChanged = template(password, signIn, (data, sender) =>
  data.token
    ? (data.is_first ? announceFirst : announcePassword).write(data, sender)
    : {
        subject: 'Your password was changed',
        preheader: 'If this was you, there is nothing to do.',
        heading: 'Your password was changed',
        blocks: [
          {
            kind: 'paragraph',
            text: `The password of your account with ${sender.companyName} was changed. If this was not you, choose "Forgot password" where you sign in.`,
          },
          { kind: 'button', label: 'Go to sign-in', url: `${sender.siteUrl}/auth` },
        ],
      },
)

export const safetyTemplates = {
  auth_password_changed: passwordChanged,
  auth_email_changed: announce(
    'Your email address was changed',
    (account) => `The email address of ${account} was changed. The old and the new address get this mail.`,
  ),
  auth_phone_changed: announce(
    'Your phone number was changed',
    (account) => `The phone number of ${account} was changed.`,
  ),
  auth_factor_added: announce(
    'A second step was added',
    (account) => `An app, a passkey or another second step was added to ${account}.`,
  ),
  auth_factor_removed: announce(
    'A second step was removed',
    (account) => `An app, a passkey or another second step was removed from ${account}.`,
  ),
  auth_recovery_codes_made: announce(
    'Recovery codes were made',
    (account) => `New recovery codes were made for ${account}. Earlier ones no longer work.`,
  ),
  auth_recovery_codes_removed: announce(
    'Your recovery codes were removed',
    (account) => `The recovery codes of ${account} were removed.`,
  ),
  auth_recovery_code_used: announce(
    'A recovery code was used',
    (account) => `Somebody has signed in to ${account} with one of its recovery codes.`,
  ),
  auth_identity_linked: announce(
    'Another way to sign in was added',
    (account) => `An account with another provider was connected, and signs in to ${account} now.`,
  ),
  auth_identity_unlinked: announce(
    'A way to sign in was removed',
    (account) => `An account with another provider was disconnected from ${account}.`,
  ),

  registration_claimed: template(claimed, { about: 'registrations' }, ({ at, token, reference }, sender) => ({
    subject: `Your registration ${reference} is in an account now`,
    preheader: 'If this was you, there is nothing to do.',
    heading: 'Your registration is in an account now',
    blocks: [
      {
        kind: 'paragraph',
        text: `Your registration ${reference} with ${sender.companyName} was added to an account, on ${formatDateTime(at)}, Lagos time. Its links have ended: the account shows it from now on.`,
      },
      ...alarmBlocks(token, sender),
    ],
  })),
  account_data_exported: template(exported, {}, ({ at, token, in_clear }, sender) => ({
    subject: 'Your data was downloaded',
    preheader: 'If this was you, there is nothing to do.',
    heading: 'Your data was downloaded',
    blocks: [
      {
        kind: 'paragraph',
        text: `On ${formatDateTime(at)}, Lagos time, somebody who is signed in to your account with ${sender.companyName} read or downloaded what we keep about you. ${
          in_clear
            ? 'What they saw has your secret numbers and photos whole.'
            : 'Secret numbers show their last digits alone in it, and photos are not in it.'
        }`,
      },
      ...alarmBlocks(token, sender),
    ],
  })),
  account_secrets_requested: template(opening, {}, ({ token, opens_at, closes_at }, sender) => ({
    subject: 'Your secret numbers were asked for',
    preheader: `They can be downloaded from ${formatDateTime(opens_at)}, unless you stop it.`,
    heading: 'Your secret numbers were asked for',
    blocks: [
      {
        kind: 'paragraph',
        text: `Somebody who is signed in to your account with ${sender.companyName}, and typed a code from this mailbox, asked to download your secret numbers and photos whole. That opens on ${formatDateTime(opens_at)}, Lagos time${
          closes_at ? `, and closes on ${formatDateTime(closes_at)}` : ''
        }.`,
      },
      ...alarmBlocks(token, sender),
    ],
  })),
  account_frozen: template(frozen, {}, ({ at, second_step_removed }, { companyName, siteUrl }) => ({
    subject: 'Your account is frozen',
    preheader: 'You told us that this was not you. This is how it goes on.',
    heading: 'Your account is frozen',
    blocks: [
      {
        kind: 'paragraph',
        text: `On ${formatDateTime(at)}, Lagos time, you told us that somebody else was in your account with ${companyName}. Every device is signed out, the password no longer works${
          second_step_removed ? ', the new second step is removed' : ''
        }, and nothing leaves your account.`,
      },
      {
        kind: 'steps',
        title: 'What to do now',
        steps: [
          'Change the password of this mailbox, if somebody else may know it.',
          'Choose "Forgot password" where you sign in, and choose a new password by the mailed link.',
          `Under Privacy, ask for your data to be opened again. That happens ${ownSecretsWait.hours} hours later.`,
        ],
      },
      { kind: 'button', label: 'Choose a new password', url: `${siteUrl}/auth` },
      { kind: 'note', text: 'If you cannot get in, call us.' },
    ],
  })),
  account_thaw_asked: template(opening, {}, ({ token, opens_at }, sender) => ({
    subject: 'Your account is to be opened again',
    preheader: `From ${formatDateTime(opens_at)} your data can be downloaded again.`,
    heading: 'Your account is to be opened again',
    blocks: [
      {
        kind: 'paragraph',
        text: `Somebody who is signed in to your account with ${sender.companyName}, and typed a code from this mailbox, asked to open it again. From ${formatDateTime(opens_at)}, Lagos time, data can be downloaded again.`,
      },
      ...alarmBlocks(token, sender),
    ],
  })),
  account_thawed: announce(
    'Your account is open again',
    (account) => `Our staff have opened ${account} again, because you asked them to.`,
    {},
  ),
}
