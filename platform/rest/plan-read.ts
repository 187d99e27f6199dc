// Resolves a parsed query against the schema cache into a read plan.
import type {
  At,
  Condition,
  Filter,
  OrderTerm,
  Query,
  SelectAggregate,
  SelectEmbed,
  SelectItem,
} from './ast.ts'
import { aggregatesNotAllowed, badEmbedFilter, notEmbedded, orderNotToOne, unknownType } from './errors.ts'
import { findRelationship } from './find-relationship.ts'
import { capRange, intersectRanges, type Range } from './range.ts'
import type { Embed, Label, Output, PlanCondition, PlanOrder, ReadPlan } from './read-plan.ts'
import { findField, resolveField } from './resolve-field.ts'
import { isToOne, type Relation, type SchemaCache } from './schema-cache.ts'

export interface ReadSource {
  relation: Relation
  /** SQL of the FROM item; the relation itself by default. */
  from?: string
}

export interface ReadOptions {
  /** From the Range header. */
  headerRange?: Range | undefined
  maxRows?: number | undefined
  /** Whether count(), sum() and the like may be requested (db-aggregates-enabled). */
  aggregates?: boolean | undefined
  /**
   * The rows that a write returned: filters of the root chose what to write and are not applied again; order and
   * limits do not apply, as upstream.
   */
  afterWrite?: boolean
}

export function planRead(
  cache: SchemaCache,
  query: Query,
  source: ReadSource,
  options: ReadOptions = {},
): ReadPlan {
  const planner = new Planner(cache, options)
  const root = planner.createPlan(source.relation, source.from ?? source.relation.sql, query.select)
  const { conditions, orders, limits, offsets } = query
  planner.addConditions(
    root,
    options.afterWrite ? conditions.filter(({ path }) => path.length > 0) : conditions,
  )
  if (!options.afterWrite) {
    planner.addOrders(root, orders)
    planner.addRanges(root, limits, offsets)
    if (options.headerRange) root.range = intersectRanges(root.range, options.headerRange)
    planner.capRanges(root)
  }
  return root
}

/** The filters that choose the rows of an update or delete. */
export function planConditions(relation: Relation, conditions: readonly At<Condition>[]): PlanCondition[] {
  return conditions
    .filter(({ path }) => path.length === 0)
    .map(({ value }) => resolveCondition(relation, [], value))
}

class Planner {
  private readonly cache: SchemaCache
  private readonly options: ReadOptions
  private aliases = 0

  constructor(cache: SchemaCache, options: ReadOptions) {
    this.cache = cache
    this.options = options
  }

  createPlan(relation: Relation, from: string, items: readonly SelectItem[]): ReadPlan {
    const plan: ReadPlan = {
      relation,
      from,
      alias: `t${this.aliases++}`,
      outputs: [],
      embeds: [],
      conditions: [],
      orders: [],
      range: { offset: 0 },
    }
    for (const item of items) plan.outputs.push(this.createOutput(plan, item))
    return plan
  }

  private createOutput(plan: ReadPlan, item: SelectItem): Output {
    const { relation } = plan
    if (item.kind === 'embed') return this.createEmbed(plan, item)
    if (item.kind === 'aggregate') return this.createAggregate(relation, item)
    const { field, alias } = item
    if (field.name === '*' && field.path.length === 0) return { kind: 'star' }
    const result = findField(relation, field)
    // `orders(count)`: upstream's older spelling of count().
    if (!result && field.name === 'count' && field.path.length === 0) {
      const label = labelOf(alias, 'count')
      return { kind: 'aggregate', function: 'count', label, ...this.castOf(item.cast) }
    }
    const lastKey = field.path.findLast((step) => typeof step.key === 'string')?.key as string | undefined
    return {
      kind: 'value',
      field: result ?? resolveField(relation, field),
      // A JSON key is the client's own text, like an alias.
      label: labelOf(alias ?? lastKey, field.name),
      ...this.castOf(item.cast),
    }
  }

  private createAggregate(relation: Relation, item: SelectAggregate): Output {
    if (!this.options.aggregates) throw aggregatesNotAllowed()
    const fieldCast = this.castOf(item.fieldCast).cast
    return {
      kind: 'aggregate',
      function: item.function,
      label: labelOf(item.alias, item.function),
      ...(item.field && { field: resolveField(relation, item.field) }),
      ...(fieldCast && { fieldCast }),
      ...this.castOf(item.cast),
    }
  }

