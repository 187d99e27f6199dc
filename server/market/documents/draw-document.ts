// Draws a document's PDF from its frozen content: head, parties, and then what its kind has to say.
import { formatDateInWords } from '#domain/dates.ts'
import { limits } from '#domain/limits.ts'
import { listTerms } from '#domain/market/contract-terms.ts'
import { listWeight } from '#domain/market/delivery.ts'
import { describeWindow } from '#domain/market/delivery-window.ts'
import {
  accountSafety,
  type CreditReason,
  type DocumentContent,
  documentTitles,
  freshAccountWords,
  isFreshAccount,
  verifyPath,
} from '#domain/market/documents.ts'
import { noteRule } from '#domain/market/quotes.ts'
import { accountWords, groupAccountNumber } from '#domain/market/settlement-accounts.ts'
import { explainVat, nameVatSum } from '#domain/market/vat.ts'
import { formatOnPaper } from '#domain/money.ts'
import { contentWidth, type FootLine, openSheet, type Sheet, sheet } from '#server/files/pdf/sheet.ts'
import { colour } from '#server/lib/colours.ts'
import {
  type Block,
  describeCredited,
  describePlace,
  describeReceived,
  describeRest,
  describeTransfer,
  drawNote,
  drawSchedule,
  drawSignatures,
  drawTerms,
  label,
  listSides,
  makeRoom,
  measureNote,
  measureSignatures,
  type Signing,
  strong,
} from './document-parts.ts'
import { drawLines, drawSums, drawTotals } from './document-sums.ts'

export interface PrintFacts {
  /** For a company whose name is not among its facts. */
  companyName: string
  siteUrl: string
  /** The picture that staff have put in place of our own mark; null: it is no picture of theirs, or is gone. */
  readLogo?: (path: string) => Promise<Buffer | null>
}

type Draw = (document: Sheet, content: DocumentContent, y: number, companyName: string) => number

/** Where the company is registered. */
const country = 'Nigeria'

/** Buyer, place, facts. */
const thirds = [
  { x: sheet.left, width: 150 },
  { x: sheet.left + 168, width: 140 },
  { x: sheet.left + 326, width: contentWidth - 326 },
] as const

/** The same content and facts are the same bytes, no matter who draws them and when. */
export async function drawDocument(content: DocumentContent, facts: PrintFacts): Promise<Buffer> {
  const companyName = content.company.name ?? asTitle(facts.companyName)
  const verifyUrl = `${facts.siteUrl}${verifyPath}/${content.verificationCode}`
  const document = openSheet({
    title: `${content.isPreview ? 'Preview: ' : ''}${documentTitles[content.kind]} ${content.number}`,
    companyName,
    issuedAt: new Date(content.issuedAt),
    foot: (isFirst) => writeFoot(content, verifyUrl, isFirst),
    square: content.isPreview ? undefined : verifyUrl,
  })
  const { logo } = content.company
  const image = (logo !== null && (await facts.readLogo?.(logo))) || null
  const y = drawParties(document, content, companyName, drawHead(document, content, companyName, image))
  body[content.kind](document, content, y, companyName)
  return await document.finish()
}

