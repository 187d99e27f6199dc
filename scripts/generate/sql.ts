// Values as PostgreSQL reads them in a generated file.

export interface GeneratedFile {
  /** From the folder of the project. */
  path: string
  text: string
}

export function quoteText(value: string): string {
  return `'${value.replaceAll("'", "''")}'`
}

export function quoteValue(value: string | boolean | readonly string[] | null): string {
  if (value === null) return 'null'
  if (typeof value === 'boolean') return String(value)
  return quoteText(typeof value === 'string' ? value : `{${value.join(',')}}`)
}
