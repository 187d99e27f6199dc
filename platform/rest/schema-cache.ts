// The facts about the exposed schemas that requests are checked against; read at start, replaced as a whole.

export interface Column {
  name: string
  /** As SQL: qualified and quoted by PostgreSQL itself. */
  type: string
  /** What decides how JSON paths and text search are written. */
  nature: 'json' | 'tsvector' | 'other'
  /** The default's expression as SQL, when a missing value may be filled in. */
  default?: string
  generated: boolean
}

export interface Relation {
  schema: string
  name: string
  /** `"public"."orders"` */
  sql: string
  isView: boolean
  columns: ReadonlyMap<string, Column>
  primaryKey: readonly string[]
  /** Functions of one row, selectable like columns, with their SQL names. */
  computed: ReadonlyMap<string, string>
  insertable: boolean
  updatable: boolean
  deletable: boolean
}

export type ColumnPair = readonly [source: string, target: string]

interface RelationshipBase {
  source: Relation
  target: Relation
  isSelf: boolean
}

export interface KeyRelationship extends RelationshipBase {
  kind: 'many-to-one' | 'one-to-many' | 'one-to-one'
  constraint: string
  columns: readonly ColumnPair[]
}

export interface JunctionRelationship extends RelationshipBase {
  kind: 'many-to-many'
  junction: Relation
  constraints: readonly [toSource: string, toTarget: string]
  sourceColumns: readonly ColumnPair[]
  targetColumns: readonly ColumnPair[]
}

/** A function of one row that returns rows of another relation, embedded by its own name. */
export interface ComputedRelationship extends RelationshipBase {
  kind: 'computed'
  name: string
  /** SQL name of the function. */
  sql: string
  toOne: boolean
}

export type Relationship = KeyRelationship | JunctionRelationship | ComputedRelationship

export interface FunctionArgument {
  name: string
  type: string
  hasDefault: boolean
  isVariadic: boolean
}

export interface FunctionFact {
  schema: string
  name: string
  sql: string
  args: readonly FunctionArgument[]
  volatility: 'volatile' | 'stable' | 'immutable'
  returnsSet: boolean
  returns: 'void' | 'scalar' | 'row'
  /** The shape of a row result; a table's own facts when the function returns that table. */
  row?: Relation
}

export interface SchemaCache {
  relations: ReadonlyMap<string, Relation>
  functions: ReadonlyMap<string, readonly FunctionFact[]>
  /** By `relationKey` of the source. */
  relationships: ReadonlyMap<string, readonly Relationship[]>
  /** Types that a client may cast to: written name to SQL. */
  castTypes: ReadonlyMap<string, string>
  /** `alter role authenticator set pgrst.db_aggregates_enabled = 'true'`: as upstream's in-database settings. */
  aggregates: boolean
}

export const relationKey = (schema: string, name: string) => `${schema}\0${name}`

/** Only for names that come from the catalogue. */
export const quoteIdentifier = (name: string) => `"${name.replaceAll('"', '""')}"`

export const quoteLiteral = (text: string) =>
  text.includes('\\')
    ? `E'${text.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${text.replaceAll("'", "''")}'`

export const isToOne = (relationship: Relationship) =>
  relationship.kind === 'many-to-one' ||
  relationship.kind === 'one-to-one' ||
  (relationship.kind === 'computed' && relationship.toOne)
