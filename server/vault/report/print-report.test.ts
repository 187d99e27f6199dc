// The PDFs of reports, drawn one at a time: nobody waits behind many of another person.
import { describe, expect, it } from 'vitest'
import type { DataReport } from '#domain/data-report.ts'
import { printReport } from './print-report.ts'

const report: DataReport = {
  writtenAt: '1 May 2026, 09:00',
  lead: ['All that we keep.'],
  withheld: [],
  sections: [{ title: 'Your account', since: null, storedFor: 'as long as you have it.', parts: [] }],
  nothing: null,
}
const print = (ownerId: string) =>
  printReport(report, { companyName: 'A company', readAt: new Date('2026-05-01T08:00:00Z') }, ownerId)

describe('the report of a person', () => {
  it('is not drawn a second time while the first one waits, and others get theirs', async () => {
    const [first, second, other] = await Promise.allSettled([print('one'), print('one'), print('two')])
    expect(second).toMatchObject({ status: 'rejected', reason: { code: 'too_many' } })
    expect([first.status, other.status]).toEqual(['fulfilled', 'fulfilled'])
    expect(
      Buffer.from(await print('one'))
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })
})
