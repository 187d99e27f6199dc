// Splits a file of SQL into its statements: quotes, dollar quotes and comments are passed over.

export interface Statement {
  file: string
  /** Where it begins, counted from 1. */
  line: number
  /** Without the comments before it. */
  text: string
}

export function splitSql(sql: string, file: string): Statement[] {
  const statements: Statement[] = []
  let start = -1
  let at = 0
  const end = (to: number) => {
    const line = sql.slice(0, start).split('\n').length
    statements.push({ file, line, text: sql.slice(start, to).trim() })
    start = -1
  }
  while (at < sql.length) {
    if (sql.startsWith('--', at)) {
      at = indexAfter(sql, '\n', at)
      continue
    }
    if (sql.startsWith('/*', at)) {
      at = indexAfter(sql, '*/', at)
      continue
    }
    if (start < 0 && !/\s/.test(sql.charAt(at))) start = at
    const dollar = /^\$[A-Za-z_]*\$/.exec(sql.slice(at, at + 64))?.[0]
    if (dollar) at = indexAfter(sql, dollar, at + dollar.length)
    // A doubled quote ends one text and begins another: the same to us.
    else if (sql[at] === "'" || sql[at] === '"') at = indexAfter(sql, sql.charAt(at), at + 1)
    else if (sql[at] === ';') end(++at)
    else at += 1
  }
  if (start >= 0) end(sql.length)
  return statements
}

function indexAfter(sql: string, text: string, from: number): number {
  const result = sql.indexOf(text, from)
  return result < 0 ? sql.length : result + text.length
}
