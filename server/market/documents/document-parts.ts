// Parts that several documents share: notes, terms, how it is paid, both sides, and where they sign.
import { describeIncoterm, listTerms } from '#domain/market/contract-terms.ts'
import type { DocumentContent } from '#domain/market/documents.ts'
import { countPaidParts, sayPaidOfPart } from '#domain/market/paid-parts.ts'
import { dueWords } from '#domain/market/quotes.ts'
import { formatOnPaper } from '#domain/money.ts'
import { contentWidth, type Sheet, sheet, type TextStyle } from '#server/files/pdf/sheet.ts'
import { colour } from '#server/lib/colours.ts'

export const label: TextStyle = { size: 8, colour: colour.stone }
export const strong: TextStyle = { face: 'strong' }

const heading: TextStyle = { face: 'serif', size: 11, tag: 'H2' }

/** "CIF Rotterdam, Incoterms® 2020"; of a document of before, the three letters. */
export function describePlace({ terms, incoterms }: DocumentContent): string | null {
  return (terms && describeIncoterm(terms)) ?? incoterms
}

/** Three columns of what was agreed beside the price, each with its name above it. */
export function drawTerms(
  document: Sheet,
  { terms, lines, deliveryAddress }: DocumentContent,
  y: number,
): number {
  const rows = [...(terms ? listTerms(terms, lines) : []), { term: 'Deliver to', detail: deliveryAddress }]
  const [columns, gap] = [3, 18]
  const width = (contentWidth - gap * (columns - 1)) / columns
  const heights: number[] = []
  for (let place = 0; place < rows.length; place += columns)
    heights.push(
      Math.max(...rows.slice(place, place + columns).map(({ detail }) => document.measure(detail, width))) +
        14,
    )
  // Together on one sheet, where one holds them: no last row stands alone on the next.
  const whole = heights.reduce((sum, height) => sum + height, 28)
  let at = makeRoom(document, whole <= sheet.bottom - sheet.top ? whole : 60, y)
  at += document.write('Terms', sheet.left, at, contentWidth, heading) + 4
  for (let place = 0; place < rows.length; place += columns) {
    const row = rows.slice(place, place + columns)
    const height = heights[place / columns] ?? 0
    at = makeRoom(document, height + 4, at)
    for (const [column, { term, detail }] of row.entries()) {
      const x = sheet.left + column * (width + gap)
      document.row(() => {
        const down = document.write(term, x, at, width, label)
        document.write(detail, x, at + down, width)
      })
    }
    at += height
  }
  return at + 8
}

/** A title, and under it what may be set in another style line by line. */
export type Block = [string, [string, TextStyle?][]]

/** Seller and buyer by their full names, as a quote and a contract have them. */
export function listSides({ company, buyer }: DocumentContent, companyName: string): Block[] {
  const sides: [string, (string | null | undefined)[]][] = [
    [
      'Seller',
      [
        company.legalName ?? companyName,
        company.registrationNumber && `Registered under ${company.registrationNumber}`,
        company.taxNumber && `Tax number ${company.taxNumber}`,
        [company.street, company.headOffice].filter(Boolean).join(', '),
      ],
    ],
    ['Buyer', [buyer.company ?? buyer.name, buyer.company && buyer.name, buyer.address, buyer.phone]],
  ]
  return sides.map(([title, lines]) => [
    title,
    lines
      .flatMap((words) => words || [])
      .map((words, place): [string, TextStyle?] => (place === 0 ? [words, strong] : [words])),
  ])
}

export function drawSchedule(
  document: Sheet,
  { schedule, order, receivedKobo = 0, creditedKobo = 0 }: DocumentContent,
  y: number,
): number {
  if (!schedule || schedule.length === 0) return y
  const money = (kobo: number) => formatOnPaper(kobo, order.currency)
  const paid = countPaidParts(schedule, receivedKobo)
  const rows: [part: string, amount: string, ofIt?: string][] = [
    ...schedule.map(({ percent, due, amountKobo }, place): [string, string, string] => [
      `${percent}% ${dueWords[due]}`,
      money(amountKobo),
      sayPaidOfPart(amountKobo, paid[place] ?? 0, money),
    ]),
    ...describeCredited(-creditedKobo, order.currency),
  ]
  let at = makeRoom(document, rows.length * 16 + 24, y)
  at += document.write('How it is paid', sheet.left, at, contentWidth, heading) + 2
  for (const [part, amount, ofIt] of rows) {
    document.write(part, sheet.left, at, 200)
    const down = document.write(amount, sheet.left + 200, at, 120, { align: 'right' })
    if (ofIt) document.write(ofIt, sheet.left + 332, at, contentWidth - 332)
    at += down
  }
  return at + 16
}

