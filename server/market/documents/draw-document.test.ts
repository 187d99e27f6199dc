// What stands on each document, that it is small, and that it is the same file each time.
import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { accountSafety, type DocumentContent, documentKinds } from '#domain/market/documents.ts'
import { noteRule } from '#domain/market/quotes.ts'
import { missingMark } from '#server/files/pdf/printable.ts'
import { readPdfText } from '#tests/harness/read-pdf.ts'
import { drawDocument } from './draw-document.ts'

const facts = { companyName: 'agri farm', siteUrl: 'https://agri.example.com' }
const sizeMax = 60 * 1024

const line = {
  name: 'Rice',
  detail: 'A farm in Keffi',
  quantity: '1250',
  unit: '50 kg',
  priceKobo: 3_500_050,
  totalKobo: 4_375_062_500,
}

const content: DocumentContent = {
  kind: 'invoice',
  number: 'INV-2026-00042',
  verificationCode: '7K4M-2X9Q-HJ3T',
  issuedAt: '2026-12-31T23:30:00Z',
  company: {
    name: null,
    headOffice: 'Lagos',
    branchOffice: 'Nasarawa',
    phone: null,
    email: null,
    logo: null,
    registrationNumber: 'RC 1234567',
    taxNumber: '12345678-0001',
  },
  order: {
    code: 'AG7K4-2X9Q',
    kind: 'marketplace',
    placedAt: '2026-11-20T10:00:00Z',
    currency: 'NGN',
    isDemo: false,
  },
  buyer: {
    name: 'Adaọbí Ọláṣẹ́ Ƙofa',
    company: null,
    phone: '+2348031234567',
    email: 'ada@example.com',
    address: null,
  },
  deliveryAddress: '12 Marina Road, Lagos Island, Lagos',
  incoterms: null,
  lines: [line],
  totalKobo: 4_375_062_500,
  receivedKobo: 375_062_500,
  account: {
    bankName: 'First Bank',
    accountName: 'Agri App Limited',
    accountNumber: '0123456789',
    changedAt: '2026-11-01T09:00:00Z',
    isDemo: false,
  },
}

const agreedTerms = {
  ...{ paymentTerms: '30% Advance 70% on Delivery', incoterms: 'CIF', namedPlace: 'Rotterdam' },
  ...{ windowFrom: '2026-12-01', windowTo: '2026-12-14', tolerancePercent: 2, grade: 'Grade 1' },
  ...{ moistureMaxPercent: 7.5, packing: 'Jute bags of 62.5 kg', hsCode: '1801.00' },
  ...{ origin: 'Ondo, Nigeria', agreedRate: 'NGN 1,650' },
}

const draw = async (input: Partial<DocumentContent> = {}) => drawDocument({ ...content, ...input }, facts)
const read = async (input?: Partial<DocumentContent>) =>
  readPdfText(await draw(input))
    .replaceAll('\n', ' ')
    .replace(/ {2,}/g, ' ')

/** Sixty letters that nothing makes smaller, the same ones each time. */
function anyLetters(seed: number): string {
  const letters = 'abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ 0123456789 ẹọṣẸỌṢƙɗɓƘàéìòùǹńḿ /,.-&'
  const alphabet = [...letters]
  const bytes = createHash('sha512').update(String(seed)).digest()
  return Array.from({ length: 60 }, (_, place) => alphabet[(bytes[place] ?? 0) % alphabet.length]).join('')
}

