// The words of the access matrix: actors, verbs, how far someone gets, and the usual patterns of a table.
import type { App, Person } from '#tests/harness/migrated-database.ts'

export const actors = [
  'anonymous',
  'owner',
  'stranger',
  'admin',
  'reviewer',
  'finance',
  'content',
  'field_agent',
  'sales',
  'auditor',
  'service',
] as const
export type Actor = (typeof actors)[number]

export const verbs = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

/**
 * denied: refused (42501). nothing: allowed, matches no row. own: only one's own rows.
 * all: everybody's rows.
 */
export type Access = 'denied' | 'nothing' | 'own' | 'all'

export interface TableAccess {
  table: string
  /** Which of its rows, when that makes a difference. */
  rows?: string
  /** Columns that a signed-in person may write at all. */
  insertColumns: readonly string[]
  updateColumns: readonly string[]
  /** Columns that a signed-in person may not read, although they may read the table. */
  hiddenColumns?: readonly string[]
  /** Visitors may read it: it is on public pages. */
  isPublic?: true
  access: Record<Actor, Record<Verb, Access>>
}

type Reach = Record<Verb, Access>

/** As it is written: what sales and the auditor may follows from the others, where it is not said. */
export interface TableEntry extends Omit<TableAccess, 'access'> {
  access: Record<Exclude<Actor, 'sales' | 'auditor'>, Reach> & Partial<Record<Actor, Reach>>
}

/** Sales may as little as a field agent. An auditor reads what an admin reads, and writes as little as a field agent. */
export function completeAccess({ access, ...entry }: TableEntry): TableAccess {
  const { admin, field_agent: none } = access
  return { ...entry, access: { sales: none, auditor: { ...none, select: admin.select }, ...access } }
}

const denied: Reach = {
  select: 'denied',
  insert: 'denied',
  update: 'denied',
  delete: 'denied',
}
const readsNothing: Record<Verb, Access> = { ...denied, select: 'nothing' }
const readsAll: Record<Verb, Access> = { ...denied, select: 'all' }

/** What an actor may do with a table, from nothing to everything. */
export const level = {
  denied,
  readsNothing,
  readsOwn: { ...denied, select: 'own' },
  readsAll,
  /** May read and update, and no row matches. */
  noRows: { ...readsNothing, update: 'nothing' },
  decides: { ...readsAll, update: 'all' },
  everything: { select: 'all', insert: 'all', update: 'all', delete: 'all' },
} satisfies Record<string, Record<Verb, Access>>

const decisionColumns = ['status', 'updated_at', 'decline_reason']

/** A registration or an order: its owner reads it, staff with the right decide on it. */
export function decidedByStaff(
  table: string,
  staff: Partial<Record<Actor, Record<Verb, Access>>>,
  moreColumns: readonly string[] = [],
): TableEntry {
  return {
    table,
    insertColumns: [],
    updateColumns: [...decisionColumns, ...moreColumns],
    access: {
      anonymous: level.denied,
      owner: { ...level.noRows, select: 'own' },
      stranger: level.noRows,
      admin: level.decides,
      reviewer: level.noRows,
      finance: level.noRows,
      content: level.noRows,
      field_agent: level.noRows,
      service: level.everything,
      ...staff,
    },
  }
}

/** A table of the schema that the API does not expose. */
export function hidden(table: string, service: Record<Verb, Access>): TableEntry {
  const access = Object.fromEntries(actors.map((actor) => [actor, level.denied])) as TableAccess['access']
  return { table, insertColumns: [], updateColumns: [], access: { ...access, service } }
}

export function withOwnInsert(entry: TableEntry, insertColumns: readonly string[]): TableEntry {
  const access = { ...entry.access }
  for (const actor of actors) {
    const reach = access[actor]
    if (reach && actor !== 'anonymous' && actor !== 'service') access[actor] = { ...reach, insert: 'own' }
  }
  return { ...entry, insertColumns, access }
}

/** What pages show: read by everybody, drafts by editors alone; edited by those with the right. */
export function content(
  table: string,
  insertColumns: readonly string[],
  updateColumns: readonly string[],
  drafts: 'drafts' | 'no drafts',
): TableEntry {
  const select = drafts === 'drafts' ? 'own' : 'all'
  const reads: Record<Verb, Access> = {
    select,
    insert: 'denied',
    update: updateColumns.length > 0 ? 'nothing' : 'denied',
    delete: 'nothing',
  }
  return {
    table,
    ...(drafts === 'drafts' && { rows: 'own: what is published' }),
    insertColumns,
    updateColumns,
    isPublic: true,
    access: {
      anonymous: { ...level.denied, select },
      owner: reads,
      stranger: reads,
      admin: level.everything,
      reviewer: reads,
      finance: reads,
      content: level.everything,
      field_agent: reads,
      auditor: reads,
      service: level.everything,
    },
  }
}

export const readsNothingOf = (
  staff: Partial<Record<Actor, Record<Verb, Access>>>,
  rest: Record<Verb, Access>,
) => ({
  anonymous: level.denied,
  owner: rest,
  stranger: rest,
  admin: rest,
  reviewer: rest,
  finance: rest,
  content: rest,
  field_agent: rest,
  service: level.everything,
  ...staff,
})

/** Nobody writes it by hand; read by those named, each as far as it says. */
export function readOnly(
  table: string,
  readers: Partial<Record<Actor, Record<Verb, Access>>>,
  rows?: string,
): TableEntry {
  return {
    table,
    ...(rows && { rows }),
    insertColumns: [],
    updateColumns: [],
    access: readsNothingOf(readers, level.readsNothing),
  }
}

/** A row of the owner and a row of someone else, as conditions; and inserts in one's own and another's name. */
export interface Probe {
  own: string
  other: string
  update: string
  insert(userId: string, email: string): string
}

/** A person of the matrix, with an order of theirs. */
interface Planted {
  person: Person
  order: string
}

/** A part of the matrix: who may do what, and rows of two people to try it on, by table. */
export interface AccessArea {
  access: readonly TableEntry[]
  plant(app: App, own: Planted, other: Planted): Promise<Record<string, Probe>>
}
