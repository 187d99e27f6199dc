// Every cell of the access matrix, tried on the real database as the real role.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { rolePermissions, type StaffRole } from '#domain/roles.ts'
import type { Caller } from '#platform/database/caller.ts'
import { runAs } from '#platform/database/run-as.ts'
import { plantDesk } from './access-desk.ts'
import { type Access, type Actor, actors, verbs } from './access-levels.ts'
import { plantMarket } from './access-market.ts'
import { accessMatrix, printAccessMatrix } from './access-matrix.ts'
import { type Probe, plantRegistrations } from './access-registrations.ts'
import { anonymous, type House, openHouse, type Person, service, submitOrder } from './house.ts'

const staffRoles: readonly StaffRole[] = ['admin', 'reviewer', 'finance', 'content', 'field_agent']

/** Two rows in each table: the first is what everybody sees, the second what only some do. */
const contentRows = `
  insert into public.board_members (id, name, position, bio, type, is_published)
    values (1, 'Ada Obi', 'Chair', 'Farms.', 'board', true), (2, 'Ben Ode', 'Member', 'Builds.', 'board', true),
      (3, 'Not yet', 'Member', 'A draft.', 'board', false), (4, 'Eve Ojo', 'Member', 'Trades.', 'board', true);
  insert into public.board_contacts (board_member_id, email, public_contact)
    values (1, 'a@example.com', true), (2, 'b@example.com', false);
  insert into public.career_positions (id, category_id, title, level, location, description, is_published)
    values ('open', 'farming', 'Farm hand', 'Entry-level', 'Keffi', 'Works in the field.', true),
      ('draft', 'farming', 'Farm hand', 'Entry-level', 'Keffi', 'Works in the field.', false);
  insert into public.career_categories (id, title, icon, colour, sort_order)
    values ('empty-one', 'Empty', 'order', 'leaf', 8), ('empty-two', 'Empty', 'order', 'leaf', 9);
  insert into public.settlement_accounts (kind, wallet_address, proposed_by)
    values ('crypto_wallet', repeat('a', 30), gen_random_uuid());
  insert into public.settlement_accounts (kind, bank_name, account_name, account_number, proposed_by)
    values ('bank_account', 'A Bank', 'The company', '0123456789', gen_random_uuid());
  insert into public.contact_messages (topic, name, email, message)
    values ('general', 'Ada Obi', 'ada@example.com', 'A long question'), ('hr', 'Ben', 'b@example.com', 'Another one');
  insert into public.newsletter_subscriptions (email, unsubscribe_token)
    values ('a@example.com', repeat('a', 64)), ('b@example.com', repeat('b', 64));
`

const contentProbes: Record<string, Probe> = {
  'public.company_facts': {
    own: `key = 'email'`,
    other: `key = 'phone_primary'`,
    update: 'value = value',
    insert: () => `insert into public.company_facts (key, value) values ('email', 'a@example.com')`,
  },
  'public.impact_figures': {
    own: `page = 'home' and position = 1`,
    other: `page = 'home' and position = 2`,
    update: `value = '7'`,
    insert: () =>
      `insert into public.impact_figures (page, position, value, label) values ('home', 9, '1', 'x')`,
  },
  'public.board_members': {
    own: 'id = 4',
    other: 'id = 3',
    update: 'name = name',
    insert: () =>
      `insert into public.board_members (name, position, bio, type) values ('Ada', 'Chair', 'x', 'board')`,
  },
  'public.board_contacts': {
    own: 'board_member_id = 1',
    other: 'board_member_id = 2',
    update: 'phone = null',
    insert: () => 'insert into public.board_contacts (board_member_id) values (4)',
  },
  'public.career_categories': {
    own: `id = 'empty-one'`,
    other: `id = 'empty-two'`,
    update: 'title = title',
    insert: () =>
      `insert into public.career_categories (id, title, icon, colour, sort_order) values ('x', 'Xx', 'order', 'leaf', 9)`,
  },
  'public.career_positions': {
    own: `id = 'open'`,
    other: `id = 'draft'`,
    update: 'title = title',
    insert: () => `insert into public.career_positions (id, category_id, title, level, location, description)
      values ('x', 'farming', 'Farm hand', 'Senior', 'Keffi', 'Works in the field.')`,
  },
  'public.page_actions': {
    own: `label = 'Get Involved'`,
    other: `label = 'Enroll Now'`,
    update: `target = '/'`,
    insert: () => `insert into public.page_actions (label, target) values ('Call us', '/contact')`,
  },
  'public.settlement_accounts': {
    own: `kind = 'crypto_wallet'`,
    other: `kind = 'bank_account'`,
    update: `approved_by = gen_random_uuid()`,
    insert: () => `insert into public.settlement_accounts (kind, wallet_address, proposed_by)
      values ('crypto_wallet', repeat('b', 30), gen_random_uuid())`,
  },
  'public.contact_messages': {
    own: `topic = 'general'`,
    other: `topic = 'hr'`,
    update: `status = 'completed'`,
    insert: () => `insert into public.contact_messages (topic, name, email, message)
      values ('general', 'Ada Obi', 'ada@example.com', 'A long question')`,
  },
  'public.newsletter_subscriptions': {
    own: `email = 'a@example.com'`,
    other: `email = 'b@example.com'`,
    update: 'confirmed_at = now()',
    insert: () => `insert into public.newsletter_subscriptions (email, unsubscribe_token)
      values ('c@example.com', repeat('c', 64))`,
  },
}

