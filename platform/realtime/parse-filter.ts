// The filter of a postgres_changes binding: `column=operator.value`, several joined by commas, all of which must hold.

export interface Condition {
  column: string
  operator: string
  negated: boolean
  /** One, or those of `in`. */
  values: string[]
}

export class FilterSyntaxError extends Error {}

const operators = new Set(['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in', 'like', 'ilike', 'is', 'isdistinct'])

export function parseFilter(filter: string, maxValues: number): Condition[] {
  return splitOutsideQuotes(filter).map((text) => parseCondition(text, maxValues))
}

function parseCondition(text: string, maxValues: number): Condition {
  const equals = text.indexOf('=')
  const column = text.slice(0, equals).trim()
  let rest = text.slice(equals + 1)
  if (equals < 1 || !column) throw new FilterSyntaxError(`Error parsing \`filter\` params: [${text}]`)
  const negated = rest.startsWith('not.')
  if (negated) rest = rest.slice(4)
  const dot = rest.indexOf('.')
  const operator = dot < 0 ? rest : rest.slice(0, dot)
  if (dot < 0 || !operators.has(operator))
    throw new FilterSyntaxError(`Error parsing \`filter\` params: [${text}]`)
  const value = rest.slice(dot + 1)
  if (operator !== 'in') return { column, operator, negated, values: [unquote(value)] }
  const list = /^\((.*)\)$/s.exec(value)?.[1]
  if (list === undefined) throw new FilterSyntaxError('`in` filter value must be wrapped by parentheses')
  const values = splitOutsideQuotes(list).map(unquote)
  if (values.length > maxValues)
    throw new FilterSyntaxError(`too many values for \`in\` filter. Maximum ${maxValues}`)
  return { column, operator, negated, values }
}

/** At commas that stand neither in double quotes nor in parentheses. */
function splitOutsideQuotes(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let quoted = false
  let start = 0
  for (let index = 0; index < text.length; index++) {
    const character = text[index]
    if (character === '\\' && quoted) index++
    else if (character === '"') quoted = !quoted
    else if (quoted) continue
    else if (character === '(') depth++
    else if (character === ')') depth--
    else if (character === ',' && depth <= 0) {
      parts.push(text.slice(start, index))
      start = index + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}

function unquote(value: string): string {
  if (value.length < 2 || !value.startsWith('"') || !value.endsWith('"')) return value
  return value.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
}
