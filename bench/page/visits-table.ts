// The medians of all visits, one line for each page, line and variant.

import { alignColumns } from '../align-columns.ts'
import { medianOf } from '../rest/report.ts'
import type { Visit } from './visit.ts'

export interface Row {
  page: string
  line: string
  /** One for each round; round by round they followed each other. */
  ours: Visit[]
  scriptless: Visit[]
  app: Visit[]
}

const columns: [head: string, figure: (one: Visit) => number, digits: number][] = [
  ['FCP ms', ({ fcpMs }) => fcpMs, 0],
  ['LCP ms', ({ lcpMs }) => lcpMs, 0],
  ['load ms', ({ loadMs }) => loadMs, 0],
  ['kB to load', ({ untilLoad }) => untilLoad.bytes / 1000, 1],
  ['requests', ({ untilLoad }) => untilLoad.requests, 0],
  ['kB in all', ({ untilRest }) => untilRest.bytes / 1000, 1],
  ['script kB', ({ untilRest }) => untilRest.scriptBytes / 1000, 1],
  ['blocking ms', ({ blockingMs }) => blockingMs, 0],
  ['CLS', ({ cls }) => cls, 3],
]

export function formatVisits(rows: Row[]): string {
  const head = ['', ...columns.map(([name]) => name), 'LCP ours / it']
  const lines = rows.flatMap(({ page, line, ours, scriptless, app }) =>
    (
      [
        ['ours', ours],
        ['no script', scriptless],
        ['client-rendered', app],
      ] as const
    ).map(([name, visits]) => [
      `${line}, ${page}, ${name}`,
      ...columns.map(([, figure, digits]) => medianOf(visits.map(figure)).toFixed(digits)),
      visits === ours ? '' : `${(lcpOf(ours) / lcpOf(visits)).toFixed(2)}x`,
    ]),
  )
  return alignColumns([head, ...lines])
}

const lcpOf = (visits: Visit[]) => medianOf(visits.map(({ lcpMs }) => lcpMs))
