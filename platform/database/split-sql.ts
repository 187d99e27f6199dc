// Splits a file of SQL into its statements: quotes, dollar quotes and comments are passed over.

export interface Statement {
  file: string
  /** Where it begins, counted from 1. */
  line: number
  /** Without the comments before it. */
  text: string
}

const comment = String.raw`--[^\n]*|/\*[\s\S]*?\*/`
/** A doubled quote ends one text and begins another: the same to us. */
const quoted = String.raw`\$([A-Za-z_]*)\$[\s\S]*?\$\1\$|'[^']*'|"[^"]*"`
const token = new RegExp(String.raw`${comment}|${quoted}|[^\s;'"$/-]+|\S`, 'g')

export function splitSql(sql: string, file: string): Statement[] {
  const statements: Statement[] = []
  let start = -1
  let line = 1
  let counted = 0
  const end = (to: number) => {
    for (; counted < start; counted++) if (sql[counted] === '\n') line++
    statements.push({ file, line, text: sql.slice(start, to).trim() })
    start = -1
  }
  for (const { 0: text, index } of sql.matchAll(token)) {
    if (/^(--|\/\*)/.test(text)) continue
    if (start < 0) start = index
    if (text === ';') end(index + 1)
  }
  if (start >= 0) end(sql.length)
  return statements
}
