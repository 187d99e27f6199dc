// The words of the access matrix: actors, verbs, how far someone gets, and the usual patterns of a table.

export const actors = [
  'anonymous',
  'owner',
  'stranger',
  'admin',
  'reviewer',
  'finance',
  'content',
  'field_agent',
  'service',
] as const
export type Actor = (typeof actors)[number]

export const verbs = ['select', 'insert', 'update', 'delete'] as const
export type Verb = (typeof verbs)[number]

/**
 * denied: refused (42501). nothing: allowed to ask, touches no row. own: only one's own rows.
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

export const denied: Record<Verb, Access> = {
  select: 'denied',
  insert: 'denied',
  update: 'denied',
  delete: 'denied',
}
export const readsNothing: Record<Verb, Access> = { ...denied, select: 'nothing' }
export const readsOwn: Record<Verb, Access> = { ...denied, select: 'own' }
export const readsAll: Record<Verb, Access> = { ...denied, select: 'all' }
export const everything: Record<Verb, Access> = { select: 'all', insert: 'all', update: 'all', delete: 'all' }
/** May ask and may try to change, and finds no row to change. */
export const looksOn: Record<Verb, Access> = { ...readsNothing, update: 'nothing' }
export const decides: Record<Verb, Access> = { ...readsAll, update: 'all' }

export const decisionColumns = ['status', 'updated_at', 'decline_reason']

/** A registration or an order: its owner reads it, staff with the right decide on it. */
export function decidedByStaff(
  table: string,
  updateColumns: readonly string[],
  staff: Partial<Record<Actor, Record<Verb, Access>>>,
): TableAccess {
  return {
    table,
    insertColumns: [],
    updateColumns,
    access: {
      anonymous: denied,
      owner: { ...looksOn, select: 'own' },
      stranger: looksOn,
      admin: decides,
      reviewer: looksOn,
      finance: looksOn,
      content: looksOn,
      field_agent: looksOn,
      service: everything,
      ...staff,
    },
  }
}

/** A table of the schema that the API does not expose. */
export function hidden(table: string, service: Record<Verb, Access>): TableAccess {
  const access = Object.fromEntries(actors.map((actor) => [actor, denied])) as TableAccess['access']
  return { table, insertColumns: [], updateColumns: [], access: { ...access, service } }
}

export function withOwnInsert(entry: TableAccess, insertColumns: readonly string[]): TableAccess {
  const access = { ...entry.access }
  for (const actor of actors) {
    if (actor !== 'anonymous' && actor !== 'service') access[actor] = { ...access[actor], insert: 'own' }
  }
  return { ...entry, insertColumns, access }
}

/** What pages show: read by everybody, drafts by editors alone; edited by those with the right. */
export function content(
  table: string,
  insertColumns: readonly string[],
  updateColumns: readonly string[],
  drafts: 'drafts' | 'no drafts',
): TableAccess {
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
      anonymous: { ...denied, select },
      owner: reads,
      stranger: reads,
      admin: everything,
      reviewer: reads,
      finance: reads,
      content: everything,
      field_agent: reads,
      service: everything,
    },
  }
}

export const decidedByReviewer = { reviewer: decides }
export const readsNothingOf = (
  staff: Partial<Record<Actor, Record<Verb, Access>>>,
  rest: Record<Verb, Access>,
) => ({
  anonymous: denied,
  owner: rest,
  stranger: rest,
  admin: rest,
  reviewer: rest,
  finance: rest,
  content: rest,
  field_agent: rest,
  service: everything,
  ...staff,
})
