// Derives what can be embedded in what: from foreign keys, for tables and for the views that show their columns.

import {
  type ColumnPair,
  type KeyRelationship,
  type Relation,
  type Relationship,
  relationKey,
} from './schema-cache.ts'
import type { ForeignKeyRow, KeyRow } from './schema-query.ts'

/** An exposed relation that shows columns of a base table: the table itself, or a view of it. */
export interface Face {
  relation: Relation
  /** Base column number to the relation's column name. */
  columns: ReadonlyMap<number, string>
}

export function buildRelationships(
  foreignKeys: readonly ForeignKeyRow[],
  keys: readonly KeyRow[],
  faces: ReadonlyMap<number, readonly Face[]>,
): Map<string, Relationship[]> {
  const direct: KeyRelationship[] = []
  for (const foreignKey of foreignKeys) {
    const unique = isUnique(foreignKey, keys)
    for (const source of facesShowing(faces, foreignKey.source, foreignKey.sourceColumns)) {
      for (const target of facesShowing(faces, foreignKey.target, foreignKey.targetColumns)) {
        direct.push(...bothWays(foreignKey, unique, source, target))
      }
    }
  }
  const bySource = new Map<string, Relationship[]>()
  for (const relationship of [...direct, ...throughJunctions(direct)]) {
    const key = relationKey(relationship.source.schema, relationship.source.name)
    const list = bySource.get(key)
    if (list) list.push(relationship)
    else bySource.set(key, [relationship])
  }
  return bySource
}

function facesShowing(
  faces: ReadonlyMap<number, readonly Face[]>,
  table: number,
  columns: readonly number[],
): readonly Face[] {
  return (faces.get(table) ?? []).filter((face) => columns.every((column) => face.columns.has(column)))
}

/** The key's columns are exactly a unique key: at most one row refers, so the relationship is one-to-one. */
function isUnique(foreignKey: ForeignKeyRow, keys: readonly KeyRow[]): boolean {
  return keys.some(
    (key) =>
      key.relation === foreignKey.source &&
      key.columns.length === foreignKey.sourceColumns.length &&
      key.columns.every((column) => foreignKey.sourceColumns.includes(column)),
  )
}

function bothWays(foreignKey: ForeignKeyRow, unique: boolean, source: Face, target: Face): KeyRelationship[] {
  const columns = foreignKey.sourceColumns.map(
    (column, i): ColumnPair => [
      source.columns.get(column) as string,
      target.columns.get(foreignKey.targetColumns[i] as number) as string,
    ],
  )
  const constraint = foreignKey.name
  const isSelf = source.relation === target.relation
  return [
    {
      kind: unique ? 'one-to-one' : 'many-to-one',
      constraint,
      columns,
      isSelf,
      source: source.relation,
      target: target.relation,
    },
    {
      kind: unique ? 'one-to-one' : 'one-to-many',
      constraint,
      columns: columns.map(([a, b]): ColumnPair => [b, a]),
      isSelf,
      source: target.relation,
      target: source.relation,
    },
  ]
}

/**
 * As upstream, a junction is a table whose primary key contains two foreign keys.
 * https://docs.postgrest.org/en/v13/references/api/resource_embedding.html#many-to-many-relationships
 */
function throughJunctions(direct: readonly KeyRelationship[]): Relationship[] {
  const outgoing = new Map<Relation, KeyRelationship[]>()
  for (const relationship of direct) {
    const { source, columns, kind } = relationship
    if (source.isView || kind !== 'many-to-one') continue
    if (!columns.every(([column]) => source.primaryKey.includes(column))) continue
    const list = outgoing.get(source)
    if (list) list.push(relationship)
    else outgoing.set(source, [relationship])
  }
  const result: Relationship[] = []
  for (const [junction, keys] of outgoing) {
    for (const toSource of keys) {
      for (const toTarget of keys) {
        if (toSource.constraint === toTarget.constraint) continue
        result.push({
          kind: 'many-to-many',
          junction,
          source: toSource.target,
          target: toTarget.target,
          isSelf: toSource.target === toTarget.target,
          constraints: [toSource.constraint, toTarget.constraint],
          sourceColumns: toSource.columns.map(([a, b]): ColumnPair => [b, a]),
          targetColumns: toTarget.columns,
        })
      }
    }
  }
  return result
}
