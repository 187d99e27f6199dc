// The lines of a document and what they come to.
import type { DocumentContent, DocumentLine } from '#domain/market/documents.ts'
import { describeLineTerms } from '#domain/market/line-terms.ts'
import { describeLineKind } from '#domain/market/quotes.ts'
import { explainVat, type GoodsVat, nameVatSum, noteVat, type VatLine } from '#domain/market/vat.ts'
import { formatOnPaper } from '#domain/money.ts'
import { formatAmount } from '#domain/quantities.ts'
import { type Sheet, sheet, type TextStyle } from '#server/files/pdf/sheet.ts'
import { colour } from '#server/lib/colours.ts'
import { label, makeRoom, strong } from './document-parts.ts'

const grouped = new Intl.NumberFormat('en-NG', { maximumFractionDigits: 3 })

interface Column {
  title: string
  x: number
  width: number
  align: 'left' | 'right'
  cell: (line: DocumentLine) => string
}

function columnsOf({ kind, order }: DocumentContent): Column[] {
  const money = (amount: number | null | undefined) =>
    amount == null ? '' : formatOnPaper(amount, order.currency)
  const quantity = ({ quantity: typed, unit, kind: other }: DocumentLine) => {
    if (other) return ''
    const count = /^\d+(\.\d+)?$/.test(typed) ? grouped.format(Number(typed)) : typed
    return order.kind === 'marketplace' ? `${count} × ${unit}` : formatAmount(count, unit)
  }
  if (kind === 'delivery_note')
    return [
      { title: 'Quantity', x: 320, width: 115, align: 'right', cell: quantity },
      { title: 'Received', x: 455, width: 90, align: 'right', cell: () => '' },
    ]
  return [
    { title: 'Quantity', x: 255, width: 85, align: 'right', cell: quantity },
    {
      title: 'Price',
      x: 344,
      width: 98,
      align: 'right',
      cell: ({ priceKobo, kind: other }) => (other ? '' : money(priceKobo)),
    },
    {
      title: 'Amount',
      x: 446,
      width: sheet.right - 446,
      align: 'right',
      cell: ({ totalKobo }) => money(totalKobo),
    },
  ]
}

/** The table of goods and services; its head is repeated on each sheet. */
export function drawLines(document: Sheet, content: DocumentContent, y: number): number {
  const columns = columnsOf(content)
  const lines = content.lines ?? []
  const nameWidth = (columns[0]?.x ?? sheet.right) - sheet.left - 12
  // A long list is read down its figures, and a second face with all of its letters would be a good part of the file.
  const nameStyle = lines.length > 50 ? {} : strong
  const head = (at: number) => {
    document.row(() => {
      document.write('Goods', sheet.left, at, nameWidth, label)
      for (const { title, x, width, align } of columns)
        document.write(title, x, at, width, { ...label, align })
    })
    document.line(at + 15, { colour: colour.ink })
    return at + 21
  }
  // Where all goods bear the same, the totals say it.
  const vatOf = ({ vatRateBp, vatClass }: DocumentLine): GoodsVat | null =>
    vatClass != null && vatRateBp != null ? { vatClass, rateBp: vatRateBp } : null
  const allVat = lines.map(vatOf)
  let at = head(y)
  for (const line of lines) {
    const heightOfName = document.measure(line.name, nameWidth, nameStyle)
    const detail = [
      line.detail ?? describeLineKind(line.kind, line.name),
      describeLineTerms(line.terms),
      noteVat(vatOf(line), allVat),
    ]
      .filter(Boolean)
      .join(' · ')
    const needed = Math.max(
      heightOfName + (detail ? document.measure(detail, nameWidth, label) : 0),
      ...columns.map(({ cell, width }) => document.measure(cell(line), width)),
    )
    if (at + needed + 8 > sheet.bottom) at = head(document.nextSheet())
    document.row(() => {
      document.write(line.name, sheet.left, at, nameWidth, nameStyle)
      if (detail) document.write(detail, sheet.left, at + heightOfName, nameWidth, label)
      for (const { cell, x, width, align } of columns)
        if (cell(line)) document.write(cell(line), x, at, width, { align })
    })
    at += needed + 4
    document.line(at)
    at += 6
  }
  return at
}

/** Two columns at the right; the last row is what counts. */
export function drawSums(document: Sheet, rows: [string, string][], y: number): number {
  let at = makeRoom(document, rows.length * 20 + 10, y)
  rows.forEach(([title, amount], place) => {
    const isLast = place === rows.length - 1
    if (isLast) document.line(at - 2, { from: 300, width: 1.5, colour: colour.forest })
    const style: TextStyle = isLast ? { face: 'serif', size: 13, colour: colour.forest } : {}
    const gap = isLast ? 4 : 0
    const titleStyle: TextStyle = isLast ? { ...style, size: 11 } : { colour: colour.stone }
    const height = document.write(title, 300, at + gap + (isLast ? 2 : 0), 140, titleStyle)
    const amountHeight = document.write(amount, 410, at + gap, sheet.right - 410, {
      ...style,
      align: 'right',
    })
    at += Math.max(height, amountHeight) + gap + 3
  })
  return at + 18
}

/** What the lines come to, with its VAT and what explains it beside. */
export function drawTotals(
  document: Sheet,
  { totalKobo, order, delivery, vat }: DocumentContent,
  y: number,
  further: [string, string][],
): number {
  // The lines of a quote name its tax already.
  const taxes: [string, string][] =
    order.kind === 'marketplace'
      ? (vat ?? []).map((line) => [nameVatSum(line), formatOnPaper(line.vatKobo, order.currency)])
      : []
  const total: [string, string] = ['Total', formatOnPaper(totalKobo ?? 0, order.currency)]
  const at = drawSums(document, [...taxes, total, ...further], y + 4)
  if (vat) {
    let beside = y + 5
    // Where rates differ, the sum that each is worked out from; the sums of the marketplace name the tax already.
    const sum = ({ baseKobo, vatKobo }: VatLine) => {
      const base = ` on ${formatOnPaper(baseKobo, order.currency)}`
      if (vat.length === 1) return ''
      return order.kind === 'bulk' ? `: ${formatOnPaper(vatKobo, order.currency)}${base}` : base
    }
    for (const line of vat)
      beside += document.write(`${explainVat(line)}${sum(line)}.`, sheet.left, beside, 230, label) + 2
    if (order.kind === 'marketplace' && !delivery?.isAgreed)
      beside += document.write('Delivery is agreed apart.', sheet.left, beside, 230, label)
    return Math.max(at, beside + 12)
  }
  // The lines of a quote may well be freight.
  if (order.kind === 'marketplace')
    document.write(
      delivery?.isAgreed
        ? 'No fees and no tax are added.'
        : 'No fees and no tax are added. Delivery is agreed apart.',
      sheet.left,
      y + 5,
      220,
      label,
    )
  return at
}
