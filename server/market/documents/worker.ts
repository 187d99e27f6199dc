// Draws the documents that wait for their PDF: claimed under a lease, so that several processes share the work and whatever
// is killed leaves nothing undone. Removes the PDFs of documents that are gone.
import type { DocumentContent } from '#domain/market/documents.ts'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Job } from '#platform/jobs.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { describeFault } from '#server/http/answers.ts'
import { type DocumentStore, nameOfFile, type Printer } from './print.ts'

const batchSize = 5
/** A document takes less than a second; the documents of a killed process are free again after this. */
const leaseSeconds = 60

export function documentJob(options: {
  database: Database
  printer: Printer
  store: DocumentStore
  log: Log
}): Job {
  const { database, printer, store, log } = options

  async function printDue(signal: AbortSignal): Promise<boolean> {
    const { rows } = await queryAsServiceRole<{ id: string; content: DocumentContent }>(
      database,
      'select id, content from private.claim_documents($1, $2)',
      [batchSize, leaseSeconds],
    )
    for (const { id, content } of rows) {
      if (signal.aborted) return false
      try {
        await printer.print(id, content)
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error
        log.error(
          { documentId: id, ...describeFault(error) },
          'a document could not be drawn; it is tried again',
        )
      }
    }
    return rows.length === batchSize
  }

  async function removeDropped(): Promise<boolean> {
    const { rows } = await queryAsServiceRole<{ id: string }>(
      database,
      'select id from private.list_dropped_documents($1) as id',
      [batchSize],
    )
    const ids = rows.map(({ id }) => id)
    if (ids.length === 0) return false
    // The bytes first: what is not removed now is found again.
    await store.remove(ids.map(nameOfFile))
    await queryAsServiceRole(database, 'select private.forget_dropped_documents($1)', [ids])
    return ids.length === batchSize
  }

  return {
    name: 'documents',
    atStart: true,
    everyMs: 15_000,
    channel: 'order_documents',
    async run(signal) {
      for (let isMore = true; isMore && !signal.aborted; )
        isMore = [await printDue(signal), await removeDropped()].includes(true)
    },
  }
}
