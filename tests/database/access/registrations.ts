// Registrations in the access matrix: who may do what with the tables around them, and rows to try it on.
import type { App, Person } from '#tests/harness/migrated-database.ts'
import {
  type AccessArea,
  decidedByStaff,
  hidden,
  level,
  type Probe,
  readOnly,
  readsNothingOf,
  type TableEntry,
} from '../access-levels.ts'

/** Nobody writes it by hand; read by its owner and by the staff named. */
function readBy(
  table: string,
  who: 'owner and reviewers' | 'owner' | 'reviewers' | 'admin',
  service = level.readsAll,
  auditor: 'and the auditor' | 'but no auditor' = 'and the auditor',
) {
  return readOnly(table, {
    ...(auditor === 'but no auditor' && { auditor: level.readsNothing }),
    ...(who.startsWith('owner') && { owner: level.readsOwn }),
    ...((who.endsWith('reviewers') || who === 'admin') && { admin: level.readsAll }),
    ...(who.endsWith('reviewers') && { reviewer: level.readsAll }),
    service,
  })
}

const draftsOf = { select: 'own', insert: 'own', update: 'own', delete: 'own' } as const
const noDraftsOf = { select: 'nothing', insert: 'own', update: 'nothing', delete: 'nothing' } as const

const registrationAccess: readonly TableEntry[] = [
  decidedByStaff('public.training_enrolments', { reviewer: level.decides }, ['answers_version']),
  readBy('public.farmer_private', 'owner and reviewers', level.everything, 'but no auditor'),
  readBy('public.training_enrolment_private', 'owner and reviewers', level.everything, 'but no auditor'),
  readBy('public.investor_private', 'owner and reviewers', level.everything, 'but no auditor'),
  readBy('public.registration_submissions', 'owner and reviewers', level.readsAll, 'but no auditor'),
  readBy('public.correction_requests', 'owner and reviewers'),
  readBy('public.correction_states', 'owner and reviewers', level.denied),
  readBy('public.consents', 'owner and reviewers', level.readsAll, 'but no auditor'),
  {
    table: 'public.registration_drafts',
    insertColumns: ['user_id', 'form', 'answers', 'step'],
    updateColumns: ['user_id', 'form', 'answers', 'step'],
    access: readsNothingOf({ owner: draftsOf }, noDraftsOf),
  },
  readBy('public.audit_events', 'admin'),
  readBy('public.phone_calls', 'reviewers'),
  {
    table: 'public.retention_periods',
    rows: 'changing one asks for the right and a second factor',
    insertColumns: [],
    updateColumns: ['keep'],
    access: readsNothingOf(
      {
        admin: { ...level.noRows, select: 'all' },
        finance: { ...level.noRows, select: 'all' },
        service: { ...level.readsAll, update: 'all' },
      },
      level.noRows,
    ),
  },
  readBy('public.vault_reveals', 'owner and reviewers'),
  readBy('public.my_registrations', 'owner', level.denied),
  readBy('public.my_consents', 'owner', level.denied),
  readBy('public.my_vault_reveals', 'owner', level.denied),
  readBy('public.people_to_phone', 'reviewers', level.denied),
  readBy('public.withdrawn_consents', 'reviewers', level.denied, 'but no auditor'),
  readBy('private.registrations', 'owner and reviewers'),
  hidden('private.photo_uploads', level.everything),
  hidden('private.registration_phones', level.denied),
  hidden('private.registration_contacts', level.denied),
  hidden('private.correction_authors', level.denied),
  hidden('private.submission_keys', level.denied),
  hidden('private.registration_guest_links', level.denied),
  hidden('private.link_reissues', level.denied),
  hidden('private.registration_merges', level.denied),
  hidden('private.twins', level.denied),
  hidden('private.needed_consents', level.denied),
  hidden('private.open_twins', level.denied),
  hidden('private.change_codes', level.denied),
  hidden('private.change_refusals', level.denied),
  hidden('private.registration_fields', level.denied),
  hidden('private.used_proofs', level.denied),
]

/** Those of the two people; other files of the matrix have farmers without an account. */
const farmers = '(select * from public.farmers where user_id is not null) as farmers'

