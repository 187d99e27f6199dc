// Sorts the parameters of a query string into what they mean: select, filters, logic, order, limits and the rest.
import type { At, Field, Query } from './ast.ts'
import { Cursor } from './cursor.ts'
import { invalidQuery, invalidRange } from './errors.ts'
import { looksLikeFilter, parseLogic, parseOperation } from './parse-filter.ts'
import { parseOrder } from './parse-order.ts'
import { parseSelect } from './parse-select.ts'
import { splitQuery } from './query-string.ts'

const maxPathDepth = 10

/** `takesArguments`: a function called by GET, where a parameter without an operator is an argument. */
export function parseQuery(queryString: string, takesArguments = false): Query {
  const query: Query = { select: [], conditions: [], orders: [], limits: [], offsets: [], args: [] }
  let selected: string | undefined
  for (const [name, value] of splitQuery(queryString)) {
    if (name === 'select') selected ??= value
    else if (name === 'columns') query.columns ??= parseColumns('columns parameter', value)
    else if (name === 'on_conflict') query.onConflict ??= parseColumns('on_conflict parameter', value)
    else addParameter(query, name, value, takesArguments)
  }
  query.select = parseSelect(selected || '*')
  return query
}

function addParameter(query: Query, name: string, value: string, takesArguments: boolean): void {
  const lastWord = name.slice(name.lastIndexOf('.') + 1)
  switch (lastWord) {
    case 'and':
    case 'or':
      query.conditions.push(parseLogicParameter(name, lastWord, value))
      return
    case 'order':
      if (value !== '') query.orders.push({ path: parsePath(name).path, value: parseOrder(value) })
      return
    case 'limit':
      addCount(query.limits, name, value, 'Limit')
      return
    case 'offset':
      addCount(query.offsets, name, value, 'Offset')
      return
  }
  if (takesArguments && !name.includes('.') && !looksLikeFilter(value)) {
    query.args.push([name, value])
    return
  }
  const { path, field } = parsePath(name)
  query.conditions.push({ path, value: { kind: 'filter', field, ...parseOperation(value) } })
}

// Beyond this PostgreSQL's bigint would not hold it; no table has as many rows.
const largestCount = Number.MAX_SAFE_INTEGER

function addCount(target: At<number>[], name: string, value: string, label: 'Limit' | 'Offset'): void {
  // As upstream, what is no whole number is ignored.
  if (!/^-?\d+$/.test(value)) return
  const number = Number(value)
  if (number < 0) throw invalidRange(`${label} should be greater than or equal to zero.`)
  target.push({ path: parsePath(name).path, value: Math.min(number, largestCount) })
}

function parseLogicParameter(
  name: string,
  operator: 'and' | 'or',
  value: string,
): Query['conditions'][number] {
  const words = parsePath(name).path
  const path = words.filter((word) => word !== 'not')
  return { path, value: parseLogic(operator, path.length !== words.length, value) }
}

/** `orders.items.name->>x` is the field `name->>x` of the resource at `['orders', 'items']`. */
function parsePath(text: string): { path: string[]; field: Field } {
  const cursor = new Cursor('tree path', text)
  const names = [cursor.name()]
  while (cursor.take('.')) {
    names.push(cursor.name())
    if (names.length > maxPathDepth + 1)
      throw invalidQuery(`More than ${maxPathDepth} levels in a parameter name`)
  }
  const path = cursor.jsonPath()
  if (!cursor.done) throw cursor.failure('"->", "->>", "." or end of input')
  return { path: names.slice(0, -1), field: { name: names.at(-1) as string, path } }
}

export function parseColumns(what: string, text: string): string[] {
  const cursor = new Cursor(what, text)
  const names = new Set<string>()
  do {
    cursor.skipSpaces()
    names.add(cursor.name())
    cursor.skipSpaces()
  } while (cursor.take(','))
  if (!cursor.done) throw cursor.failure('"," or end of input')
  return [...names]
}
