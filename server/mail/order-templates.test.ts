// What the mails about orders say: quotes, money, delivery, letters of credit, complaints and endings.
import { describe, expect, it } from 'vitest'
import { formatDayInWords } from '#domain/dates.ts'
import { creditSteps } from '#domain/market/credit-states.ts'
import { accountSafety } from '#domain/market/documents.ts'
import { order, orderAnswer, render } from './sample-mails.ts'
import { type TemplateName, templates } from './templates.ts'

const names = Object.keys(templates) as TemplateName[]

describe('mails of orders', () => {
  it('the order mails name the code, promise 24 hours, and lead back to the site', () => {
    const received = render('order_received', order)
    expect(received.subject).toContain('AG7K4-2X9Q')
    expect(received.text).toContain('within 24 hours')
    expect(received.text).toContain('https://www.example.com/account')
    expect(render('order_completed', order).subject).toContain('AG7K4-2X9Q')
  })

  const withdrawal = { reason: 'withdrawn_by_buyer', decline_code: 'withdrawn_by_buyer' }

  it('a declined order states the reason, and a withdrawn one is not called declined', () => {
    expect(render('order_declined', { ...order, reason: 'The harvest is sold.' }).text).toContain(
      'The harvest is sold.',
    )
    const withdrawn = render('order_declined', { ...order, ...withdrawal })
    expect(withdrawn.text).toContain('Nothing is due.')
    const advance = { currency: 'USD', refund_due_kobo: 1_500_025 }
    const paid = render('order_declined', { ...order, ...withdrawal, ...advance }).text
    for (const words of ['What you paid goes back to you.', 'We send back: US$15,000.25'])
      expect(paid).toContain(words)
    expect(paid).not.toContain('Nothing is due')
    expect(withdrawn.subject).toContain('withdrawn')
    expect(withdrawn.text).not.toContain('withdrawn_by_buyer')
    expect(withdrawn.text).not.toContain('decline')
  })

  it('asks for no money that can be sent nowhere yet, in no mail', () => {
    const due = { now_kobo: 7_000_000, later_kobo: 0, has_account: false }
    const contract = { paymentTerms: 'Bank Transfer', totalKobo: 7_000_000, currency: 'EUR' }
    const agreed = { ...order, total_kobo: 7_000_000, currency: 'EUR', contract, due }
    const first = 'We send you our account in EUR first: please wait for it, and transfer nothing before.'
    for (const name of [
      ...([
        'order_quote_accepted',
        'order_approved',
        'order_payment_short',
        'order_payment_refunded',
      ] as const),
      ...([
        'order_payment_corrected',
        'order_dispatched',
        'order_delivered',
        'order_dispute_answered',
      ] as const),
      ...(['order_market_approved', 'order_market_completed', 'order_completed', 'order_placed'] as const),
      ...(['order_delivery_accepted', 'order_unpaid'] as const),
    ]) {
      const { text } = render(name, agreed)
      expect(text, name).toContain(first)
      for (const words of ['due now', 'Pay by bank transfer']) expect(text, name).not.toContain(words)
    }
    const accepted = (change: object) => render('order_quote_accepted', { ...agreed, ...change }).text
    for (const known of [
      { ...due, has_account: true },
      { now_kobo: 7_000_000, later_kobo: 0 },
    ])
      expect(accepted({ due: known })).toContain('€70,000 is due now.')
    // What is due later is no transfer of now, and a letter of credit is none at all.
    expect(accepted({ due: { ...due, now_kobo: 0, later_kobo: 7_000_000, later: 'on_delivery' } })).toContain(
      'Nothing is due now; €70,000 on delivery.',
    )
    const credit = {
      contract: { ...contract, paymentTerms: 'Letter of Credit' },
      due: { ...due, later: null },
    }
    expect(accepted(credit)).toContain(`${creditSteps.awaited} Your bank pays €70,000 against the documents.`)
  })

  it('approves an order with a letter of credit by how far that is, as its page does', () => {
    const read = (credit?: object) =>
      render('order_approved', {
        ...{ ...order, total_kobo: 7_000_000, currency: 'USD', credit },
        contract: { paymentTerms: 'Letter of Credit', totalKobo: 7_000_000, currency: 'USD' },
        due: { now_kobo: 0, later_kobo: 7_000_000, later: 'against_documents' },
      }).text
    expect(read()).toContain(creditSteps.awaited)
    expect(read({ status: 'awaited', hasDraft: true })).toContain('send us another one')
    for (const status of ['draft_received', 'draft_accepted'] as const)
      expect(read({ status, hasDraft: true })).toContain(creditSteps[status])
    const issued = read({ status: 'issued', hasDraft: true })
    expect(issued).not.toContain('draft')
    expect(issued).toContain('1. Your bank pays US$70,000 against the documents.')
  })

  it('an order of the marketplace brings the account, when it last changed, and the warning; a link for a buyer without an account', () => {
    const payment = {
      bank_name: 'Test Bank',
      account_name: 'The company',
      account_number: '0123456789',
      changed_at: '2026-02-03T10:00:00+00:00',
      due_kobo: 3_500_000,
      phone: '+2348031234567',
    }
    const token = 'a'.repeat(64)
    const expires_at = '2026-11-21T23:30:00+00:00'
    // As the database writes it: what is null is left out.
    const vat = [
      { rateBp: 0, reason: 'zero-rated: basic food', baseKobo: 3_500_000, vatKobo: 0 },
      { reason: 'as the goods', baseKobo: 500, vatKobo: 3, isDelivery: true },
    ]
    const { text } = render('order_placed', { ...order, payment, expires_at, token, vat })
    expect(text).toContain('VAT 0%: ₦0 (zero-rated: basic food)')
    expect(text).toContain('VAT on delivery: ₦0.03 (as the goods)')
    expect(text).toContain(
      [
        'Amount to pay: ₦35,000',
        'Bank: Test Bank',
        'Account name: The company',
        'Account number: 0123456789',
        `Reference: ${order.code}, or your phone number +2348031234567`,
        'Account last changed: 3 February 2026',
      ].join('\n'),
    )
    const fresh = { ...payment, changed_at: new Date(Date.now() - 86_400_000).toISOString() }
    expect(render('order_placed', { ...order, payment: fresh }).text).toMatch(
      /We have used this account since: \d+ /,
    )
    expect(text).toContain('Goods kept until: 22 November 2026')
    expect(text).toContain(accountSafety)
    expect(text).toContain(`https://www.example.com/track#${token}`)
    expect(render('order_placed', order).text).not.toContain('Account number')
    // The time to pay does not run while there is no account.
    const due = { now_kobo: 3_500_000, later_kobo: 0, has_account: false }
    const waiting = render('order_placed', { ...order, expires_at, price_locked_until: expires_at, due }).text
    for (const words of ['Goods kept until', 'prices hold']) expect(waiting).not.toContain(words)
    expect(waiting).toContain('We send you our account in NGN first')
  })

  it.each(names.filter((name) => name.startsWith('order_') && name !== 'order_declined'))(
    '%s leads to the page of its order, never to the form for another one',
    (name) => {
      const { text } = render(name, order)
      expect(text).toContain(`https://www.example.com/account/orders/${order.order_id}`)
      expect(text).not.toContain('https://www.example.com/order')
    },
  )

  it('money that came before its delivery has a price is thanked for, and called too little by no word', () => {
    const delivery = { kind: 'quote', isAgreed: false }
    const { subject, text } = render('order_payment_short', { ...order, delivery, moved_kobo: 17_500_000 })
    expect(subject).toBe('Your payment for order AG7K4-2X9Q has arrived')
    expect(text).toContain('Arrived: ₦175,000')
    expect(text).toContain('Nothing more is due now. We tell you what delivery costs and when it comes')
    expect(text).not.toContain('less than')
  })

  it('a claim that was not found thanks for no money, and calls nothing too little of which nothing is due', () => {
    const due = { now_kobo: 0, later_kobo: 70_000_000, later: 'on_delivery' }
    const early = render('order_payment_short', { ...order, due })
    expect(early.subject).toBe('We have not found the rest of your payment for order AG7K4-2X9Q')
    expect(early.text).toContain('You told us that you have paid. Our bank statement does not show it yet.')
    expect(early.text).toContain('Nothing is due now; ₦700,000 on delivery.')
    expect(early.text).not.toContain('less than')
    const owed = { ...order, due: { now_kobo: 70_000_000, later_kobo: 0 } }
    const late = render('order_payment_short', { ...owed, kept_until: '2026-12-02T10:00:00Z' })
    expect(late.text).toMatch(/less than what is due\..*Goods kept until: 2 December.*After that time/s)
    const released = { ...owed, goods_released: true }
    expect(render('order_payment_short', released).text).toContain('for sale to others again')
    const arrived = render('order_payment_short', { ...order, due, moved_kobo: 30_000_000 })
    expect(arrived.subject).toBe('Your payment for order AG7K4-2X9Q has arrived')
  })

  it('a delivery that is agreed asks for what is due, and of a paid order for nothing', () => {
    const due = { now_kobo: 900_000, later_kobo: 0 }
    const open = render('order_delivery_accepted', { ...order, due, kept_until: '2026-12-02T10:00:00Z' })
    expect(open.subject).toBe('Your order AG7K4-2X9Q can be paid now')
    expect(open.text).toContain('Goods kept until: 2 December 2026')
    expect(open.text).toContain('₦9,000 is due now. Pay by bank transfer')
    const over = { refund_due_kobo: 100_000, kept_until: '2026-12-02T10:00:00Z' }
    const paid = render('order_delivery_accepted', { ...order, ...over })
    expect(paid.subject).toBe('The delivery of your order AG7K4-2X9Q is agreed')
    expect(paid.text).toContain('Goes back to you: ₦1,000')
    expect(paid.text).toContain('Nothing more is to be paid.')
    expect(paid.text).not.toContain('Pay by bank transfer')
    expect(paid.text).not.toContain('Goods kept until')
  })

  it('a delivery on another day says which it was and which it is', () => {
    const delivery = { kind: 'deliver', day: '2026-12-04', name: 'Lagos', priceKobo: 250_000, isAgreed: true }
    const { text } = render('order_delivery_day', { ...order, delivery, day_before: '2026-12-02' })
    expect(text).toMatch(
      /The day was Wednesday 2\sDecember\. We have another day for you: Friday 4\sDecember\./,
    )
  })

  it('say of goods that their buyer collects where they wait', () => {
    const delivery = {
      kind: 'collect',
      name: 'Ibadan depot',
      address: '4 Ring Road',
      hours: 'Mon to Fri, 8 to 16',
      weightGrams: 75_000,
      isAgreed: true,
    }
    const approved = render('order_market_approved', { ...order, delivery })
    expect(approved.text).toContain('We tell you when they are ready to collect.')
    expect(approved.text).toContain('Weight: 75 kg')
    const ready = render('order_dispatched', { ...order, delivery })
    expect(ready.subject).toBe('Your order AG7K4-2X9Q is ready to collect')
    expect(ready.text).toContain('They wait for you at Ibadan depot, 4 Ring Road (Mon to Fri, 8 to 16).')
    expect(render('order_delivered', { ...order, delivery }).subject).toContain('is collected')
    const sent = render('order_dispatched', order)
    expect(sent.subject).toBe('Your order AG7K4-2X9Q is on its way')
    expect(sent.text).toContain('They have left our store for the address that you gave us.')
    // A contract's rule and place say how far we bring them.
    const contract = { paymentTerms: 'Letter of Credit', incoterms: 'FOB', namedPlace: 'Apapa' }
    const shipped = render('order_dispatched', { ...order, contract }).text
    expect(shipped).toContain('They have left our store.')
    expect(shipped).not.toContain('the address that you gave us')
  })

  it('a request says to its own mailbox what was asked for, and an accepted quote what is agreed and due', () => {
    const requested = {
      ...{ paymentTerms: 'Letter of Credit', incoterms: 'CIF', namedPlace: 'Rotterdam', grade: 'Grade 1' },
      ...{ buyer: 'Rotterdam Cocoa BV, Ada Obi', deliverTo: 'Apapa Port', wishedDay: '2027-02-01' },
      purchaseOrderNumber: 'PO 7',
    }
    for (const row of [
      'Delivery: CIF Rotterdam, Incoterms® 2020',
      'Grade: Grade 1',
      'Buyer: Rotterdam Cocoa BV, Ada Obi',
      'Asked for by: 1 February 2027',
      'Your order number: PO 7',
    ])
      expect(render('order_received', { ...order, contract: requested }).text).toContain(row)
    const contract = { ...requested, totalKobo: 6_859_000, currency: 'USD' }
    const agreed = render('order_quote_accepted', { ...order, contract })
    expect(agreed.subject).toBe('Agreed: your order AG7K4-2X9Q')
    expect(agreed.text).toContain('The contract lies on the page of your order, as a PDF to sign.')
    expect(agreed.text).toContain('Total: US$68,590')
  })

  it('a quote that says what the buyer offered says so, and a letter of credit brings bank and documents', () => {
    const contract = {
      ...{ paymentTerms: 'Letter of Credit', totalKobo: 6_859_000, currency: 'USD', tolerancePercent: 2 },
      ...{
        grade: 'Grade 1',
        moistureMaxPercent: 7.5,
        packing: 'Jute bags',
        hsCode: '1801.00',
        origin: 'Ondo',
      },
      ...{ seller: 'Agri App Limited, Lagos', buyer: 'Rotterdam Cocoa BV', deliverTo: 'Apapa Port' },
    }
    const several = [
      { name: 'Ginger', quantity: '5', unit: 'Tons', terms: { hsCode: '0910.11' } },
      { name: 'Cocoa', quantity: '2', unit: 'Tons' },
    ]
    const mixed = render('order_quoted', { ...order, contract: { ...contract, goods: several } }).text
    expect(mixed).toContain('Ginger: 5 Tons · HS code: 0910.11')
    expect(mixed).toContain('HS code: 1801.00, where a line says nothing else')
    const agreed = render('order_quoted', { ...order, contract, takes_offer: true })
    expect(agreed.subject).toBe('We agree to your offer for order AG7K4-2X9Q')
    expect(agreed.text).toContain('Our quote says what you offered: what stands below for US$68,590.')
    for (const row of [
      'Tolerance: ± 2%',
      'Grade: Grade 1',
      'Moisture: At most 7.5%',
      'Packing: Jute bags',
      'HS code: 1801.00',
      'Origin: Ondo',
      'Seller: Agri App Limited, Lagos',
      'Buyer: Rotterdam Cocoa BV',
      'Deliver to: Apapa Port',
    ])
      expect(agreed.text).toContain(row)
    const credit = {
      status: 'draft_received',
      bank: 'Zenith Bank, Lagos',
      documents: 'Bill of lading\nEUR.1',
    }
    const { text } = render('order_credit_letter', { ...order, credit })
    expect(text).toContain('Your draft has arrived')
    expect(text).toContain('If your draft does not name the bank and the documents below')
    expect(text).toContain('Advising bank: Zenith Bank, Lagos')
    expect(text).toContain('Documents required: Bill of lading, EUR.1')
    const back = render('order_credit_letter', {
      ...order,
      credit: { ...credit, status: 'issued', isBack: true },
    })
    expect(back.text).toContain(
      'What we wrote last about your letter of credit was too early. It stands at: Issued.',
    )
    expect(back.text).not.toContain('We send the goods')
    const draft = render('order_credit_letter', {
      ...order,
      credit: { ...credit, status: 'awaited', isBack: true, draftProblem: 'Our name is misspelt' },
    })
    expect(draft.text).toContain('cannot take it as it is')
    expect(draft.text).toContain('What has to change in the draft: Our name is misspelt')
    expect(draft.text).not.toContain('too early')
    const same = render('order_credit_letter', {
      ...order,
      credit: { ...credit, status: 'issued', isSame: true },
    })
    expect(same.text).toContain('It stands at: Issued.')
    expect(same.text).not.toContain('Our bank has your letter of credit')
    const letter = render('staff_order_answered', orderAnswer)
    expect(letter.subject).toBe('The buyer accepts our quote: order AG7K4-2X9Q')
    expect(letter.text).toContain('Total: US$68,590')
    const goods = render('staff_order_answered', { ...orderAnswer, answer: 'offered', is_of_goods: true })
    expect(goods.text).toContain('For the goods: US$68,590')
    expect(goods.text).not.toContain('Total:')
    expect(letter.text).toContain(`https://www.example.com/admin/queues/orders/${order.order_id}`)
  })

  it('the receipt of a complaint asks for nothing that is due now, since no payment of it is taken until we answer', () => {
    const said = (due: object, more: object = {}) =>
      render('order_dispute_received', { ...order, currency: 'NGN', due, ...more }).text
    expect(said({ now_kobo: 100_000, later_kobo: 0 })).not.toContain('due now')
    expect(said({ now_kobo: 100_000, later_kobo: 0, has_account: false })).not.toContain('our account')
    expect(said({ now_kobo: 0, later_kobo: 100_000, later: 'complaint' })).toContain(
      'waits until the complaint is answered',
    )
    expect(
      said(
        { now_kobo: 100_000, later_kobo: 0 },
        { contract: { paymentTerms: 'Letter of Credit', totalKobo: 100_000, currency: 'NGN' } },
      ),
    ).toContain('Your bank pays ₦1,000 against the documents.')
  })

  it('the reminder of an offer of a delivery asks for an answer, and for no money', () => {
    const delivery = { kind: 'quote', day: '2026-12-03', priceKobo: 900_000, isAgreed: false }
    const { subject, text } = render('order_delivery_unanswered', {
      ...order,
      delivery,
      expires_at: '2026-12-02T10:00:00Z',
    })
    expect(subject).toContain('waits for your answer')
    expect(text).toContain('You pay only after you have said yes')
    expect(text).not.toContain('not paid yet')
  })

  it('the answer to a complaint says what was decided, why, and what is sent back', () => {
    const dispute = { resolution: 'refunded', note: 'Three sacks were wet.', refund_kobo: 1_050_000 }
    const { text } = render('order_dispute_answered', { ...order, dispute })
    expect(text).toContain('Our answer: Three sacks were wet.')
    expect(text).toContain('We send back: ₦10,500')
    expect(text).not.toContain('Credit note')
    // Of a mail of before it is not known.
    expect(text).not.toContain('Net price')
    const left = render('order_dispute_answered', {
      ...order,
      dispute: { ...dispute, net_kobo: 2_000_000, received_kobo: 0 },
    }).text
    for (const words of ['Net price: ₦20,000', 'Received from you: ₦0']) expect(left).toContain(words)
    const noted = { ...dispute, taken_off_kobo: 1_000_000, credit_note: 'CN-2026-00007' }
    expect(render('order_dispute_answered', { ...order, dispute: noted }).text).toContain(
      'Credit note: CN-2026-00007, with the documents of your order',
    )
  })

  it('a declined order of the marketplace states the reason, and a withdrawn one is not called declined', () => {
    expect(render('order_market_declined', { ...order, reason: 'The harvest is sold.' }).text).toContain(
      'Reason: The harvest is sold.',
    )
    const approved = { ...order, was_approved: true, credit_note: 'CN-2026-00008' }
    const { text, html } = render('order_market_declined', approved)
    expect(text).toContain('Credit note: CN-2026-00008, with the documents of your order')
    expect(html).toContain('We cannot carry this order out')
    const withdrawn = render('order_market_declined', { ...order, ...withdrawal }).text
    expect(withdrawn).toContain('Nothing is due.')
    const paid = render('order_market_declined', { ...order, ...withdrawal, refund_due_kobo: 1_500_025 }).text
    for (const words of ['What you paid goes back to you.', 'We send back: ₦15,000.25'])
      expect(paid).toContain(words)
    expect(paid).not.toContain('Nothing is due')
    expect(withdrawn).not.toContain('Credit note')
    expect(withdrawn).not.toContain('withdrawn_by_buyer')
    expect(withdrawn).not.toContain('decline')
  })

  it('say of goods that are for sale again so, and never that they stay reserved or come next', () => {
    const claimed = (more: object) => render('order_payment_claimed', { ...order, ...more }).text
    expect(claimed({ keeps_goods: true })).toContain('Your goods stay reserved until then.')
    expect(claimed({})).not.toContain('reserved')
    expect(claimed({ goods_released: true })).toContain('The goods are for sale to others again.')
    expect(claimed({ goods_released: true })).not.toContain('reserved')
    const confirmed = (more: object) =>
      render('order_payment_confirmed', { ...order, moved_kobo: 100_000, ...more }).text
    expect(confirmed({})).toContain('We tell you when the goods are on their way.')
    expect(confirmed({})).toContain('Your transfer stands on our bank statement.')
    expect(confirmed({ by_letter: true })).toContain('The bank has paid under your letter of credit.')
    expect(confirmed({ by_letter: true })).not.toContain('transfer')
    expect(confirmed({ goods_released: true })).toContain('you get the goods later, or your money back.')
    expect(confirmed({ goods_released: true })).not.toContain('on their way')
  })

  it('name what was not found, the rest beside a claim, the net price, and all that a yes to a delivery costs', () => {
    const missing = { ...order, total_kobo: 500_275, claimed_kobo: 200_000 }
    for (const template of ['order_payment_not_found', 'order_payment_short'] as const) {
      const { text } = render(template, missing)
      for (const words of ['Not found: ₦2,000', 'Do not send it twice.']) expect(text).toContain(words)
      expect(render(template, { ...missing, claimed_kobo: undefined }).text).not.toContain('Not found:')
    }
    expect(
      render('order_payment_not_found', { ...missing, pay_until: '2026-12-10T12:00:00Z' }).text,
    ).toContain('Please transfer before: 10 December 2026, 13:00, Lagos time')
    const claimed = (more: object) => render('order_payment_claimed', { ...missing, ...more }).text
    expect(claimed({ rest_kobo: 300_275 })).toContain('The rest of ₦3,002.75 is still to be paid.')
    expect(claimed({})).not.toContain('still to be paid')
    const settled = render('order_payment_confirmed', {
      ...{ ...order, total_kobo: 1_000_550, moved_kobo: 300_275, net_kobo: 500_275 },
      fulfilment_status: 'delivered',
    }).text
    for (const words of ['Net price: ₦5,002.75', 'Nothing more is to be paid.'])
      expect(settled).toContain(words)
    const delivery = { kind: 'quote', priceKobo: 400_000, vatKobo: 30_000, isAgreed: false }
    expect(render('order_delivery_quoted', { ...order, total_kobo: 1_000_000, delivery }).text).toContain(
      'Total with delivery: ₦14,300',
    )
    const dated = { ...delivery, day: '2026-12-02' }
    const before = { priceKobo: 1_250_050, vatKobo: null, day: '2026-12-01' }
    const offer = { ...order, total_kobo: 1_000_000, delivery: dated }
    const changed = render('order_delivery_quoted', { ...offer, delivery_before: before })
    expect(changed.subject).not.toBe(render('order_delivery_quoted', offer).subject)
    expect(changed.text).toContain(
      `Before, delivery was ₦12,500.50, on ${formatDayInWords('2026-12-01')}. Now it is ₦4,000 and ₦300 VAT, on ${formatDayInWords('2026-12-02')}.`,
    )
  })

  it('tell whose credit terms ended what is due, until when and where to pay it', () => {
    const payment = {
      ...{ bank_name: 'Test Bank', account_name: 'The company', account_number: '0123456789' },
      ...{ changed_at: '2026-11-01T09:00:00Z', due_kobo: 400_000 },
    }
    const due = { now_kobo: 400_000, later_kobo: 0 }
    const ended = { ...order, total_kobo: 400_000, kept_until: '2026-12-10T12:00:00Z' }
    const { text } = render('order_credit_ended', { ...ended, due, payment })
    for (const words of [
      'Total: ₦4,000',
      'Goods kept until: 10 December 2026, 13:00, Lagos time',
      '₦4,000 is due now.',
      'Bank: Test Bank',
      'After that time the goods are for sale to others again.',
    ])
      expect(text).toContain(words)
    const claimed = render('order_credit_ended', ended).text
    expect(claimed).toContain('please do not pay again')
    expect(claimed).not.toContain('Bank:')
  })
})
