// Fills a database from supabase/schemas/ and supabase/reference/, whatever the order of their statements.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { type Statement, splitSql } from './split-sql.ts'

const project = join(import.meta.dirname, '../../supabase')

/** Statements of supabase/`folder`, by the names of their files. */
export async function readStatements(folder: 'schemas' | 'reference'): Promise<Statement[]> {
  const files = (await readdir(join(project, folder))).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(project, folder, file), 'utf8')))
  return files.flatMap((file, index) => splitSql(texts[index] ?? '', `${folder}/${file}`))
}

/** The tables that supabase/reference/ has rows of, as `schema.name`. */
export function tablesOf(statements: readonly Statement[]): string[] {
  return [
    ...new Set(statements.flatMap(({ text }) => /^insert into ([a-z_.]+)/.exec(text)?.[1] ?? [])),
  ].sort()
}

/**
 * Objects first, then reference rows, then what acts on rows or reads them: triggers would write of rows that nobody
 * changed, and a block of code makes indexes from them.
 */
function phaseOf({ text }: Statement): number {
  if (/^do\b/i.test(text)) return 2
  return /^(create (constraint )?trigger|create policy|alter publication|(grant|revoke) (?!.* on schema))/i.test(
    text,
  )
    ? 1
    : 0
}

/**
 * Runs all of it in one transaction, as the owner, over the floor. What needs another statement first is tried again
 * after it; what can never run is thrown, with its file and line. Answers the statements in the order in which they ran; with
 * `checkBodies` they run in that order without any setting, which takes three times as long to find.
 */
export async function loadSchema(
  client: pg.ClientBase,
  { checkBodies = false }: { checkBodies?: boolean } = {},
): Promise<readonly Statement[]> {
  const statements = await readStatements('schemas')
  const rows = await readStatements('reference')
  const ran: Statement[] = []
  await client.query('begin')
  if (!checkBodies) await client.query('set local check_function_bodies = off')
  for (const phase of [0, 1, 2]) {
    if (phase === 1) ran.push(...(await runAll(client, rows)))
    ran.push(
      ...(await runAll(
        client,
        statements.filter((statement) => phaseOf(statement) === phase),
      )),
    )
  }
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
