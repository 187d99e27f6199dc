// The sheets of a report: what stands where one ends.
import { expect, it } from 'vitest'
import type { DataReport, ReportFact, ReportPart } from '#domain/data-report.ts'
import { readPdfText } from '#tests/harness/read-pdf.ts'
import { drawReport } from './draw-report.ts'

const long = 'Maize, millet and cowpea on the land of the family beyond the river. '

/** Sections and parts of all heights, so that sheets end at many places of them. */
const sections = Array.from({ length: 60 }, (_, nr) => ({
  title: `Heading ${nr}`,
  since: nr % 2 ? '1\u00a0May 2026' : null,
  storedFor: 'so kept. '.repeat((nr % 4) * 20 + 1),
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

const company = { companyName: 'A company', readAt: new Date('2026-05-01T08:00:00Z') }

/** Whether a sheet but the last ends with a heading, or with how long something is stored. */
async function findLoneHeads(report: Partial<DataReport>): Promise<string[]> {
  const whole = { writtenAt: '', lead: ['All.'], withheld: [], sections, nothing: null, ...report }
  const sheets = readPdfText(await drawReport(whole, company)).split('This paper is yours alone.')
  const ends = sheets.slice(0, -1).map((sheet) => sheet.trim().split('\n').at(-1) ?? '')
  expect(ends.length).toBeGreaterThan(1)
  return ends.filter((end) => /^Heading|kept/.test(end))
}

it('ends below a heading on no sheet', async () => {
  expect(await findLoneHeads({ sections })).toEqual([])
})

it('ends below no heading that would just have room without what it heads', async () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, nr) => ({ term: 'Term', detail: `Row ${nr}` }))
  const section = (title: string, facts: ReportFact[], part?: string) => ({
    title,
    since: null,
    storedFor: 'so kept.',
    parts: [{ ...(part && { title: part }), facts }],
  })
  // The heights of these leave room for the head of the section and for what begins it, but not for the gap between them.
  const lone = await findLoneHeads({
    lead: Array.from({ length: 16 }, () => 'All.'),
    sections: [section('First', rows(8)), section('Heading', rows(40), 'Heading of a part')],
  })
  expect(lone).toEqual([])
})