let house: House
let owner: Person
let other: Person
const people = new Map<Actor, Person>()
const probes = new Map<string, Probe>()

beforeAll(async () => {
  house = await openHouse()
  owner = await house.addPerson()
  other = await house.addPerson()
  people.set('owner', owner)
  people.set('stranger', await house.addPerson())
  for (const role of staffRoles) people.set(role, await house.addPerson({ role }))
  const own = await submitOrder(house, owner)
  const others = await submitOrder(house, other)
  await house.owner.query(
    `insert into public.farmers (user_id, farm_name, location, crops_grown)
       select unnest($1::uuid[]), 'Keffi Farm', 'Keffi', array['Ginger'];`,
    [[owner.id, other.id]],
  )
  await house.owner.query(
    `insert into public.buyers (user_id, buyer_type, business_type, address, city, state, country)
       select unnest($1::uuid[]), 'individual', 'retailer', '12 Marina Road', 'Lagos', 'Lagos', 'Nigeria'`,
    [[owner.id, other.id]],
  )
  await house.owner.query(
    `insert into public.investors (user_id, investor_type, investment_amount)
       select unnest($1::uuid[]), 'individual', '1m-5m'`,
    [[owner.id, other.id]],
  )
  await house.owner.query(
    `insert into public.decision_events (record_type, record_id, record_owner, actor_role, from_status, to_status)
       select type, gen_random_uuid(), owner, 'system', 'pending', 'approved'
       from unnest(array['orders', 'farmers']) as type, unnest($1::uuid[]) as owner`,
    [[owner.id, other.id]],
  )
  await house.owner.query(contentRows, [])
  await house.owner.query(
    `insert into public.partnership_applications
         (user_id, partnership_type, company_name, contact_person, email, phone, country, business_description)
       select unnest($1::uuid[]), 'franchise', 'Ada Foods', 'Ada Obi', 'ada@example.com', '0803', 'Nigeria', 'Shops'`,
    [[owner.id, other.id]],
  )
  await house.owner.query(
    `insert into public.job_applications (user_id, full_name, email, phone, cv_path, cv_name, cv_type, cv_bytes)
       select unnest($1::uuid[]), 'Ada Obi', 'ada@example.com', '+2348031234567', gen_random_uuid() || '.pdf', 'CV.pdf',
         'application/pdf', 9`,
    [[owner.id, other.id]],
  )
  await house.owner.query(`select private.enqueue_mail('order_received', 'ada@example.com', '{}')`)
  await house.owner.query(`insert into public.user_roles values ($1, 'field_agent')`, [owner.id])
  await house.owner.query(`insert into public.user_roles values ($1, 'finance')`, [other.id])

  const byUser = (insert: Probe['insert']): Probe => ({
    own: `user_id = '${owner.id}'`,
    other: `user_id = '${other.id}'`,
    update: 'updated_at = updated_at',
    insert,
  })
  probes.set('public.profiles', {
    own: `id = '${owner.id}'`,
    other: `id = '${other.id}'`,
    update: 'full_name = full_name',
    insert: (id, email) =>
      `insert into public.profiles (id, email, full_name) values ('${id}', '${email}', 'Ada Obi')`,
  })
  probes.set('public.user_roles', {
    ...byUser((id) => `insert into public.user_roles (user_id, role) values ('${id}', 'admin')`),
    update: `role = 'admin'`,
  })
  probes.set('public.orders', {
    ...byUser(
      (id) => `insert into public.orders (user_id, crop_type, quantity, quantity_text, unit, delivery_address)
        values ('${id}', 'Rice', 1, '1', 'Tons', 'Apapa Port')`,
    ),
  })
  probes.set('public.order_requests', {
    own: `order_id = '${own.id}'`,
    other: `order_id = '${others.id}'`,
    update: `country = 'Ghana'`,
    insert: () => `insert into public.order_requests values
      ('${own.id}', 'Firm', 'Ada Obi', 'a@b.com', '2348031234567', '12 Marina Road', 'Nigeria', 'Bank Transfer', 'FOB')`,
  })
  probes.set(
    'public.farmers',
    byUser(
      (id) =>
        `insert into public.farmers (user_id, farm_name, location, crops_grown) values ('${id}', 'Farm', 'Keffi', array['Yam'])`,
    ),
  )
  probes.set(
    'public.buyers',
    byUser(
      (
        id,
      ) => `insert into public.buyers (user_id, buyer_type, business_type, address, city, state, country, status)
        values ('${id}', 'individual', 'retailer', '12 Marina Road', 'Lagos', 'Lagos', 'Nigeria', 'pending')`,
    ),
  )
  probes.set(
    'public.investors',
    byUser(
      (id) =>
        `insert into public.investors (user_id, investor_type, investment_amount) values ('${id}', 'individual', '1m-5m')`,
    ),
  )
  probes.set(
    'public.partnership_applications',
    byUser(
      (id) => `insert into public.partnership_applications
          (user_id, partnership_type, company_name, contact_person, email, phone, country, business_description)
        values ('${id}', 'franchise', 'Ada Foods', 'Ada Obi', 'ada@example.com', '0803', 'Nigeria', 'Shops')`,
    ),
  )
  probes.set(
    'public.job_applications',
    byUser(
      (id) => `insert into public.job_applications
          (user_id, full_name, email, phone, cv_path, cv_name, cv_type, cv_bytes)
        values ('${id}', 'Ada Obi', 'ada@example.com', '+2348031234567', gen_random_uuid() || '.pdf', 'CV.pdf',
          'application/pdf', 9)`,
    ),
  )
  await house.owner.query('insert into public.notification_choices (user_id) select unnest($1::uuid[])', [
    [owner.id, other.id],
  ])
  probes.set('public.notification_choices', {
    ...byUser((id) => `insert into public.notification_choices (user_id) values ('${id}')`),
    update: 'order_mails = order_mails',
  })
  probes.set('private.chosen_mails', {
    own: `choice = 'order_mails'`,
    other: `choice = 'registration_mails'`,
    update: 'choice = choice',
    insert: () => `insert into private.chosen_mails values ('order_lost', 'order_mails')`,
  })
  const registrationProbes = await plantRegistrations(house, owner, other)
  const marketProbes = await plantMarket(
    house,
    { user: owner.id, order: own.id },
    { user: other.id, order: others.id },
  )
  const deskProbes = await plantDesk(house)
  for (const [table, probe] of Object.entries({
    ...contentProbes,
    ...registrationProbes,
    ...marketProbes,
    ...deskProbes,
  }))
    probes.set(table, probe)
  probes.set('private.mail_outbox', {
    own: 'true',
    other: 'true',
    update: `status = 'sent'`,
    insert: () =>
      `insert into private.mail_outbox (template, recipient) values ('order_received', 'a@b.com')`,
  })
  probes.set('private.field_rules', {
    own: 'position = 1',
    other: 'position = 2',
    update: 'min = 0',
    insert: () => `insert into private.field_rules values ('x', 1, 'x', 'line', 0, 1, null, 'x', 'x')`,
  })
  probes.set('private.status_transitions', {
    own: `to_status = 'approved'`,
    other: `to_status = 'declined'`,
    update: `to_status = 'completed'`,
    insert: () => `insert into private.status_transitions values ('orders', 'declined', 'approved')`,
  })
})

