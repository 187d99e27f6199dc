// The mail by which staff answer a person: their words as they wrote them, with nothing of ours above.
import { z } from 'zod'
import { askingPath } from '#domain/guest-links.ts'
import type { Block } from './letter.ts'
import { optionalText, type Template, template, text } from './template.ts'

/** What private.files_to_send passes. */
export const letterFiles = z
  .array(z.object({ path: text, name: text, type: text }))
  .nullish()
  .transform((files) => files ?? [])

/** Which registration a message is about: null and nothing for any other message. */
export const aboutRegistration = {
  about_reference: optionalText,
  /** It stands in the member area; any other is followed by reference and phone number, since no secret link goes to an address that anyone can type. */
  has_account: z.boolean().nullish(),
}

export function buttonToRegistration(
  reference: string,
  hasAccount: boolean | null | undefined,
  siteUrl: string,
): Block {
  const path = hasAccount ? '/account' : askingPath(reference)
  return { kind: 'button', label: 'See your registration', url: siteUrl + path }
}

const message = z.object({
  ...aboutRegistration,
  /** The words that it answers. */
  question: optionalText,
  record_type: z.enum(['contact_messages', 'job_applications', 'partnership_applications']),
  position_title: optionalText,
  message: text,
  files: letterFiles,
  in_reply_to: optionalText,
})

/** The same for each mail of a thread, so that mail programs show them as one. */
function nameSubject({ record_type, position_title, about_reference }: z.output<typeof message>): string {
  if (record_type === 'contact_messages')
    return `Your message to us${about_reference ? ` about ${about_reference}` : ''}`
  if (record_type === 'partnership_applications') return 'Your partnership application'
  return position_title ? `Your application: ${position_title}` : 'Your application'
}

export const messageTemplates = {
  record_message: template(message, { about: 'contact_messages' }, (data, { siteUrl }) => {
    const subject = nameSubject(data)
    return {
      subject,
      preheader: firstWords(data.message),
      heading: subject,
      isPersonal: true,
      files: data.files,
      ...(data.in_reply_to && { inReplyTo: data.in_reply_to }),
      blocks: [
        ...data.message.split(/\n{2,}/).map((words): Block => ({ kind: 'paragraph', text: words })),
        ...(data.about_reference ? aboutBlocks(data.about_reference, data, siteUrl) : []),
      ],
    }
  }),
} satisfies Record<string, Template>

function aboutBlocks(
  reference: string,
  { has_account, question }: z.output<typeof message>,
  siteUrl: string,
): Block[] {
  return [
    ...(question
      ? [{ kind: 'note', text: `You wrote about ${reference}: ${question.replace(/\s+/g, ' ')}` } as const]
      : []),
    buttonToRegistration(reference, has_account, siteUrl),
  ]
}

/** What a mailbox shows beside the subject. */
export function firstWords(words: string): string {
  return words.replace(/\s+/g, ' ').slice(0, 120)
}
