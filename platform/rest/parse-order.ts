// Parses `order=`: columns, JSON paths and columns of embedded to-one resources.
import type { OrderTerm } from './ast.ts'
import { Cursor } from './cursor.ts'

const maxOrderTerms = 50

export function parseOrder(text: string): OrderTerm[] {
  const cursor = new Cursor('order', text)
  const terms: OrderTerm[] = []
  do {
    if (terms.length === maxOrderTerms) throw cursor.failure(`at most ${maxOrderTerms} order terms`)
    terms.push(takeTerm(cursor))
  } while (cursor.take(','))
  if (!cursor.done) throw cursor.failure('"," or end of input')
  return terms
}

function takeTerm(cursor: Cursor): OrderTerm {
  let field = cursor.field()
  let relation: string | undefined
  if (field.path.length === 0 && cursor.take('(')) {
    relation = field.name
    field = cursor.field()
    cursor.expect(')')
  }
  const direction = cursor.take('.asc') ? 'asc' : cursor.take('.desc') ? 'desc' : undefined
  const nulls = cursor.take('.nullsfirst') ? 'first' : cursor.take('.nullslast') ? 'last' : undefined
  cursor.skipSpaces()
  if (!cursor.done && !cursor.startsWith(',')) {
    throw cursor.failure(
      nulls ? '"," or end of input' : `${direction ? '' : '"asc", "desc", '}"nullsfirst" or "nullslast"`,
    )
  }
  return { field, ...(relation && { relation }), ...(direction && { direction }), ...(nulls && { nulls }) }
}
