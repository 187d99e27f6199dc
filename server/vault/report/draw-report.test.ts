// The sheets of a report: what stands where one ends.
import { expect, it } from 'vitest'
import type { DataReport, ReportPart } from '#domain/data-report.ts'
import { readPdfText } from '#tests/harness/read-pdf.ts'
import { drawReport } from './draw-report.ts'

const long = 'Maize, millet and cowpea on the land of the family beyond the river. '

/** Sections and parts of all heights, so that sheets end at many places of them. */
const sections = Array.from({ length: 60 }, (_, nr) => ({
  title: `Heading ${nr}`,
  since: nr % 2 ? '1\u00a0May 2026' : null,
  kept: 'so kept. '.repeat((nr % 4) * 20 + 1),
  parts: Array.from(
    { length: (nr % 3) + 1 },
    (_, part): ReportPart => ({
      title: (nr + part) % 2 ? `Heading ${nr}, part ${part}` : '',
      facts: Array.from({ length: (nr % 5) + 1 }, (_, row) => ({
        term: `Term ${row}`,
        detail: `Detail ${row}: ${long.repeat((nr * 5 + row) % 9)}`,
      })),
    }),
  ),
}))

it('ends below a heading on no sheet', async () => {
  const report: DataReport = { writtenAt: '', lead: ['All.'], withheld: [], sections, nothing: null }
  const facts = { companyName: 'A company', readAt: new Date('2026-05-01T08:00:00Z') }
  const sheets = readPdfText(await drawReport(report, facts)).split('This paper is yours alone.')
  const ends = sheets.slice(0, -1).map((sheet) => sheet.trim().split('\n').at(-1) ?? '')
  expect(ends.length).toBeGreaterThan(20)
  expect(ends.filter((end) => /^Heading|kept/.test(end))).toEqual([])
})
