// What buyers are told about quotes, marketplace orders and money. Account numbers are on the order's page, never in a mail.
import { z } from 'zod'
import { formatMoney } from '#domain/money.ts'
import type { Letter } from './letter.ts'
import { optionalText, type Template, template, text } from './template.ts'

const order = z.object({
  code: text,
  contact_person: optionalText,
  product: text,
  quantity: z.union([z.string(), z.number()]).transform(String),
  unit: text,
  total_kobo: z.int().nonnegative().nullish(),
  /** Opens the order of somebody without an account. */
  token: optionalText,
})
type Order = z.output<typeof order>

const neverByChat =
  'We never send account details by chat, text message or phone. Pay only to the account that the page of your order shows.'

/** A letter about an order: one sentence of news, the slip, the door to the order, the warning. */
function about(
  say: (data: Order) => { subject: string; heading: string; news: string; next?: string; button: string },
) {
  return template(order, (data, { siteUrl }): Letter => {
    const { subject, heading, news, next, button } = say(data)
    return {
      subject,
      preheader: news,
      heading,
      greetingName: data.contact_person,
      blocks: [
        { kind: 'paragraph', text: news },
        { kind: 'code', label: 'Your order code', code: data.code },
        { kind: 'facts', rows: describe(data) },
        ...(next ? [{ kind: 'paragraph' as const, text: next }] : []),
        {
          kind: 'button',
          label: button,
          url: data.token ? `${siteUrl}/track/${encodeURIComponent(data.token)}` : `${siteUrl}/account`,
        },
        { kind: 'note', text: neverByChat },
      ],
    }
  })
}

function describe({ product, quantity, unit, total_kobo }: Order): [string, string][] {
  const rows: [string, string][] = [
    ['Products', product],
    ['Quantity', `${quantity} ${unit}`],
  ]
  if (total_kobo) rows.push(['Total', formatMoney(total_kobo, 'NGN')])
  return rows
}

export const orderTemplates = {
  order_quoted: about(({ code }) => ({
    subject: `Our quote for your order ${code}`,
    heading: 'We have a quote for you',
    news: 'We have worked out prices for your order request.',
    next: 'The quote holds until the day that stands on it. Nothing is due before you accept it.',
    button: 'See the quote',
  })),
  order_placed: about(({ code }) => ({
    subject: `We have your order ${code}`,
    heading: 'We have your order',
    news: 'Your goods are reserved, and the price holds for 24 hours.',
    next: 'Pay by bank transfer with the order code as the reference. The page of your order shows the account and until when the goods are kept.',
    button: 'See your order',
  })),
  order_unpaid: about(({ code }) => ({
    subject: `Your order ${code} is not paid yet`,
    heading: 'Your order is not paid yet',
    news: 'We keep your goods for a few more hours; after that they are for sale again.',
    next: 'If you have paid, say so on the page of your order, and we look at our bank statement.',
    button: 'See your order',
  })),
  order_payment_confirmed: about(({ code }) => ({
    subject: `Your payment for order ${code} has arrived`,
    heading: 'Your payment has arrived',
    news: 'Your transfer stands on our bank statement. Thank you.',
    next: 'We tell you when the goods are on their way.',
    button: 'See your order',
  })),
  order_payment_short: about(({ code }) => ({
    subject: `A part of the payment for order ${code} has arrived`,
    heading: 'A part of your payment has arrived',
    news: 'Your transfer stands on our bank statement, and it is less than the total.',
    next: 'The page of your order shows what is still to be paid.',
    button: 'See what is left',
  })),
  order_payment_over: about(({ code }) => ({
    subject: `You have paid too much for order ${code}`,
    heading: 'You have paid too much',
    news: 'Your transfer stands on our bank statement, and it is more than the total. We send the rest back.',
    button: 'See your order',
  })),
  order_payment_refunded: about(({ code }) => ({
    subject: `Your money for order ${code} is on its way back`,
    heading: 'Your money is on its way back',
    news: 'We have sent back what was due to you. Banks may need a working day to show it.',
    button: 'See your order',
  })),
  order_payment_not_found: about(({ code }) => ({
    subject: `We cannot find your payment for order ${code}`,
    heading: 'We cannot find your payment',
    news: 'You told us that you have paid, and our bank statement does not show it yet.',
    next: 'Please look at your bank’s record: account number, amount and reference. Attach the proof to your order, or write to us there.',
    button: 'See your order',
  })),
} satisfies Record<string, Template>
