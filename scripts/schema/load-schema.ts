// Fills a database from supabase/schemas/ and supabase/reference/.
import { join } from 'node:path'
import type pg from 'pg'
import { readSchema, readStatements } from '#platform/database/schema-files.ts'
import type { Statement } from '#platform/database/split-sql.ts'

export const project = join(import.meta.dirname, '../../supabase')

/** The tables that supabase/reference/ has rows of, as `schema.name`. */
export async function listReferenceTables(): Promise<string[]> {
  const statements = await readStatements(join(project, 'reference'))
  return [
    ...new Set(statements.flatMap(({ text }) => /^insert into ([a-z_.]+)/.exec(text)?.[1] ?? [])),
  ].sort()
}

/** In one transaction, as the owner, over the floor. What does not run is thrown with its file and line. */
export async function loadSchema(client: pg.ClientBase): Promise<void> {
  await client.query('begin; set local check_function_bodies = off')
  for (const { file, line, text } of await readSchema(project)) {
    await client.query(text).catch((cause: Error) => {
      throw new Error(`${file}:${line}: ${cause.message}`, { cause })
    })
  }
  await client.query('commit')
}

/**
 * The same in an order in which it runs without any setting: bodies of functions are parsed.
 * Answers the statements in that order.
 */
export async function orderSchema(client: pg.ClientBase): Promise<Statement[]> {
  await client.query('begin')
  const ran = await runAll(client, await readSchema(project))
  await client.query('commit')
  return ran
}

/** One after the other; what fails is tried again after the others. Answers them in the order in which they ran. */
export async function runAll(client: pg.ClientBase, statements: readonly Statement[]): Promise<Statement[]> {
  const ran: Statement[] = []
  let left = statements
  while (left.length > 0) {
    const failed: Statement[] = []
    let cause: unknown
    for (const statement of left) {
      await client.query('savepoint statement')
      try {
        await client.query(statement.text)
        await client.query('release savepoint statement')
        ran.push(statement)
      } catch (error) {
        await client.query('rollback to savepoint statement')
        failed.push(statement)
        cause ??= error
      }
    }
    if (failed.length === left.length) {
      const [first] = failed
      throw new Error(`${first?.file}:${first?.line}: ${(cause as Error).message}`, { cause })
    }
    left = failed
  }
  return ran
}
