// What is to be read, with every name already resolved in the schema cache.
import type { AggregateFunction, JsonStep, Operation } from './ast.ts'
import type { Range } from './range.ts'
import type { Column, Relation, Relationship } from './schema-cache.ts'

export interface PlanField {
  /** A column, or a function of the row (its SQL name). */
  source: { kind: 'column'; column: Column } | { kind: 'computed'; name: string; sql: string }
  path: readonly JsonStep[]
}

export type PlanCondition =
  | { kind: 'filter'; field: PlanField; negated: boolean; operation: Operation }
  | { kind: 'logic'; operator: 'and' | 'or'; negated: boolean; terms: readonly PlanCondition[] }
  /** `orders=is.null` on an embedded resource: there is none. */
  | { kind: 'embed'; plan: ReadPlan; exists: boolean }

export interface PlanOrder {
  field: PlanField
  /** The embedded to-one resource that the field belongs to. */
  of?: ReadPlan
  direction?: 'asc' | 'desc'
  nulls?: 'first' | 'last'
}

/** A client's own alias never becomes SQL text, a name of the schema may. */
export interface Label {
  name: string
  fromSchema: boolean
}

export type Output =
  | { kind: 'star' }
  | { kind: 'value'; label: Label; field: PlanField; cast?: string }
  /** Without a field it counts rows. */
  | {
      kind: 'aggregate'
      label: Label
      function: AggregateFunction
      field?: PlanField
      fieldCast?: string
      cast?: string
    }
  | { kind: 'embed'; label: Label; embed: Embed }
  | { kind: 'spread'; embed: Embed }

export interface Embed {
  /** How the client calls it: its alias, and the name in the request. */
  alias?: string
  relationName: string
  plan: ReadPlan
  toOne: boolean
  inner: boolean
  /** `rel()`: filters without output. */
  hidden: boolean
}

export interface ReadPlan {
  relation: Relation
  /** SQL of what is read: the relation, a call, or the name of a preceding CTE. */
  from: string
  alias: string
  outputs: Output[]
  embeds: Embed[]
  conditions: PlanCondition[]
  orders: PlanOrder[]
  range: Range
  /** How a row belongs to its parent's. */
  link?: { relationship: Relationship; parent: ReadPlan; junctionAlias: string }
}

/** Some output is an aggregate, its own or one brought up from a spread to-one resource: rows become groups. */
export function isGrouped({ outputs }: ReadPlan): boolean {
  return outputs.some(
    (output) =>
      output.kind === 'aggregate' ||
      (output.kind === 'spread' && output.embed.toOne && isGrouped(output.embed.plan)),
  )
}