/** How to check the document. */
function writeFoot(
  { verificationCode, order, account, isPreview }: DocumentContent,
  verifyUrl: string,
  isFirst: boolean,
): FootLine[] {
  if (isPreview)
    return [
      { words: 'Preview', face: 'strong', colour: colour.clay },
      { words: 'Nothing was sent. The paper that the buyer gets has a number and a code of its own.' },
    ]
  const address = verifyUrl.replace(/^https?:\/\//, '').replace(/\/[^/]*$/, '')
  return [
    { words: 'Is this paper genuine?', face: 'strong' },
    { words: `${isFirst ? 'Scan the square, or enter' : 'Enter'} ${verificationCode} at` },
    { words: address, colour: colour.indigo },
    ...(order.isDemo || account?.isDemo
      ? [
          {
            words: 'Demonstration: no real order and no real account.',
            face: 'strong',
            colour: colour.clay,
          } as const,
        ]
      : []),
  ]
}

const body: Record<DocumentContent['kind'], Draw> = {
  pro_forma(document, content, y) {
    const { totalKobo, creditedKobo = 0, order } = content
    const rows: [string, string][] =
      creditedKobo > 0
        ? [
            ...describeCredited(creditedKobo, order.currency),
            ['Left of the total', formatOnPaper((totalKobo ?? 0) - creditedKobo, order.currency)],
          ]
        : []
    let at = drawTotals(document, content, drawLines(document, content, y), rows)
    // The buyer's bank opens a letter of credit by this document.
    if (content.terms) at = drawTerms(document, content, at)
    at = drawSchedule(document, content, at)
    at = drawAccount(document, content, at)
    at = drawBuyersNote(document, 'Our note, beside the terms', content, at)
    return drawNote(
      document,
      'What this paper is',
      `A pro-forma states what the order costs. ${sayWhatFollows(content)}`,
      at,
    )
  },
  invoice(document, content, y) {
    const { totalKobo, receivedKobo = 0, creditedKobo = 0, order } = content
    const paidKobo = receivedKobo + creditedKobo
    const due = Math.max(0, (totalKobo ?? 0) - paidKobo)
    const rows: [string, string][] = [
      ...describeReceived('Received', receivedKobo, content),
      ...describeCredited(creditedKobo, order.currency),
      ...(paidKobo > (totalKobo ?? 0) ? [describeRest(content, paidKobo)] : []),
      ['Due', formatOnPaper(due, order.currency)],
    ]
    let at = drawTotals(document, content, drawLines(document, content, y), rows)
    at = drawSchedule(document, content, at)
    return drawAccount(document, content, at)
  },
  receipt(document, content, y) {
    const { payment, order, creditedKobo = 0, vat, replaces } = content
    if (!payment) return y
    const rows: [string, string][] = [
      ...(payment.transferKobo ? [describeTransfer(payment.transferKobo, order.currency)] : []),
      nameTotal(content),
      ...(vat ?? []).map((line): [string, string] => [
        `In it ${nameVatSum(line)}`,
        formatOnPaper(line.vatKobo, order.currency),
      ]),
      ...describeReceived('Received, with this payment', payment.receivedKobo, content),
      ...describeCredited(creditedKobo, order.currency),
      describeRest(content, payment.receivedKobo + creditedKobo),
    ]
    return drawNote(
      document,
      'What this paper is',
      [
        'We confirm that this amount stands on our bank statement. It is for the order named above and no other.',
        ...(replaces
          ? [
              `It takes the place of receipt ${replaces.number} of ${formatDateInWords(replaces.issuedAt)}, whose amount was wrong.`,
            ]
          : []),
        ...(vat ?? []).map((line) => `${explainVat(line)}.`),
      ].join(' '),
      drawSums(document, rows, drawTransfer(document, content, payment, 'Amount received', y)),
    )
  },
  credit_note(document, content, y) {
    const { payment, order, credited, vatKobo, takenOffKobo, grantedKobo, reason = 'complaint' } = content
    const money = (kobo: number) => formatOnPaper(kobo, order.currency)
    const vat: [string, string][] = vatKobo
      ? [[grantedKobo ? 'VAT in what was granted' : 'VAT in it', money(vatKobo)]]
      : []
    const total = nameTotal(content)
    // What came above the total stood on no invoice.
    const invoice =
      reason === 'surplus'
        ? ''
        : credited
          ? `It takes ${grantedKobo ? money(grantedKobo) : 'this amount'} back from invoice ${credited.number} of ${formatDateInWords(credited.issuedAt)}.`
          : credited === null
            ? 'No invoice had been issued for this order.'
            : ''
    const say = (happened: string, at: number) =>
      drawNote(
        document,
        'What this paper is',
        `${happened} ${grantedKobo ? grantAndSurplus : sayReason(content)} ${invoice}`.trim(),
        at,
      )
    const { receivedKobo = 0, creditedKobo = 0 } = content
    if (payment) {
      const before: [string, string][] = creditedKobo
        ? [
            ['Taken off before', money(creditedKobo)],
            ['Left of the total', money((content.totalKobo ?? 0) - creditedKobo)],
          ]
        : []
      const rows = [
        total,
        ...before,
        ['Sent back with this note', money(payment.amountKobo)] satisfies [string, string],
        ...(grantedKobo
          ? ([
              ['Granted after your complaint', money(grantedKobo)],
              ['Had come above the total', money(payment.amountKobo - grantedKobo)],
            ] satisfies [string, string][])
          : []),
        ...vat,
        ['Left with us', money(payment.receivedKobo)] satisfies [string, string],
      ]
      const at = drawTransfer(document, content, payment, 'Amount sent back', y)
      return say('We have sent this amount back to you.', drawSums(document, rows, at))
    }
    if (!takenOffKobo) return y
    const rows = [
      total,
      ['Taken off with this note', money(takenOffKobo)] satisfies [string, string],
      ...vat,
      ...(creditedKobo > takenOffKobo
        ? [['Taken off in all', money(creditedKobo)] satisfies [string, string]]
        : []),
      ...describeReceived('Received', receivedKobo, content),
      describeRest(content, receivedKobo + creditedKobo),
    ]
    const at = drawAmount(document, content, takenOffKobo, 'Amount taken off', [], y)
    return say('We have taken this amount off what is still to be paid.', drawSums(document, rows, at))
  },
  quote(document, content, y) {
    let at = drawAgreement(document, content, y)
    at = drawBuyersNote(document, 'Our note, beside the terms', content, at)
    return drawNote(
      document,
      'What this paper is',
      'It is our offer until the day above. Nothing is due before you accept it on the page of your order.',
      at,
    )
  },
  contract(document, content, y, companyName) {
    const { order, number, totalKobo } = content
    const price = formatOnPaper(totalKobo ?? 0, order.currency)
    const [seller, buyer] = listSides(content, companyName).map(([, [name]]) => name?.[0])
    const sides: Signing[] = [
      ['For the seller', seller],
      ['For the buyer', buyer],
    ]
    const rule = content.terms?.incoterms ? 'The rule named under Delivery is that of Incoterms® 2020. ' : ''
    const words = `By contract ${number} the seller sells and the buyer buys the goods above for ${price} and on the terms above. ${rule}A note changes none of these terms. What is not said here follows the seller’s terms and conditions. Nigerian law applies; disputes go to arbitration in Lagos.`
    let at = drawAgreement(document, content, y)
    at = drawBuyersNote(document, 'Note, beside the terms', content, at)
    // Nobody signs a sheet that says nothing: which contract, the price and both sides stand above the names.
    at = makeRoom(document, measureNote(document, words) + measureSignatures(document, sides), at)
    at = drawNote(document, 'What both sides agree on', words, at)
    return drawSignatures(document, sides, at)
  },
  delivery_note(document, content, y) {
    const words = `Please count and look at the goods before you sign. Whatever is wrong with their quality can be reported on the page of your order within ${limits.disputeHours} hours, with photos.`
    const sides = [['Handed over by'], ['Received by']] as const
    let at = drawLines(document, content, y) + 8
    // What is signed stands above the signatures, on the same page.
    at = makeRoom(document, measureNote(document, words) + measureSignatures(document, sides), at)
    at = drawNote(document, 'On arrival', words, at)
    return drawSignatures(document, sides, at)
  },
}

const sayOrderer = ({ orderedBy }: DocumentContent): string | null =>
  orderedBy ? `Ordered by ${orderedBy.name}, ${orderedBy.phone}` : null

function sayWhatFollows({ account, goodUntil }: DocumentContent): string {
  if (account)
    return 'It is not an invoice and no proof of payment: a receipt follows when your transfer stands on our bank statement.'
  // A quote has its day; without one it was agreed, and a bank pays.
  if (goodUntil) return 'We show where to pay once you have accepted the quote on the page of your order.'
  return 'It is not an invoice and no proof of payment. Nothing is to be transferred: your bank pays by the letter of credit, which it may open by this paper.'
}

function drawBuyersNote(document: Sheet, title: string, { note }: DocumentContent, y: number): number {
  return note ? drawNote(document, title, `${note}\n${noteRule}`, y) : y
}

/** While its delivery is not agreed, nobody owes a price of it. */
function nameTotal({ order, totalKobo, delivery }: DocumentContent): [string, string] {
  const total = delivery?.isAgreed === false ? 'Total without delivery' : 'Total'
  return [`${total} of order ${order.code}`, formatOnPaper(totalKobo ?? 0, order.currency)]
}

/** What a quote and the contract that comes of it have in common. */
function drawAgreement(document: Sheet, content: DocumentContent, y: number): number {
  let at = drawTotals(document, content, drawLines(document, content, y), [])
  at = drawTerms(document, content, at)
  return drawSchedule(document, content, at)
}

const creditReasons: Record<CreditReason, string> = {
  declined: 'The order is not carried out.',
  surplus: 'More had come than the order costs.',
  complaint: 'That is what we agreed on after your complaint.',
}

const sayReason = ({ reason = 'complaint', creditedKobo }: DocumentContent): string =>
  reason === 'surplus' && creditedKobo
    ? 'More had come than the order costs after what was taken off.'
    : creditReasons[reason]

const grantAndSurplus =
  'A part of it is what we agreed on after your complaint. The rest had come above what the order costs.'

/** A line of the bank statement, large. */
function drawTransfer(
  document: Sheet,
  content: DocumentContent,
  { amountKobo, valueDate, bankReference }: NonNullable<DocumentContent['payment']>,
  title: string,
  y: number,
): number {
  const facts: [string, string][] = [
    ['Date on our bank statement', formatDateInWords(valueDate)],
    ['Reference on our bank statement', bankReference],
  ]
  return drawAmount(document, content, amountKobo, title, facts, y)
}

/** What the document is about, large, and what is to be known of it beside. */
function drawAmount(
  document: Sheet,
  { order }: DocumentContent,
  amountKobo: number,
  title: string,
  facts: [string, string][],
  y: number,
): number {
  const x = sheet.left + 290
  const width = 190
  const factHeights = facts.map(([, value]) => document.measure(value, width, strong) + 16)
  const height = Math.max(74, 16 + factHeights.reduce((sum, one) => sum + one, 0))
  document.box(sheet.left, y, contentWidth, height, colour.sand)
  document.box(sheet.left, y, 3, height, colour.millet)
  document.write(title, sheet.left + 18, y + 12, 220, label)
  document.write(formatOnPaper(amountKobo, order.currency), sheet.left + 18, y + 25, 260, {
    face: 'serif',
    size: 24,
    colour: colour.forest,
  })
  let down = y + 12
  facts.forEach(([term, value], place) => {
    document.write(term, x, down, width, label)
    document.write(value, x, down + 11, width, strong)
    down += factHeights[place] ?? 0
  })
  return y + height + 16
}

function drawHead(
  document: Sheet,
  { kind, number, issuedAt, company, isPreview }: DocumentContent,
  companyName: string,
  logo: Buffer | null,
): number {
  const hasMark = company.logo === null || logo !== null
  if (logo) document.logo(logo, sheet.left, 38, 40)
  else if (hasMark) document.mark(sheet.left, 38, 40)
  const x = hasMark ? sheet.left + 52 : sheet.left
  const width = 260
  let y = 36
  y += document.write(companyName, x, y, width, { face: 'serif', size: 15, colour: colour.forest })
  const { legalName } = company
  if (legalName && legalName !== companyName) y += document.write(legalName, x, y, width, strong)
  // A buyer abroad files it by country.
  const places = [company.headOffice, company.branchOffice].filter(Boolean).join(' and ')
  const offices = places.includes(country) ? places : [places, country].filter(Boolean).join(', ')
  const contact = [company.phone, company.email].filter(Boolean).join('   ')
  const numbers = [
    company.registrationNumber && `Registered under ${company.registrationNumber}`,
    company.taxNumber && `Tax number ${company.taxNumber}`,
  ]
  for (const words of [offices, contact, numbers.filter(Boolean).join('   ')])
    if (words) y += document.write(words, x, y, width, { size: 8.5, colour: colour.stone })

  const right = { align: 'right' as const }
  let down = 32
  down += document.write(documentTitles[kind], 330, down, sheet.right - 330, {
    ...right,
    face: 'serif',
    size: 21,
    tag: 'H1',
  })
  down += document.write(isPreview ? `Preview, ${number}` : number, 330, down, sheet.right - 330, {
    ...right,
    face: 'strong',
    size: 11,
    colour: isPreview ? colour.clay : colour.leaf,
  })
  down += document.write(formatDateInWords(issuedAt), 330, down + 1, sheet.right - 330, {
    ...right,
    ...label,
    size: 9,
  })
  const end = Math.max(y, down, 82) + 12
  document.line(end, { width: 1.5, colour: colour.forest })
  return end + 14
}

/** What stands above the buyer's name on documents about money alone: no goods are delivered with them. */
function nameMoneyParty({ kind, payment }: DocumentContent): string | undefined {
  if (kind === 'receipt') return 'Received from'
  if (kind === 'credit_note') return payment ? 'Sent back to' : 'Credited to'
}

function drawParties(document: Sheet, content: DocumentContent, companyName: string, y: number): number {
  const { buyer, order, delivery, goodUntil, purchaseOrderNumber } = content
  const moneyParty = nameMoneyParty(content)
  // What we offer and nobody has accepted is on no document.
  const agreed = delivery?.isAgreed ? delivery : null
  // Where the terms stand in a part of their own, they are no facts beside.
  const hasTerms = content.terms != null && ['quote', 'contract', 'pro_forma'].includes(content.kind)
  // A delivery note goes with the driver, who is not to read what was agreed about money.
  const hasMoney = !hasTerms && content.kind !== 'delivery_note'
  const facts: [string, string | null | undefined][] = [
    ['Order', order.code],
    ['Your number', purchaseOrderNumber],
    ['Ordered on', formatDateInWords(order.placedAt)],
    ['Good until', content.kind === 'contract' ? null : goodUntil && formatDateInWords(goodUntil)],
    ['Payment terms', hasMoney ? (content.terms?.paymentTerms ?? content.paymentTerms) : null],
    ['Incoterms', hasTerms ? null : describePlace(content)],
    ['Rate agreed', hasMoney ? content.terms?.agreedRate : null],
    ...(content.kind === 'delivery_note' && content.terms ? listHandedOver(content.terms) : []),
    // Nothing is brought of an order that is not carried out.
    sayDay(content.kind === 'credit_note' && content.reason === 'declined' ? null : agreed),
    // On other documents the depot stands beside; the name of a zone is a word of staff.
    ['Collect at', moneyParty && delivery?.kind === 'collect' ? delivery.name : null],
    ...(delivery && content.kind !== 'credit_note' ? listWeight(delivery) : []),
    // Where no line of the document says it.
    ['Delivery', moneyParty && agreed?.priceKobo ? formatOnPaper(agreed.priceKobo, 'NGN') : null],
  ]
  const who: Block = [
    moneyParty ?? 'For',
    [
      [buyer.company ?? buyer.name ?? '', strong],
      ...[buyer.company ? buyer.name : null, buyer.address, buyer.phone, buyer.email, sayOrderer(content)]
        .filter((line) => line !== null)
        .map((line): [string] => [line]),
    ],
  ]
  const where = describeDestination(content)
  // An agreement names both sides, and the place among the terms; money travels nowhere.
  const blocks = hasTerms ? listSides(content, companyName) : moneyParty ? [who] : [who, where]
  let lowest = y
  blocks.forEach(([title, lines], place) => {
    const { x, width } = thirds[place] ?? thirds[0]
    let at = y + document.write(title, x, y, width, label) + 1
    for (const [words, style] of lines) at += document.write(words, x, at, width, style)
    lowest = Math.max(lowest, at)
  })
  let at = y
  for (const [title, value] of facts) {
    if (!value) continue
    const { x, width } = thirds[2]
    document.row(() => {
      document.write(title, x, at + 1, 70, label)
      at += document.write(value, x + 70, at, width - 70, title === 'Order' ? strong : {})
    })
  }
  lowest = Math.max(lowest, at)
  return lowest + 20
}

/** When the goods came; before that the plan of the day of issue: they may have come on another one since. */
function sayDay(agreed: DocumentContent['delivery'] | null): [string, string | null | undefined] {
  const isCollected = agreed?.kind === 'collect'
  if (agreed?.cameOn) return [isCollected ? 'Collected on' : 'Delivered on', formatDateInWords(agreed.cameOn)]
  return [
    isCollected ? 'Ready from' : 'Delivery on',
    agreed?.day && `${formatDateInWords(agreed.day)} (planned)`,
  ]
}

/** What who hands over and who receives the goods look at. */
function listHandedOver(terms: NonNullable<DocumentContent['terms']>): [string, string][] {
  const packing = listTerms(terms).filter(({ term }) => term === 'Packing')
  const window = describeWindow(terms)
  return [
    ...packing.map(({ term, detail }): [string, string] => [term, detail]),
    ...(window ? [['Window', window] satisfies [string, string]] : []),
  ]
}

function describeDestination({ delivery, deliveryAddress }: DocumentContent): Block {
  if (delivery?.kind !== 'collect') return ['Deliver to', [[deliveryAddress]]]
  const { name, address, hours } = delivery
  if (!name) return ['Collected by the buyer', [['Where and when is agreed apart.']]]
  return [
    'Collect at',
    [
      [name, strong],
      ...(address ? [[address] satisfies [string]] : []),
      ...(hours ? [[hours] satisfies [string]] : []),
    ],
  ]
}

/** The account beside its safety: since when it is this one, and that nobody sends another. */
function drawAccount(
  document: Sheet,
  { account, order, buyer, issuedAt }: DocumentContent,
  y: number,
): number {
  if (!account) return y
  const abroad = [
    account.swiftBic && `${accountWords.swiftBic}: ${account.swiftBic}`,
    account.bankAddress,
    account.correspondent && `${accountWords.correspondent}: ${account.correspondent}`,
  ].flatMap((line) => line || [])
  const more = abroad.reduce((sum, line) => sum + document.measure(line, contentWidth - 28, label) + 2, 0)
  const height = 136 + more
  const at = makeRoom(document, height + 16, y)
  document.box(sheet.left, at, contentWidth, height, colour.sand)
  document.box(sheet.left, at, 3, height, colour.millet)
  const x = sheet.left + 18
  const middle = sheet.left + 268
  document.write('Where to pay', x, at + 10, 220, { face: 'serif', size: 12, tag: 'H2' })
  document.write(account.swiftBic ? accountWords.accountNumber : 'Account number', x, at + 32, 220, label)
  const written = groupAccountNumber(account.accountNumber).replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2 $3')
  document.write(written, x, at + 43, 236, { face: 'strong', size: written.length > 20 ? 10.5 : 17 })
  document.write(account.accountName, x, at + 68, 232, strong)
  document.write(account.bankName, x, at + 82, 232)
  let below = at + 98
  for (const line of abroad) below += document.write(line, x, below, contentWidth - 28, label) + 2
  document.write('Payment reference', middle, at + 32, 210, label)
  document.write(order.code, middle, at + 43, 210, { face: 'strong', size: 17 })
  const second = buyer.phone ? `or your phone number, ${buyer.phone}` : ''
  if (second) document.write(second, middle, at + 68, 212)
  const isFresh = isFreshAccount(account.changedAt, new Date(issuedAt))
  const changed = isFresh ? freshAccountWords : 'These account details last changed on'
  const since = `${changed} ${formatDateInWords(account.changedAt)}. ${accountSafety}`
  document.write(since, x, at + 104 + more, contentWidth - 28, { size: 7.6, colour: colour.clay })
  return at + height + 16
}

function asTitle(companyName: string): string {
  return companyName.charAt(0).toUpperCase() + companyName.slice(1)
}
