// Mails to buyers about quotes, marketplace orders and money: one letter for all, with the account where there is
// something to pay.
import { formatDateInWords, formatDateTimeInWords, formatDayInWords } from '#domain/dates.ts'
import { trackingPath } from '#domain/guest-links.ts'
import { creditSteps } from '#domain/market/credit-states.ts'
import { describeDelivery, listWeight } from '#domain/market/delivery.ts'
import { accountSafety, documentTitles, freshAccountWords, isFreshAccount } from '#domain/market/documents.ts'
import { describeEarlier } from '#domain/market/earlier-offer.ts'
import { describeAccountFirst, describeDue, describeDueByCredit } from '#domain/market/quotes.ts'
import { releasedWords } from '#domain/market/released-words.ts'
import { accountWords, groupAccountNumber } from '#domain/market/settlement-accounts.ts'
import { writeVat } from '#domain/market/vat.ts'
import { formatMoney } from '#domain/money.ts'
import { formatAmount } from '#domain/quantities.ts'
import { listAgreed, listGoods, listLines, listTermRows, sayQuoted } from './contract-rows.ts'
import { listCreditFacts, nameCreditNews } from './credit-news.ts'
import type { Letter, Sender } from './letter.ts'
import { firstWords } from './message-templates.ts'
import { type OrderNews, orderNews } from './order-news.ts'
import { type MailPolicy, type Template, template } from './template.ts'

/** Where the buyer of an order sees it: by their link, or in their account. */
export function linkToOrder(
  data: { token?: string | undefined; order_id?: string | undefined },
  siteUrl: string,
): string {
  if (data.token) return siteUrl + trackingPath(data.token)
  return data.order_id
    ? `${siteUrl}/account/orders/${encodeURIComponent(data.order_id)}`
    : `${siteUrl}/account`
}

interface Words {
  subject: string
  heading: string
  news: string
  /** More lines of the confirmation. */
  facts?: [label: string, value: string][]
  next?: string
  steps?: string[]
  button: string
}

/** A letter about an order: one sentence of news, the confirmation, where to pay, the link to the order, the warning. */
export function about(
  policy: Partial<MailPolicy>,
  say: (data: OrderNews, sender: Sender) => Words,
): Template {
  return template(orderNews, { about: 'orders', ...policy }, (data, sender): Letter => {
    const { subject, heading, news, facts = [], next, steps, button } = say(data, sender)
    return {
      subject,
      preheader: firstWords(news),
      heading,
      greetingName: data.contact_person,
      files: data.files,
      ...(data.in_reply_to && { inReplyTo: data.in_reply_to }),
      blocks: [
        { kind: 'paragraph', text: news },
        { kind: 'code', label: 'Your order code', code: data.code },
        { kind: 'facts', rows: [...describe(data, sender), ...facts] },
        ...(next ? [{ kind: 'paragraph' as const, text: next }] : []),
        ...(steps ? [{ kind: 'steps' as const, title: 'What happens next', steps }] : []),
        ...(data.payment ? [{ kind: 'facts' as const, rows: describePayment(data, data.payment) }] : []),
        { kind: 'button', label: button, url: linkToOrder(data, sender.siteUrl) },
        { kind: 'note', text: `${accountSafety} Pay only to the account that the page of your order shows.` },
      ],
    }
  })
}

/** Whether a bank pays what is open. */
export const isByCredit = ({ due, contract }: Pick<OrderNews, 'due' | 'contract'>): boolean =>
  contract?.paymentTerms === 'Letter of Credit' && due != null && due.later !== 'on_credit'

type MoneyNews = Pick<OrderNews, 'due' | 'contract' | 'currency'>

/** What is said of money that is due now and can be sent nowhere yet; else empty. */
function sayNoAccount(data: MoneyNews): string {
  const { due, currency } = data
  const isMissing = due?.has_account === false && due.now_kobo > 0 && !isByCredit(data)
  return isMissing ? describeAccountFirst(currency) : ''
}

/** What is due now and what later, as a sentence; empty when nothing is open. */
export function sayDue(data: OrderNews): string {
  const { due, currency } = data
  if (!due) return ''
  const noAccount = sayNoAccount(data)
  if (noAccount) return noAccount
  return (isByCredit(data) ? describeDueByCredit : describeDue)(
    { nowKobo: due.now_kobo, laterKobo: due.later_kobo, later: due.later ?? null },
    currency,
  )
}

