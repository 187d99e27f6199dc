// Mails to buyers of the marketplace between the order and its end; bulk orders share what follows the quote.
import { z } from 'zod'
import { disputeHours } from '#domain/market/order-axes.ts'
import { formatMoney } from '#domain/money.ts'
import { about, join, type OrderNews, sayDue } from './order-templates.ts'
import { optionalText, type Template, template, text } from './template.ts'

const listing = z.object({ name: optionalText, listing: text, reason: optionalText })

export const marketTemplates = {
  order_payment_claimed: about({ limited: 'order' }, ({ code }) => ({
    subject: `You have told us that order ${code} is paid`,
    heading: 'Thank you, we look for your payment',
    news: 'We confirm it against our bank statement, and write to you when it is there.',
    next: 'Your goods stay reserved until then. If you have a proof of the transfer, attach it to your order.',
    button: 'See your order',
  })),
  order_market_approved: about({ repeats: 'once' }, (data) => ({
    subject: `Your order ${data.code} is approved`,
    heading: 'Your order is approved',
    news: 'We have checked your order, and prepare your goods.',
    next: join('We tell you when they are on their way.', sayDue(data)),
    button: 'See your order',
  })),
  order_market_declined: about({ repeats: 'once' }, (data) => {
    const withdrawn = data.decline_code === 'withdrawn_by_buyer'
    return {
      subject: withdrawn ? `Your order ${data.code} is withdrawn` : `About your order ${data.code}`,
      heading: withdrawn ? 'Your order is withdrawn' : 'We cannot take this order on',
      news: withdrawn
        ? 'We have taken back your order, as you asked. Nothing is due.'
        : 'Thank you for your order. We are sorry that we have to decline it. Please do not pay for it.',
      facts: [
        ...(data.reason && !withdrawn ? [['Reason', data.reason] satisfies [string, string]] : []),
        ...goesBack(data),
      ],
      button: 'See your order',
    }
  }),
  order_expired: about({ limited: 'order', repeats: 'once' }, ({ code }) => ({
    subject: `Your order ${code} has expired`,
    heading: 'Your order has expired',
    news: 'No payment arrived in time, so the goods are for sale again. Please do not pay for this order any more.',
    next: 'If you have paid all the same, write to us on the page of your order: your money is not lost. You are welcome to order anew.',
    button: 'See your order',
  })),
  order_market_completed: about({ repeats: 'once' }, (data) => ({
    subject: `Your order ${data.code} is complete`,
    heading: 'Your order is complete',
    news: join('Thank you for buying from us.', sayDue(data)),
    next: 'Other buyers are glad to read how it was: you can rate what you bought on the page of your order.',
    button: 'Rate what you bought',
  })),
  order_dispatched: about({ hasPaymentAccount: true }, (data) => ({
    subject: `Your order ${data.code} is on its way`,
    heading: 'Your goods are on their way',
    news: 'They have left our store for the address that you gave us.',
    next: sayDue(data),
    button: 'See your order',
  })),
  order_delivered: about({ hasPaymentAccount: true }, (data) => ({
    subject: `Your order ${data.code} is delivered`,
    heading: 'Your goods are delivered',
    news: 'Please look at them today.',
    next: join(
      `If something is not as agreed, tell us on the page of your order within ${disputeHours} hours, with photos.`,
      sayDue(data),
    ),
    button: 'See your order',
  })),
  order_dispute_received: about({}, ({ code }) => ({
    subject: `We have your complaint about order ${code}`,
    heading: 'We have your complaint',
    news: 'A person looks at what you wrote and at your photos, and answers you.',
    next: 'Please keep the goods as they are until then.',
    button: 'See your order',
  })),
  order_dispute_answered: about({ hasPaymentAccount: true }, ({ dispute, ...data }) => ({
    subject: `Our answer to your complaint about order ${data.code}`,
    heading: 'Our answer to your complaint',
    news: answers[dispute?.resolution ?? 'rejected'],
    facts: [
      ...(dispute ? [['Our answer', dispute.note] satisfies [string, string]] : []),
      ...(dispute?.refund_kobo
        ? [['We send back', formatMoney(dispute.refund_kobo, data.currency)] satisfies [string, string]]
        : []),
    ],
    next: sayDue(data),
    button: 'See your order',
  })),
  order_message: about({ repeats: 'hourly' }, ({ code }) => ({
    subject: `A message about your order ${code}`,
    heading: 'We have written to you',
    news: 'There is a message from us on the page of your order.',
    button: 'Read and answer it',
  })),
  order_link_again: about({ limited: 'form' }, ({ code }) => ({
    subject: `The link to your order ${code}`,
    heading: 'The link to your order',
    news: 'Somebody who knows your order code and your phone number asked for it on our site. If it was not you, nobody but you has seen this link. It works for 7 days.',
    button: 'Open your order',
  })),
  listing_published: template(listing, { about: 'products' }, (data, { siteUrl }) => ({
    subject: `Your listing is in the marketplace: ${data.listing}`,
    preheader: 'Buyers can order it from now on.',
    heading: 'Your listing is in the marketplace',
    greetingName: data.name,
    blocks: [
      { kind: 'paragraph', text: `Buyers can order ${data.listing} from now on.` },
      { kind: 'button', label: 'See your listings', url: `${siteUrl}/account/products` },
    ],
  })),
  listing_hidden: template(listing, { about: 'products' }, (data, { siteUrl }) => ({
    subject: `About your listing: ${data.listing}`,
    preheader: 'It is not shown in the marketplace.',
    heading: 'Your listing is not shown',
    greetingName: data.name,
    blocks: [
      { kind: 'paragraph', text: `${data.listing} is not shown in the marketplace.` },
      ...(data.reason
        ? [{ kind: 'facts' as const, rows: [['Reason', data.reason] satisfies [string, string]] }]
        : []),
      { kind: 'paragraph', text: 'You can change it and offer it again.' },
      { kind: 'button', label: 'See your listings', url: `${siteUrl}/account/products` },
    ],
  })),
} satisfies Record<string, Template>

const answers = {
  rejected: 'We have looked at it, and cannot follow your complaint.',
  replaced: 'We send you other goods in place of these.',
  refunded: 'We send money back for what was not as agreed.',
}

function goesBack({ refund_due_kobo, currency }: OrderNews): [string, string][] {
  return refund_due_kobo ? [['We send back', formatMoney(refund_due_kobo, currency)]] : []
}
