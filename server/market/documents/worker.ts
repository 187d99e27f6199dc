// Draws the papers that wait for their PDF: claimed under a lease, so that several processes share the work and whatever
// is killed leaves nothing undone. Removes the PDFs of papers that are gone.
import type { DocumentContent } from '#domain/market/documents.ts'
import type { Database } from '#platform/database/database.ts'
import { isDatabaseUnavailable } from '#platform/database/unavailable.ts'
import type { Log } from '#platform/log.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { describeFault } from '#server/http/answers.ts'
import { type DocumentStore, nameOfFile, type Printer } from './print.ts'

export interface DocumentWorker {
  start(): Promise<void>
  /** Draws everything that is due now. */
  run(): Promise<void>
  /** Ends after the paper under way. */
  stop(): Promise<void>
}

const batchSize = 5
/** A paper takes less than a second; the papers of a killed process are free again after this. */
const leaseSeconds = 60
const pollMs = 15_000

export function createDocumentWorker(options: {
  database: Database
  printer: Printer
  store: DocumentStore
  log: Log
}): DocumentWorker {
  const { database, printer, store, log } = options
  let running: Promise<void> | undefined
  let again = false
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let unlisten: (() => Promise<void>) | undefined

  async function printDue(): Promise<boolean> {
    const { rows } = await queryAsServiceRole<{ id: string; content: DocumentContent }>(
      database,
      'select id, content from private.claim_documents($1, $2)',
      [batchSize, leaseSeconds],
    )
    for (const { id, content } of rows) {
      if (stopped) return false
      try {
        await printer.print(id, content)
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error
        log.error(
          { documentId: id, ...describeFault(error) },
          'a paper could not be drawn; it is tried again',
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

  async function work(): Promise<void> {
    try {
      while (again && !stopped) {
        again = false
        const isMore = [await printDue(), await removeDropped()]
        if (isMore.includes(true)) again = true
      }
    } finally {
      running = undefined
    }
  }

  /** Joins a run under way, which then looks once more. */
  function run(): Promise<void> {
    again = true
    running ??= work()
    return running
  }

  function runQuietly(): void {
    if (stopped) return
    run().catch((error: unknown) => {
      if (!isDatabaseUnavailable(error)) log.warn(describeFault(error), 'waiting papers could not be read')
    })
  }

  return {
    run,
    async start() {
      unlisten = await database.listen('order_documents', runQuietly)
      timer = setInterval(runQuietly, pollMs)
      timer.unref()
      runQuietly()
    },
    async stop() {
      stopped = true
      clearInterval(timer)
      await unlisten?.().catch(() => {})
      await running?.catch(() => {})
    },
  }
}
