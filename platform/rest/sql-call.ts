// Writes function calls: by named arguments from JSON or the query string, or with the whole body.
import type { Payload } from './payload.ts'
import { type FunctionArgument, type FunctionFact, quoteIdentifier } from './schema-cache.ts'
import { arrayLiteral, bodyPlaceholder, type SqlWriter } from './sql-writer.ts'

export type CallArguments =
  | { kind: 'pairs'; pairs: readonly (readonly [name: string, value: string])[] }
  | { kind: 'json'; payload: Payload }
  | { kind: 'body' }

export interface CallSql {
  /** `schema.function(...)` */
  call: string
  /** Precedes the call in FROM when the arguments are read from the body. */
  lateral: string
}

export function callSql(writer: SqlWriter, fact: FunctionFact, input: CallArguments): CallSql {
  if (input.kind === 'body') {
    const type = fact.args[0]?.type ?? 'text'
    return { call: `${fact.sql}(${writer.param(bodyPlaceholder)}::${type})`, lateral: '' }
  }
  const names = input.kind === 'pairs' ? input.pairs.map(([name]) => name) : input.payload.keys
  const args = fact.args.filter(({ name }) => names.includes(name))
  if (args.length === 0) return { call: `${fact.sql}()`, lateral: '' }
  if (input.kind === 'pairs') {
    const list = args.map((arg) => argumentSql(arg, pairValue(writer, arg, input.pairs)))
    return { call: `${fact.sql}(${list.join(', ')})`, lateral: '' }
  }
  const typed = args.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`).join(', ')
  const suffix = input.payload.kind === 'array' ? 'recordset' : 'record'
  const records = `json_to_${suffix}(${writer.param(bodyPlaceholder)}::json) as x(${typed})`
  const list = args.map((arg) => argumentSql(arg, `x.${quoteIdentifier(arg.name)}`))
  return {
    call: `${fact.sql}(${list.join(', ')})`,
    lateral: input.payload.kind === 'array' ? `(select * from ${records} limit 1) as x` : records,
  }
}

const argumentSql = ({ name, isVariadic }: FunctionArgument, value: string) =>
  `${isVariadic ? 'variadic ' : ''}${quoteIdentifier(name)} => ${value}`

/** A variadic argument collects what is repeated; for others the last one counts. */
function pairValue(
  writer: SqlWriter,
  { name, type, isVariadic }: FunctionArgument,
  pairs: readonly (readonly [name: string, value: string])[],
): string {
  const values = pairs.filter(([input]) => input === name).map(([, value]) => value)
  return `${writer.param(isVariadic ? arrayLiteral(values) : values.at(-1))}::${type}`
}
