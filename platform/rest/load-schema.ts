// Builds the schema cache from the rows of the catalogue.
import type pg from 'pg'
import { buildRelationships, type Face } from './relationships.ts'
import {
  type Column,
  type FunctionArgument,
  type FunctionFact,
  quoteIdentifier,
  type Relation,
  type Relationship,
  relationKey,
  type SchemaCache,
} from './schema-cache.ts'
import {
  type CatalogueRows,
  type ColumnRow,
  type FunctionRow,
  type RelationRow,
  readCatalogue,
} from './schema-query.ts'
import { type ColumnOrigin, readViewColumns, resolveViewColumns } from './view-columns.ts'

export async function loadSchema(pool: pg.Pool, schemas: readonly string[]): Promise<SchemaCache> {
  return buildSchema(await readCatalogue(pool, schemas))
}

function buildSchema(rows: CatalogueRows): SchemaCache {
  const origins = resolveViewColumns(
    new Map(rows.viewRules.map(({ relation, rule }) => [relation, readViewColumns(rule)])),
  )
  const computed = computedFields(rows.functions)
  const byOid = new Map<number, Relation>()
  for (const row of rows.relations) byOid.set(row.oid, buildRelation(row, rows, origins, computed))
  const exposed = rows.relations.filter((row) => row.exposed)

  const relations = new Map<string, Relation>()
  for (const row of exposed) relations.set(relationKey(row.schema, row.name), byOid.get(row.oid) as Relation)

  const functions = new Map<string, FunctionFact[]>()
  for (const row of rows.functions) {
    const key = relationKey(row.schema, row.name)
    const overloads = functions.get(key)
    const fact = buildFunction(row, byOid)
    if (overloads) overloads.push(fact)
    else functions.set(key, [fact])
  }
  const relationships = buildRelationships(rows.foreignKeys, rows.keys, collectFaces(exposed, byOid, origins))
  addComputedRelationships(relationships, rows, byOid)
  return {
    relations,
    functions,
    relationships,
    castTypes: buildCastTypes(rows.types),
    aggregates: rows.aggregates,
  }
}

function buildRelation(
  row: RelationRow,
  rows: CatalogueRows,
  origins: ReadonlyMap<number, ColumnOrigin[]>,
  computed: ReadonlyMap<number, Map<string, string>>,
): Relation {
  return {
    schema: row.schema,
    name: row.name,
    sql: qualified(row.schema, row.name),
    isView: row.kind === 'v' || row.kind === 'm',
    columns: new Map(row.columns.map((column) => [column.name, buildColumn(column)])),
    primaryKey: primaryKeyOf(row, rows, origins),
    computed: computed.get(row.oid) ?? new Map(),
    // Bits of 1 << CmdType: update 2, insert 3, delete 4.
    updatable: (row.updatable & 4) !== 0,
    insertable: (row.updatable & 8) !== 0,
    deletable: (row.updatable & 16) !== 0,
  }
}

const qualified = (schema: string, name: string) => `${quoteIdentifier(schema)}.${quoteIdentifier(name)}`

function buildColumn(row: ColumnRow): Column {
  const { baseType } = row
  return {
    name: row.name,
    type: row.type,
    nature:
      baseType === 'json' || baseType === 'jsonb' ? 'json' : baseType === 'tsvector' ? 'tsvector' : 'other',
    generated: row.generated,
    ...(row.default !== null && { default: row.default }),
  }
}

/** A view has the primary key of the first table whose whole key it shows. */
function primaryKeyOf(
  row: RelationRow,
  rows: CatalogueRows,
  origins: ReadonlyMap<number, ColumnOrigin[]>,
): string[] {
  const nameOf = (number: number) => row.columns.find((column) => column.number === number)?.name
  const own = rows.keys.find((key) => key.kind === 'p' && key.relation === row.oid)
  if (own) return own.columns.map(nameOf).filter((name) => name !== undefined)
  const shown = origins.get(row.oid) ?? []
  for (const key of rows.keys) {
    if (key.kind !== 'p') continue
    const names = key.columns.map((column) => {
      const origin = shown.find((o) => o.relation === key.relation && o.relationColumn === column)
      return origin && nameOf(origin.column)
    })
    if (names.length && names.every((name) => name !== undefined)) return names as string[]
  }
  return []
}

function collectFaces(
  exposed: readonly RelationRow[],
  byOid: ReadonlyMap<number, Relation>,
  origins: ReadonlyMap<number, ColumnOrigin[]>,
): Map<number, Face[]> {
  const faces = new Map<number, Face[]>()
  const add = (table: number, face: Face) => {
    const list = faces.get(table)
    if (list) list.push(face)
    else faces.set(table, [face])
  }
  for (const row of exposed) {
    const relation = byOid.get(row.oid) as Relation
    if (!relation.isView) {
      add(row.oid, { relation, columns: new Map(row.columns.map((c) => [c.number, c.name])) })
      continue
    }
    const byTable = new Map<number, Map<number, string>>()
    for (const origin of origins.get(row.oid) ?? []) {
      const name = row.columns.find((column) => column.number === origin.column)?.name
      if (name === undefined) continue
      const columns = byTable.get(origin.relation) ?? new Map<number, string>()
      if (!columns.has(origin.relationColumn)) columns.set(origin.relationColumn, name)
      byTable.set(origin.relation, columns)
    }
    for (const [table, columns] of byTable) add(table, { relation, columns })
  }
  return faces
}

