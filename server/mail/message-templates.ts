// The mail by which staff answer a person: their words as they wrote them, with nothing of ours above.
import { z } from 'zod'
import { optionalText, type Template, template, text } from './template.ts'

/** What private.files_to_send passes. */
export const letterFiles = z
  .array(z.object({ path: text, name: text, type: text }))
  .nullish()
  .transform((files) => files ?? [])

const message = z.object({
  record_type: z.enum(['contact_messages', 'job_applications', 'partnership_applications']),
  position_title: optionalText,
  message: text,
  files: letterFiles,
  in_reply_to: optionalText,
})

/** The same for each mail of a thread, so that mail programs show them as one. */
function nameSubject({ record_type, position_title }: z.output<typeof message>): string {
  if (record_type === 'contact_messages') return 'Your message to us'
  if (record_type === 'partnership_applications') return 'Your partnership application'
  return position_title ? `Your application: ${position_title}` : 'Your application'
}

export const messageTemplates = {
  record_message: template(message, { about: 'contact_messages' }, (data) => {
    const subject = nameSubject(data)
    return {
      subject,
      preheader: firstWords(data.message),
      heading: subject,
      isPersonal: true,
      files: data.files,
      ...(data.in_reply_to && { inReplyTo: data.in_reply_to }),
      blocks: data.message.split(/\n{2,}/).map((words) => ({ kind: 'paragraph', text: words })),
    }
  }),
} satisfies Record<string, Template>

/** What a mailbox shows beside the subject. */
export function firstWords(words: string): string {
  return words.replace(/\s+/g, ' ').slice(0, 120)
}
