// Collects the values of a statement: whatever a client wrote goes in here and leaves as `$n`.

/** Stands in a statement's values where the request's body goes. */
export const bodyPlaceholder = Symbol('body')

export class SqlWriter {
  readonly values: unknown[] = []

  param(value: unknown): string {
    this.values.push(value)
    return `$${this.values.length}`
  }
}

/** A PostgreSQL array literal, for a parameter whose element type PostgreSQL infers itself. */
export function arrayLiteral(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`).join(',')}}`
}
