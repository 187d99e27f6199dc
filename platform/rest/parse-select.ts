// Parses `select=`: columns, casts, JSON paths, counts and embedded resources.
import {
  aggregateFunctions,
  type SelectAggregate,
  type SelectEmbed,
  type SelectField,
  type SelectItem,
} from './ast.ts'
import { Cursor } from './cursor.ts'

const maxSelectDepth = 10
const maxSelectItems = 500

export function parseSelect(text: string): SelectItem[] {
  const cursor = new Cursor('select parameter', text)
  const budget = { items: maxSelectItems }
  const items = parseItems(cursor, 0, budget)
  if (!cursor.done) throw cursor.failure('letter, digit, "-", "->>", "->", "::", ".", "," or end of input')
  return items
}

function parseItems(cursor: Cursor, depth: number, budget: { items: number }): SelectItem[] {
  const items: SelectItem[] = []
  cursor.skipSpaces()
  // `rel()` embeds without output: it only filters.
  if (cursor.done || cursor.startsWith(')')) return items
  do {
    if (--budget.items < 0) throw cursor.failure(`at most ${maxSelectItems} selected fields`)
    cursor.skipSpaces()
    items.push(parseItem(cursor, depth, budget))
    cursor.skipSpaces()
  } while (cursor.take(','))
  return items
}

function parseItem(cursor: Cursor, depth: number, budget: { items: number }): SelectItem {
  if (cursor.take('...')) return parseEmbed(cursor, cursor.name(), { spread: true, depth, budget })
  if (cursor.take('*')) return { kind: 'field', field: { name: '*', path: [] } }
  let name = cursor.name()
  let alias: string | undefined
  cursor.skipSpaces()
  if (cursor.startsWith(':') && !cursor.startsWith('::')) {
    cursor.take(':')
    cursor.skipSpaces()
    alias = name
    name = cursor.name()
  }
  if (name === 'count' && cursor.startsWith('()')) return parseAggregate(cursor, alias)
  if (cursor.startsWith('(') || cursor.startsWith('!')) {
    return { ...parseEmbed(cursor, name, { spread: false, depth, budget }), ...(alias && { alias }) }
  }
  return parseField(cursor, name, alias)
}

function parseEmbed(
  cursor: Cursor,
  relation: string,
  context: { spread: boolean; depth: number; budget: { items: number } },
): SelectEmbed {
  const embed: SelectEmbed = { kind: 'embed', relation, spread: context.spread, items: [] }
  for (let i = 0; i < 2 && cursor.take('!'); i++) {
    const word = cursor.name()
    if (word === 'inner' || word === 'left') embed.join = word
    else embed.hint = word
  }
  cursor.skipSpaces()
  cursor.expect('(')
  if (context.depth + 1 > maxSelectDepth)
    throw cursor.failure(`at most ${maxSelectDepth} levels of embedding`)
  embed.items = parseItems(cursor, context.depth + 1, context.budget)
  cursor.expect(')')
  return embed
}

function parseField(cursor: Cursor, name: string, alias: string | undefined): SelectField | SelectAggregate {
  const path = cursor.jsonPath()
  const cast = cursor.take('::') ? cursor.identifier() : undefined
  if (cursor.take('.')) {
    const called = aggregateFunctions.find((word) => cursor.take(`${word}()`))
    if (!called) throw cursor.failure('"sum", "avg", "count", "max" or "min"')
    const resultCast = cursor.take('::') ? cursor.identifier() : undefined
    return {
      kind: 'aggregate',
      function: called,
      field: { name, path },
      ...(cast && { fieldCast: cast }),
      ...(alias && { alias }),
      ...(resultCast && { cast: resultCast }),
    }
  }
  return { kind: 'field', field: { name, path }, ...(alias && { alias }), ...(cast && { cast }) }
}

function parseAggregate(cursor: Cursor, alias: string | undefined): SelectAggregate {
  cursor.expect('()')
  const cast = cursor.take('::') ? cursor.identifier() : undefined
  return { kind: 'aggregate', function: 'count', ...(alias && { alias }), ...(cast && { cast }) }
}
