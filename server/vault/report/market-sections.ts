// What a data report says of orders, payments and products: the market's sections of the report.

import type { ReportFact } from '#domain/data-report.ts'
import { formatWeight } from '#domain/market/delivery.ts'
import { type DocumentKind, documentTitles } from '#domain/market/documents.ts'
import { goodsWords, paymentWords, sayEvent, sayGoods } from '#domain/market/order-state-words.ts'
import { formatMoney } from '#domain/money.ts'
import { formatAmount } from '#domain/quantities.ts'
import { type Row, sayCode, sayValue } from './say-value.ts'
import { at, money, type Names, type SectionWords, sentence, text } from './section-words.ts'

const wordsOfGoods = (row: Row, names: Names) => goodsWords[names.isCollected(row) ? 'collected' : 'sent']

function tellEvent(row: Row, names: Names): string {
  const [axis, from, to] = [text(row.axis), text(row.from_value) || null, text(row.to_value)]
  const order = { isCollected: names.isCollected(row), isWithdrawn: names.isWithdrawn(row) }
  const states: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    payment: paymentWords,
    fulfilment: sayGoods(wordsOfGoods(row, names)),
  }
  // What its page tells by itself has the words of the state.
  return sayEvent({ axis, from, to }, order) ?? states[axis]?.[to] ?? sayCode(to)
}

const writeRating = (row: Row, names: Names): ReportFact => ({
  term: at(row),
  detail: sentence(`Order ${names.order(row)}: ${row.stars} stars.`, text(row.comment)),
})