/** Functions of one row of a relation, by that relation: upstream's computed fields. */
function computedFields(functions: readonly FunctionRow[]): Map<number, Map<string, string>> {
  const fields = new Map<number, Map<string, string>>()
  for (const row of functions) {
    const relation = row.inputCount === 1 && !row.returnsSet ? (row.argBaseRelations[0] ?? 0) : 0
    if (relation === 0 || row.returnType === 'void') continue
    const own = fields.get(relation) ?? new Map<string, string>()
    own.set(row.name, qualified(row.schema, row.name))
    fields.set(relation, own)
  }
  return fields
}

/**
 * Functions of one row that return rows of a relation: many, or one when the set is declared `rows 1`.
 * https://docs.postgrest.org/en/v13/references/api/resource_embedding.html#computed-relationships
 */
function addComputedRelationships(
  relationships: Map<string, Relationship[]>,
  { functions, relations }: CatalogueRows,
  byOid: ReadonlyMap<number, Relation>,
): void {
  // As upstream, of tables and views: a bare composite type has none, nor has a partition.
  const bare = new Set(
    relations.filter(({ kind, isPartition }) => kind === 'c' || isPartition).map(({ oid }) => oid),
  )
  const relationOf = (oid = 0) => (bare.has(oid) ? undefined : byOid.get(oid))
  for (const row of functions) {
    const source = row.inputCount === 1 ? relationOf(row.argBaseRelations[0]) : undefined
    const target = relationOf(row.returnRelation)
    if (!source || !target) continue
    const key = relationKey(source.schema, source.name)
    const relationship: Relationship = {
      kind: 'computed',
      name: row.name,
      sql: qualified(row.schema, row.name),
      source,
      target,
      isSelf: source === target,
      toOne: !row.returnsSet || row.rows === 1,
    }
    relationships.set(key, [...(relationships.get(key) ?? []), relationship])
  }
}

function buildFunction(row: FunctionRow, byOid: ReadonlyMap<number, Relation>): FunctionFact {
  const args: FunctionArgument[] = []
  const outputs: Column[] = []
  row.argTypes.forEach((type, i) => {
    const mode = row.argModes?.[i] ?? 'i'
    const name = row.argNames?.[i] ?? ''
    if (mode === 'i' || mode === 'b' || mode === 'v') {
      const position = args.length
      args.push({
        name,
        type,
        hasDefault: position >= row.inputCount - row.defaultCount,
        isVariadic: mode === 'v',
      })
    }
    if (mode === 'o' || mode === 'b' || mode === 't') {
      const nature = type === 'json' || type === 'jsonb' ? 'json' : type === 'tsvector' ? 'tsvector' : 'other'
      outputs.push({ name, type, nature, generated: false })
    }
  })
  const isVoid = row.returnType === 'void'
  const returned = row.returnRelation ? byOid.get(row.returnRelation) : undefined
  // As upstream, any OUT argument makes a row, even a single one.
  const isRow = returned !== undefined || outputs.length > 0 || row.returnType === 'record'
  return {
    schema: row.schema,
    name: row.name,
    sql: qualified(row.schema, row.name),
    args,
    volatility: row.volatility === 'v' ? 'volatile' : row.volatility === 's' ? 'stable' : 'immutable',
    returnsSet: row.returnsSet,
    returns: isVoid ? 'void' : isRow ? 'row' : 'scalar',
    ...(isRow && { row: returned ?? rowOfOutputs(row, outputs) }),
  }
}

function rowOfOutputs(row: FunctionRow, outputs: readonly Column[]): Relation {
  return {
    schema: row.schema,
    name: row.name,
    sql: qualified(row.schema, row.name),
    isView: true,
    columns: new Map(outputs.map((column) => [column.name, column])),
    primaryKey: [],
    computed: new Map(),
    insertable: false,
    updatable: false,
    deletable: false,
  }
}

// SQL's own spellings of types, which the catalogue stores under other names.
const spellings: Record<string, string> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  dec: 'numeric',
  boolean: 'bool',
  character: 'bpchar',
  'character varying': 'varchar',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
  'time without time zone': 'time',
  'time with time zone': 'timetz',
}

function buildCastTypes(types: CatalogueRows['types']): Map<string, string> {
  const castTypes = new Map(types.map(({ name, sql }) => [name, sql]))
  for (const [spelling, name] of Object.entries(spellings)) {
    const sql = castTypes.get(name)
    if (sql) castTypes.set(spelling, sql)
  }
  return castTypes
}
