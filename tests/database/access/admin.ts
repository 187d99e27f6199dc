// The admin area in the access matrix: who may do what with its own tables, and rows to try it on.
import { adminQueues, adminRecordTypes } from '#domain/admin/admin.ts'
import { silentLog } from '#platform/log.ts'
import { createSealer } from '#server/admin/audit/seal-audit.ts'
import { createDataKey } from '#server/vault/ciphers.ts'
import type { App } from '#tests/harness/migrated-database.ts'
import {
  type AccessArea,
  hidden,
  level,
  type Probe,
  readOnly,
  readsNothingOf,
  type TableEntry,
} from '../access-levels.ts'

/** Written by functions alone; of farmers' records, so that reviewers read them. */
const ofAdmin = (table: string, rows?: string): TableEntry =>
  readOnly(table, { admin: level.readsAll, reviewer: level.readsAll, service: level.readsAll }, rows)

/** What find_records and search_everything choose from: each list, what each kind of record is searched in, and mails. */
const listViews = [
  ...[...adminRecordTypes, ...adminQueues].map((list) => `private.${list}_list`),
  ...[...adminRecordTypes, 'newsletter_subscriptions'].map((type) => `private.${type}_texts`),
  'private.addressees',
  'private.person_records',
  'private.searched_texts',
  'private.mails',
  'private.form_records',
  'private.open_tasks',
  'private.orders_to_ring',
  'private.quotes_with_buyer',
  'private.quotes_with_others',
  'private.letter_contracts',
  'private.letters_with_us',
]
/** Where a view has no id. */
const columnOf: Readonly<Record<string, string>> = {
  'private.addressees': 'words',
  'private.quotes_with_buyer': 'order_id',
  'private.quotes_with_others': 'order_id',
  'private.letter_contracts': 'order_id',
  'private.letters_with_us': 'order_id',
}
const probeOfView = (view: string): Probe => ({
  own: 'true',
  other: 'true',
  update: `${columnOf[view] ?? 'id'} = ${columnOf[view] ?? 'id'}`,
  insert: () => `insert into ${view} default values`,
})

const staff = ['reviewer', 'finance', 'content', 'field_agent', 'sales'] as const
const noReasons = { select: 'nothing', insert: 'denied', update: 'nothing', delete: 'nothing' } as const

/** What is shared of a list that one may read, and views of one's own. */
const savesViews = { select: 'own', insert: 'all', update: 'denied', delete: 'nothing' } as const

