// Every cell of the access matrix, tried on the real database as the real role.
import { afterAll, describe, expect, it } from 'vitest'
import { roles, type StaffRole } from '#domain/admin/roles.ts'
import type { Caller } from '#platform/database/caller.ts'
import { runAs } from '#platform/database/run-as.ts'
import { anonymous, openApp, type Person, service } from '#tests/harness/migrated-database.ts'
import { type Access, type Actor, actors, type Probe, verbs } from './access-levels.ts'
import { accessMatrix, printAccessMatrix } from './access-matrix.ts'
import { plantEverything } from './access-rows.ts'

const staffRoles: readonly StaffRole[] = roles

const people = new Map<Actor, Person>()
const probes = new Map<string, Probe>()

const app = await openApp()
const owner = await app.addPerson()
const other = await app.addPerson()
people.set('owner', owner)
people.set('stranger', await app.addPerson())
for (const role of staffRoles) people.set(role, await app.addPerson({ role }))
for (const [table, probe] of await plantEverything(app, owner, other)) probes.set(table, probe)

afterAll(() => app.close())

function probeFor(table: string, rows: string | undefined, actor: Actor): Probe {
  if (table === 'public.role_permissions') {
    const role = staffRoles.find((name) => name === actor) ?? 'reviewer'
    return {
      own: `role = '${role}'`,
      other: `role = '${role === 'finance' ? 'reviewer' : 'finance'}'`,
      update: `permission = 'orders.decide'`,
      insert: () => `insert into public.role_permissions values ('content', 'orders.decide')`,
    }
  }
  if (table === 'public.roles') {
    const role = staffRoles.find((name) => name === actor) ?? 'reviewer'
    return {
      own: `name = '${role}'`,
      other: `name = '${role === 'finance' ? 'reviewer' : 'finance'}'`,
      update: `title = 'Another one'`,
      insert: () =>
        `insert into public.roles (name, title, description) values ('own_x', 'Mine', 'Of my own')`,
    }
  }
  if (table === 'public.decision_events' || table === 'private.standing_decisions') {
    const type = rows === 'on orders' ? 'orders' : 'farmers'
    return {
      own: `record_type = '${type}' and record_owner = '${owner.id}'`,
      other: `record_type = '${type}' and record_owner = '${other.id}'`,
      update: `to_status = 'declined'`,
      insert:
        () => `insert into ${table} (record_type, record_id, ${table === 'public.decision_events' ? 'actor_role' : 'record_owner'}, from_status, to_status)
        values ('orders', gen_random_uuid(), null, 'pending', 'approved')`,
    }
  }
  const probe = probes.get(table)
  if (!probe) throw new Error(`no probe for ${table}`)
  return probe
}

function callerOf(actor: Actor): Caller {
  if (actor === 'anonymous') return anonymous
  if (actor === 'service') return service
  return people.get(actor)?.caller ?? anonymous
}

/** How many rows the statement touched; 'denied' when refused; nothing is stored. */
async function attempt(caller: Caller, text: string): Promise<number | 'denied'> {
  try {
    const result = await runAs(app.database, caller, { text }, { accept: () => false })
    return result.rowCount ?? 0
  } catch (error) {
    const { code } = error as { code?: string }
    // A view that nobody can write says so before it looks at rights.
    if (code === '42501' || code === '55000') return 'denied'
    // A row that was let in and met another row or a missing one: the access was granted.
    if (code === '23505' || code === '23503') return 1
    throw error
  }
}

async function findAccess(own: () => Promise<number | 'denied'>, other: () => Promise<number | 'denied'>) {
  const [mine, theirs] = [await own(), await other()]
  if (mine === 'denied' && theirs === 'denied') return 'denied' satisfies Access
  const gets = (answer: number | 'denied') => answer !== 'denied' && answer > 0
  if (gets(mine) && gets(theirs)) return 'all' satisfies Access
  if (gets(mine)) return 'own' satisfies Access
  return gets(theirs) ? "another person's" : ('nothing' satisfies Access)
}

describe.each(accessMatrix.map((entry) => [`${entry.table} ${entry.rows ?? ''}`.trim(), entry] as const))(
  '%s',
  (_, { table, rows, access, insertColumns, updateColumns, hiddenColumns, isPublic }) => {
    describe.each(actors)('%s', (actor) => {
      it.each(verbs)('%s', async (verb) => {
        const probe = probeFor(table, rows, actor)
        const caller = callerOf(actor)
        const self = people.get(actor) ?? owner
        const statement = (condition: string) => {
          if (verb === 'select') return `select 1 from ${table} where ${condition}`
          if (verb === 'update') return `update ${table} set ${probe.update} where ${condition}`
          return `delete from ${table} where ${condition}`
        }
        const match =
          verb === 'insert'
            ? await findAccess(
                () => attempt(caller, probe.insert(self.id, self.email)),
                () => attempt(caller, probe.insert(other.id, other.email)),
              )
            : await findAccess(
                () => attempt(caller, statement(probe.own)),
                () => attempt(caller, statement(probe.other)),
              )
        expect(match).toBe(access[actor][verb])
      })
    })

    it('signed-in people may write exactly the listed columns, visitors none', async () => {
      const { rows: columns } = await app.owner.query<Record<string, string | boolean>>(
        `select attname as name,
           has_column_privilege('authenticated', attrelid, attnum, 'insert') as "mayInsert",
           has_column_privilege('authenticated', attrelid, attnum, 'update') as "mayUpdate",
           has_column_privilege('authenticated', attrelid, attnum, 'select') as "mayRead",
           has_column_privilege('anon', attrelid, attnum, 'insert, update, references') as "visitorMayWrite",
           has_column_privilege('anon', attrelid, attnum, 'select') as "visitorMayRead"
         from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped`,
        [table],
      )
      const named = (flag: string) => columns.filter((column) => column[flag]).map(({ name }) => name)
      expect(named('mayInsert').sort()).toEqual([...insertColumns].sort())
      expect(named('mayUpdate').sort()).toEqual([...updateColumns].sort())
      expect(named('visitorMayWrite')).toEqual([])
      expect(named('visitorMayRead').length > 0).toBe(isPublic === true)
      const unread = columns.filter((column) => !column.mayRead).map(({ name }) => name)
      if (hiddenColumns) expect(unread.sort()).toEqual([...hiddenColumns].sort())
      else if (access.admin.select !== 'denied') expect(unread).toEqual([])
    })
  },
)

describe('the matrix itself', () => {
  it('names every table of the schemas public and private', async () => {
    const { rows } = await app.owner.query<{ name: string }>(
      `select relnamespace::regnamespace || '.' || relname as name from pg_class
       where relkind in ('r', 'p', 'v', 'm') and relnamespace in ('public'::regnamespace, 'private'::regnamespace)`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(
      [...new Set(accessMatrix.map(({ table }) => table))].sort(),
    )
  })

  it('is what docs/access-matrix.md says', async () => {
    await expect(printAccessMatrix()).toMatchFileSnapshot('../../docs/access-matrix.md')
  })
})
