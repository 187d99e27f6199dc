// Writes fields, conditions and orders as SQL; every value of the client's becomes a parameter.
import { compareOperators, type Operation, searchOperators } from './ast.ts'
import type { PlanCondition, PlanField, PlanOrder, ReadPlan } from './read-plan.ts'
import { quoteIdentifier, type Relationship } from './schema-cache.ts'
import { arrayLiteral, type SqlWriter } from './sql-writer.ts'

export function fieldSql(writer: SqlWriter, alias: string, field: PlanField): string {
  if (field.path.length === 0) return writeField(writer, alias, field)
  const { source, path } = field
  const name = source.kind === 'column' ? source.column.name : source.sql
  return writer.once(JSON.stringify([alias, name, path]), () => writeField(writer, alias, field))
}

function writeField(writer: SqlWriter, alias: string, { source, path }: PlanField): string {
  const base =
    source.kind === 'column'
      ? `${alias}.${quoteIdentifier(source.column.name)}`
      : `${source.sql}(${writer.rowOf(alias)})`
  if (path.length === 0) return base
  // Other types (arrays, composites) are reached through jsonb; json columns stay as they are, for their indexes.
  const isJson = source.kind === 'column' && source.column.nature === 'json'
  const steps = path.map(({ asText, key }) => {
    const type = typeof key === 'number' ? 'int' : 'text'
    return `${asText ? '->>' : '->'}${writer.param(key)}::${type}`
  })
  return `(${isJson ? base : `to_jsonb(${base})`}${steps.join('')})`
}

export function conditionsSql(
  writer: SqlWriter,
  alias: string,
  conditions: readonly PlanCondition[],
): string[] {
  return conditions.map((condition) => conditionSql(writer, alias, condition))
}

function conditionSql(writer: SqlWriter, alias: string, condition: PlanCondition): string {
  switch (condition.kind) {
    case 'logic': {
      const terms = condition.terms.map((term) => conditionSql(writer, alias, term))
      return `${condition.negated ? 'not ' : ''}(${terms.join(` ${condition.operator} `)})`
    }
    case 'embed':
      return `${condition.exists ? '' : 'not '}${existsSql(writer, condition.plan)}`
    case 'filter': {
      const sql = operationSql(writer, alias, condition.field, condition.operation)
      return condition.negated ? `not (${sql})` : sql
    }
  }
}

function operationSql(writer: SqlWriter, alias: string, field: PlanField, operation: Operation): string {
  const left = fieldSql(writer, alias, field)
  switch (operation.kind) {
    case 'compare': {
      const { operator, quantifier } = operation
      // In a URL `%` must be escaped, so upstream takes `*` for it.
      const isLike = operator === 'like' || operator === 'ilike'
      const right = writer.param(isLike ? operation.value.replaceAll('*', '%') : operation.value)
      return `${left} ${compareOperators[operator]} ${quantifier ? `${quantifier}(${right})` : right}`
    }
    case 'in':
      return `${left} = any(${writer.param(arrayLiteral(operation.values))})`
    case 'is':
      return `${left} is ${operation.value}`
    case 'distinct':
      return `${left} is distinct from ${writer.param(operation.value)}`
    case 'search': {
      const language = operation.language ? `${writer.param(operation.language)}::regconfig, ` : ''
      const isVector =
        field.path.length === 0 && field.source.kind === 'column' && field.source.column.nature === 'tsvector'
      const vector = isVector ? left : `to_tsvector(${language}${left})`
      return `${vector} @@ ${searchOperators[operation.operator]}(${language}${writer.param(operation.value)})`
    }
  }
}

/** Whether an embedded resource has any row for the current one, its own inner embeds included. */
function existsSql(writer: SqlWriter, plan: ReadPlan): string {
  const where = whereSql(writer, plan)
  const { limit, offset } = plan.range
  const range = limit === 0 ? ' limit 0' : offset > 0 ? ` offset ${writer.param(offset)}` : ''
  return `exists (select from ${fromSql(writer, plan)}${where}${range})`
}

export function fromSql(writer: SqlWriter, { from, alias, link }: ReadPlan): string {
  if (link?.relationship.kind === 'computed')
    return `${link.relationship.sql}(${writer.rowOf(link.parent.alias)}) as ${alias}`
  const base = `${from} as ${alias}`
  if (link?.relationship.kind !== 'many-to-many') return base
  return `${base}, ${link.relationship.junction.sql} as ${link.junctionAlias}`
}

export function whereSql(writer: SqlWriter, plan: ReadPlan): string {
  const terms = [
    ...joinSql(plan),
    ...conditionsSql(writer, plan.alias, plan.conditions),
    ...plan.embeds.filter(({ inner }) => inner).map((embed) => existsSql(writer, embed.plan)),
  ]
  return terms.length ? ` where ${terms.join(' and ')}` : ''
}

function joinSql({ alias, link }: ReadPlan): string[] {
  if (!link) return []
  const { junctionAlias } = link
  const parentAlias = link.parent.alias
  const relationship: Relationship = link.relationship
  if (relationship.kind === 'many-to-many') {
    return [
      ...relationship.sourceColumns.map(([own, junction]) =>
        equals(parentAlias, own, junctionAlias, junction),
      ),
      ...relationship.targetColumns.map(([junction, own]) => equals(junctionAlias, junction, alias, own)),
    ]
  }
  if (relationship.kind === 'computed') return []
  return relationship.columns.map(([parent, own]) => equals(parentAlias, parent, alias, own))
}

const equals = (aliasA: string, columnA: string, aliasB: string, columnB: string) =>
  `${aliasA}.${quoteIdentifier(columnA)} = ${aliasB}.${quoteIdentifier(columnB)}`

export function orderSql(writer: SqlWriter, alias: string, orders: readonly PlanOrder[]): string {
  if (orders.length === 0) return ''
  const terms = orders.map(({ field, of, direction, nulls }) => {
    // Named as a spread field is: rows grouped by one can be ordered by it.
    const key = of
      ? `(select ${fieldSql(writer, of.alias, field)} as v from ${fromSql(writer, of)}${whereSql(writer, of)} limit 1)`
      : fieldSql(writer, alias, field)
    return `${key}${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`
  })
  return ` order by ${terms.join(', ')}`
}