const noteWidth = 440
const noteText: TextStyle = { size: 9, colour: colour.stone }

export const measureNote = (document: Sheet, words: string): number =>
  document.measure(words, noteWidth, noteText) + 28

export function drawNote(document: Sheet, title: string, words: string, y: number): number {
  const at = makeRoom(document, measureNote(document, words) - 8, y)
  const height = document.write(title, sheet.left, at, noteWidth, { face: 'strong', size: 9, tag: 'H2' })
  return at + height + document.write(words, sheet.left, at + height, noteWidth, noteText) + 14
}

/** Who signs, and for whom, where that is to be read beside the signature. */
export type Signing = readonly [side: string, party?: string | undefined]

const signingWidth = (contentWidth - 30) / 2
const aboveSignatures = 12

const measureParties = (document: Sheet, sides: readonly Signing[]): number =>
  Math.max(...sides.map(([, party]) => (party ? document.measure(party, signingWidth, strong) : 0)))

export const measureSignatures = (document: Sheet, sides: readonly Signing[]): number =>
  aboveSignatures + measureParties(document, sides) + 108

/** Name, signature and date of two sides. */
export function drawSignatures(document: Sheet, sides: readonly Signing[], y: number): number {
  const heightOfParty = measureParties(document, sides)
  const at = makeRoom(document, measureSignatures(document, sides) - aboveSignatures, y + aboveSignatures)
  sides.forEach(([side, party], place) => {
    const x = sheet.left + place * (signingWidth + 30)
    const down = document.write(side, x, at, signingWidth, { face: 'serif', size: 11 })
    if (party) document.write(party, x, at + down + 2, signingWidth, strong)
    const places = ['Name', 'Signature', 'Date']
    places.forEach((words, nr) => {
      const line = at + heightOfParty + 42 + nr * 30
      document.line(line, { from: x + 56, to: x + signingWidth, colour: colour.stone })
      document.write(words, x, line - 9, 54, label)
    })
  })
  return at + heightOfParty + 120
}

/** Where something of this height goes whole: here, or on the next sheet. */
export function makeRoom(document: Sheet, height: number, y: number): number {
  return y + height > sheet.bottom ? document.nextSheet() : y
}

// Rows of sums.
export function describeTransfer(whole: number, currency: string): [string, string] {
  return ['Part of a transfer of', formatOnPaper(whole, currency)]
}

export function describeCredited(creditedKobo: number, currency: string): [string, string][] {
  return creditedKobo !== 0 ? [['Taken off', formatOnPaper(creditedKobo, currency)]] : []
}

/** All that came, and beside it what of it was above the total and went back. */
export function describeReceived(
  title: string,
  receivedKobo: number,
  { order: { currency }, sentBackKobo = 0 }: DocumentContent,
): [string, string][] {
  const sentBack: [string, string][] =
    sentBackKobo > 0 ? [['Sent back', formatOnPaper(sentBackKobo, currency)]] : []
  return [[title, formatOnPaper(receivedKobo + sentBackKobo, currency)], ...sentBack]
}

/** Without the price of a delivery that is not agreed. */
export function describeRest(
  { order: { currency }, totalKobo, delivery }: DocumentContent,
  paidKobo: number,
): [string, string] {
  const rest = (totalKobo ?? 0) - paidKobo
  if (rest < 0) return ['More than the total', formatOnPaper(-rest, currency)]
  return [
    delivery?.isAgreed === false ? 'Still due without delivery' : 'Still due',
    formatOnPaper(rest, currency),
  ]
}
