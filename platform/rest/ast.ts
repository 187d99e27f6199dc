// What a client requested, as parsed from the URL and not yet checked against any schema.

/** One step of `data->a->>b`; a number is an array index. */
export interface JsonStep {
  asText: boolean
  key: string | number
}

export interface Field {
  name: string
  path: JsonStep[]
}

export interface SelectField {
  kind: 'field'
  field: Field
  alias?: string
  cast?: string
}

export const aggregateFunctions = ['count', 'sum', 'avg', 'min', 'max'] as const
export type AggregateFunction = (typeof aggregateFunctions)[number]

/** `count()`, which counts rows, or `price::numeric.sum()::text` of a field. */
export interface SelectAggregate {
  kind: 'aggregate'
  function: AggregateFunction
  field?: Field
  /** Casts the field before it is aggregated. */
  fieldCast?: string
  alias?: string
  cast?: string
}

export interface SelectEmbed {
  kind: 'embed'
  relation: string
  alias?: string
  hint?: string
  join?: 'inner' | 'left'
  spread: boolean
  items: SelectItem[]
}

export type SelectItem = SelectField | SelectAggregate | SelectEmbed

export type CompareOperator = keyof typeof compareOperators

/** The operators that take a value as it is, with the SQL each stands for. */
export const compareOperators = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const

/** Those that `(any)` and `(all)` may follow. */
export const quantifiable: ReadonlySet<string> = new Set([
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
])

export const searchOperators = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const
export type SearchOperator = keyof typeof searchOperators

export type IsValue = 'null' | 'not null' | 'true' | 'false' | 'unknown'

export type Operation =
  | { kind: 'compare'; operator: CompareOperator; quantifier?: 'any' | 'all'; value: string }
  | { kind: 'in'; values: string[] }
  | { kind: 'is'; value: IsValue }
  | { kind: 'distinct'; value: string }
  | { kind: 'search'; operator: SearchOperator; language?: string; value: string }

export interface Filter {
  kind: 'filter'
  field: Field
  negated: boolean
  operation: Operation
}

export interface Logic {
  kind: 'logic'
  negated: boolean
  operator: 'and' | 'or'
  terms: Condition[]
}

export type Condition = Filter | Logic

export interface OrderTerm {
  /** An embedded to-one resource, for `order=profiles(email)`. */
  relation?: string
  field: Field
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** Something that applies to the resource at `path` below the root (`[]` is the root itself). */
export interface At<T> {
  path: string[]
  value: T
}

export interface Query {
  select: SelectItem[]
  conditions: At<Condition>[]
  orders: At<OrderTerm[]>[]
  limits: At<number>[]
  offsets: At<number>[]
  columns?: string[]
  onConflict?: string[]
  /** Arguments of a function called by GET. */
  args: [name: string, value: string][]
}