export const marketSections: readonly SectionWords[] = [
  {
    title: 'Your orders and payments',
    nothing: 'orders and payments',
    storedFor:
      'as long as commerce and tax law ask for it. Your name and how to reach you go with your account; the words of your messages too.',
    tables: {
      'public.orders': {
        each: (row) => `Order ${text(row.code)}`,
        of: (row, names) => ({
          labels: {
            crop_type: 'Goods',
            quantity_text: 'Quantity',
            total_amount_kobo: 'Total',
            special_requirements: 'Your remarks',
            expires_at: 'To be paid until',
            payment_status: 'Payment',
            fulfilment_status: 'Preparation and delivery',
            goods_kobo: 'Price of the goods',
            delivery_kobo: 'Price of the delivery',
            vat_kobo: 'VAT',
            awaits_delivery: 'Price of the delivery',
            credit_terms_reason: 'Why on credit terms',
            withdrawal_reason: 'Why you withdrew it',
            claimed_at: 'You said you have paid',
            claim_holds_until: 'Goods kept for you until',
            stock_released_at: 'Goods not kept any more since',
            delivered_at: wordsOfGoods(row, names).delivered,
            delivers_from: `To be ${wordsOfGoods(row, names).delivered.toLowerCase()} from`,
            delivers_until: `To be ${wordsOfGoods(row, names).delivered.toLowerCase()} until`,
          },
          values: {
            payment_status: paymentWords,
            fulfilment_status: sayGoods(wordsOfGoods(row, names)),
            awaits_delivery: { true: 'We say it first; nothing is due until you accept it' },
            decline_reason: { withdrawn_by_buyer: 'You withdrew the order' },
          },
          // What is nothing yet, or is not so, is not said: neither is it on the page of the order.
          omit: [
            ...[
              'code',
              'quantity',
              'total_amount',
              'refund_due_kobo',
              'holds_much',
              'decline_code',
              'vat_lines',
            ],
            ...['vat_kobo', 'delivery_kobo'].filter((column) => Number(row[column] ?? 0) === 0),
            ...(row.awaits_delivery === true ? [] : ['awaits_delivery']),
          ],
        }),
      },
      'public.order_contacts': {
        each: (row, names) => `To whom order ${names.order(row)} goes`,
        labels: { lga: 'Local government area', email: 'Email address', phone: 'Phone number' },
      },
      'public.order_deliveries': {
        each: (row, names) => `How order ${names.order(row)} is delivered`,
        of: ({ weight_grams: grams, vat_kobo: vat }) => ({
          labels: { kind: 'How', weight_grams: 'Weight', vat_kobo: 'VAT', lga: 'Local government area' },
          values: {
            kind: {
              collect: 'You collect it',
              deliver: 'We bring it',
              quote: 'We bring it, at a price that we say first',
            },
            weight_grams: { [String(grams)]: formatWeight(Number(grams)) },
          },
          omit: ['price_kobo', ...(Number(vat ?? 0) === 0 ? ['vat_kobo'] : [])],
        }),
      },
      'public.order_requests': {
        each: (row, names) => `The buyer of order ${names.order(row)}`,
        labels: { email: 'Email address', phone: 'Phone number' },
      },
      'public.order_request_lines': {
        lines: 'Further goods',
        line: (row, names) => ({
          term: `Order ${names.order(row)}`,
          detail: `${text(row.product)}: ${formatAmount(text(row.quantity_text), text(row.unit))}`,
        }),
      },
      'public.order_items': {
        lines: 'Goods',
        line: (row, names) => ({
          term: `Order ${names.order(row)}`,
          detail: `${text(row.product_name)} of ${text(row.farmer_name)}: ${row.quantity} × ${row.pack_amount} ${text(row.pack_unit)}, ${money(row, 'total_kobo', names)}`,
        }),
      },
      'public.letters_of_credit': {
        each: (row, names) => `The letter of credit of order ${names.order(row)}`,
        omit: ['draft_path'],
      },
      'public.counter_offers': {
        each: (row, names) => `What you offered instead for order ${names.order(row)}`,
        omit: ['prices_kobo', 'quantities'],
      },
      'public.quotes': {
        each: (row, names) => `A quote for order ${names.order(row)}`,
      },
      'public.quote_lines': {
        lines: 'Lines of quotes',
        line: (row, names) => ({
          term: text(row.description),
          detail: `${formatAmount(String(row.quantity), text(row.unit))}, ${money(row, 'total_kobo', names)}`,
        }),
      },
      'public.order_instalments': {
        lines: 'How orders are paid',
        line: (row, names) => ({
          term: `Order ${names.order(row)}`,
          detail: `${row.percent}% ${sayCode(text(row.due)).toLowerCase()}: ${money(row, 'amount_kobo', names)}`,
        }),
      },
      'public.payment_claims': {
        lines: 'That you said you have paid',
        line: (row, names) => ({
          term: at(row),
          detail: sentence(`Order ${names.order(row)}: “${text(row.words)}”`, text(row.note)),
        }),
      },
      'public.payments': {
        lines: 'Payments',
        line: (row, names) => ({
          term: sayValue(row.value_date) ?? at(row),
          detail: `Order ${names.order(row)}: ${sayCode(text(row.kind)).toLowerCase()} of ${money(row, 'amount_kobo', names)}, reference ${text(row.bank_reference)}`,
        }),
      },
      'private.money_entries': {
        lines: 'Lines of the bank statement that waited for a second person',
        line: (row, names) => ({
          term: at(row, 'recorded_at'),
          detail: `Order ${names.order(row)}: ${sayCode(text(row.kind)).toLowerCase()} of ${money(row, 'amount_kobo', names)}`,
        }),
      },
      'public.order_documents': {
        lines: 'Documents; each is on the page of its order',
        line: (row, names) => ({
          term: at(row, 'issued_at'),
          detail: `Order ${names.order(row)}: ${documentTitles[text(row.kind) as DocumentKind] ?? 'Paper'} ${text(row.number)}`,
        }),
      },
      'public.order_events': {
        lines: 'What happened',
        line: (row, names) => ({
          term: at(row),
          detail: `Order ${names.order(row)}: ${tellEvent(row, names)}`,
        }),
      },
      'public.order_messages': {
        lines: 'Messages on orders',
        line: (row, names) => ({
          term: at(row),
          detail: `Order ${names.order(row)}, ${row.is_from_staff ? 'we' : 'you'} wrote: ${text(row.body)}`,
        }),
      },
      'public.order_disputes': {
        each: (row, names) => `A complaint about order ${names.order(row)}`,
        omit: ['photo_paths'],
      },
      'public.order_credits': {
        lines: 'Taken off what was to be paid',
        line: (row, names) => ({
          term: at(row),
          detail: `Order ${names.order(row)}: ${money(row, 'amount_kobo', names)}`,
        }),
      },
      'public.product_ratings': { lines: 'Your ratings of products', line: writeRating },
      'public.order_ratings': { lines: 'Your ratings of bulk orders', line: writeRating },
      'public.cart_items': {
        lines: 'In your cart; it goes with the account, or when you empty it',
        line: (row) => ({
          term: at(row),
          detail: `${row.quantity} at ${formatMoney(Number(row.seen_price_kobo), 'NGN')}`,
        }),
      },
      'public.order_templates': {
        each: (row) => `A template for a bulk order: ${row.name}`,
        omit: ['name'],
      },
      'public.product_wishes': { counted: 'Products among your wishes' },
      'public.stock_alerts': {
        each: () => 'A product that you want to hear of when it is back',
        labels: { email: 'Email address', confirm_sent_at: 'Asked to confirm', notified_at: 'We told you' },
      },
      'private.order_guest_links': { counted: 'Links to orders that you placed without an account' },
      'private.order_uploads': { counted: 'Files that you sent about an order' },
    },
  },
  {
    title: 'What you offer on the marketplace',
    nothing: 'offers on the marketplace',
    storedFor: 'as long as you offer it. It is hidden when your registration goes.',
    tables: {
      'public.products': {
        each: (row) => text(row.name),
        labels: { is_verified: 'Verified', farmer_name: 'Farm', price_kobo: 'Price of a pack' },
        omit: ['name', 'sort_name', 'photo_path', 'unit_price_kobo', 'rating_count', 'rating_average'],
      },
      'private.product_photos': { counted: 'Photos of what you offer' },
      'public.stock_movements': { counted: 'Changes of its stock' },
      'public.product_prices': { counted: 'Prices that it had' },
    },
  },
]