  private castOf(cast: string | undefined): { cast?: string } {
    if (cast === undefined) return {}
    const sql = this.cache.castTypes.get(cast.toLowerCase()) ?? this.cache.castTypes.get(cast)
    if (!sql) throw unknownType(cast)
    return { cast: sql }
  }

  private createEmbed(parent: ReadPlan, item: SelectEmbed): Output {
    const relationship = findRelationship(this.cache, parent.relation, item.relation, item.hint)
    const plan = this.createPlan(relationship.target, relationship.target.sql, item.items)
    plan.link = { relationship, parent, junctionAlias: `${plan.alias}j` }
    const embed: Embed = {
      plan,
      relationName: item.relation,
      toOne: isToOne(relationship),
      inner: item.join === 'inner',
      hidden: !item.spread && isEmpty(item),
      ...(item.alias && { alias: item.alias }),
    }
    parent.embeds.push(embed)
    if (item.spread) return { kind: 'spread', embed }
    return { kind: 'embed', embed, label: labelOf(item.alias, item.relation) }
  }

  addConditions(root: ReadPlan, conditions: readonly At<Condition>[]): void {
    for (const { path, value } of conditions) {
      const plan = locate(root, path)
      plan.conditions.push(resolveCondition(plan.relation, plan.embeds, value))
    }
  }

  addOrders(root: ReadPlan, orders: readonly At<OrderTerm[]>[]): void {
    for (const { path, value } of orders) {
      const plan = locate(root, path)
      plan.orders = value.map((term) => resolveOrder(plan, term))
    }
  }

  addRanges(root: ReadPlan, limits: readonly At<number>[], offsets: readonly At<number>[]): void {
    for (const { path, value } of offsets) locate(root, path).range.offset = value
    for (const { path, value } of limits) locate(root, path).range.limit = value
  }

  capRanges(plan: ReadPlan): void {
    plan.range = capRange(plan.range, this.options.maxRows)
    for (const embed of plan.embeds) this.capRanges(embed.plan)
  }
}

/** The names of columns and relations come from the schema, an alias from the client. */
function labelOf(alias: string | undefined, name: string): Label {
  return alias === undefined ? { name, fromSchema: true } : { name: alias, fromSchema: false }
}

/** Nothing but further empty embeds inside. */
function isEmpty(item: SelectEmbed): boolean {
  return item.items.every((inner) => inner.kind === 'embed' && !inner.spread && isEmpty(inner))
}

function findEmbed(embeds: readonly Embed[], name: string): Embed | undefined {
  return embeds.find((embed) => embed.alias === name || embed.relationName === name)
}

function locate(root: ReadPlan, path: readonly string[]): ReadPlan {
  let plan = root
  for (const name of path) {
    const embed = findEmbed(plan.embeds, name)
    if (!embed) throw notEmbedded(name)
    plan = embed.plan
  }
  return plan
}

function resolveCondition(relation: Relation, embeds: readonly Embed[], condition: Condition): PlanCondition {
  if (condition.kind === 'logic') {
    const { operator, negated } = condition
    const terms = condition.terms.map((term) => resolveCondition(relation, embeds, term))
    return { kind: 'logic', operator, negated, terms }
  }
  const embed = condition.field.path.length === 0 && findEmbed(embeds, condition.field.name)
  if (embed && !relation.columns.has(condition.field.name)) return resolveEmbedFilter(embed, condition)
  const { negated, operation } = condition
  return { kind: 'filter', field: resolveField(relation, condition.field), negated, operation }
}

// https://docs.postgrest.org/en/v13/references/api/resource_embedding.html#null-filtering-on-embedded-resources
function resolveEmbedFilter(embed: Embed, { field, negated, operation }: Filter): PlanCondition {
  if (operation.kind !== 'is' || (operation.value !== 'null' && operation.value !== 'not null')) {
    throw badEmbedFilter(field.name)
  }
  return { kind: 'embed', plan: embed.plan, exists: (operation.value === 'null') === negated }
}

function resolveOrder(plan: ReadPlan, term: OrderTerm): PlanOrder {
  const how = {
    ...(term.direction && { direction: term.direction }),
    ...(term.nulls && { nulls: term.nulls }),
  }
  if (term.relation === undefined) return { field: resolveField(plan.relation, term.field), ...how }
  const embed = findEmbed(plan.embeds, term.relation)
  if (!embed) throw notEmbedded(term.relation)
  if (!embed.toOne) throw orderNotToOne(plan.relation.name, term.relation)
  return { field: resolveField(embed.plan.relation, term.field), of: embed.plan, ...how }
}
