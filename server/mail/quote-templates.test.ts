// What the mails about quotes say: lines, terms, totals and how long they hold.
import { describe, expect, it } from 'vitest'
import { order, render } from './sample-mails.ts'

describe('mails of quotes', () => {
  it('a quote says its total, Incoterm and place, payment terms, window and until when it holds', () => {
    const contract = {
      ...{ paymentTerms: '30% Advance 70% on Delivery', incoterms: 'CIF', namedPlace: 'Rotterdam' },
      ...{ windowFrom: '2026-12-01', windowTo: '2026-12-14', totalKobo: 6_859_000, currency: 'USD' },
      ...{ expiresAt: '2026-11-30T12:00:00Z', isAgreed: false },
      goods: [{ name: 'Cocoa beans, grade 1', quantity: '38', unit: 'Tons' }],
      vat: [{ rateBp: 0, reason: 'zero-rated: exported goods', baseKobo: 6_859_000, vatKobo: 0 }],
    }
    const { text: quoted, html: shown } = render('order_quoted', { ...order, contract })
    // No line of the mail ends between a day and its month; the text beside it has plain spaces.
    expect(shown).toContain('1\u00a0December 2026 to 14\u00a0December 2026')
    for (const words of [
      'We offer you what stands below for US$68,590.',
      'Cocoa beans, grade 1: 38 Tons',
      'VAT 0%: US$0 (zero-rated: exported goods)',
      'Total: US$68,590',
      'Delivery: CIF Rotterdam, Incoterms® 2020',
      'Delivery window: 1 December 2026 to 14 December 2026',
      'Payment terms: 30% Advance 70% on Delivery',
      'Good until: 30 November 2026, 13:00, Lagos time',
    ])
      expect(quoted).toContain(words)
    // The next one says what it was before.
    const earlier = { namedPlace: 'Hamburg', totalKobo: 7_000_000, grade: 'Grade 1', deliverTo: 'Tema' }
    const before = { ...contract, ...earlier }
    const next = render('order_quoted', {
      ...order,
      contract: { ...contract, before, deliverTo: 'Antwerp' },
    }).text
    for (const words of [
      'Total: US$68,590 (before: US$70,000)',
      'Delivery: CIF Rotterdam, Incoterms® 2020 (before: CIF Hamburg, Incoterms® 2020)',
      'Payment terms: 30% Advance 70% on Delivery\n',
      'Grade: Not named (before: Grade 1)',
      'Deliver to: Antwerp (before: Tema)',
    ])
      expect(next).toContain(words)
    // The first one says what was asked for, where it is another thing that the buyer had named.
    const requested = {
      ...{ paymentTerms: 'Letter of Credit', incoterms: 'CIF', namedPlace: 'Rotterdam', packing: 'Jute' },
      ...{ buyer: 'Ada Foods, Ada Obi', deliverTo: 'Tema' },
      products: [
        { product: 'Cocoa Beans', quantity: '40', unit: 'Tons' },
        { product: 'Ginger', quantity: '1', unit: 'Tons' },
      ],
    }
    const parties = { buyer: 'Lowland Foods BV, Ada Obi', deliverTo: 'Antwerp' }
    const first = { ...contract, ...parties, requested }
    const { text } = render('order_quoted', { ...order, contract: first })
    for (const words of [
      'Other than asked for: Cocoa beans, grade 1: 38 Tons, asked for 40 Tons. Not in the quote: Ginger, 1 Ton.',
      'Payment terms: 30% Advance 70% on Delivery (asked for: Letter of Credit)',
      'Delivery: CIF Rotterdam, Incoterms® 2020\n',
      'Delivery window: 1 December 2026 to 14 December 2026\n',
      'Packing: Not named (asked for: Jute)',
      'Buyer: Lowland Foods BV, Ada Obi (asked for: Ada Foods, Ada Obi)',
      'Deliver to: Antwerp (asked for: Tema)',
      'Total: US$68,590\n',
    ])
      expect(text).toContain(words)
    const later = render('order_quoted', { ...order, contract: { ...first, before } }).text
    expect(later).not.toContain('asked for')
    const same = { ...requested, products: [{ product: 'Cocoa Beans', quantity: '38', unit: 'Tons' }] }
    expect(render('order_quoted', { ...order, contract: { ...first, requested: same } }).text).not.toContain(
      'Other than asked for',
    )
    // In one line it would make the mail wider than a phone.
    const name = 'Processed Cassava (Garri/Starch), food grade, in new bags'
    const long = { ...contract, goods: [{ name, quantity: '20', unit: 'Tons' }] }
    const { html } = render('order_quoted', { ...order, contract: long })
    expect(html).toContain(`vertical-align:top">${name}</td>`)
    expect(html).toContain('white-space:nowrap">Payment terms</td>')
    // What was requested is not said again once something is offered.
    expect(quoted).not.toContain('18.5')
    const received = render('order_received', {
      ...order,
      contract: { paymentTerms: 'Letter of Credit', incoterms: 'FOB' },
    }).text
    for (const words of [
      'Quantity: 18.5 Tons',
      'Delivery: FOB, Incoterms® 2020',
      'Payment terms: Letter of Credit',
    ])
      expect(received).toContain(words)
    // An order of several products names each.
    const goods = ['Sesame Seeds', 'Ginger'].map((name) => ({ name, quantity: '1250.5', unit: 'Tons' }))
    const several = render('order_received', {
      ...order,
      contract: { paymentTerms: 'Letter of Credit', incoterms: 'FOB', goods },
    }).text
    for (const words of ['Sesame Seeds: 1,250.5 Tons', 'Ginger: 1,250.5 Tons'])
      expect(several).toContain(words)
    expect(several).not.toContain('18.5')
  })

  it('a quote says each line with its price and its sum, and the next one what it has otherwise', () => {
    const cocoa = {
      ...{ name: 'Cocoa beans', quantity: '38', unit: 'Tons' },
      priceKobo: 180_500,
      totalKobo: 6_859_000,
    }
    const freight = {
      kind: 'delivery',
      name: 'To Rotterdam',
      quantity: '1',
      unit: 'lot',
      priceKobo: 120_000,
      totalKobo: 120_000,
    }
    const discount = {
      ...freight,
      kind: 'discount',
      name: 'First order',
      priceKobo: -50_000,
      totalKobo: -50_000,
    }
    const tax = { ...freight, kind: 'tax', name: 'VAT 7.5%', priceKobo: 150_000, totalKobo: 150_000 }
    const contract = {
      ...{ paymentTerms: 'Bank Transfer', totalKobo: 7_079_000, currency: 'USD' },
      goods: [cocoa, freight, discount, tax],
    }
    const read = (more: object = {}) =>
      render('order_quoted', { ...order, contract: { ...contract, ...more } }).text
    const first = read()
    for (const words of [
      'Cocoa beans: 38 Tons × US$1,805 = US$68,590\n',
      'To Rotterdam: US$1,200 · Delivery\n',
      'First order: -US$500 · Discount\n',
      'VAT 7.5%: US$1,500\n',
    ])
      expect(first).toContain(words)
    expect(first).not.toContain('Other than')
    // What VAT says with its reason is one sum, and stands once.
    const vat = [{ rateBp: 750, reason: 'standard rate', baseKobo: 2_000_000, vatKobo: 150_000 }]
    expect(read({ vat }).match(/VAT 7.5%/g)).toHaveLength(1)
    expect(read({ vat })).toContain('VAT 7.5%: US$1,500 (standard rate)')
    // Goods that bear different VAT say each what they bear.
    const [free, taxed] = [
      { vatClass: 'exempt', vatRateBp: 0 },
      { vatClass: 'standard', vatRateBp: 750 },
    ]
    const each = read({ goods: [{ ...cocoa, ...free }, { ...cocoa, name: 'Butter', ...taxed }, freight] })
    for (const words of ['= US$68,590 · VAT 0%, exempt\n', '= US$68,590 · VAT 7.5%, standard rate\n'])
      expect(each).toContain(words)
    expect(read({ goods: [{ ...cocoa, ...free }, freight] })).not.toContain('VAT 0%, exempt')
    const fewer = { ...cocoa, quantity: '40', priceKobo: 175_000, totalKobo: 7_000_000 }
    const before = { ...contract, goods: [fewer, freight], totalKobo: 7_120_000 }
    // What was asked for was compared with the first one.
    const requested = {
      paymentTerms: 'Bank Transfer',
      products: [{ product: 'Ginger', quantity: '1', unit: 'Tons' }],
    }
    const next = read({ before, requested, goods: [cocoa, discount] })
    expect(next).toContain(
      'Other than before: Cocoa beans: 38 Tons, before 40 Tons. Cocoa beans: US$1,805 a unit, before US$1,750. New: First order (discount), -US$500. Left out: To Rotterdam (delivery), US$1,200.',
    )
    expect(next).not.toContain('asked for')
    expect(read({ before: contract })).not.toContain('Other than')
  })
})