const adminAccess: readonly TableEntry[] = [
  ofAdmin('public.record_notes', 'on farmers'),
  ofAdmin('public.record_work', 'on farmers'),
  ofAdmin('public.tasks', 'on farmers'),
  readOnly('public.staff_notices', { service: level.denied, auditor: level.readsNothing }, 'of a colleague'),
  ...['public.record_messages', 'public.message_files'].map((table) =>
    readOnly(
      table,
      { admin: level.readsAll, reviewer: level.readsAll, sales: level.readsAll, service: level.readsAll },
      'on messages',
    ),
  ),
  {
    table: 'public.reply_templates',
    rows: 'of messages and of partnership applications; changing one asks for the right and a second factor',
    insertColumns: ['record_type', 'title', 'body', 'position'],
    updateColumns: ['record_type', 'title', 'body', 'position'],
    access: readsNothingOf(
      {
        admin: level.readsAll,
        reviewer: level.readsAll,
        sales: { ...noReasons, select: 'own' },
        service: level.readsAll,
      },
      noReasons,
    ),
  },
  ofAdmin('private.due_clocks', 'of farmers and buyers'),
  {
    table: 'public.decline_reasons',
    rows: 'of farmers and buyers; changing one asks for the right and a second factor',
    insertColumns: ['record_type', 'body', 'position'],
    updateColumns: ['record_type', 'body', 'position'],
    access: readsNothingOf(
      { admin: level.readsAll, reviewer: level.readsAll, service: level.readsAll },
      noReasons,
    ),
  },
  readOnly('public.audit_trail', { admin: level.readsAll, service: level.readsAll }),
  ...['public.breaches', 'public.breach_events', 'public.breach_register'].map((table) => ({
    table,
    insertColumns: [],
    updateColumns: [],
    access: readsNothingOf({ admin: level.readsAll, service: level.denied }, level.readsNothing),
  })),
  readOnly(
    'public.roles',
    {
      ...Object.fromEntries(staff.map((role) => [role, level.readsOwn])),
      admin: level.readsAll,
      auditor: level.readsAll,
      service: level.readsAll,
    },
    "own: one's own role",
  ),
  hidden('private.staff_invitation_links', level.denied),
  readOnly('public.staff_invitations', { admin: level.readsAll, service: level.readsAll }),
  readOnly('public.staff_departures', { admin: level.readsAll, service: level.readsAll }),
  readOnly('public.content_drafts', {
    admin: level.readsAll,
    content: level.readsAll,
    auditor: level.readsNothing,
    service: level.readsAll,
  }),
  {
    table: 'public.legal_texts',
    rows: 'own: what was published',
    insertColumns: [],
    updateColumns: [],
    isPublic: true,
    access: {
      ...readsNothingOf(
        { admin: level.readsAll, finance: level.readsAll, service: level.readsAll },
        level.readsOwn,
      ),
      anonymous: level.readsOwn,
    },
  },
  ofAdmin('public.mail_suppressions'),
  {
    table: 'public.saved_views',
    rows: 'own: shared by a colleague',
    insertColumns: ['list', 'title', 'query', 'is_shared'],
    updateColumns: [],
    access: {
      ...readsNothingOf(
        {
          service: level.denied,
          finance: savesViews,
          sales: savesViews,
          auditor: savesViews,
        },
        { ...level.readsNothing, delete: 'nothing' },
      ),
      stranger: { ...level.readsNothing, delete: 'nothing' },
      // Who manages roles: its owner may have left.
      admin: { ...savesViews, delete: 'own' },
    },
  },
  // The shape of what find_records answers.
  hidden('public.record_page', level.denied),
  ...listViews.map((view) => hidden(view, level.denied)),
  hidden('private.admin_queues', level.denied),
  hidden('private.audit_words', level.denied),
  hidden('private.app_settings', level.denied),
  hidden('private.staff_grants', level.denied),
  hidden('private.staff_visits', level.denied),
  hidden('private.money_of_day', level.denied),
  hidden('private.settlement_codes', level.denied),
  hidden('private.money_entries', level.denied),
  hidden('private.market_limit_changes', level.denied),
  hidden('private.photo_sittings', level.denied),
  hidden('private.vault_alarms', level.denied),
  hidden('private.audit_unsealed', level.denied),
  hidden('private.audit_seals', level.denied),
  hidden('private.audit_heads', level.denied),
  hidden('private.retention_in_force', level.denied),
  hidden('private.export_progress', level.denied),
  hidden('private.factor_resets', level.denied),
  hidden('private.alarm_links', level.denied),
  hidden('private.own_secret_requests', level.denied),
  hidden('private.account_freezes', level.denied),
  hidden('private.own_exports', level.denied),
  hidden('private.vault_openings', level.denied),
]

