// What people hear of a reset of their second step, and what every admin hears of it.
import { z } from 'zod'
import { formatDateTime } from '#domain/dates.ts'
import { alarmBlocks } from './safety-templates.ts'
import { template, text } from './template.ts'

/** What private.reset_second_factor passes. */
const requested = z.object({ due_at: text, token: text })
const reset = z.object({ at: text, token: text })
const resetOfOther = z.object({ email: text, is_staff: z.boolean() })

export const factorResetTemplates = {
  account_factor_reset_requested: template(requested, {}, ({ due_at, token }, sender) => ({
    subject: 'Your second step is to be reset',
    preheader: 'If you did not ask for this, sign in now to stop it.',
    heading: 'Your second step is to be reset',
    blocks: [
      {
        kind: 'paragraph',
        text: `Somebody who says to be you has lost the second step of your account with ${sender.companyName}: apps, passkeys and recovery codes. We can remove them from ${formatDateTime(due_at)}, Lagos time. Then the password alone signs in, until a new second step is set up.`,
      },
      {
        kind: 'paragraph',
        text: 'If this was not you, sign in with your second step before that time: it stops the reset. Then choose a new password, and tell us.',
      },
      { kind: 'button', label: 'Sign in', url: `${sender.siteUrl}/auth` },
      ...alarmBlocks(token, sender),
    ],
  })),
  account_factor_reset: template(reset, {}, ({ at, token }, sender) => ({
    subject: 'Your second step was reset',
    preheader: 'Set up a new one when you sign in.',
    heading: 'Your second step was reset',
    blocks: [
      {
        kind: 'paragraph',
        text: `The second step of your account with ${sender.companyName} was removed on ${formatDateTime(at)}, Lagos time: apps, passkeys and recovery codes. Every device is signed out. Sign in with your password, and set up a new second step under Security.`,
      },
      { kind: 'button', label: 'Sign in', url: `${sender.siteUrl}/auth` },
      ...alarmBlocks(token, sender),
    ],
  })),
  staff_factor_reset: template(
    resetOfOther,
    { purpose: 'staff' },
    ({ email, is_staff }, { companyName, siteUrl }) => ({
      subject: 'A second step was reset',
      preheader: `The second step of ${email} was removed.`,
      heading: 'A second step was reset',
      blocks: [
        {
          kind: 'paragraph',
          text: `The second step of ${email}, ${is_staff ? 'who works at the desk' : 'a member'} of ${companyName}, was removed on the server. Who did it, and why, stands in the audit trail.`,
        },
        {
          kind: 'paragraph',
          text: is_staff
            ? 'If nobody of you asked for it, deactivate the account now.'
            : 'If nobody of you asked for it, find out who has access to the server.',
        },
        { kind: 'button', label: 'Look at it', url: `${siteUrl}/admin/people` },
      ],
    }),
  ),
}