/** One sentence after the other, where there is one. */
export function join(...sentences: string[]): string {
  return sentences.filter(Boolean).join(' ')
}

function describe(
  { product, quantity, unit, lines, total_kobo, currency, delivery, vat, contract }: OrderNews,
  { companyName }: Sender,
): [string, string][] {
  const rows: [string, string][] = listGoods(contract) ??
    (lines && listLines(lines, currency)) ?? [
      ['Products', product],
      ['Quantity', formatAmount(quantity, unit)],
    ]
  const total = total_kobo ?? contract?.totalKobo
  const money = total_kobo ? currency : (contract?.currency ?? currency)
  if (delivery) rows.push(['Delivery', describeDelivery(delivery)], ...listWeight(delivery))
  rows.push(...(vat ?? contract?.vat ?? []).map((line) => writeVat(line, money)))
  if (total) {
    const amount = formatMoney(total, money)
    rows.push([sayTotal(delivery), contract && !total_kobo ? sayQuoted(amount, contract) : amount])
  }
  return [...rows, ...listTermRows(contract, companyName)]
}

/** The price of a delivery that nobody has agreed to is in no total. */
function sayTotal(delivery: OrderNews['delivery']): string {
  return delivery && !delivery.isAgreed ? 'Total without delivery' : 'Total'
}

function describePayment(
  { code, currency }: OrderNews,
  payment: NonNullable<OrderNews['payment']>,
): [string, string][] {
  const { bank_name, account_name, account_number, changed_at, due_kobo, phone } = payment
  const { swift_bic, bank_address, correspondent } = payment
  const abroad = (term: string, detail: string | null | undefined): [string, string][] =>
    detail ? [[term, detail]] : []
  return [
    ['Amount to pay', formatMoney(due_kobo, currency)],
    ['Bank', bank_name],
    ['Account name', account_name],
    [swift_bic ? accountWords.accountNumber : 'Account number', groupAccountNumber(account_number)],
    ...abroad(accountWords.swiftBic, swift_bic),
    ...abroad(accountWords.bankAddress, bank_address),
    ...abroad(accountWords.correspondent, correspondent),
    ['Reference', phone ? `${code}, or your phone number ${phone}` : code],
    [
      isFreshAccount(changed_at, new Date()) ? freshAccountWords : 'Account last changed',
      formatDateInWords(changed_at),
    ],
  ]
}

const payAndSay = (data: MoneyNews): string =>
  sayNoAccount(data) ||
  'Pay by bank transfer with the order code as the reference, then say so on the page of your order.'

const thenForSale = 'After that time the goods are for sale to others again.'

