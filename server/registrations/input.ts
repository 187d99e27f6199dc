// Answers and consents as they come, before the form's own rules judge them.
import { z } from 'zod'
import { staffChannels } from '#domain/registrations/intake.ts'

const maxAnswers = 80

/** Answers as they come, judged later by the form's own rules; never those of Object.prototype. */
export const answersInput = z
  .record(z.string().max(60), z.unknown())
  .refine((answers) => Object.keys(answers).length <= maxAnswers)
  .transform((answers) => Object.assign(Object.create(null) as Record<string, unknown>, answers))

export const consentsInput = z
  .array(
    z.object({
      purpose: z.string().regex(/^[a-z][a-z_]{1,39}$/),
      textVersion: z.string().regex(/^[\w.:-]{1,40}$/),
    }),
  )
  .max(20)

/** Staff send it for someone, whose consent they have heard. */
export const onBehalf = z.object({ channel: z.enum(staffChannels), consentRecorded: z.literal(true) })
