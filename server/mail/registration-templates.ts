// Mails to registered people: it is here, it was decided, it needs a correction. Nothing of what they wrote is in it.
import { z } from 'zod'
import { formatDateTime } from '#domain/dates.ts'
import { trackingPath } from '#domain/guest-links.ts'
import { limits, promises } from '#domain/limits.ts'
import { type StaffChannel, staffChannels } from '#domain/registrations/intake.ts'
import { getRegistrationRules } from '#domain/registrations/readers.ts'
import {
  isRegistrationForm,
  type RegistrationFormName,
  registrationForms,
} from '#domain/registrations/registrations.ts'
import type { Letter } from './letter.ts'
import { alarmBlocks } from './safety-templates.ts'
import { optionalText, type Template, template, text } from './template.ts'

const registration = z.object({
  name: optionalText,
  code: text,
  form: z.string().refine((name): name is RegistrationFormName => isRegistrationForm(name)),
  /** Opens the tracking page of someone without an account. */
  token: optionalText,
})
const declined = registration.extend({ reason: optionalText })
const correction = registration.extend({
  message: optionalText,
  notes: z.array(z.object({ field: z.string(), note: z.string() })).default([]),
})
const code = registration.extend({ digits: text, minutes: z.number() })
const changed = registration.extend({
  at: text,
  labels: z.array(z.string()).min(1),
  /** Only where staff entered it. */
  channel: z.enum(staffChannels).optional(),
})
const written = registration.extend({ at: text, kinds: z.array(z.enum(['email', 'phone'])).min(1) })
type Registration = z.output<typeof registration>

const enteredBy: Readonly<Record<StaffChannel, string>> = {
  walk_in: 'Our staff entered it at the counter, for a person who was there.',
  phone: 'Our staff entered it, for a person on the phone.',
}

const codePurposes = {
  change: {
    subject: 'Your code to change your registration',
    wish: 'change a contact or a number',
    without: 'nothing changes',
  },
  photo: { subject: 'Your code to see your photo', wish: 'see the photo', without: 'nothing is shown' },
}

const codeTemplate = (purpose: keyof typeof codePurposes) =>
  template(
    code,
    // No sign-in of an account: a code that a stranger requests does not go to an address that wants no mails from us.
    { about: 'registrations', limited: 'form' },
    ({ code, digits, minutes }) => {
      const { subject, wish, without } = codePurposes[purpose]
      return {
        subject,
        preheader: `It works for ${minutes} minutes.`,
        heading: 'Your code',
        blocks: [
          {
            kind: 'paragraph',
            text: `Somebody, we hope you, wants to ${wish} of the registration ${code}. Type this code on the page:`,
          },
          { kind: 'code', label: 'Your code', code: digits },
          {
            kind: 'note',
            text: `It works once, for ${minutes} minutes. Give it to nobody: we never ask for it. If this was not you, do nothing: ${without} without it.`,
          },
        ],
      }
    },
  )

const neverPay = 'Registering costs nothing. Anyone who asks you for money to look at it is not from us.'