/** Two records of farmers that were worked on; nobody at an admin area owns either. */
async function plantAdmin(app: App): Promise<Record<string, Probe>> {
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.farmers (farm_name, location, crops_grown, created_at)
     values ('One farm', 'Keffi', '{Rice}', now() - interval '3 days'), ('Other farm', 'Keffi', '{Rice}', now() - interval '3 days')
     returning id`,
  )
  const [own = '', other = ''] = rows.map(({ id }) => id)
  for (const id of [own, other])
    await app.owner.query(`
      insert into public.record_notes (record_type, record_id, body) values ('farmers', '${id}', 'Ring again');
      insert into public.record_work (record_type, record_id) values ('farmers', '${id}');
      insert into public.tasks (record_type, record_id, title, due_on) values ('farmers', '${id}', 'Ring again', current_date);
      insert into public.record_messages (record_type, record_id, is_from_staff, body) values ('contact_messages', '${id}', true, 'Soon');
      insert into public.message_files (path, record_type, record_id, name, type, bytes)
        values ('${id}/${id}', 'contact_messages', '${id}', 'Terms.pdf', 'application/pdf', 1);
      insert into public.audit_trail (actor_role, action, subject_type, subject_id) values ('system', 'look', 'farmers', '${id}')`)
  await createSealer({ database: app.database, key: createDataKey(), log: silentLog }).seal()
  await app.owner.query(
    `insert into private.audit_heads (number, hash, witness) values (1, repeat('a', 64), 'mailbox')`,
  )
  const breaches: string[] = []
  for (const title of ['One breach', 'Other breach']) {
    const { rows: created } = await app.owner.query<{ id: string }>(
      `insert into public.breaches (title, facts, detection, aware_at, data_categories, people_categories, consequences, measures, opened_by)
       values ($1, 'A list was lost', 'By a call', now(), '{contact}', '{farmers}', 'None known', 'None yet', gen_random_uuid()) returning id`,
      [title],
    )
    const [{ id } = { id: '' }] = created
    breaches.push(id)
    await app.owner.query(
      `insert into public.breach_events (breach_id, kind, happened_at, body, author_id) values ($1, 'note', now(), 'A note', gen_random_uuid())`,
      [id],
    )
  }
  const left = await app.addPerson()
  await app.owner.query(`
    insert into public.staff_invitations (email, role) values ('one@example.com', 'content'), ('two@example.com', 'content');
    insert into public.staff_departures (user_id, former_role, reason) values ('${left.id}', 'content', 'Left us');
    insert into public.mail_suppressions (email, reason) values ('one@example.com', 'asked'), ('two@example.com', 'asked');
    insert into public.saved_views (owner_id, list, title, query, is_shared)
      values ('${left.id}', 'orders', 'Shared', 'due=overdue', true), ('${left.id}', 'orders', 'Private', 'due=overdue', false);
    insert into public.reply_templates (record_type, title, body)
      values ('contact_messages', 'One', 'From 8 to 5'), ('partnership_applications', 'Two', 'From 8 to 5');
    insert into public.content_drafts (title, changes) values ('One', '[{}]'), ('Two', '[{}]');
    insert into public.legal_texts (kind, version, sections, published_at) values ('terms', '2026-01-01', '[{}]', now());
    insert into public.legal_texts (kind, sections) values ('terms', '[{}]')`)
  for (const id of [own, other])
    await app.owner.query(
      `insert into public.staff_notices (user_id, kind, record_type, record_id) values ('${left.id}', 'mention', 'farmers', '${id}')`,
    )
  const byRecord = (update: string, insert: string, column = 'record_id'): Probe => ({
    own: `${column} = '${own}'`,
    other: `${column} = '${other}'`,
    update,
    insert: () => insert,
  })
  const byType = (update: string, insert: string): Probe => ({
    own: `record_type = 'farmers'`,
    other: `record_type = 'buyers'`,
    update,
    insert: () => insert,
  })
  const links = await app.owner.query<{ id: string }>(
    'select id from public.staff_invitations order by email',
  )
  for (const [place, { id }] of links.rows.entries())
    await app.owner.query('insert into private.staff_invitation_links values (repeat($1, 64), $2)', [
      String(place),
      id,
    ])
  return {
    'private.staff_invitation_links': {
      own: `token_hash = repeat('0', 64)`,
      other: `token_hash = repeat('1', 64)`,
      update: `token_hash = repeat('2', 64)`,
      insert: () => `insert into private.staff_invitation_links values (repeat('3', 64), gen_random_uuid())`,
    },
    'public.record_notes': byRecord(
      `body = 'x'`,
      `insert into public.record_notes (record_type, record_id, body) values ('farmers', '${own}', 'x')`,
    ),
    'public.record_work': byRecord(
      'assignee_id = null',
      `insert into public.record_work (record_type, record_id) values ('farmers', gen_random_uuid())`,
    ),
    'public.tasks': byRecord(
      `title = 'Another'`,
      `insert into public.tasks (record_type, record_id, title, due_on) values ('farmers', '${own}', 'Ring', current_date)`,
    ),
    'public.staff_notices': byRecord(
      'read_at = now()',
      `insert into public.staff_notices (user_id, kind, record_type, record_id) values (auth.uid(), 'mention', 'farmers', '${own}')`,
    ),
    'public.record_messages': byRecord(
      `body = 'Pay elsewhere'`,
      `insert into public.record_messages (record_type, record_id, is_from_staff, body) values ('contact_messages', '${own}', true, 'x')`,
    ),
    'public.message_files': byRecord(
      `name = 'x.pdf'`,
      `insert into public.message_files (path, record_type, record_id, name, type, bytes)
       values ('${own}/${other}', 'contact_messages', '${own}', 'x.pdf', 'application/pdf', 1)`,
    ),
    'public.reply_templates': {
      own: `record_type = 'contact_messages'`,
      other: `record_type = 'partnership_applications'`,
      update: 'position = 7',
      insert: () =>
        `insert into public.reply_templates (record_type, title, body) values ('contact_messages', 'Hours', 'From 8 to 5')`,
    },
    'private.due_clocks': byType(
      'hours = 1',
      `insert into private.due_clocks values ('farmers', 'first_contact', 1)`,
    ),
    'public.decline_reasons': byType(
      'position = 7',
      `insert into public.decline_reasons (record_type, body) values ('farmers', 'Too far')`,
    ),
    'public.audit_trail': byRecord(
      `action = 'x'`,
      `insert into public.audit_trail (actor_role, action, subject_type) values ('system', 'look', 'farmers')`,
      'subject_id',
    ),
    ...Object.fromEntries(
      (
        [
          ['public.breaches', 'id', `title = 'Another'`],
          ['public.breach_events', 'breach_id', `body = 'Another'`],
          ['public.breach_register', 'id', `title = 'Another'`],
        ] as const
      ).map(([table, column, update]) => [
        table,
        {
          own: `${column} = '${breaches[0]}'`,
          other: `${column} = '${breaches[1]}'`,
          update,
          insert: () => `insert into ${table} (${column}) values ('${breaches[0]}')`,
        },
      ]),
    ),
    'public.staff_invitations': {
      own: `email = 'one@example.com'`,
      other: `email = 'two@example.com'`,
      update: `role = 'admin'`,
      insert: () =>
        `insert into public.staff_invitations (email, role) values ('three@example.com', 'admin')`,
    },
    'public.staff_departures': {
      own: 'true',
      other: 'true',
      update: `reason = 'Another'`,
      insert: () =>
        `insert into public.staff_departures (user_id, former_role, reason) values ('${left.id}', 'admin', 'Left us')`,
    },
    'public.content_drafts': {
      own: `title = 'One'`,
      other: `title = 'Two'`,
      update: `title = 'Three'`,
      insert: () => `insert into public.content_drafts (title, changes) values ('Three', '[{}]')`,
    },
    'public.legal_texts': {
      own: 'published_at is not null',
      other: 'published_at is null',
      update: `kind = 'privacy'`,
      insert: () => `insert into public.legal_texts (kind, sections) values ('privacy', '[{}]')`,
    },
    'public.mail_suppressions': {
      own: `email = 'one@example.com'`,
      other: `email = 'two@example.com'`,
      update: `reason = 'complained'`,
      insert: () =>
        `insert into public.mail_suppressions (email, reason) values ('three@example.com', 'asked')`,
    },
    ...Object.fromEntries(listViews.map((view) => [view, probeOfView(view)])),
    'public.record_page': {
      own: 'true',
      other: 'true',
      update: 'count = 1',
      insert: () => 'insert into public.record_page values (1)',
    },
    'private.admin_queues': {
      own: `queue = 'payments'`,
      other: `queue = 'quotes'`,
      update: `source = 'farmers'`,
      insert: () => `insert into private.admin_queues (queue, source) values ('x', 'x')`,
    },
    'private.audit_words': {
      own: `phrase = 'a bank account of the company'`,
      other: `phrase = 'a payment'`,
      update: `action = 'look'`,
      insert: () => `insert into private.audit_words (phrase, action) values ('x', 'look')`,
    },
    'private.app_settings': {
      own: `name = 'sms'`,
      other: `name = 'staff_second_factor'`,
      update: `value = 'on'`,
      insert: () => `insert into private.app_settings values ('sms', 'on')`,
    },
    'public.saved_views': {
      own: `title = 'Shared'`,
      other: `title = 'Private'`,
      update: `title = 'Another'`,
      insert: () =>
        `insert into public.saved_views (list, title, query) values ('orders', 'Mine', 'due=overdue')`,
    },
    'private.staff_visits': {
      own: 'true',
      other: 'true',
      update: 'seen_at = now()',
      insert: () => `insert into private.staff_visits (user_id) values ('${left.id}')`,
    },
    'private.money_of_day': {
      own: 'true',
      other: 'true',
      update: `currency = 'USD'`,
      insert: () => `insert into private.money_of_day default values`,
    },
    'private.staff_grants': {
      own: 'true',
      other: 'true',
      update: `granted_by = null`,
      insert: () => `insert into private.staff_grants (user_id, role) values ('${left.id}', 'admin')`,
    },
    'private.settlement_codes': {
      own: 'true',
      other: 'true',
      update: 'tries = 0',
      insert: () =>
        `insert into private.settlement_codes (proposal_id, code_hash) values (gen_random_uuid(), 'x')`,
    },
    'private.money_entries': {
      own: 'true',
      other: 'true',
      update: `outcome = 'approved'`,
      insert: () =>
        `insert into private.money_entries (order_id, kind, amount_kobo, currency, reference_key, details, recorded_by)
         values (gen_random_uuid(), 'receipt', 1, 'NGN', 'X', '{}', gen_random_uuid())`,
    },
    'private.market_limit_changes': {
      own: 'true',
      other: 'true',
      update: `outcome = 'approved'`,
      insert: () =>
        `insert into private.market_limit_changes (name, value_before, value, reason, proposed_by)
         values ('order_lines_max', 50, 60, 'For the fair', gen_random_uuid())`,
    },
    'private.photo_sittings': {
      own: 'true',
      other: 'true',
      update: 'photos = 0',
      insert: () =>
        `insert into private.photo_sittings (person_id, queue, reason) values ('${left.id}', 'farmers', 'A long look')`,
    },
    'private.vault_alarms': {
      own: 'true',
      other: 'true',
      update: 'seen_at = now()',
      insert: () =>
        `insert into private.vault_alarms (actor_id, kind, count) values ('${left.id}', 'photos', 1)`,
    },
    'private.audit_unsealed': {
      own: 'true',
      other: 'true',
      update: 'entry_id = 0',
      insert: () => 'insert into private.audit_unsealed values (0)',
    },
    'private.audit_seals': {
      own: 'true',
      other: 'true',
      update: 'forgotten_at = now()',
      insert: () => 'insert into private.audit_seals default values',
    },
    'private.audit_heads': {
      own: 'true',
      other: 'true',
      update: 'sent_at = now()',
      insert: () =>
        `insert into private.audit_heads (number, hash, witness) values (1, repeat('a', 64), 'mailbox')`,
    },
    'private.retention_in_force': {
      own: `subject = 'audit_trail'`,
      other: `subject = 'consents'`,
      update: `keep = interval '1 day'`,
      insert: () => `insert into private.retention_in_force values ('audit_trail', now(), '1 day')`,
    },
    'private.export_progress': {
      own: 'true',
      other: 'true',
      update: 'rows = 1',
      insert: () =>
        'insert into private.export_progress (user_id, id, total) values (gen_random_uuid(), gen_random_uuid(), 1)',
    },
    'private.alarm_links': {
      own: 'true',
      other: 'true',
      update: 'used_at = null',
      insert: () =>
        `insert into private.alarm_links (token_hash, user_id, template, mailbox) values (repeat('a', 64), '${left.id}', 'auth_factor_added', 'ada@example.com')`,
    },
    'private.own_secret_requests': {
      own: 'true',
      other: 'true',
      update: `opens_at = now()`,
      insert: () =>
        `insert into private.own_secret_requests (user_id, mailbox, session_id) values ('${left.id}', 'ada@example.com', gen_random_uuid())`,
    },
    'private.account_freezes': {
      own: 'true',
      other: 'true',
      update: 'thaws_at = now()',
      insert: () =>
        `insert into private.account_freezes (user_id, mailbox) values ('${left.id}', 'ada@example.com')`,
    },
    'private.vault_openings': {
      own: 'true',
      other: 'true',
      update: `purpose = 'erasure'`,
      insert: () =>
        `insert into private.vault_openings (purpose, person_id, record_type, record_id) values ('erasure', '${left.id}', 'farmers', '${left.id}')`,
    },
    'private.own_exports': {
      own: 'true',
      other: 'true',
      update: 'in_clear = false',
      insert: () => `insert into private.own_exports (user_id, in_clear) values ('${left.id}', false)`,
    },
    'private.factor_resets': {
      own: 'true',
      other: 'true',
      update: 'due_at = now()',
      insert: () =>
        `insert into private.factor_resets (user_id, reason, due_at) values ('${left.id}', 'Rang them back', now() + interval '3 days')`,
    },
  }
}

export const area: AccessArea = { access: adminAccess, plant: plantAdmin }
