// What people hear of the desk itself: that they are invited to work at it.
import { z } from 'zod'
import { invitationDays, invitationPath } from '#domain/staff.ts'
import { optionalText, template, text } from './template.ts'

const invitation = z.object({
  role: text,
  invited_by: optionalText,
})

const tasks: Record<string, string> = {
  admin: 'as an admin, with every right',
  reviewer: 'to review applications and answer people',
  finance: 'to confirm payments',
  content: 'to edit what the site shows',
  field_agent: 'to enter forms for people who come in or call',
}

export const deskTemplates = {
  staff_invitation: template(invitation, ({ role, invited_by }, { companyName, siteUrl }) => ({
    subject: `Work with ${companyName}`,
    preheader: 'You are invited to the desk.',
    heading: 'You are invited',
    blocks: [
      {
        kind: 'paragraph',
        text: `${invited_by ?? 'An admin'} invites you to work at the desk of ${companyName}${Object.hasOwn(tasks, role) ? ` ${tasks[role]}` : ''}.`,
      },
      { kind: 'button', label: 'Accept the invitation', url: `${siteUrl}${invitationPath}` },
      {
        kind: 'note',
        text: `Sign in, or sign up, under this very address. You will be asked to set up a second step for signing in. The invitation is good for ${invitationDays} days. If you did not expect it, you can ignore this mail.`,
      },
    ],
  })),
}
