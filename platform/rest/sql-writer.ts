// Collects the values of a statement: whatever a client wrote goes in here and leaves as `$n`.

/** Stands in a statement's values where the request's body goes. */
export const bodyPlaceholder = Symbol('body')

/** The name of the column that `withWholeRow` speaks of. */
export const wholeRow = 'pgrst_row'

export class SqlWriter {
  readonly values: unknown[] = []
  /** The aliases of sources that carry each row whole beside its columns, since their own rows are of no type. */
  readonly withWholeRow = new Set<string>()
  private readonly written = new Map<string, string>()

  param(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }

  /** The row itself, as functions of the row take it. */
  rowOf(alias: string): string {
    return this.withWholeRow.has(alias) ? `${alias}.${wholeRow}` : `${alias}.*`
  }

  /** The same SQL for the same thing: what is selected, grouped and ordered by must name the same parameters. */
  once(thing: string, write: () => string): string {
    const known = this.written.get(thing)
    if (known !== undefined) return known
    const sql = write()
    this.written.set(thing, sql)
    return sql
  }
}

/** A PostgreSQL array literal, for a parameter whose element type PostgreSQL infers itself. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
