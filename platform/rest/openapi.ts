// The OpenAPI 2.0 document of an exposed schema, in the form that PostgREST gives it.
// https://docs.postgrest.org/en/v13/references/api/openapi.html
import { unacceptableMediaType } from './errors.ts'
import type { ColumnFacts, OpenApiFacts } from './openapi-facts.ts'
import { type FunctionFact, type Relation, relationKey, type SchemaCache } from './schema-cache.ts'

type Json = Record<string, unknown>

const jsonTypes = new Set(['*/*', 'application/*', 'application/json', ''])

export function negotiateOpenApi(accept = ''): string {
  const wanted = accept.split(',').map((range) => range.split(';', 1)[0]?.trim().toLowerCase() ?? '')
  if (wanted.includes('application/openapi+json')) return 'application/openapi+json'
  if (wanted.some((type) => jsonTypes.has(type))) return 'application/json'
  throw unacceptableMediaType(wanted)
}

export function writeOpenApi(options: {
  cache: SchemaCache
  schema: string
  facts: OpenApiFacts
  host: string
  basePath: string
}): Json {
  const { cache, schema, facts, host, basePath } = options
  const columnsOf = Map.groupBy(facts.columns, ({ table }) => table)
  const tables = facts.tables.flatMap(({ name, description }) => {
    const relation = cache.relations.get(relationKey(schema, name))
    return relation ? [{ name, description, relation, columns: columnsOf.get(name) ?? [] }] : []
  })
  const descriptions = new Map(facts.functions.map(({ name, description }) => [name, description]))
  const functions = [...cache.functions.values()].flatMap(([first]) =>
    first?.schema === schema ? [first] : [],
  )
  const [title, ...about] = (facts.schemaDescription ?? '').split('\n')
  return {
    swagger: '2.0',
    info: {
      title: title || 'standard public schema',
      description: about.join('\n').trim() || 'The tables, views and functions of this database.',
      version: '13.0',
    },
    host,
    basePath: `${basePath}/`,
    schemes: ['http', 'https'],
    consumes: mediaTypes,
    produces: mediaTypes,
    paths: {
      '/': { get: rootOperation },
      ...Object.fromEntries(tables.map((table) => [`/${table.name}`, tablePath(table)])),
      ...Object.fromEntries(
        functions.map((fact) => [`/rpc/${fact.name}`, functionPath(fact, descriptions.get(fact.name))]),
      ),
    },
    definitions: Object.fromEntries(tables.map((table) => [table.name, definition(table)])),
    parameters: {
      ...commonParameters,
      ...Object.fromEntries(
        tables.flatMap(({ name, columns }) => [
          [`body.${name}`, bodyParameter(name)],
          ...columns.map((column) => [`rowFilter.${name}.${column.name}`, rowFilter(column)]),
        ]),
      ),
    },
    externalDocs: {
      description: 'PostgREST Documentation',
      url: 'https://docs.postgrest.org/en/v13/references/api.html',
    },
  }
}

interface TableFacts {
  name: string
  description: string | null
  relation: Relation
  columns: ColumnFacts[]
}

const mediaTypes = [
  'application/json',
  'application/vnd.pgrst.object+json;nulls=stripped',
  'application/vnd.pgrst.object+json',
  'text/csv',
]
const ref = (name: string) => ({ $ref: `#/parameters/${name}` })
const said = (description: string | null | undefined): Json => {
  const [summary, ...more] = (description ?? '').split('\n')
  const rest = more.join('\n').trim()
  return { ...(summary && { summary }), ...(rest && { description: rest }) }
}

const rootOperation = {
  tags: ['Introspection'],
  summary: 'OpenAPI description (this document)',
  produces: ['application/openapi+json', 'application/json'],
  responses: { 200: { description: 'OK' } },
}

function tablePath({ name, description, relation, columns }: TableFacts): Json {
  const tags = [name]
  const about = said(description)
  const filters = columns.map((column) => ref(`rowFilter.${name}.${column.name}`))
  const done = { responses: { 204: { description: 'No Content' } } }
  return {
    get: {
      tags,
      ...about,
      parameters: [
        ...filters,
        ...['select', 'order', 'range', 'rangeUnit', 'offset', 'limit', 'preferCount'].map(ref),
      ],
      responses: {
        200: { description: 'OK', schema: { type: 'array', items: { $ref: `#/definitions/${name}` } } },
        206: { description: 'Partial Content' },
      },
    },
    ...(relation.insertable && {
      post: {
        tags,
        ...about,
        parameters: [ref(`body.${name}`), ref('select'), ref('preferPost')],
        responses: { 201: { description: 'Created' } },
      },
    }),
    ...(relation.deletable && {
      delete: { tags, ...about, parameters: [...filters, ref('preferReturn')], ...done },
    }),
    ...(relation.updatable && {
      patch: { tags, ...about, parameters: [...filters, ref(`body.${name}`), ref('preferReturn')], ...done },
    }),
  }
}

