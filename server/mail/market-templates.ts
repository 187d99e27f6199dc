// Mails to buyers of the marketplace between the order and its end; bulk orders share what follows the quote.
import { z } from 'zod'
import { limits } from '#domain/limits.ts'
import { isCollected } from '#domain/market/delivery.ts'
import { releasedWords, sayRestOfClaim } from '#domain/market/released-words.ts'
import { stockAlertWords } from '#domain/market/stock-alert-words.ts'
import { stockAlertConfirmDays } from '#domain/market/stock-alerts.ts'
import { formatMoney } from '#domain/money.ts'
import type { OrderNews } from './order-news.ts'
import { about, hasLeft, isByCredit, join, nameCreditNote, sayDue } from './order-templates.ts'
import { optionalText, type Template, template, text } from './template.ts'

const listing = z.object({ name: optionalText, listing: text, reason: optionalText })

const backInStock = z.object({ product: text, unsubscribe_token: text })

const endStockAlerts = (siteUrl: string, token: string) =>
  `${siteUrl}/stock-alerts/unsubscribe?token=${encodeURIComponent(token)}`

export const marketTemplates = {
  order_payment_claimed: about(
    { limited: 'order' },
    ({ code, currency, fulfilment_status, goods_released, claimed_kobo, keeps_goods, rest_kobo }) => ({
      subject: `You have told us that you have paid for order ${code}`,
      heading: 'Thank you, we look for your payment',
      news: 'We confirm it against our bank statement, and write to you when it is there.',
      facts: claimed_kobo ? [['You have sent', formatMoney(claimed_kobo, currency)]] : [],
      next: join(
        hasLeft(fulfilment_status)
          ? ''
          : goods_released
            ? releasedWords.waiting
            : keeps_goods
              ? 'Your goods stay reserved until then.'
              : '',
        'If you have a proof of the transfer, attach it to your order.',
        rest_kobo ? sayRestOfClaim(formatMoney(rest_kobo, currency)) : '',
      ),
      button: 'See your order',
    }),
  ),
  order_market_approved: about({ repeats: 'once' }, (data) => ({
    subject: `Your order ${data.code} is approved`,
    heading: 'Your order is approved',
    news: 'We have checked your order, and prepare your goods.',
    next: join(
      `We tell you when they are ${isCollected(data) ? 'ready to collect' : 'on their way'}.`,
      sayDue(data),
    ),
    button: 'See your order',
  })),
  order_market_declined: about({ repeats: 'once' }, (data) => {
    const withdrawn = data.decline_code === 'withdrawn_by_buyer'
    return {
      subject: withdrawn ? `Your order ${data.code} is withdrawn` : `About your order ${data.code}`,
      heading: withdrawn
        ? 'Your order is withdrawn'
        : `We cannot ${data.was_approved ? 'carry this order out' : 'take this order on'}`,
      news: withdrawn
        ? `We have taken back your order, as you asked. ${data.refund_due_kobo ? 'What you paid goes back to you.' : 'Nothing is due.'}`
        : 'Thank you for your order. We are sorry that we have to decline it. Please do not pay for it.',
      facts: [
        ...(data.reason && !withdrawn ? [['Reason', data.reason] satisfies [string, string]] : []),
        ...goesBack(data),
        ...nameCreditNote(data.credit_note),
      ],
      button: 'See your order',
    }
  }),
  order_expired: about({ limited: 'order', repeats: 'once' }, ({ code, delivery }) => ({
    subject: `Your order ${code} has expired`,
    heading: 'Your order has expired',
    news: `${delivery?.isAgreed === false ? 'Our price for the delivery was not answered' : 'No payment arrived'} in time, so the goods are for sale again. Please do not pay for this order any more.`,
    next: 'If you have paid all the same, write to us on the page of your order: your money is not lost. You are welcome to order again.',
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
    ...(isCollected(data)
      ? {
          subject: `Your order ${data.code} is ready to collect`,
          heading: 'Your goods are ready to collect',
          news: data.delivery?.name
            ? `They wait for you at ${data.delivery.name}, ${data.delivery.address} (${data.delivery.hours}).`
            : 'They wait for you at the place that we agreed with you.',
        }
      : {
          subject: `Your order ${data.code} is on its way`,
          heading: 'Your goods are on their way',
          // How far we bring what was sold by a contract, its terms say: they stand below.
          news: data.contract
            ? 'They have left our store.'
            : 'They have left our store for the address that you gave us.',
        }),
    next: sayDue(data),
    button: 'See your order',
  })),
  order_delivered: about({ hasPaymentAccount: true }, (data) => ({
    subject: `Your order ${data.code} is ${isCollected(data) ? 'collected' : 'delivered'}`,
    heading: isCollected(data) ? 'You have collected your goods' : 'Your goods are delivered',
    news: 'Please look at them today.',
    next: join(
      `If something is not as agreed, tell us on the page of your order within ${limits.disputeHours} hours, with photos.`,
      sayDue(data),
    ),
    button: 'See your order',
  })),
  order_dispute_received: about({}, (data) => ({
    subject: `We have your complaint about order ${data.code}`,
    heading: 'We have your complaint',
    news: 'A person looks at what you sent us, and answers you.',
    // No payment of what is due now is taken until it is answered.
    next: join(
      'Please keep the goods as they are until then.',
      isByCredit(data) || data.due?.now_kobo === 0 ? sayDue(data) : '',
    ),
    button: 'See your order',
  })),
  order_dispute_answered: about({ hasPaymentAccount: true }, ({ dispute, ...data }) => ({
    subject: `Our answer to your complaint about order ${data.code}`,
    heading: 'Our answer to your complaint',
    news: answers[dispute?.resolution ?? 'rejected'],
    facts: [
      ...(dispute ? [['Our answer', dispute.note] satisfies [string, string]] : []),
      ...listGranted(dispute, data.currency),
      ...listLeft(dispute, data.currency),
    ],
    next: sayDue(data),
    button: 'See your order',
  })),
  order_message: about({}, ({ code, message }) => ({
    subject: `A message about your order ${code}`,
    heading: 'We have written to you',
    news: message ?? 'There is a message from us on the page of your order.',
    next: 'It stands on the page of your order too, where you can answer it.',
    button: 'Read and answer it',
  })),
  order_link_again: about({ limited: 'form' }, ({ code }) => ({
    subject: `The link to your order ${code}`,
    heading: 'The link to your order',
    news: `Somebody who knows your order code and your phone number asked for it on our site. If it was not you, nobody but you has seen this link. It works for ${limits.linkAgainDays} days.`,
    button: 'Open your order',
  })),
  stock_alert_confirm: template(
    backInStock.extend({ token: text }),
    { limited: 'form' },
    ({ token, unsubscribe_token, product }, { siteUrl }) => ({
      subject: `Confirm that we may write when ${product} is back`,
      preheader: 'One mail when it is back, and no more.',
      heading: stockAlertWords.heading,
      unsubscribeUrl: endStockAlerts(siteUrl, unsubscribe_token),
      blocks: [
        {
          kind: 'paragraph',
          text: `Somebody, we hope you, wants to hear when ${product} is back in our marketplace. We write once, when you have confirmed that this address is yours.`,
        },
        {
          kind: 'button',
          label: stockAlertWords.title,
          url: `${siteUrl}/stock-alerts/confirm?token=${encodeURIComponent(token)}`,
        },
        {
          kind: 'note',
          text: `The link works for ${stockAlertConfirmDays} days. If this was not you, ignore this mail: without the link nothing happens.`,
        },
      ],
    }),
  ),
  stock_back: template(
    backInStock.extend({ farmer: text, product_id: text }),
    {},
    ({ product, farmer, product_id, unsubscribe_token }, { siteUrl }) => ({
      subject: `${product} is back`,
      preheader: `From ${farmer}.`,
      heading: `${product} is back`,
      unsubscribeUrl: endStockAlerts(siteUrl, unsubscribe_token),
      blocks: [
        {
          kind: 'paragraph',
          text: `You asked us to tell you: ${product} from ${farmer} can be ordered again. We keep none for you, and this is the only mail about it.`,
        },
        { kind: 'button', label: 'See it', url: `${siteUrl}/marketplace/${encodeURIComponent(product_id)}` },
      ],
    }),
  ),
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
  refunded: 'We grant you an amount for what was not as agreed.',
}

/** What comes off the balance, and what goes back. */
function listGranted(dispute: OrderNews['dispute'], currency: string): [string, string][] {
  const takenOff = dispute?.taken_off_kobo ?? 0
  const back = (dispute?.refund_kobo ?? 0) - takenOff
  return [
    ...(takenOff > 0
      ? [['Taken off your balance', formatMoney(takenOff, currency)] satisfies [string, string]]
      : []),
    ...nameCreditNote(dispute?.credit_note),
    ...(back > 0 ? [['We send back', formatMoney(back, currency)] satisfies [string, string]] : []),
  ]
}

/** What is left of the price, and what came of it. */
function listLeft(dispute: OrderNews['dispute'], currency: string): [string, string][] {
  const { net_kobo: net, received_kobo: received } = dispute ?? {}
  if (net == null || received == null) return []
  return [
    ['Net price', formatMoney(net, currency)],
    ['Received from you', formatMoney(received, currency)],
  ]
}

function goesBack({ refund_due_kobo, currency }: OrderNews): [string, string][] {
  return refund_due_kobo ? [['We send back', formatMoney(refund_due_kobo, currency)]] : []
}
