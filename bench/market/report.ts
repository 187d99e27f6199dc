// The figures of the market as a table, and where they are short of a bar.

import { alignColumns } from '../align-columns.ts'
import { medianOf } from '../rest/report.ts'
import type { Shortfall } from '../verdict.ts'
import type { LoadFigures } from './closed-loop.ts'

export interface Line {
  title: string
  bars: { maxP95Ms?: number; maxP99Ms?: number; minPerSecond?: number }
  /** One measurement for each round; those of the others were taken right after ours. */
  ours: LoadFigures[]
  /** None where the peer has no such route. */
  peers: LoadFigures[]
  plain: LoadFigures[]
}

type Figure = 'perSecond' | 'p50Ms' | 'p95Ms' | 'p99Ms'

const median = (measurements: LoadFigures[], figure: Figure) =>
  medianOf(measurements.map((one) => one[figure]))

export function formatTable(lines: Line[]): string {
  const head = [
    'medians of all rounds',
    'ours/s',
    'p50 ms',
    'p95 ms',
    'p99 ms',
    'bar',
    'peer/s',
    'p95 ms',
    'ratio',
    'plain SQL/s',
    'p95 ms',
    'ratio',
  ]
  const rows = lines.map(({ title, bars, ours, peers, plain }) => [
    title,
    ...(['perSecond', 'p50Ms', 'p95Ms', 'p99Ms'] as const).map((figure) =>
      write(figure, median(ours, figure)),
    ),
    describeBars(bars),
    ...[peers, plain].flatMap((others) =>
      others.length === 0
        ? ['-', '-', '-']
        : [
            write('perSecond', median(others, 'perSecond')),
            write('p95Ms', median(others, 'p95Ms')),
            `${(median(ours, 'perSecond') / median(others, 'perSecond')).toFixed(2)}x`,
          ],
    ),
  ])
  return alignColumns([head, ...rows])
}

const write = (figure: Figure, value: number) => value.toFixed(figure === 'perSecond' ? 0 : 1)

function describeBars({ maxP95Ms, maxP99Ms, minPerSecond }: Line['bars']): string {
  return [
    ...(minPerSecond ? [`>= ${minPerSecond}/s`] : []),
    ...(maxP95Ms ? [`p95 <= ${maxP95Ms}`] : []),
    ...(maxP99Ms ? [`p99 <= ${maxP99Ms}`] : []),
  ].join(', ')
}

/** The bars that are not met: each is a time or a rate of this machine; the ratios are shown beside them. */
export function listShortfalls(lines: Line[]): Shortfall[] {
  const sentences = lines.flatMap(({ title, bars, ours }) => {
    const { maxP95Ms = Infinity, maxP99Ms = Infinity, minPerSecond = 0 } = bars
    const [p95, p99, perSecond] = [median(ours, 'p95Ms'), median(ours, 'p99Ms'), median(ours, 'perSecond')]
    return [
      ...(p95 <= maxP95Ms ? [] : [`${title}: p95 ${p95.toFixed(1)} ms, the bar is ${maxP95Ms} ms`]),
      ...(p99 <= maxP99Ms ? [] : [`${title}: p99 ${p99.toFixed(1)} ms, the bar is ${maxP99Ms} ms`]),
      ...(perSecond >= minPerSecond
        ? []
        : [`${title}: ${perSecond.toFixed(0)}/s, the bar is ${minPerSecond}/s`]),
    ]
  })
  return sentences.map((sentence) => ({ sentence, isAbsolute: true }))
}
