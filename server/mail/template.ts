// What a template is: the facts that it cannot be written without, the letter rendered from them, and its policy, which the
// database goes by (private.mail_templates, generated from here).
import { z } from 'zod'
import type { AdminRecordType } from '#domain/admin/admin.ts'
import type { Letter, Sender } from './letter.ts'

type Write<Data> = (data: Data, sender: Sender) => Letter

export interface MailPolicy {
  /** The kind of record; the outbox finds a registration by its code, and what a form stored by the address. */
  about: AdminRecordType | 'registrations' | 'newsletter_subscriptions' | 'accounts'
  /** `sign_in`: prompted by the account itself, and secret; `staff`: for colleagues; `notice`: everything else. */
  purpose: 'notice' | 'sign_in' | 'staff'
  /**
   * Five an hour to one address: of public forms and of what anyone who knows a reference can request (ten a day of these
   * two), of new orders, or of what else a buyer does.
   */
  limited: 'form' | 'new_order' | 'order' | null
  /** How often an order's buyer is notified: each time, once an hour, or once until the order is reopened. */
  repeats: 'always' | 'hourly' | 'once'
  /** Carries the account to pay into, where something is due. */
  hasPaymentAccount: boolean
  /** The choice of an account that switches it off. */
  choice: 'order_mails' | 'registration_mails' | 'morning_mails' | null
  /** For a decision that can be undone by its maker: it is sent when that time is over. */
  waitsForUndo: boolean
}

export const plainPolicy: MailPolicy = {
  about: 'accounts',
  purpose: 'notice',
  limited: null,
  repeats: 'always',
  hasPaymentAccount: false,
  choice: null,
  waitsForUndo: false,
}

export interface Template {
  policy: MailPolicy
  /** Rejects data that the template cannot be written from. */
  write(data: unknown, sender: Sender): Letter
}

export function template<Schema extends z.ZodType>(
  schema: Schema,
  policy: Partial<MailPolicy>,
  write: Write<z.output<Schema>>,
): Template {
  return {
    policy: { ...plainPolicy, ...policy },
    write: (data, sender) => write(schema.parse(data), sender),
  }
}

export const text = z.string().trim().min(1)
export const optionalText = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || undefined)

/** What the form's questions say is repeated (`inMail`), as label and words. */
export const formAnswers = {
  answers: z
    .array(z.tuple([text, text]))
    .nullish()
    .transform((rows) => rows ?? []),
}
