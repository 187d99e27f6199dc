// The mails that confirm what the public forms brought, and say what was decided. Anyone who fills in a form chooses the
// address and the words: so none of the words go out, or anybody could have us write to strangers.

import { z } from 'zod'
import { newsletterConfirmDays } from '#domain/company/newsletter.ts'
import { partnershipTypes } from '#domain/company/partnerships.ts'
import { promises } from '#domain/limits.ts'
import { aboutRegistration, buttonToRegistration } from './message-templates.ts'
import { formAnswers, optionalText, type Template, template, text } from './template.ts'

const partner = { contact_person: text }
const partnership = z.object({ ...partner, partnership_type: text })
const newsletter = z.object({ token: text, unsubscribe_token: text })
const contact = z.object({ name: text })
const application = z.object({ full_name: text, position_title: optionalText })
const reason = { reason: optionalText }

function labelOf(options: readonly { value: string; label: string }[], value: string): string {
  return options.find((option) => option.value === value)?.label ?? 'Other'
}

function reasonRow(reason: string | null | undefined): [string, string][] {
  return reason ? [['Reason', reason]] : []
}

const withinDays = `within ${promises.applicationAnswerHours / 24} days`

export const formTemplates = {
  partnership_received: template(
    z.object({ ...partner, ...formAnswers }),
    { about: 'partnership_applications', limited: 'form' },
    (data, { siteUrl }) => ({
      subject: 'We have your partnership application',
      preheader: `We answer it ${withinDays}.`,
      heading: 'We have your partnership application',
      greetingName: data.contact_person,
      blocks: [
        { kind: 'paragraph', text: `Thank you for your application. We answer it ${withinDays}.` },
        { kind: 'facts', rows: data.answers },
        {
          kind: 'steps',
          title: 'What happens next',
          steps: [
            'We read your application and check what we can check ourselves.',
            'We call or write to you to talk about terms, territory and timing.',
            'Nothing is agreed until both sides have signed it.',
          ],
        },
        { kind: 'button', label: 'Read the terms', url: `${siteUrl}/terms` },
        { kind: 'note', text: 'Nobody of ours will ever ask you for money to look at an application.' },
      ],
    }),
  ),

  newsletter_confirm: template(
    newsletter,
    { about: 'newsletter_subscriptions', limited: 'form' },
    ({ token, unsubscribe_token }, { companyName, siteUrl }) => ({
      subject: 'Confirm your subscription',
      preheader: 'Confirm it, and the letters come.',
      heading: 'Confirm your subscription',
      unsubscribeUrl: `${siteUrl}/newsletter/unsubscribe?token=${encodeURIComponent(unsubscribe_token)}`,
      blocks: [
        {
          kind: 'paragraph',
          text: `Somebody, we hope you, asked for the newsletter of ${companyName} at this address. Nothing is sent until you confirm it.`,
        },
        {
          kind: 'button',
          label: 'Confirm my subscription',
          url: `${siteUrl}/newsletter/confirm?token=${encodeURIComponent(token)}`,
        },
        {
          kind: 'note',
          text: `The link works for ${newsletterConfirmDays} days. If this was not you, ignore this mail: without the link nothing happens.`,
        },
      ],
    }),
  ),

  contact_received: template(
    contact.extend(formAnswers).extend(aboutRegistration),
    { about: 'contact_messages', limited: 'form' },
    ({ about_reference, ...data }, { siteUrl }) => ({
      subject: `We have your message${about_reference ? ` about ${about_reference}` : ''}`,
      preheader: 'A person will read it and answer.',
      heading: 'We have your message',
      greetingName: data.name,
      blocks: [
        {
          kind: 'paragraph',
          text: `Thank you for writing. A person reads your message and answers it within ${promises.messageAnswerHours} hours.`,
        },
        { kind: 'facts', rows: data.answers },
        ...(about_reference
          ? [
              { kind: 'paragraph', text: `Your message is about ${about_reference}.` } as const,
              buttonToRegistration(about_reference, data.has_account, siteUrl),
            ]
          : [{ kind: 'button', label: 'Back to the site', url: siteUrl } as const]),
        { kind: 'note', text: 'If this was not you, somebody mistyped an address. There is nothing to do.' },
      ],
    }),
  ),

  application_received: template(
    application.extend(formAnswers),
    { about: 'job_applications', limited: 'form' },
    (data, { siteUrl }) => ({
      subject: data.position_title
        ? `We have your application: ${data.position_title}`
        : 'We have your application',
      preheader: 'Your CV is with the HR department.',
      heading: 'We have your application',
      greetingName: data.full_name,
      blocks: [
        { kind: 'paragraph', text: 'Thank you for your application. Your CV is with the HR department.' },
        {
          kind: 'facts',
          rows: [['Position', data.position_title ?? 'Any position that fits'], ...data.answers],
        },
        {
          kind: 'steps',
          title: 'What happens next',
          steps: [
            `We read every application, and answer ${withinDays} whether or not we go on.`,
            'Interview process: one talk with the team, one with the people you would work for.',
            'Join the team: a written offer and a start date.',
          ],
        },
        { kind: 'button', label: 'See all positions', url: `${siteUrl}/careers` },
        { kind: 'note', text: 'Applying costs nothing. Anyone who asks you for money is not from us.' },
      ],
    }),
  ),

  partnership_approved: template(
    partnership,
    { about: 'partnership_applications', waitsForUndo: true },
    (data, { siteUrl }) => ({
      subject: 'Your partnership application is approved',
      preheader: 'We will contact you about terms and timing.',
      heading: 'Your partnership application is approved',
      greetingName: data.contact_person,
      blocks: [
        {
          kind: 'paragraph',
          text: 'We would like to work with you, and will contact you about terms and timing.',
        },
        { kind: 'facts', rows: [['Partnership', labelOf(partnershipTypes, data.partnership_type)]] },
        { kind: 'button', label: 'Read the terms', url: `${siteUrl}/terms` },
        {
          kind: 'note',
          text: 'Nothing is agreed until both sides have signed it, and nobody asks you for money before that.',
        },
      ],
    }),
  ),

  partnership_declined: template(
    partnership.extend(reason),
    { about: 'partnership_applications', waitsForUndo: true },
    (data, { siteUrl }) => ({
      subject: 'About your partnership application',
      preheader: 'We cannot take this application on.',
      heading: 'We cannot take this application on',
      greetingName: data.contact_person,
      blocks: [
        {
          kind: 'paragraph',
          text: 'Thank you for your application. We have read it, and cannot take it on.',
        },
        {
          kind: 'facts',
          rows: [
            ['Partnership', labelOf(partnershipTypes, data.partnership_type)],
            ...reasonRow(data.reason),
          ],
        },
        { kind: 'button', label: 'Write to us', url: `${siteUrl}/contact` },
      ],
    }),
  ),

  application_approved: template(
    application,
    { about: 'job_applications', waitsForUndo: true },
    (data, { siteUrl }) => ({
      subject: data.position_title
        ? `Your application goes on: ${data.position_title}`
        : 'Your application goes on',
      preheader: 'The HR department will contact you about the interview.',
      heading: 'Your application goes on',
      greetingName: data.full_name,
      blocks: [
        { kind: 'paragraph', text: 'The HR department will contact you about the interview.' },
        { kind: 'facts', rows: [['Position', data.position_title ?? 'Any position that fits']] },
        { kind: 'button', label: 'See all positions', url: `${siteUrl}/careers` },
        { kind: 'note', text: 'Applying costs nothing. Anyone who asks you for money is not from us.' },
      ],
    }),
  ),

  application_declined: template(
    application.extend(reason),
    { about: 'job_applications', waitsForUndo: true },
    (data, { siteUrl }) => ({
      subject: data.position_title
        ? `About your application: ${data.position_title}`
        : 'About your application',
      preheader: 'We do not go on with this application.',
      heading: 'We do not go on with this application',
      greetingName: data.full_name,
      blocks: [
        { kind: 'paragraph', text: 'Thank you for your application and your time. We do not go on with it.' },
        {
          kind: 'facts',
          rows: [['Position', data.position_title ?? 'Any position that fits'], ...reasonRow(data.reason)],
        },
        { kind: 'button', label: 'See all positions', url: `${siteUrl}/careers` },
      ],
    }),
  ),
} satisfies Record<string, Template>
