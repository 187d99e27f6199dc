// Finds a named field among a relation's columns and computed fields.
import type { Field } from './ast.ts'
import { unknownColumn } from './errors.ts'
import type { PlanField } from './read-plan.ts'
import type { Relation } from './schema-cache.ts'
import { suggestName } from './suggest.ts'

export function resolveField(relation: Relation, field: Field): PlanField {
  const result = findField(relation, field)
  if (!result)
    throw unknownColumn(relation.name, field.name, suggestName(field.name, relation.columns.keys()))
  return result
}

export function findField(relation: Relation, field: Field): PlanField | undefined {
  const column = relation.columns.get(field.name)
  if (column) return { source: { kind: 'column', column }, path: field.path }
  const sql = relation.computed.get(field.name)
  return sql ? { source: { kind: 'computed', name: field.name, sql }, path: field.path } : undefined
}
