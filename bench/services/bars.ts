// Figures beside their bars, as a table; and the sentence for each that is short.
import { alignColumns } from '../align-columns.ts'
import type { Shortfall } from '../verdict.ts'

export interface Bar {
  title: string
  figure: number
  unit: string
  /** The bar: one of the two. */
  max?: number
  min?: number
  /** A time of this machine alone, beside nothing that was measured in the same run. */
  isAbsolute?: boolean
  /** What the figure is made of. */
  note?: string
}

function isMet({ figure, max = Number.POSITIVE_INFINITY, min = Number.NEGATIVE_INFINITY }: Bar) {
  // Not a number is never good enough.
  return figure <= max && figure >= min
}

export function formatBars(bars: Bar[]): string {
  const rows = bars.map((bar) => [
    isMet(bar) ? '✓' : '✗',
    bar.title,
    write(bar.figure, bar.unit),
    describeBar(bar),
    bar.note ?? '',
  ])
  return alignColumns(rows, (column) => column !== 2).replace(/ +$/gm, '')
}

export function listShortfalls(bars: Bar[]): Shortfall[] {
  return bars
    .filter((bar) => !isMet(bar))
    .map((bar) => ({
      sentence: `${bar.title}: ${write(bar.figure, bar.unit)}, the bar is ${describeBar(bar)}`,
      isAbsolute: bar.isAbsolute ?? false,
    }))
}

function describeBar({ max, min, unit }: Bar): string {
  if (max !== undefined) return `<= ${write(max, unit)}`
  return min === undefined ? '' : `>= ${write(min, unit)}`
}

function write(figure: number, unit: string): string {
  if (unit === 'x') return `${figure.toFixed(2)}x`
  const isSmall = Math.abs(figure) < (unit === '' ? 1 : 100)
  const digits = unit === 'kB' ? 1 : figure === 0 || !isSmall ? 0 : unit === '' ? 3 : 1
  return `${figure.toFixed(digits)} ${unit}`.trimEnd()
}