export const orderTemplates = {
  order_document: about({}, ({ code, document }) => {
    const title = document ? `${documentTitles[document.kind]} ${document.number}` : 'A document'
    return {
      subject: `${title} for your order ${code}`,
      heading: title,
      news: 'Here it is once more. It is a PDF, and stands with the other documents on the page of your order.',
      facts: document ? [['Document', title]] : [],
      button: 'Open the order and its documents',
    }
  }),

  order_reopened: about({ repeats: 'once', choice: 'order_mails' }, ({ code, reason }) => ({
    subject: `Your order ${code} is open again`,
    heading: 'Your order is open again',
    news: 'We told you that your order is complete. We have taken that back, and work on it again.',
    facts: reason ? [['Reason', reason]] : [],
    next: 'There is nothing that you have to do. We write to you when it is complete.',
    button: 'See your order',
  })),
  order_quoted: about({}, ({ code, contract, takes_offer }) => ({
    ...(takes_offer
      ? { subject: `We agree to your offer for order ${code}`, heading: 'We agree to your offer' }
      : { subject: `Our quote for your order ${code}`, heading: 'We have a quote for you' }),
    news: contract?.totalKobo
      ? `${takes_offer ? 'Our quote says what you offered: what stands below' : 'We offer you what stands below'} for ${formatMoney(contract.totalKobo, contract.currency)}.`
      : 'We have worked out prices for your order request.',
    facts: [...listAgreed(contract), ...goodUntil(contract?.expiresAt)],
    next: takes_offer
      ? 'Please accept it on the page of your order: then it is agreed, and the contract lies there as a PDF to sign.'
      : 'Nothing is due before you accept it. On the page of your order you can also offer other terms or decline, and the quote lies there as a PDF.',
    button: 'See the quote',
  })),
  order_quote_accepted: about({ limited: 'order', repeats: 'once', hasPaymentAccount: true }, (news) => ({
    subject: `Agreed: your order ${news.code}`,
    heading: 'You have accepted our quote',
    news: 'Thank you. What stands below is agreed now, and changes only with your word and ours.',
    facts: listAgreed(news.contract),
    next: join(
      'The contract lies on the page of your order, as a PDF to sign.',
      isByCredit(news) ? (creditSteps.awaited ?? '') : '',
      sayDue(news),
    ),
    button: 'See the contract',
  })),
  order_credit_letter: about({}, ({ code, credit }) => ({
    subject: `The letter of credit of your order ${code}`,
    ...nameCreditNews(credit),
    facts: listCreditFacts(credit),
    button: 'See the letter of credit',
  })),
  order_placed: about(
    { limited: 'new_order', repeats: 'once', hasPaymentAccount: true },
    ({ code, expires_at, price_locked_until, delivery, ...news }) => ({
      subject: `We have your order ${code}`,
      heading: 'We have your order',
      news:
        delivery?.isAgreed === false
          ? 'Your goods are reserved. We work out the price and the day of delivery, and write to you. Please do not pay yet.'
          : `Your goods are reserved${sayNoAccount(news) ? '' : sayPricesHold(price_locked_until)}.`,
      facts: sayNoAccount(news) ? [] : reservedUntil(expires_at),
      ...(delivery?.isAgreed !== false && { next: payAndSay(news) }),
      button: 'See your order',
    }),
  ),
  order_delivery_quoted: about({}, ({ code, expires_at, currency, delivery_before: before, ...data }) => ({
    ...(before
      ? {
          subject: `We have changed what delivery of your order ${code} costs, or its day`,
          heading: 'Another offer for your delivery',
          news: `We have changed our offer. Before, delivery was ${describeEarlier(before)}. Now it is ${data.delivery ? describeEarlier(data.delivery) : 'another one'}. Please say on the page of your order whether that is right for you.`,
        }
      : {
          subject: `What delivery of your order ${code} costs`,
          heading: 'Price and day of your delivery',
          news: 'We have worked out what delivery costs and when it comes. Please say on the page of your order whether that is right for you.',
        }),
    facts: [
      ...sayMoved('Total with delivery', { moved_kobo: countWithDelivery(data), currency }),
      ...(expires_at
        ? [
            ['Please answer before', `${formatDateTimeInWords(expires_at)}, Lagos time`] satisfies [
              string,
              string,
            ],
          ]
        : []),
    ],
    next: 'You pay only after you have said yes. If it is not right for you, write to us there, or withdraw the order.',
    button: 'Answer on your order',
  })),
  order_delivery_accepted: about({ limited: 'order', repeats: 'once', hasPaymentAccount: true }, (data) => ({
    heading: 'Your delivery is agreed',
    // Money that came before anybody had asked for it may pay the delivery, too.
    ...(data.due
      ? {
          subject: sayNoAccount(data)
            ? `The delivery of your order ${data.code} is agreed`
            : `Your order ${data.code} can be paid now`,
          news: `Thank you. Price and day of delivery are fixed${sayNoAccount(data) ? '' : sayPricesHold(data.price_locked_until)}.`,
          facts: sayNoAccount(data) ? [] : reservedUntil(data.kept_until),
          next: sayNoAccount(data) || join(sayDue(data), payAndSay(data)),
        }
      : {
          subject: `The delivery of your order ${data.code} is agreed`,
          news: 'Thank you. Price and day of delivery are fixed, and your order is paid: the money that you sent before covers the delivery, too.',
          facts: sayMoved('Goes back to you', { ...data, moved_kobo: data.refund_due_kobo }),
          next: 'Nothing more is to be paid. We tell you when the goods are on their way.',
        }),
    button: 'See your order',
  })),
  order_delivery_day: about({}, ({ code, delivery, day_before }) => ({
    subject: `Another day for your order ${code}`,
    heading:
      delivery?.kind === 'collect' ? 'Another day to collect your goods' : 'Another day for your delivery',
    news: `${day_before ? `The day was ${formatDayInWords(day_before)}. ` : ''}We have another day for you${delivery?.day ? `: ${formatDayInWords(delivery.day)}` : ''}.`,
    next: 'If that day is not right for you, write to us on the page of your order.',
    button: 'See your order',
  })),
  order_delivery_unanswered: about({ limited: 'order' }, ({ code, expires_at }) => ({
    subject: `What delivery of your order ${code} costs waits for your answer`,
    heading: 'Please answer our price for the delivery',
    news: 'We keep your goods for a few more hours; after that they are for sale again.',
    facts: reservedUntil(expires_at),
    next: 'Price and day stand on the page of your order. You pay only after you have said yes.',
    button: 'Answer on your order',
  })),
  order_unpaid: about(
    { limited: 'order', repeats: 'once', hasPaymentAccount: true },
    ({ code, expires_at, ...news }) => ({
      subject: `Your order ${code} is not paid yet`,
      heading: 'Your order is not paid yet',
      news: 'We keep your goods for a few more hours; after that they are for sale again.',
      facts: reservedUntil(expires_at),
      next:
        sayNoAccount(news) ||
        'If you have paid, say so on the page of your order, and we look at our bank statement.',
      button: 'See your order',
    }),
  ),
  order_account_ready: about({ hasPaymentAccount: true }, (data) => ({
    subject: `Our account for your order ${data.code} is here`,
    heading: 'Our account is here',
    news: 'Thank you for waiting for our account: your order can be paid now.',
    facts: data.kept_until
      ? [['Please pay before', `${formatDateTimeInWords(data.kept_until)}, Lagos time`]]
      : [],
    next: sayNoAccount(data) || join(sayDue(data), payAndSay(data)),
    button: 'See your order',
  })),
  order_credit_ended: about({ hasPaymentAccount: true }, (data) => ({
    subject: `Your order ${data.code} is no longer on credit terms`,
    heading: 'The credit terms of your order have ended',
    news: 'We had agreed that you may pay for this order later. We have taken that back: it is to be paid like any other order.',
    facts: sayNoAccount(data) ? [] : reservedUntil(data.kept_until),
    next: join(
      data.goods_released ? releasedWords.waiting : '',
      data.due
        ? sayDue(data)
        : 'You told us that you have paid: please do not pay again. We look for it on our bank statement, and write to you.',
      data.payment ? payAndSay(data) : '',
      data.kept_until && !sayNoAccount(data) ? thenForSale : '',
      'If you have questions, write to us on the page of your order.',
    ),
    button: 'See your order',
  })),
  // Without money that came, what was left of the total was settled.
  order_payment_confirmed: about({}, (data) => ({
    ...(data.moved_kobo
      ? {
          subject: `Your payment for order ${data.code} has arrived`,
          heading: 'Your payment has arrived',
          news: `${sayArrived(data)} Thank you.`,
        }
      : {
          subject: `Nothing more is to be paid for order ${data.code}`,
          heading: 'Nothing more is to be paid',
          news: 'We have settled what was left of the total.',
        }),
    facts: [...sayMoved('Arrived', data), ...sayNet(data)],
    next: join(
      data.moved_kobo ? 'Nothing more is to be paid.' : '',
      hasLeft(data.fulfilment_status)
        ? ''
        : data.goods_released
          ? releasedWords.paidLate
          : 'We tell you when the goods are on their way.',
    ),
    button: 'See your order',
  })),
  // Anyone who has paid what is due by the terms so far has paid in time, though more is to come.
  // Nor is anything missing of what came before anybody had asked for it: its delivery has no price yet.
  // Without money that came, a claim was not found on the statement.
  order_payment_short: about({ hasPaymentAccount: true }, (data) =>
    data.delivery?.isAgreed === false || (data.moved_kobo && data.due?.now_kobo === 0)
      ? {
          subject: `Your payment for order ${data.code} has arrived`,
          heading: 'Your payment has arrived',
          news: `${sayArrived(data)} Thank you.`,
          facts: [...sayMoved('Arrived', data), ...sayNet(data)],
          next:
            data.delivery?.isAgreed === false
              ? 'Nothing more is due now. We tell you what delivery costs and when it comes; you pay the rest after you have said yes.'
              : sayDue(data),
          button: 'See your order',
        }
      : {
          ...(data.moved_kobo
            ? {
                subject: `A part of the payment for order ${data.code} has arrived`,
                heading: 'A part of your payment has arrived',
                news: `${sayArrived(data)} It is less than what is due.`,
              }
            : {
                subject: `We have not found the rest of your payment for order ${data.code}`,
                heading: 'We have not found the rest of your payment',
                news: `You told us that you have paid. Our bank statement ${data.due?.now_kobo === 0 ? 'does not show it yet' : 'shows less than what is due'}.`,
              }),
          facts: [
            ...(data.moved_kobo ? sayMoved('Arrived', data) : sayNotFound(data)),
            ...sayNet(data),
            ...reservedUntil(data.kept_until),
          ],
          next: join(
            data.moved_kobo
              ? ''
              : 'If you have sent it, attach the proof to your order, or write to us there. Do not send it twice.',
            sayDue(data) || 'The page of your order shows what is still to be paid.',
            data.kept_until ? thenForSale : '',
            data.goods_released ? releasedWords.waiting : '',
          ),
          button: 'See what is left',
        },
  ),
  order_payment_over: about({}, (data) => ({
    subject: `You have paid too much for order ${data.code}`,
    heading: 'You have paid too much',
    news: `${sayArrived(data)} ${data.arrived_kobo ? 'With what came before, it' : 'It'} is more than the total. We send the rest back.`,
    facts: [
      ...sayNet(data),
      ...sayMoved('Arrived', data),
      ...sayMoved('Arrived in all', { ...data, moved_kobo: data.arrived_kobo }),
      ...sayMoved('Sent back before', { ...data, moved_kobo: data.sent_kobo }),
      ...sayMoved('Goes back to you', { ...data, moved_kobo: data.refund_due_kobo }),
    ],
    button: 'See your order',
  })),
  // A part, while more is still to go back.
  order_payment_refunded: about({ hasPaymentAccount: true }, (data) =>
    data.refund_due_kobo
      ? {
          subject: `A part of your money for order ${data.code} is on its way back`,
          heading: 'A part of your money is on its way back',
          news: 'We have sent back a part of what is due to you. Banks may need a working day to show it. We tell you when the rest has been sent.',
          facts: [
            ...sayMoved('Sent back', data),
            ...sayMoved('Still to come', { ...data, moved_kobo: data.refund_due_kobo }),
          ],
          button: 'See your order',
        }
      : {
          subject: `Your money for order ${data.code} is on its way back`,
          heading: 'Your money is on its way back',
          news: 'We have sent back what was due to you. Banks may need a working day to show it.',
          facts: [
            ...sayMoved('Sent back', data),
            ...sayMoved('Sent back in all', { ...data, moved_kobo: data.sent_kobo }),
          ],
          next: sayDue(data),
          button: 'See your order',
        },
  ),
  order_payment_corrected: about({ hasPaymentAccount: true }, (data) => ({
    subject: `We have corrected a payment of order ${data.code}`,
    heading: 'We have corrected a payment',
    news: 'We had recorded a wrong amount as received from you, and have put it right. The mistake was ours, and we are sorry for it.',
    facts: [
      ['We had recorded', formatMoney(data.was_kobo ?? 0, data.currency)],
      ['Really came for this order', formatMoney(data.moved_kobo ?? 0, data.currency)],
      ...sayMoved('Goes back to you', { ...data, moved_kobo: data.refund_due_kobo }),
      ...nameCreditNote(data.credit_note),
    ],
    next: join(
      sayDue(data),
      data.credit_note
        ? 'A part of what we granted you after your complaint is settled with what you had not paid.'
        : '',
      data.moved_kobo
        ? 'A new receipt is on the page of your order; the one with the wrong amount counts no more.'
        : 'The receipt that you had for it counts no more.',
      'If your bank says something else, write to us on the page of your order, and we look again.',
    ),
    button: 'See your order',
  })),
  order_payment_not_seen: about({}, ({ code }) => ({
    subject: `We have not found your payment for order ${code} yet`,
    heading: 'We have not found your payment yet',
    news: 'You told us that you have paid, and our bank statement has not shown it in time. The goods are for sale to others again; your order stays open while we look.',
    next: 'If you have transferred, please attach the proof to your order, or write to us there: as soon as we find the money, you get your goods or your money back. Please do not transfer again.',
    button: 'See your order',
  })),
  order_payment_rest_not_seen: about({}, ({ code }) => ({
    subject: `The rest of your payment for order ${code} has not arrived`,
    heading: 'The rest of your payment has not arrived',
    news: 'A part of your payment came, and the rest has not come in time. The goods are for sale to others again; your order stays open.',
    next: 'As soon as the rest is here, you get your goods if they are still there, or your money back. If you no longer want them, write to us on your order, and we send back what you paid.',
    button: 'See your order',
  })),
  order_payment_not_found: about({ hasPaymentAccount: true }, (data) => ({
    subject: `We cannot find your payment for order ${data.code}`,
    heading: 'We cannot find your payment',
    news: 'You told us that you have paid, and our bank statement does not show it yet.',
    next: 'Please look at your bank’s record: account number, amount and reference. If you have sent it, attach the proof to your order, or write to us there. Do not send it twice.',
    facts: [...sayNotFound(data), ...payUntil(data.pay_until)],
    button: 'See your order',
  })),
} satisfies Record<string, Template>