describe('a document', () => {
  it('carries the logo of staff where there is one, the same bytes each time, and neither it nor our mark when it is gone', async () => {
    const { default: sharp } = await import('sharp')
    const logo = await sharp({ create: { width: 60, height: 20, channels: 4, background: '#1E5B3A80' } })
      .png()
      .toBuffer()
    const path = '/storage/v1/object/public/board-photos/logo.png'
    const ofStaff = { ...content, company: { ...content.company, logo: path } }
    const drawWith = (image: Buffer | null) =>
      drawDocument(ofStaff, { ...facts, readLogo: async (asked) => (asked === path ? image : null) })
    const [shown, again, gone] = [await drawWith(logo), await drawWith(logo), await drawWith(null)]
    expect(shown.equals(again)).toBe(true)
    // What is transparent in it is a mask of its own.
    expect(shown.includes('/SMask')).toBe(true)
    expect(gone.includes('/SMask')).toBe(false)
  })

  it('has a mark for each letter that our faces lack', async () => {
    const text = await read({ buyer: { ...content.buyer, name: '\u0639\u0644\u064A Bello' } })
    expect(text).toContain(`${missingMark.repeat(3)} Bello`)
    expect(await read()).not.toContain(missingMark)
  })

  it('says who, what, how much and when, in Lagos time, with every letter of Nigeria and the naira', async () => {
    const text = await read()
    for (const words of [
      'Agri farm',
      'Registered under RC 1234567',
      'Tax number 12345678-0001',
      'Invoice',
      'INV-2026-00042',
      '1\u00a0January 2027',
      'AG7K4-2X9Q',
      'Adaọbí Ọláṣẹ́ Ƙofa'.normalize('NFC'),
      '12 Marina Road',
      '1,250 × 50 kg',
      '₦35,000.50',
      '₦43,750,625',
      '₦3,750,625',
      '₦40,000,000',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('\ufffd')
  })

  it.each(documentKinds)('%s names the company by its legal name and country', async (kind) => {
    const company = { ...content.company, legalName: 'The Whole Name Limited' }
    const payment = { amountKobo: 1, receivedKobo: 1, valueDate: '2026-12-01', bankReference: 'A/1' }
    const text = await read({ kind, company, payment })
    expect(text.slice(0, 300)).toContain('The Whole Name Limited')
    expect(text).toContain('Lagos and Nasarawa, Nigeria')
    expect(
      await read({ kind, payment, company: { ...company, headOffice: 'Lagos, Nigeria' } }),
    ).not.toContain('Nasarawa, Nigeria')
  })

  it('keeps a price of millions in one line, and the terms on one sheet', async () => {
    const order = { ...content.order, kind: 'bulk', currency: 'EUR' } as const
    const dear = { ...line, priceKobo: 2_300_000_000, totalKobo: 2_300_000_000 }
    expect(readPdfText(await draw({ order, lines: [dear] })).match(/EUR 23,000,000\.00/g)).toHaveLength(2)
    for (let count = 10; count < 26; count++) {
      const lines = Array.from({ length: count }, () => dear)
      const text = await read({ kind: 'quote', order, lines, terms: agreedTerms, account: null })
      const terms = text.slice(text.indexOf('Payment terms'), text.indexOf('Deliver to'))
      expect(terms, String(count)).not.toContain('Page')
    }
  })

  it('says the VAT with its rate and its reason, and that of before, when nobody said it', async () => {
    const food = { rateBp: 0, reason: 'zero-rated: basic food', baseKobo: 4_375_062_500, vatKobo: 0 }
    const jute = { rateBp: 750, reason: 'standard rate', baseKobo: 10_000, vatKobo: 750 }
    const delivery = { rateBp: null, reason: 'as the goods', baseKobo: 500, vatKobo: 3, isDelivery: true }
    const text = await read({ vat: [food, jute, delivery] })
    for (const words of [
      'VAT 0% (zero-rated: basic food) on ₦43,750,625.',
      'VAT 7.5% (standard rate) on ₦100.',
      '₦7.50',
      'VAT on delivery (as the goods) on ₦5.',
      '₦0.03',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('no tax')
    // Which line bears which, where they differ.
    const goods = (vatRateBp: number, vatClass: string) => ({
      ...line,
      detail: vatClass,
      vatRateBp,
      vatClass,
    })
    const rice = goods(0, 'basic_food')
    expect(await read({ lines: [rice, rice], vat: [food] })).not.toContain('basic_food · VAT')
    const mixed = await read({ lines: [rice, goods(0, 'exempt'), goods(750, 'standard')], vat: [food, jute] })
    for (const words of ['VAT 0%, zero-rated: basic food', 'VAT 0%, exempt', 'VAT 7.5%, standard rate'])
      expect(mixed).toContain(words)
    expect(await read({})).toContain('No fees and no tax are added.')
    // The lines of a quote name the tax: beside the total stands of which goods it is.
    for (const kind of ['quote', 'pro_forma', 'contract', 'invoice'] as const) {
      const order = { ...content.order, kind: 'bulk' } as const
      const bulk = (
        await read({ kind, order, vat: [food, jute], lines: [rice, goods(750, 'standard')] })
      ).replaceAll(/\s+/g, ' ')
      for (const words of [
        'VAT 7.5% (standard rate): ₦7.50 on ₦100.',
        'VAT 0%, zero-rated: basic food',
        'VAT 7.5%, standard rate',
      ])
        expect(bulk).toContain(words)
    }
    const payment = { amountKobo: 1, receivedKobo: 1, valueDate: '2026-12-01', bankReference: 'A/1' }
    const weighed = { kind: 'deliver', weightGrams: 1_250_500, priceKobo: 500, isAgreed: true } as const
    const receipt = await read({ kind: 'receipt', vat: [jute], payment, delivery: weighed })
    expect(receipt).toContain('In it VAT 7.5%')
    const exempt = { ...food, reason: 'exempt, Nigeria Tax Act 2025' }
    const free = await read({ kind: 'receipt', vat: [food, exempt], payment, delivery: weighed })
    for (const words of ['In it VAT 0%, zero-rated', 'In it VAT 0%, exempt'])
      expect(free.replaceAll(/\s+/g, ' ')).toContain(words)
    for (const paper of [receipt, await read({ delivery: weighed })]) expect(paper).toContain('1,250.5 kg')
    expect(await read({ kind: 'credit_note', vatKobo: 523, payment })).toContain('₦5.23')
  })

  it('names beside the account its holder, when it last changed, and that nobody sends another', async () => {
    for (const kind of ['invoice', 'pro_forma'] as const) {
      const text = await read({ kind })
      for (const words of [
        'Agri App Limited',
        '012 345 6789',
        'last changed on 1\u00a0November 2026',
        accountSafety,
      ])
        expect(text).toContain(words)
    }
    expect(await read({ issuedAt: '2026-11-05T10:00:00Z' })).toContain(
      'We have used this account since 1\u00a0November 2026',
    )
    expect(await read({ account: null })).not.toContain('Where to pay')
  })

  it('says on every sheet how it is verified', async () => {
    const text = await read({ lines: Array.from({ length: 50 }, () => line) })
    expect(text.match(/[Ee]nter 7K4M-2X9Q-HJ3T at agri\.example\.com\/verify/g)).toHaveLength(4)
    expect(text).toContain('Page 4 of 4')
  })

  it('of a delivery has no price on it, and room to sign', async () => {
    const { priceKobo, totalKobo, ...goods } = line
    const text = await read({
      kind: 'delivery_note',
      number: 'DN-2026-00001',
      lines: [goods],
      totalKobo: null,
    })
    expect(text).toContain('Received by')
    expect(text).not.toContain('₦')
    expect(text).not.toContain('Ordered by')
    const orderedBy = { name: 'Ada Obi', phone: '+2348031234567' }
    expect(await read({ kind: 'delivery_note', lines: [goods], totalKobo: null, orderedBy })).toContain(
      'Ordered by Ada Obi, +2348031234567',
    )
    expect(text).not.toContain('Where to pay')
    // For who drives and who receives: what is handed over, and nothing of its price.
    const agreed = await read({ kind: 'delivery_note', lines: [goods], totalKobo: null, terms: agreedTerms })
    for (const words of ['Jute bags of 62.5 kg', '1\u00a0December 2026 to 14\u00a0December 2026'])
      expect(agreed).toContain(words)
    for (const words of ['Payment terms', '30% Advance', 'Rate agreed', 'NGN 1,650'])
      expect(agreed).not.toContain(words)
    expect(await read({ terms: agreedTerms })).toContain('NGN 1,650')
  })

  it('of a quote says every term and until when; of the contract also both sides, and where they sign', async () => {
    const terms = agreedTerms
    const agreement: Partial<DocumentContent> = {
      ...{ terms, account: null, goodUntil: '2026-11-30T12:00:00Z', note: 'Loaded in week 49.' },
      company: { ...content.company, legalName: 'Agri App Limited', street: '1 Marina Road' },
      order: { ...content.order, kind: 'bulk', currency: 'USD' },
      schedule: [{ percent: 30, due: 'in_advance', amountKobo: 100 }],
      purchaseOrderNumber: 'PO 7',
    }
    const quote = await read({ ...agreement, kind: 'quote', number: 'QT-2026-00001' })
    const contract = await read({ ...agreement, kind: 'contract', number: 'CT-2026-00001' })
    for (const words of [
      'CIF Rotterdam, Incoterms® 2020',
      '1\u00a0December 2026 to 14\u00a0December 2026',
      '30% Advance 70% on Delivery',
      '± 2%',
      'Grade 1',
      'At most 7.5%',
      'Jute bags of 62.5 kg',
      '1801.00',
      'Ondo, Nigeria',
      'PO 7',
      'Loaded in week 49.',
      noteRule,
      'Seller',
      'Agri App Limited',
      '30% in advance',
    ]) {
      expect(quote).toContain(words)
      expect(contract).toContain(words)
    }
    expect(quote).toContain('Good until')
    for (const words of ['Sales contract', 'For the seller', 'For the buyer', 'Incoterms® 2020'])
      expect(contract).toContain(words)
    // The sheet that is signed may lie apart from the first one.
    const signed = contract.slice(contract.indexOf('What both sides agree on'))
    for (const words of ['CT-2026-00001', 'USD ', 'Agri App Limited', content.buyer.name ?? ''])
      expect(signed).toContain(words)
    const withoutRule = { ...agreement, terms: { ...terms, incoterms: null, namedPlace: null } }
    expect(await read({ ...withoutRule, kind: 'contract' })).not.toContain('Incoterms')
    expect(contract).not.toContain('Good until')
    const sesame = { ...line, name: 'Sesame seeds', terms: { hsCode: '1207.40', packing: 'Paper bags' } }
    for (const kind of ['quote', 'contract', 'invoice'] as const)
      expect(await read({ ...agreement, kind, lines: [line, sesame] })).toContain(
        'Packing: Paper bags · HS code: 1207.40',
      )
    const mixed = await read({ ...agreement, kind: 'contract', lines: [line, sesame] })
    expect(mixed).toContain('1801.00, where a line says nothing else')
    const all = [{ ...line, terms: { hsCode: '0910.11' } }, sesame]
    expect(await read({ ...agreement, kind: 'contract', lines: all })).not.toContain('1801.00')
    for (const document of [quote, contract]) expect(document).not.toContain('Where to pay')
  })

  it('of a pro-forma says every term once, as a bank needs them for a letter of credit; of the shop none', async () => {
    const agreed: Partial<DocumentContent> = {
      ...{ kind: 'pro_forma', terms: agreedTerms, incoterms: 'CIF', account: null },
      ...{ note: 'Loaded in week 49.', deliveryAddress: 'Port of Rotterdam' },
      order: { ...content.order, kind: 'bulk', currency: 'USD' },
      schedule: [{ percent: 100, due: 'against_documents', amountKobo: 4_375_062_500 }],
    }
    const text = await read(agreed)
    for (const words of [
      'CIF Rotterdam, Incoterms® 2020',
      '1\u00a0December 2026 to 14\u00a0December 2026',
      '± 2%',
      'Grade 1',
      'At most 7.5%',
      'Jute bags of 62.5 kg',
      '1801.00',
      'Ondo, Nigeria',
      'NGN 1,650',
      '30% Advance 70% on Delivery',
      'Port of Rotterdam',
    ])
      expect(text.split(words), words).toHaveLength(2)
    for (const words of ['Seller', 'Loaded in week 49.', noteRule]) expect(text).toContain(words)
    const shop = await read({ kind: 'pro_forma' })
    for (const words of ['Terms', 'Seller', 'Incoterms']) expect(shop).not.toContain(words)
    expect(shop.split('12 Marina Road')).toHaveLength(2)
  })

  it('of a pro-forma says what was taken off, beside the parts too, and what is left', async () => {
    const schedule = [{ percent: 100, due: 'on_delivery' as const, amountKobo: 4_375_062_500 }]
    const text = await read({ kind: 'pro_forma', creditedKobo: 375_062_500, schedule })
    for (const words of ['Taken off ₦3,750,625', 'Left of the total ₦40,000,000', 'Taken off -₦3,750,625'])
      expect(text).toContain(words)
    expect(await read({ kind: 'pro_forma', schedule })).not.toContain('Taken off')
  })

  it('says that a day of delivery is planned, whatever was issued when', async () => {
    const way = { weightGrams: 50_000, priceKobo: 900_000, isAgreed: true, day: '2026-12-12' } as const
    const depot = { name: 'Keffi depot', address: '1 Market Road', hours: '8 to 4' }
    for (const kind of ['pro_forma', 'invoice', 'delivery_note'] as const) {
      expect(await read({ kind, delivery: { kind: 'deliver', ...way } })).toContain(
        'Delivery on 12\u00a0December 2026 (planned)',
      )
      expect(await read({ kind, delivery: { kind: 'collect', ...depot, ...way } })).toContain(
        'Ready from 12\u00a0December 2026 (planned)',
      )
    }
    // Nothing comes of an order that is not carried out; its credit note takes its invoice back.
    const note = {
      kind: 'credit_note',
      takenOffKobo: 900_000,
      delivery: { kind: 'deliver', ...way },
    } as const
    expect(await read({ ...note, reason: 'complaint' })).toContain('(planned)')
    expect(await read({ ...note, reason: 'declined' })).not.toContain('(planned)')
  })

  it('of a part payment says beside each part what of it is paid, so that what is due is the rest', async () => {
    const schedule = [
      { percent: 30, due: 'in_advance' as const, amountKobo: 3_006_483 },
      { percent: 70, due: 'on_delivery' as const, amountKobo: 7_015_130 },
    ]
    const order = { ...content.order, kind: 'bulk' as const, currency: 'USD' }
    const money = { order, schedule, totalKobo: 10_021_613 }
    const text = await read({ ...money, receivedKobo: 4_000_000 })
    for (const words of ['30,064.83 paid', '70,151.30 USD 9,935.17 of it paid', 'Due USD 60,216.13'])
      expect(text).toContain(words)
    expect(await read({ ...money, receivedKobo: 0 })).not.toContain('of it paid')
  })

  it('of an invoice that was paid more than it costs names what is above', async () => {
    const text = await read({ totalKobo: 9_597_360, receivedKobo: 10_012_345 })
    for (const words of ['Received ₦100,123.45', 'More than the total ₦4,149.85', 'Due ₦0'])
      expect(text).toContain(words)
    expect(await read({ totalKobo: 9_597_360, receivedKobo: 9_597_360 })).not.toContain('More than')
  })

  it('names what was sent back in a row of its own, so that invoice and receipt say the same of received', async () => {
    const money = { totalKobo: 13_062_629, sentBackKobo: 600_000 }
    const payment = {
      ...{ amountKobo: 5_000_000, receivedKobo: 13_900_000 },
      ...{ valueDate: '2026-12-01', bankReference: 'A/1' },
    }
    const invoice = await read({ ...money, receivedKobo: 13_900_000 })
    const receipt = await read({ kind: 'receipt', ...money, payment })
    expect(invoice).toContain('Received ₦145,000')
    expect(receipt).toContain('Received, with this payment ₦145,000')
    for (const text of [invoice, receipt])
      for (const words of ['Sent back ₦6,000', 'More than the total ₦8,373.71']) expect(text).toContain(words)
  })

  it('says when goods came that had come when it was issued', async () => {
    const way = { weightGrams: 50_000, priceKobo: 0, isAgreed: true, cameOn: '2026-12-10' } as const
    const depot = { name: 'Keffi depot', address: '1 Market Road', hours: '8 to 4' }
    const brought = await read({
      kind: 'invoice',
      delivery: { kind: 'deliver', ...way, day: '2026-12-10' },
    })
    expect(brought).toContain('Delivered on 10\u00a0December 2026')
    const collected = await read({
      kind: 'invoice',
      delivery: { kind: 'collect', ...depot, ...way, day: '2026-12-09' },
    })
    expect(collected).toContain('Collected on 10\u00a0December 2026')
    for (const text of [brought, collected]) expect(text).not.toContain('planned')
  })

  it('of money prints no delivery that nobody has agreed to', async () => {
    const payment = {
      amountKobo: 3_500_000,
      receivedKobo: 3_500_000,
      valueDate: '2026-12-01',
      bankReference: 'A/1',
    }
    const offered = { kind: 'quote', priceKobo: 900_000, day: '2026-12-12', weightGrams: 50_000 } as const
    const receipt = (isAgreed: boolean) =>
      read({ kind: 'receipt', payment, totalKobo: 3_500_000, delivery: { ...offered, isAgreed } })
    const open = await receipt(false)
    expect(open).toContain(`Total without delivery of order ${content.order.code}`)
    expect(open).toContain('Still due without delivery ₦0')
    for (const words of ['9,000', 'Delivery on', '12\u00a0December 2026']) expect(open).not.toContain(words)
    expect(open).toContain('50 kg')
    const agreed = await receipt(true)
    for (const words of [`Total of order ${content.order.code}`, '₦9,000', '12\u00a0December 2026'])
      expect(agreed).toContain(words)
  })

  it('of a payment says what stands on the statement and what is left', async () => {
    const payment = {
      amountKobo: 375_062_500,
      valueDate: '2026-12-30',
      bankReference: 'FT26325ABCD01',
      receivedKobo: 375_062_500,
    }
    const text = await read({ kind: 'receipt', payment })
    for (const words of ['30\u00a0December 2026', 'FT26325ABCD01', 'Still due ₦40,000,000'])
      expect(text).toContain(words)
    expect(await read({ kind: 'receipt', payment: { ...payment, receivedKobo: 4_375_062_600 } })).toContain(
      'More than the total ₦1',
    )
    expect(text).not.toContain('Part of a transfer')
    expect(await read({ kind: 'receipt', payment: { ...payment, transferKobo: 400_000_000 } })).toContain(
      'Part of a transfer of ₦4,000,000',
    )
  })

  it('of money that goes back says how much, why, and from which invoice', async () => {
    const payment = {
      amountKobo: 500_000,
      valueDate: '2026-12-30',
      bankReference: 'FT26325ABCD02',
      receivedKobo: 4_374_562_500,
    }
    const credited = { number: 'INV-2026-00042', issuedAt: '2026-12-01T10:00:00Z' }
    const input = {
      kind: 'credit_note',
      number: 'CN-2026-00001',
      payment,
      credited,
      reason: 'surplus',
    } as const
    const text = await read(input)
    for (const words of [
      'Credit note',
      'Sent back to',
      'Sent back with this note ₦5,000',
      'More had come than the order costs.',
      'Enter 7K4M-2X9Q-HJ3T'.replace('Enter', 'or enter'),
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('Where to pay')
    // What came above the total stood on no invoice.
    expect(text).not.toContain('It takes this amount back')
    expect(text).not.toContain('INV-2026-00042')
    const less = await read({ ...input, totalKobo: 4_375_000_000, creditedKobo: 437_500 })
    for (const words of [
      'Taken off before ₦4,375',
      'Left of the total ₦43,745,625',
      'Left with us ₦43,745,625',
      'More had come than the order costs after what was taken off.',
    ])
      expect(less).toContain(words)
    expect(text).not.toContain('Taken off')
    expect(await read({ ...input, reason: 'complaint' })).toContain(
      'It takes this amount back from invoice INV-2026-00042 of 1\u00a0December 2026',
    )
    expect(await read({ ...input, credited: null, reason: 'declined' })).toContain(
      'No invoice had been issued',
    )
    expect((await draw(input)).length).toBeLessThanOrEqual(sizeMax)
    // A grant and a surplus in one transfer: both parts, and of the invoice the grant alone.
    const both = await read({ ...input, reason: 'complaint', grantedKobo: 400_000, vatKobo: 30_000 })
    for (const words of [
      'Sent back with this note ₦5,000',
      'Granted after your complaint ₦4,000',
      'Had come above the total ₦1,000',
      'VAT in what was granted ₦300',
      'It takes ₦4,000 back from invoice INV-2026-00042',
      'The rest had come above what the order costs',
    ])
      expect(both).toContain(words)
    const { payment: _, ...rest } = input
    const taken = { ...rest, reason: 'complaint', takenOffKobo: 500_000, vatKobo: 523 } as const
    const off = await read({ ...taken, receivedKobo: 4_000_000_000, creditedKobo: 900_000 })
    for (const words of [
      'Credited to',
      'Amount taken off ₦5,000',
      'VAT in it ₦5.23',
      'Taken off in all ₦9,000',
      'Still due ₦3,741,625',
      'off what is still to be paid',
      'invoice INV-2026-00042 of 1\u00a0December 2026',
    ])
      expect(off).toContain(words)
    expect(off).not.toContain('bank statement')
  })

  it('of demo rows says so', async () => {
    expect(await read()).not.toContain('Demonstration')
    expect(await read({ order: { ...content.order, isDemo: true } })).toContain('Demonstration')
  })

  it('is the same file whenever it is drawn', async () => {
    const [one, other] = [await draw(), await draw()]
    expect(one.equals(other)).toBe(true)
    expect((await draw({ number: 'INV-2026-00043' })).equals(one)).toBe(false)
  })

  it.each([
    ['as most are', 1, 'Rice'],
    ['with as many lines as an order may have', 50, 'Palm oil, first pressing, from Ẹ̀gbá to Ƙano'],
    [
      'with as many lines as a quote may have',
      100,
      'Какао-бобы, κακάο, Bene seed/millet of the highest grade',
    ],
    ['with lines in letters that no two share', 100, null],
  ])('is at most 60 kB: %s', async (_, count, name) => {
    const lines = Array.from({ length: count }, (__, nr) => ({
      ...line,
      name: name === null ? anyLetters(nr) : `${nr + 1} ${name}`,
      totalKobo: line.totalKobo + nr,
    }))
    expect(
      (await draw({ lines, note: 'Packed in jute sacks, fumigated. '.repeat(50) })).length,
    ).toBeLessThanOrEqual(sizeMax)
  })
})