function functionPath(fact: FunctionFact, description: string | null | undefined): Json {
  const common = {
    tags: [`(rpc) ${fact.name}`],
    ...said(description),
    produces: mediaTypes,
    responses: { 200: { description: 'OK' } },
  }
  const required = fact.args.filter(({ hasDefault }) => !hasDefault).map(({ name }) => name)
  const schema = {
    type: 'object',
    ...(required.length && { required }),
    properties: Object.fromEntries(fact.args.map(({ name, type }) => [name, typeOf(type, type)])),
    ...(description && { description }),
  }
  const post = {
    ...common,
    parameters: [{ name: 'args', in: 'body', required: true, schema }],
  }
  if (fact.volatility === 'volatile') return { post }
  const parameters = fact.args.map(({ name, type, hasDefault, isVariadic }) => ({
    name,
    in: 'query',
    required: !hasDefault,
    ...(isVariadic
      ? { type: 'array', items: { type: 'string' }, collectionFormat: 'multi', format: type }
      : queryType(type)),
  }))
  return { get: { ...common, parameters }, post }
}

function definition({ description, relation, columns }: TableFacts): Json {
  const required = columns.filter((column) => !column.nullable).map(({ name }) => name)
  return {
    ...(description && { description }),
    ...(required.length && { required }),
    properties: Object.fromEntries(columns.map((column) => [column.name, property(column, relation)])),
    type: 'object',
  }
}

function property(column: ColumnFacts, relation: Relation): Json {
  const notes: string[] = []
  if (relation.primaryKey.includes(column.name)) notes.push('This is a Primary Key.<pk/>')
  if (column.refersTo) {
    const [table, name] = column.refersTo.split('.')
    notes.push(`This is a Foreign Key to \`${column.refersTo}\`.<fk table='${table}' column='${name}'/>`)
  }
  const note = notes.length ? `Note:\n${notes.join('\n')}` : ''
  const description = [column.description, note].filter(Boolean).join('\n\n')
  const value = defaultOf(column)
  return {
    ...(value !== undefined && { default: value }),
    ...(description && { description }),
    ...(column.labels && { enum: column.labels }),
    ...typeOf(column.format, column.baseType),
    ...(column.maxLength && { maxLength: column.maxLength }),
  }
}

/** A literal as its value, an expression as its text. */
function defaultOf({ default: text, baseType }: ColumnFacts): unknown {
  if (text === null) return undefined
  const literal = /^'((?:[^']|'')*)'(?:::[\w\s".[\](),]+)?$/.exec(text)?.[1]?.replaceAll("''", "'") ?? text
  if (numbers.has(baseType) && /^-?[\d.]+$/.test(literal)) return Number(literal)
  if (baseType === 'boolean' && /^(true|false)$/.test(literal)) return literal === 'true'
  return literal
}

const integers = new Set(['smallint', 'integer', 'bigint'])
const numbers = new Set([...integers, 'numeric', 'real', 'double precision'])

function typeOf(format: string, baseType: string): Json {
  if (baseType.endsWith('[]'))
    return { format, type: 'array', items: { type: jsonType(baseType.slice(0, -2)) } }
  if (baseType === 'json' || baseType === 'jsonb') return { format }
  return { format, type: jsonType(baseType) }
}

const jsonType = (type: string) =>
  integers.has(type) ? 'integer' : numbers.has(type) ? 'number' : type === 'boolean' ? 'boolean' : 'string'

const queryType = (type: string): Json => ({
  format: type,
  type: type.endsWith('[]') ? 'string' : jsonType(type),
})

const bodyParameter = (name: string) => ({
  name,
  in: 'body',
  description: name,
  required: false,
  schema: { $ref: `#/definitions/${name}` },
})

const rowFilter = ({ name, description }: ColumnFacts) => ({
  name,
  in: 'query',
  required: false,
  type: 'string',
  ...(description && { description }),
})

const query = (name: string, description: string) => ({
  name,
  in: 'query',
  required: false,
  type: 'string',
  description,
})
const prefer = (values: string[]) => ({
  name: 'Prefer',
  in: 'header',
  required: false,
  type: 'string',
  description: 'Preference',
  enum: values,
})
const returns = ['return=representation', 'return=minimal']

const commonParameters = {
  select: query('select', 'Filtering Columns'),
  order: query('order', 'Ordering'),
  offset: query('offset', 'Limiting and Pagination'),
  limit: query('limit', 'Limiting and Pagination'),
  on_conflict: query('on_conflict', 'On Conflict'),
  range: { ...query('Range', 'Limiting and Pagination'), in: 'header' },
  rangeUnit: { ...query('Range-Unit', 'Limiting and Pagination'), in: 'header', default: 'items' },
  preferCount: prefer(['count=none', 'count=exact']),
  preferReturn: prefer(returns),
  preferPost: prefer([...returns, 'resolution=ignore-duplicates', 'resolution=merge-duplicates']),
}
