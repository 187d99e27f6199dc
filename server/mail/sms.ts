// Short messages: what they say, and where they go. Without SMS_URL there are none; file: stores them as files.
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'
import { formatDateTime, formatDayInWords } from '#domain/dates.ts'
import { trackingPath } from '#domain/guest-links.ts'
import { formatMoney, formatNaira } from '#domain/money.ts'
import { asTitle, type Sender } from './letter.ts'
import type { MailPolicy } from './template.ts'
import { MailRefusedError } from './transport.ts'

export interface OutgoingSms {
  /** The outbox row's id. */
  id: string
  to: string
  text: string
}

export interface SmsTransport {
  /** Resolves with the provider's id once the message is accepted; rejects with a MailRefusedError when it never will be. */
  send(sms: OutgoingSms): Promise<string>
}

const decision = z.object({ code: z.string(), status: z.enum(['approved', 'declined', 'completed']) })

const phoneChange = z.object({ code: z.string(), minutes: z.number() })

const unpaidOrder = z.object({ code: z.string(), expires_at: z.string() })

const payableOrder = z.object({ code: z.string(), kept_until: z.string().optional() })

const deliveryQuoted = z.object({
  code: z.string(),
  price_kobo: z.number(),
  day: z.string(),
  expires_at: z.string(),
  earlier_kobo: z.number().nullish(),
  earlier_day: z.string().nullish(),
})

const deliveryDay = z.object({ code: z.string(), day: z.string() })

const refunded = z.object({
  code: z.string(),
  currency: z.string(),
  moved_kobo: z.number(),
  sent_kobo: z.number().nullish(),
  rest_kobo: z.number().nullish(),
})

const claimed = z.object({ reference: z.string() })

const registrationCode = z.object({ code: z.string(), digits: z.string(), minutes: z.number() })

const linkAgain = z.object({ code: z.string(), token: z.string() })

const changed = z.object({ code: z.string() })

const decisionSentences = {
  approved: () => 'is approved. We will ring you about the next steps.',
  declined: (callUs: string) => `could not be approved. Please ${callUs} if you would like to know more.`,
  completed: () => 'is completed. Thank you.',
}

/** The policies of those that no mail shares. */
export const smsPolicies: Record<string, Partial<MailPolicy>> = {
  decision: { about: 'registrations', waitsForUndo: true },
  auth_phone_change: { purpose: 'sign_in' },
}

const writeCode = (wish: string) => (data: unknown) => {
  const { code, digits, minutes } = registrationCode.parse(data)
  return `${digits} is your code to ${wish} ${code}. It works for ${minutes} minutes. Give it to nobody: we never ask for it.`
}

function writeLink(data: unknown, _callUs: string, siteUrl: string): string {
  const { code, token } = linkAgain.parse(data)
  return `the link to ${code}, for one day: ${siteUrl}${trackingPath(token)} Give it to nobody. If you did not request it, do nothing.`
}

/**
 * Nothing secret but a code that works for minutes, and no link but the one of a day that a person requested who gave no address:
 * a phone may be anybody's by now.
 */