export const registrationTemplates = {
  registration_received: template(
    registration,
    { about: 'registrations', limited: 'form' },
    (data, { siteUrl }) => ({
      subject: `We have your registration ${data.code}`,
      preheader: 'Keep the code: it is all you need when you call or write to us.',
      heading: 'We have your registration',
      greetingName: data.name,
      blocks: [
        ...confirmationOf(data),
        {
          kind: 'steps',
          title: 'What happens next',
          steps: [
            `A person reads what you sent, within ${promises.registrationAnswerHours / 24} days.`,
            'We write to you what we decide and why, or when something has to be corrected.',
          ],
        },
        ...linkTo(data, siteUrl, 'See how it stands'),
        { kind: 'note', text: neverPay },
      ],
    }),
  ),

  registration_approved: template(
    registration,
    { about: 'registrations', choice: 'registration_mails', waitsForUndo: true },
    (data, { siteUrl }) => ({
      subject: `Your registration ${data.code} is approved`,
      preheader: 'Our team will contact you about what comes next.',
      heading: 'Your registration is approved',
      greetingName: data.name,
      blocks: [
        { kind: 'paragraph', text: 'Welcome. Our team will contact you about what comes next.' },
        ...confirmationOf(data),
        ...linkTo(data, siteUrl, 'See your registration'),
        { kind: 'note', text: neverPay },
      ],
    }),
  ),

  registration_declined: template(
    declined,
    { about: 'registrations', choice: 'registration_mails', waitsForUndo: true },
    ({ reason, ...data }, { siteUrl }) => ({
      subject: `About your registration ${data.code}`,
      preheader: 'We cannot take this registration on.',
      heading: 'We cannot take this registration on',
      greetingName: data.name,
      blocks: [
        {
          kind: 'paragraph',
          text: 'Thank you for registering. We are sorry that we have to decline it.',
        },
        ...confirmationOf(data, reason ? [['Reason', reason]] : []),
        { kind: 'paragraph', text: 'You are welcome to register again when things have changed.' },
        ...linkTo(data, siteUrl, 'See your registration'),
      ],
    }),
  ),

  registration_merged: template(
    registration.extend({ kept: text }),
    { about: 'registrations' },
    ({ kept, ...data }, { siteUrl }) => ({
      subject: `Your registrations ${kept} and ${data.code} are one now`,
      preheader: 'You do not have to do anything.',
      heading: 'We received your registration twice',
      greetingName: data.name,
      blocks: [
        {
          kind: 'paragraph',
          text: `Both go on as one, under the older reference ${kept}. The numbers and the photo that came with ${data.code} are erased; those of ${kept} stay. You do not have to do anything.`,
        },
        ...confirmationOf(data, [['Goes on as', kept]]),
        ...linkTo(data, siteUrl, 'See what became of it'),
        {
          kind: 'note',
          text: 'If these are the registrations of two people, please call us or write to us, and give both references.',
        },
      ],
    }),
  ),

  registration_correction: template(
    correction,
    { about: 'registrations', choice: 'registration_mails', waitsForUndo: true },
    ({ message, notes, ...data }, { siteUrl }) => ({
      subject: `Please correct your registration ${data.code}`,
      preheader: 'We marked what we need. Everything else is kept.',
      heading: 'Please correct your registration',
      greetingName: data.name,
      blocks: [
        {
          kind: 'paragraph',
          text: message ?? 'We have read your registration and need a correction before we can decide.',
        },
        ...confirmationOf(
          data,
          notes.map(({ field, note }): [string, string] => [labelOf(data.form, field), note]),
        ),
        ...linkTo(data, siteUrl, 'Correct it now'),
        {
          kind: 'note',
          text: 'Please correct it on that page alone. Never send identity, bank or BVN numbers by mail.',
        },
      ],
    }),
  ),

  registration_link: template(registration, { about: 'registrations' }, (data, { siteUrl }) => ({
    subject: `A new link to your registration ${data.code}`,
    preheader: 'The links that you had before have ended.',
    heading: 'A new link to your registration',
    greetingName: data.name,
    blocks: [
      {
        kind: 'paragraph',
        text: 'Somebody asked our staff for a new link. The links that you had before lead nowhere any more. If it was not you, please tell us.',
      },
      ...confirmationOf(data),
      ...linkTo(data, siteUrl, 'Open your registration'),
    ],
  })),

  registration_link_again: template(
    registration,
    { about: 'registrations', limited: 'form' },
    (data, { siteUrl }) => ({
      subject: `The link to your registration ${data.code}`,
      preheader: 'Keep it to yourself: anyone who has it sees what you sent.',
      heading: 'The link to your registration',
      greetingName: data.name,
      blocks: [
        {
          kind: 'paragraph',
          text: `Somebody who knows your reference and your phone number asked for it on our site. If it was not you, nobody but you has seen this link. It works for ${limits.linkAgainDays} days.`,
        },
        ...confirmationOf(data),
        ...linkTo(data, siteUrl, 'Open your registration'),
      ],
    }),
  ),
  registration_change_code: codeTemplate('change'),
  registration_photo_code: codeTemplate('photo'),

  /** To the contact of before; with an account, `token` freezes it ("this was not me"). */
  registration_changed: template(
    changed,
    { about: 'registrations', purpose: 'sign_in' },
    ({ at, labels, channel, token, ...data }, sender) => ({
      subject: `Something was changed in your registration ${data.code}`,
      preheader: 'If this was you, there is nothing to do.',
      heading: 'Something was changed in your registration',
      blocks: [
        {
          kind: 'paragraph',
          text: `This was changed on ${formatDateTime(at)}, Lagos time: ${labels.join(', ')}. ${channel ? `${enteredBy[channel]} ` : ''}You get this mail because we reached you here before.`,
        },
        ...confirmationOf(data),
        ...(token
          ? alarmBlocks(token, sender)
          : [
              {
                kind: 'paragraph' as const,
                text: 'If this was not you, please call us or write to us at once, and give the reference. We look at it before anything is decided.',
              },
            ]),
      ],
    }),
  ),

  /** To the contact on record: somebody wrote about it and gave another one, which is not said. */
  registration_message: template(
    written,
    { about: 'registrations', purpose: 'sign_in', limited: 'form' },
    ({ at, kinds, token, ...data }, sender) => ({
      subject: `A message came about your registration ${data.code}`,
      preheader: 'It gives another contact than yours.',
      heading: 'A message came about your registration',
      blocks: [
        {
          kind: 'paragraph',
          text: `A message about your registration came on ${formatDateTime(at)}, Lagos time, from its own page. It gives ${sayKinds(kinds)} that we do not know of you. Your registration and your contacts stay as they are.`,
        },
        ...confirmationOf(data),
        ...(token
          ? alarmBlocks(token, sender)
          : [
              {
                kind: 'paragraph' as const,
                text: 'If you wrote it, there is nothing to do. If not, somebody else has your link: please call us or write to us at once, and give the reference.',
              },
            ]),
      ],
    }),
  ),
} satisfies Record<string, Template>

const kindWords = { email: 'an email address', phone: 'a phone number' }

function sayKinds(kinds: readonly (keyof typeof kindWords)[]): string {
  return kinds.map((kind) => kindWords[kind]).join(' and ')
}

function confirmationOf(
  { code, form }: Pick<Registration, 'code' | 'form'>,
  more: [label: string, value: string][] = [],
): Letter['blocks'] {
  return [
    { kind: 'code', label: 'Your reference', code },
    { kind: 'facts', rows: [['Form', registrationForms[form].title], ...more] },
  ]
}

/** The tracking page for a guest, the member area for an account. */
function linkTo({ token }: Registration, siteUrl: string, label: string): Letter['blocks'] {
  if (!token) return [{ kind: 'button', label, url: `${siteUrl}/account` }]
  return [
    { kind: 'button', label, url: siteUrl + trackingPath(token) },
    {
      kind: 'note',
      text: 'This link is yours alone: anyone who has it sees your registration. Do not pass it on.',
    },
  ]
}

function labelOf(form: RegistrationFormName, field: string): string {
  if (field === 'selfieImage') return 'Photo'
  const rules = getRegistrationRules(form)
  return (Object.hasOwn(rules, field) && rules[field]?.label) || 'About'
}