/** A row of each table for both people, and how to find it; ledgers are about the farmer record that each has. */
async function plantRegistrations(app: App, owner: Person, other: Person): Promise<Record<string, Probe>> {
  await app.owner.query(
    `insert into public.training_enrolments
       (user_id, contact_name, phone, city, state, education_level, experience, motivation, training_goals)
     select unnest($1::uuid[]), 'Ada Obi', '+2348031234567', 'Keffi', 'Nasarawa', 'primary', 'basic',
       'To learn about layers', 'To keep two hundred'`,
    [[owner.id, other.id]],
  )
  for (const statement of [
    `insert into public.farmer_private (farmer_id, gender) select id, 'female' from ${farmers}`,
    'insert into public.training_enrolment_private (training_enrolment_id) select id from public.training_enrolments',
    'insert into public.investor_private (investor_id) select id from public.investors',
    `insert into public.registration_submissions (record_type, record_id, version, form, answers, channel)
       select 'farmers', id, 1, 'farmer', '{}', 'web' from ${farmers}`,
    `insert into public.correction_requests (record_type, record_id, submission_version, notes)
       select 'farmers', id, 1, '[]' from ${farmers}`,
    `insert into private.correction_authors (correction_request_id) select id from public.correction_requests`,
    `insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel)
       select user_id, 'farmers', id, 'terms', '1', is_given, 'web'
       from ${farmers} cross join (values (true), (false)) as entry (is_given)`,
    `insert into public.registration_drafts (user_id, form) select user_id, 'farmer' from ${farmers}`,
    `insert into public.phone_calls (record_type, record_id, outcome)
       select 'farmers', id, 'reached' from ${farmers}`,
    `insert into public.audit_events (event, user_id)
       select 'BUYER_REGISTRATION_ATTEMPT', user_id from ${farmers}`,
    `insert into app_vault.people (id, user_id, erased_at, master_key_id)
       select id, user_id, now(), repeat('0', 16) from ${farmers}`,
    `insert into public.vault_reveals (person_id, record_type, record_id, field, reason, actor_id, actor_role)
       select id, 'farmers', id, 'dateOfBirth', 'To check the age', gen_random_uuid(), 'admin' from ${farmers}`,
    `insert into private.photo_uploads (path, receipt_hash)
       values ('first-photo.jpg', repeat('1', 64)), ('other-photo.jpg', repeat('2', 64))`,
    `insert into private.registration_guest_links (token_hash, record_type, record_id)
       select encode(sha256(id::text::bytea), 'hex'), 'farmers', id from ${farmers}`,
    `insert into private.link_reissues (record_type, record_id, actor_id, reason, is_mailed)
       select 'farmers', id, id, 'The link was lost', true from ${farmers}`,
    `insert into private.registration_merges
         (record_type, older_id, older_reference, younger_id, younger_reference, reason, actor_id)
       select 'farmers', gen_random_uuid(), 'FM222-2222', id, 'FM333-3333', 'One and the same person', id from ${farmers}`,
    `insert into private.twins (record_type, record_id, other_type, other_id)
       select 'farmers', id, 'farmers', gen_random_uuid() from ${farmers}`,
    `insert into private.change_codes (record_type, record_id, link_hash, channel, code_hash)
       select 'farmers', id, repeat('1', 64), 'email', repeat('2', 64) from ${farmers}`,
    `insert into private.change_refusals (record_type, record_id) select 'farmers', id from ${farmers}`,
    `insert into private.submission_keys (idempotency_key, form, record_type, record_id, version)
       select id, 'farmer', 'farmers', id, 1 from ${farmers}`,
    `insert into private.used_proofs (id, attempt, expires_at)
       values (repeat('1', 64), gen_random_uuid(), now()), (repeat('2', 64), gen_random_uuid(), now())`,
    // Two people who can only be rung up.
    `insert into public.farmers (contact_name, phone, farm_name, location, crops_grown)
       values ('Musa', '+2348031234568', 'First farm', 'Keffi', array['Yam']),
         ('Hauwa', '+2348031234569', 'Second farm', 'Keffi', array['Yam'])`,
  ])
    await app.owner.query(statement)

  const idIn = async (table: string, person: Person) => {
    const { rows } = await app.owner.query(`select id from public.${table} where user_id = $1`, [person.id])
    return rows[0]?.id as string
  }
  const [farmer, otherFarmer] = [await idIn('farmers', owner), await idIn('farmers', other)]
  /** About the farmer record of each, found by the column given. */
  const aboutFarmer = (column: string, update: string, insert: string): Probe => ({
    own: `${column} = '${farmer}'`,
    other: `${column} = '${otherFarmer}'`,
    update,
    insert: () => insert,
  })
  const beside = async (table: string, column: string, update: string): Promise<Probe> => {
    const [own, others] = [await idIn(table, owner), await idIn(table, other)]
    return {
      own: `${column} = '${own}'`,
      other: `${column} = '${others}'`,
      update,
      insert: () => `insert into public.${table.slice(0, -1)}_private (${column}) values ('${own}')`,
    }
  }
  const byUser = (update: string, insert: Probe['insert']): Probe => ({
    own: `user_id = '${owner.id}'`,
    other: `user_id = '${other.id}'`,
    update,
    insert,
  })
  const named = (column: string, own: string, others: string, update: string, insert: string): Probe => ({
    own: `${column} = '${own}'`,
    other: `${column} = '${others}'`,
    update,
    insert: () => insert,
  })
  return {
    'public.training_enrolments': byUser(
      'updated_at = updated_at',
      (id) => `insert into public.training_enrolments
          (user_id, contact_name, phone, city, state, education_level, experience, motivation, training_goals)
        values ('${id}', 'Ada Obi', '+2348031234567', 'Keffi', 'Nasarawa', 'primary', 'basic',
          'To learn about layers', 'To keep two hundred')`,
    ),
    'public.farmer_private': await beside('farmers', 'farmer_id', `gender = 'male'`),
    'public.training_enrolment_private': await beside(
      'training_enrolments',
      'training_enrolment_id',
      `gender = 'male'`,
    ),
    'public.investor_private': await beside('investors', 'investor_id', `bank_name = 'A bank'`),
    'public.registration_submissions': aboutFarmer(
      'record_id',
      `answers = '{"goals": "forged"}'`,
      `insert into public.registration_submissions (record_type, record_id, version, form, answers, channel)
        values ('farmers', '${farmer}', 2, 'farmer', '{}', 'web')`,
    ),
    'public.correction_requests': aboutFarmer(
      'record_id',
      `message = 'forged'`,
      `insert into public.correction_requests (record_type, record_id, submission_version, notes)
        values ('farmers', '${farmer}', 1, '[]')`,
    ),
    'public.correction_states': aboutFarmer(
      'record_id',
      `message = 'forged'`,
      'insert into public.correction_states default values',
    ),
    'public.consents': aboutFarmer(
      'record_id',
      'is_given = false',
      `insert into public.consents (user_id, purpose, text_version, is_given, channel)
        values ('${owner.id}', 'news', '1', true, 'web')`,
    ),
    'public.registration_drafts': byUser(
      'step = 2',
      (id) => `insert into public.registration_drafts (user_id, form) values ('${id}', 'training')`,
    ),
    'public.audit_events': byUser(
      `event = 'BUYER_REGISTRATION_SUCCESS'`,
      (id) =>
        `insert into public.audit_events (event, user_id) values ('BUYER_REGISTRATION_SUCCESS', '${id}')`,
    ),
    'public.phone_calls': aboutFarmer(
      'record_id',
      `outcome = 'refused'`,
      `insert into public.phone_calls (record_type, record_id, outcome) values ('farmers', '${farmer}', 'reached')`,
    ),
    'public.retention_periods': named(
      'subject',
      'audit_events',
      'registration_drafts',
      `keep = interval '1 year'`,
      `insert into public.retention_periods (subject, keep, description) values ('other', '1 day', 'Another')`,
    ),
    'public.vault_reveals': aboutFarmer(
      'record_id',
      `reason = 'a forged reason'`,
      `insert into public.vault_reveals (person_id, record_type, record_id, field, reason, actor_id, actor_role)
        values ('${farmer}', 'farmers', '${farmer}', 'bvn', 'A forged reason', '${owner.id}', 'admin')`,
    ),
    'public.my_registrations': aboutFarmer(
      'id',
      `status = 'approved'`,
      `insert into public.my_registrations (id) values ('${farmer}')`,
    ),
    'public.my_consents': aboutFarmer(
      'record_id',
      'is_given = false',
      `insert into public.my_consents (purpose) values ('news')`,
    ),
    'public.my_vault_reveals': aboutFarmer(
      'record_id',
      `reason = 'a forged reason'`,
      `insert into public.my_vault_reveals (field) values ('bvn')`,
    ),
    'public.people_to_phone': named(
      'contact_name',
      'Musa',
      'Hauwa',
      `status = 'approved'`,
      `insert into public.people_to_phone (contact_name) values ('Ada Obi')`,
    ),
    'public.withdrawn_consents': aboutFarmer(
      'id',
      `status = 'approved'`,
      `insert into public.withdrawn_consents (purpose) values ('news')`,
    ),
    'private.registrations': aboutFarmer(
      'id',
      `status = 'approved'`,
      `insert into private.registrations (id) values ('${farmer}')`,
    ),
    'private.photo_uploads': named(
      'path',
      'first-photo.jpg',
      'other-photo.jpg',
      'attached_at = now()',
      `insert into private.photo_uploads (path, receipt_hash) values ('third-photo.jpg', repeat('3', 64))`,
    ),
    'private.registration_phones': {
      own: 'true',
      other: 'true',
      update: `phone = '+2348031234567'`,
      insert: () => `insert into private.registration_phones values (gen_random_uuid(), '+2348031234567')`,
    },
    'private.registration_contacts': {
      own: 'true',
      other: 'true',
      update: `email = 'ada@example.com'`,
      insert: () => `insert into private.registration_contacts values (gen_random_uuid(), 'ada@example.com')`,
    },
    'private.needed_consents': {
      own: 'true',
      other: 'true',
      update: `is_given = true`,
      insert: () => 'insert into private.needed_consents default values',
    },
    'private.open_twins': {
      own: 'true',
      other: 'true',
      update: `other_type = 'buyers'`,
      insert: () => 'insert into private.open_twins default values',
    },
    'private.correction_authors': {
      own: 'true',
      other: 'true',
      update: 'requested_by = null',
      insert: () => 'insert into private.correction_authors (correction_request_id) values (1)',
    },
    'private.submission_keys': aboutFarmer(
      'record_id',
      'version = 9',
      `insert into private.submission_keys (idempotency_key, form, record_type, record_id, version)
        values (gen_random_uuid(), 'farmer', 'farmers', '${farmer}', 1)`,
    ),
    'private.registration_guest_links': aboutFarmer(
      'record_id',
      `expires_at = now() + interval '9 years'`,
      `insert into private.registration_guest_links (token_hash, record_type, record_id)
        values (repeat('f', 64), 'farmers', '${otherFarmer}')`,
    ),
    'private.link_reissues': aboutFarmer(
      'record_id',
      `reason = 'a forged reason'`,
      `insert into private.link_reissues (record_type, record_id, actor_id, reason, is_mailed)
        values ('farmers', '${otherFarmer}', '${owner.id}', 'A forged reason', true)`,
    ),
    'private.registration_merges': aboutFarmer(
      'younger_id',
      `reason = 'a forged reason'`,
      `insert into private.registration_merges
        (record_type, older_id, older_reference, younger_id, younger_reference, reason, actor_id)
        values ('farmers', '${farmer}', 'FM222-2222', '${otherFarmer}', 'FM333-3333', 'A forged reason', '${owner.id}')`,
    ),
    'private.twins': aboutFarmer(
      'record_id',
      `other_type = 'buyers'`,
      `insert into private.twins (record_type, record_id, other_type, other_id)
        values ('farmers', '${farmer}', 'farmers', '${otherFarmer}')`,
    ),
    'private.change_codes': aboutFarmer(
      'record_id',
      `proved_at = now()`,
      `insert into private.change_codes (record_type, record_id, link_hash, channel, code_hash)
        values ('farmers', '${otherFarmer}', repeat('3', 64), 'email', repeat('4', 64))`,
    ),
    'private.change_refusals': aboutFarmer(
      'record_id',
      `created_at = now()`,
      `insert into private.change_refusals (record_type, record_id) values ('farmers', '${otherFarmer}')`,
    ),
    'private.registration_fields': named(
      'form',
      'farmer',
      'training',
      'is_secret = false',
      `insert into private.registration_fields (form, field, is_secret) values ('farmer', 'other', false)`,
    ),
    'private.used_proofs': {
      own: `id = repeat('1', 64)`,
      other: `id = repeat('2', 64)`,
      update: 'expires_at = now()',
      insert: () => `insert into private.used_proofs (id, attempt, expires_at)
        values (repeat('3', 64), gen_random_uuid(), now())`,
    },
  }
}

export const area: AccessArea = {
  access: registrationAccess,
  plant: (app, own, other) => plantRegistrations(app, own.person, other.person),
}