export const messages = {
  decision: (data: unknown, callUs: string) => {
    const { code, status } = decision.parse(data)
    return `${code} ${decisionSentences[status](callUs)}`
  },
  order_unpaid: (data: unknown, callUs: string) => {
    const { code, expires_at } = unpaidOrder.parse(data)
    return `order ${code} is not paid yet and ends on ${formatDateTime(expires_at)}. Open it where you ordered, or ${callUs}. We never send account details by text.`
  },
  order_account_ready: (data: unknown, callUs: string) => {
    const { code, kept_until } = payableOrder.parse(data)
    const until = kept_until ? `: please pay before ${formatDateTime(kept_until)}` : ''
    return `our account for order ${code} is here${until}. Open it where you ordered, or ${callUs}. We never send account details by text.`
  },
  order_credit_ended: (data: unknown, callUs: string) => {
    const { code, kept_until } = payableOrder.parse(data)
    const until = kept_until ? `: please pay before ${formatDateTime(kept_until)}` : ''
    return `order ${code} is no longer on credit terms${until}. Open it where you ordered, or ${callUs}. We never send account details by text.`
  },
  order_delivery_quoted: (data: unknown, callUs: string) => {
    const { code, price_kobo, day, expires_at, earlier_kobo, earlier_day } = deliveryQuoted.parse(data)
    const before =
      earlier_kobo != null && earlier_day
        ? ` Before: ${formatNaira(earlier_kobo)}, ${formatDayInWords(earlier_day)}.`
        : ''
    return `delivery of order ${code} costs ${formatNaira(price_kobo)} and comes on ${formatDayInWords(day)}.${before} Say yes before ${formatDateTime(expires_at)} where you ordered, or ${callUs}. You pay only after that.`
  },
  order_delivery_day: (data: unknown, callUs: string) => {
    const { code, day } = deliveryDay.parse(data)
    return `your order ${code} has another day: ${formatDayInWords(day)}. If that is not right for you, ${callUs}.`
  },
  order_payment_refunded: (data: unknown, callUs: string) => {
    const { code, currency, moved_kobo, sent_kobo, rest_kobo } = refunded.parse(data)
    const rest = rest_kobo
      ? `; ${formatMoney(rest_kobo, currency)} is still to come`
      : sent_kobo
        ? `, ${formatMoney(sent_kobo, currency)} in all`
        : ''
    return `we have sent back ${formatMoney(moved_kobo, currency)} for order ${code}${rest}. Banks may need a working day to show it. If it does not come, ${callUs}.`
  },
  registration_claimed: (data: unknown, callUs: string) => {
    const { reference } = claimed.parse(data)
    return `${reference} was added to an account that has proved this number or its email address. If that was not you, ${callUs}.`
  },
  registration_change_code: writeCode('change'),
  registration_photo_code: writeCode('see the photo of'),
  registration_link_again: writeLink,
  order_link_again: writeLink,
  registration_changed: (data: unknown, callUs: string) => {
    const { code } = changed.parse(data)
    return `a contact or a number of ${code} was changed. If that was not you, ${callUs} at once.`
  },
  registration_message: (data: unknown, callUs: string) => {
    const { code } = changed.parse(data)
    return `a message about ${code} came with a contact that we do not know of you. If you did not write it, ${callUs} at once.`
  },
  auth_phone_changed: (_data: unknown, callUs: string) =>
    `your account has another phone number now. If that was not you, ${callUs} at once.`,
  auth_phone_change: (data: unknown) => {
    const { code, minutes } = phoneChange.parse(data)
    return `${code} is your code. It works for ${minutes} minutes. We never ask for it by phone.`
  },
}

/** Who it is from stands first, and whom to call beside the wish to call: this may be the only way to reach a person. */
export function writeSms(
  template: string,
  data: unknown,
  { companyName, siteUrl, phone }: Pick<Sender, 'companyName' | 'siteUrl' | 'phone'>,
): string {
  if (!Object.hasOwn(messages, template))
    throw new MailRefusedError(new Error(`no short message is named ${template}`))
  const callUs = phone ? `call us on ${phone}` : 'call us'
  const text = `${asTitle(companyName)}: ${messages[template as keyof typeof messages](data, callUs, siteUrl)}`
  // The alphabet of text messages has no space that binds: with one a message would take twice the room.
  return text.replaceAll('\u00a0', ' ')
}

/** The local stand-in for a provider: each message is a file. */
export function createFileSms(folder: string): SmsTransport {
  return {
    async send(sms) {
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = join(folder, `${sms.id}.json`)
      // Whole or not at all, however often it is tried.
      await writeFile(`${file}.part`, JSON.stringify(sms), { mode: 0o600 })
      await rename(`${file}.part`, file)
      return sms.id
    },
  }
}