export function nameCreditNote(number: string | null | undefined): [string, string][] {
  return number ? [['Credit note', `${number}, with the documents of your order`]] : []
}

/** How the money came: a bank pays by an issued letter of credit, and its buyer transfers nothing. */
const sayArrived = ({ by_letter }: OrderNews): string =>
  by_letter ? 'The bank has paid under your letter of credit.' : 'Your transfer stands on our bank statement.'

const sayNotFound = ({ claimed_kobo, currency }: OrderNews): [string, string][] =>
  sayMoved('Not found', { moved_kobo: claimed_kobo, currency })

/** Beside the total: what was taken off it, and what is left. */
const sayNet = ({ total_kobo, net_kobo, currency }: OrderNews): [string, string][] =>
  net_kobo == null
    ? []
    : [
        ...sayMoved('Taken off', { moved_kobo: total_kobo && total_kobo - net_kobo, currency }),
        ['Net price', formatMoney(net_kobo, currency)],
      ]

/** What its buyer says yes to, as on the page of the order. */
const countWithDelivery = ({ total_kobo, delivery }: Pick<OrderNews, 'total_kobo' | 'delivery'>) =>
  delivery?.priceKobo == null ? null : (total_kobo ?? 0) + delivery.priceKobo + (delivery.vatKobo ?? 0)

function sayMoved(
  label: string,
  { moved_kobo, currency }: Pick<OrderNews, 'moved_kobo' | 'currency'>,
): [string, string][] {
  return moved_kobo ? [[label, formatMoney(moved_kobo, currency)]] : []
}

export function hasLeft(fulfilment: string | undefined): boolean {
  return ['dispatched', 'delivered', 'disputed'].includes(fulfilment ?? '')
}

const goodUntil = (expiresAt: string | null | undefined): [string, string][] =>
  expiresAt ? [['Good until', `${formatDateTimeInWords(expiresAt)}, Lagos time`]] : []

/** Not of a mail from before the time of the order stood in it. */
function sayPricesHold(lockedUntil: string | undefined): string {
  return lockedUntil ? `, and the prices hold until ${formatDateTimeInWords(lockedUntil)}, Lagos time` : ''
}
const payUntil = (expiresAt: string | undefined): [string, string][] =>
  expiresAt ? [['Please transfer before', `${formatDateTimeInWords(expiresAt)}, Lagos time`]] : []

const reservedUntil = (expiresAt: string | undefined): [string, string][] =>
  expiresAt ? [['Goods kept until', `${formatDateTimeInWords(expiresAt)}, Lagos time`]] : []
