// A project's schema as it stands: `schemas/` (each object once, by noun) and `reference/` (rows), beside its `migrations/`.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Statement, splitSql } from './split-sql.ts'

/** The statements of a folder of SQL files, by the names of the files. */
export async function readStatements(folder: string): Promise<Statement[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))
  return files.flatMap((file, index) => splitSql(texts[index] ?? '', file))
}

/**
 * All of it, in an order in which it runs where PostgreSQL does not parse the bodies of functions (`check_function_bodies = off`):
 * objects, then reference rows, then what acts on rows or reads them. Triggers would write of rows that nobody changed, and a
 * block of code makes indexes from them.
 */
export async function readSchema(project: string): Promise<Statement[]> {
  const [statements, rows] = await Promise.all(
    ['schemas', 'reference'].map((folder) => readStatements(join(project, folder))),
  )
  const phase = (wanted: number) => (statements ?? []).filter(({ text }) => phaseOf(text) === wanted)
  return [...sortByUse(phase(0)), ...(rows ?? []), ...phase(1), ...phase(2)]
}

function phaseOf(text: string): number {
  if (/^do\b/i.test(text)) return 2
  return /^(create (constraint )?trigger|create policy|alter publication|(grant|revoke) (?!.* on schema))/i.test(
    text,
  )
    ? 1
    : 0
}

const creation = /^create (?:or replace )?(?:table|view|type|domain|function|aggregate) ([a-z_.0-9]+)/i
const body = /\$([a-z_]*)\$[\s\S]*?\$\1\$/g
const qualifiedName = /\b[a-z_]+\.[a-z_0-9]+/g

const nameOf = ({ text }: Statement) => creation.exec(text)?.[1]

/**
 * Each statement after those that create what it names outside the bodies of functions; otherwise as they stand: a function of
 * the name of its table after the table.
 */
function sortByUse(statements: readonly Statement[]): Statement[] {
  const makers = Map.groupBy(statements, nameOf)
  const sorted = new Set<Statement>()
  const begun = new Set<Statement>()
  const add = (statement: Statement): void => {
    if (begun.has(statement)) return
    begun.add(statement)
    for (const [name] of statement.text.replace(body, '').matchAll(qualifiedName))
      if (name !== nameOf(statement)) for (const maker of makers.get(name) ?? []) add(maker)
    sorted.add(statement)
  }
  for (const statement of statements) add(statement)
  return [...sorted]
}
