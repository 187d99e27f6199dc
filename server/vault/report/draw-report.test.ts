// The sheets of a report: what stands where one ends.
import { expect, it } from 'vitest'
import { type DataReport, missingLetters, type ReportFact, type ReportPart } from '#domain/data-report.ts'
import { missingMark } from '#server/files/pdf/printable.ts'
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

it('has a mark for each letter that cannot be printed, and says at its end that there are any', async () => {
  const drawNamed = async (names: string[]) =>
    readPdfText(
      await drawReport(
        {
          writtenAt: '',
          lead: ['All.'],
          withheld: [],
          sections: [
            {
              title: 'Profile',
              since: null,
              storedFor: 'so kept.',
              parts: [{ title: '', facts: names.map((detail) => ({ term: 'Name', detail })) }],
            },
          ],
          nothing: null,
        },
        company,
      ),
    )
  const marked = await drawNamed(['\u0639\u0644\u064A Ada', '\u0628\u064E'])
  expect(marked).toContain(`${missingMark.repeat(3)} Ada`)
  // An accent and the letter below it are one.
  expect(marked.split(missingMark).length - 1).toBe(4)
  expect(marked.replaceAll('\n', ' ').trim()).toContain(missingLetters)
  const whole = await drawNamed(['Adaọbí Ọláṣẹ́ Ƙofa, ₦5\u00a0000', 'Line\nline\u200d'])
  expect(whole).not.toContain(missingMark)
  expect(whole).not.toContain(missingLetters)
})