afterAll(() => house.close())

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
  if (table === 'public.decision_events') {
    const type = rows === 'on orders' ? 'orders' : 'farmers'
    return {
      own: `record_type = '${type}' and record_owner = '${owner.id}'`,
      other: `record_type = '${type}' and record_owner = '${other.id}'`,
      update: `reason = 'another reason'`,
      insert:
        () => `insert into public.decision_events (record_type, record_id, actor_role, from_status, to_status)
        values ('orders', gen_random_uuid(), 'system', 'pending', 'approved')`,
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

/** How many rows the statement touched; 'denied' when refused; nothing is kept. */
async function attempt(caller: Caller, text: string): Promise<number | 'denied'> {
  try {
    const result = await runAs(house.database, caller, { text }, { accept: () => false })
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
  return gets(theirs) ? "somebody else's" : ('nothing' satisfies Access)
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
        const found =
          verb === 'insert'
            ? await findAccess(
                () => attempt(caller, probe.insert(self.id, self.email)),
                () => attempt(caller, probe.insert(other.id, other.email)),
              )
            : await findAccess(
                () => attempt(caller, statement(probe.own)),
                () => attempt(caller, statement(probe.other)),
              )
        expect(found).toBe(access[actor][verb])
      })
    })

    it('signed-in people may write exactly the listed columns, visitors none', async () => {
      const { rows: columns } = await house.owner.query<Record<string, string | boolean>>(
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
    const { rows } = await house.owner.query<{ name: string }>(
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

  it('has the rights of each role as the database has them', async () => {
    const { rows } = await house.owner.query<{ role: string; permission: string }>(
      'select role, permission from public.role_permissions',
    )
    const stored = rows.map(({ role, permission }) => `${role}: ${permission}`).sort()
    const known = Object.entries(rolePermissions).flatMap(([role, list]) =>
      list.map((permission) => `${role}: ${permission}`),
    )
    expect(stored).toEqual(known.sort())
  })
})
