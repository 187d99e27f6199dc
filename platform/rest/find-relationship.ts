// Finds which relationship an embedded resource means, by upstream's rules for targets and hints.
// https://docs.postgrest.org/en/v13/references/api/resource_embedding.html
import { RestError } from './errors.ts'
import {
  type KeyRelationship,
  type Relation,
  type Relationship,
  relationKey,
  type SchemaCache,
} from './schema-cache.ts'
import { suggestName } from './suggest.ts'

export function findRelationship(
  cache: SchemaCache,
  origin: Relation,
  target: string,
  hint: string | undefined,
): Relationship {
  const all = cache.relationships.get(relationKey(origin.schema, origin.name)) ?? []
  // As upstream, a computed relationship takes the place of what the keys say.
  const computed = all.find(
    (relationship) => relationship.kind === 'computed' && relationship.name === target,
  )
  if (computed) return computed
  const result = all.filter((relationship) => matches(relationship, target, hint))
  if (result.length === 1) return result[0] as Relationship
  if (result.length === 0) throw noRelationship(cache, origin, target, hint, all)
  throw ambiguousRelationship(origin, target, result)
}

function matches(relationship: Relationship, target: string, hint: string | undefined): boolean {
  if (relationship.kind === 'computed') return false
  const isTarget = relationship.target.name === target
  if (relationship.kind === 'many-to-many') {
    return isTarget && (hint === undefined ? !relationship.isSelf : relationship.junction.name === hint)
  }
  if (relationship.isSelf) return matchesSelf(relationship, isTarget, target, hint)
  if (hint !== undefined) {
    return (
      isTarget &&
      (relationship.constraint === hint ||
        ownColumn(relationship) === hint ||
        otherColumn(relationship) === hint)
    )
  }
  // A constraint or column of a view's base table would name the view's relationship as well; tables win.
  return (
    isTarget ||
    (!relationship.target.isView &&
      (relationship.constraint === target || ownColumn(relationship) === target))
  )
}

// One foreign key to the same table is two relationships: the table's name means "those that refer to me", the
// column's name "the one that I refer to".
function matchesSelf(
  relationship: KeyRelationship,
  isTarget: boolean,
  target: string,
  hint: string | undefined,
): boolean {
  if (hint !== undefined) {
    // A hint always means those that refer to me: the one that I refer to has its column's name.
    return (
      isTarget &&
      relationship.kind === 'one-to-many' &&
      (otherColumn(relationship) === hint || relationship.constraint === hint)
    )
  }
  return relationship.kind === 'one-to-many' ? isTarget : ownColumn(relationship) === target
}

const ownColumn = ({ columns }: KeyRelationship) => (columns.length === 1 ? columns[0]?.[0] : undefined)
const otherColumn = ({ columns }: KeyRelationship) => (columns.length === 1 ? columns[0]?.[1] : undefined)

function noRelationship(
  cache: SchemaCache,
  origin: Relation,
  target: string,
  hint: string | undefined,
  all: readonly Relationship[],
): RestError {
  const using = hint === undefined ? '' : ` using the hint '${hint}'`
  const targets = new Set(all.map((relationship) => relationship.target.name))
  const suggestion = targets.has(target)
    ? null
    : suggestName(target, targets.size ? targets : [...cache.relations.values()].map(({ name }) => name))
  return new RestError(
    400,
    'PGRST200',
    `Could not find a relationship between '${origin.name}' and '${target}' in the schema cache`,
    {
      details: `Searched for a foreign key relationship between '${origin.name}' and '${target}'${using} in the schema '${origin.schema}', but no matches were found.`,
      hint: suggestion && `Perhaps you meant '${suggestion}' instead of '${target}'.`,
    },
  )
}

function ambiguousRelationship(
  origin: Relation,
  target: string,
  matching: readonly Relationship[],
): RestError {
  const result = matching.filter((relationship) => relationship.kind !== 'computed')
  const choices = result.map((relationship) => `'${relationship.target.name}!${hintFor(relationship)}'`)
  return new RestError(
    300,
    'PGRST201',
    `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    {
      details: result.map(describe),
      hint: `Try changing '${target}' to one of the following: ${choices.join(', ')}. Find the desired relationship in the 'details' key.`,
    },
  )
}

type Found = Exclude<Relationship, { kind: 'computed' }>

const hintFor = (relationship: Found) =>
  relationship.kind === 'many-to-many' ? relationship.junction.name : relationship.constraint

function describe(relationship: Found): object {
  const { source, target, kind } = relationship
  const list = (names: readonly string[]) => `(${names.join(', ')})`
  const how =
    relationship.kind === 'many-to-many'
      ? `${relationship.junction.name} using ${relationship.constraints[0]}${list(relationship.sourceColumns.map(([, column]) => column))} and ${relationship.constraints[1]}${list(relationship.targetColumns.map(([column]) => column))}`
      : `${relationship.constraint} using ${source.name}${list(relationship.columns.map(([column]) => column))} and ${target.name}${list(relationship.columns.map(([, column]) => column))}`
  return { cardinality: kind, embedding: `${source.name} with ${target.name}`, relationship: how }
}
