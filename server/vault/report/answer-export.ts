// The three shapes in which a person gets what is stored about them: a file of data, words for a page, a PDF.
import type { DataShape } from '#domain/vault.ts'
import { answerJson } from '#server/http/answers.ts'
import type { PersonExport } from '../export.ts'
import { describeExport } from './describe-export.ts'
import { printReport } from './print-report.ts'

/** The name of a file says nothing of whose it is. */
export async function answerExport(
  all: PersonExport,
  shape: DataShape,
  companyName: string,
  /** The account, or the person behind a guest link. */
  ownerId: string,
): Promise<Response> {
  const day = all.exportedAt.slice(0, 10)
  if (shape === 'data')
    return new Response(JSON.stringify(all, null, 2), {
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'content-disposition': `attachment; filename="my-data-${day}.json"`,
      },
    })
  const report = describeExport(all, companyName)
  if (shape === 'report') return answerJson(200, report)
  const pdf = await printReport(report, { companyName, readAt: new Date(all.exportedAt) }, ownerId)
  return new Response(pdf, {
    headers: {
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="my-data-${day}.pdf"`,
    },
  })
}
