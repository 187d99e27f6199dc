// Parses horizontal filters (`id=eq.1`) and logic trees (`or=(a.eq.1,not.and(...))`).
import {
  type CompareOperator,
  type Condition,
  compareOperators,
  type Filter,
  type IsValue,
  type Operation,
  quantifiable,
  type SearchOperator,
  searchOperators,
} from './ast.ts'
import { Cursor } from './cursor.ts'

const maxLogicDepth = 20
const maxLogicTerms = 500

type TakeValue = (cursor: Cursor) => string

const operatorName = 'operator (eq, gt, ...)'

/** The whole rest of the text: a filter of its own is not delimited by anything. */
const takeRest: TakeValue = (cursor) => {
  const value = cursor.text.slice(cursor.at)
  cursor.at = cursor.text.length
  return value
}

export function parseOperation(text: string): { negated: boolean; operation: Operation } {
  const cursor = new Cursor('filter', text)
  const parsed = takeOperation(cursor, takeRest)
  if (!cursor.done) throw cursor.failure('end of input')
  return parsed
}

/** Whether a query parameter of a function call is a filter on its result rather than an argument. */
export function looksLikeFilter(value: string): boolean {
  const word = /^[a-z]+(?=[.(])/.exec(value)?.[0]
  if (!word) return false
  if (value[word.length] === '(') return Object.hasOwn(searchOperators, word) || quantifiable.has(word)
  return (
    Object.hasOwn(compareOperators, word) ||
    Object.hasOwn(searchOperators, word) ||
    ['not', 'is', 'in', 'isdistinct'].includes(word)
  )
}

function takeOperation(cursor: Cursor, takeValue: TakeValue): { negated: boolean; operation: Operation } {
  const negated = cursor.take('not.')
  const start = cursor.at
  const word = cursor.takeWhile(/[a-z]/)
  const operation = takeOperand(cursor, word, takeValue)
  if (!operation) {
    cursor.at = start
    throw cursor.failure(negated ? operatorName : `"not" or ${operatorName}`)
  }
  return { negated, operation }
}

function takeOperand(cursor: Cursor, word: string, takeValue: TakeValue): Operation | undefined {
  if (Object.hasOwn(searchOperators, word)) {
    const language = takeParenthesised(cursor, () => cursor.identifier())
    if (!cursor.take('.')) return undefined
    const operator = word as SearchOperator
    return { kind: 'search', operator, ...(language && { language }), value: takeValue(cursor) }
  }
  if (Object.hasOwn(compareOperators, word)) {
    const operator = word as CompareOperator
    const quantifier = quantifiable.has(word)
      ? takeParenthesised(cursor, () => (cursor.take('any') ? 'any' : cursor.take('all') ? 'all' : undefined))
      : undefined
    if (!cursor.take('.')) return undefined
    return { kind: 'compare', operator, ...(quantifier && { quantifier }), value: takeValue(cursor) }
  }
  if (!cursor.take('.')) return undefined
  if (word === 'in') return { kind: 'in', values: takeList(cursor) }
  if (word === 'is') return { kind: 'is', value: takeIsValue(cursor) }
  if (word === 'isdistinct') return { kind: 'distinct', value: takeValue(cursor) }
  return undefined
}

function takeParenthesised<T>(cursor: Cursor, take: () => T | undefined): T | undefined {
  if (!cursor.take('(')) return undefined
  const value = take()
  if (value === undefined) throw cursor.failure(operatorName)
  cursor.expect(')')
  return value
}

const isValues: [written: string, value: IsValue][] = [
  ['not_null', 'not null'],
  ['null', 'null'],
  ['true', 'true'],
  ['false', 'false'],
  ['unknown', 'unknown'],
]

function takeIsValue(cursor: Cursor): IsValue {
  const rest = cursor.text.slice(cursor.at, cursor.at + 8).toLowerCase()
  const result = isValues.find(([written]) => rest.startsWith(written))
  if (!result) throw cursor.failure('isVal: (null, not_null, true, false, unknown)')
  cursor.at += result[0].length
  return result[1]
}

/** `(1,2,"a,b")`; a lone empty element is the empty list, as `in.()` is sent for an empty array. */
function takeList(cursor: Cursor): string[] {
  cursor.skipSpaces()
  cursor.expect('(')
  const values: string[] = []
  do {
    values.push(takeQuotedBefore(cursor) ?? cursor.takeWhile(/[^,)]/))
  } while (cursor.take(','))
  cursor.expect(')')
  cursor.skipSpaces()
  return values.length === 1 && values[0] === '' ? [] : values
}

/** A quoted value, only when a delimiter follows it; else the quote is part of the value. */
function takeQuotedBefore(cursor: Cursor): string | undefined {
  if (!cursor.startsWith('"')) return undefined
  const start = cursor.at
  try {
    const value = cursor.takeQuoted()
    if (cursor.done || cursor.startsWith(',') || cursor.startsWith(')')) return value
  } catch {
    // An unfinished quote: read as plain text below.
  }
  cursor.at = start
  return undefined
}

/** Inside a logic tree a value ends at `,` or `)`, unless quoted or an array literal. */
const takeDelimited: TakeValue = (cursor) => {
  const quoted = takeQuotedBefore(cursor)
  if (quoted !== undefined) return quoted
  const array = /^\{[^{}]*\}/.exec(cursor.text.slice(cursor.at))
  if (array) {
    cursor.at += array[0].length
    return array[0]
  }
  return cursor.takeWhile(/[^,)]/)
}

/** `value` is the parenthesised list of `or=(...)`; the operator comes from the parameter's name. */
export function parseLogic(operator: 'and' | 'or', negated: boolean, value: string): Condition {
  const cursor = new Cursor('logic tree', value)
  const budget = { terms: maxLogicTerms }
  const terms = takeTerms(cursor, 1, budget)
  if (!cursor.done) throw cursor.failure('end of input')
  return { kind: 'logic', negated, operator, terms }
}

function takeTerms(cursor: Cursor, depth: number, budget: { terms: number }): Condition[] {
  if (depth > maxLogicDepth) throw cursor.failure(`at most ${maxLogicDepth} nested logic operators`)
  cursor.skipSpaces()
  cursor.expect('(')
  const terms: Condition[] = []
  do {
    if (--budget.terms < 0) throw cursor.failure(`at most ${maxLogicTerms} conditions`)
    cursor.skipSpaces()
    terms.push(takeTerm(cursor, depth, budget))
    cursor.skipSpaces()
  } while (cursor.take(','))
  cursor.expect(')')
  cursor.skipSpaces()
  return terms
}

function takeTerm(cursor: Cursor, depth: number, budget: { terms: number }): Condition {
  const group = /^(not\.)?(and|or)(?=\s*\()/.exec(cursor.text.slice(cursor.at, cursor.at + 16))
  if (group) {
    cursor.at += group[0].length
    const terms = takeTerms(cursor, depth + 1, budget)
    return { kind: 'logic', negated: group[1] !== undefined, operator: group[2] as 'and' | 'or', terms }
  }
  const field = cursor.field()
  cursor.expect('.')
  const filter: Filter = { kind: 'filter', field, ...takeOperation(cursor, takeDelimited) }
  return filter
}
