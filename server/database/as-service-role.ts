// Our own work in the database: as service_role, which row security does not hold back. Never with a client's words.
import type pg from 'pg'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'

const caller = { role: 'service_role' as const, claims: '{"role":"service_role"}' }

export function queryAsServiceRole<Row extends pg.QueryResultRow>(
  database: Database,
  text: string,
  values: unknown[] = [],
  /** For what is queried so often that it pays to be prepared. */
  name?: string,
): Promise<pg.QueryResult<Row>> {
  return runAs(database, caller, { name, text, values })
}
