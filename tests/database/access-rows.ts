// Rows of two people in every table, and where they stand: what the access matrix is tried on, and what upgrades bring along.
import type { App, Person } from '#tests/harness/migrated-database.ts'
import { submitOrder } from '#tests/harness/order-requests.ts'
import { accessAreas } from './access-areas.ts'
import type { Probe } from './access-levels.ts'

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
  insert into public.courses (topic, title, learns, place, state, starts_on, ends_on, seats, price_kobo, languages,
      is_published)
    select 'poultry', name, 'To keep birds.', 'Keffi', 'Nasarawa', '2099-01-01', '2099-01-02', 20, 0, 'Hausa', name = 'open'
    from unnest(array['open', 'draft']) as name;
  insert into public.crop_seasons (crop, states, planting_from, planting_to, harvest_from, harvest_to, is_published)
    select name, 'Benue', 5, 6, 9, 10, name = 'open' from unnest(array['open', 'draft']) as name;
  insert into public.projects (kind, title, place, state, year, progress, description, is_published)
    select 'contract', name, 'Keffi', 'Nasarawa', 2025, 'finished', 'A store of blocks.', name = 'open'
    from unnest(array['open', 'draft']) as name;
  insert into public.stories (page, title, text, place, happened_on, is_published)
    select 'agriculture', name, 'A good harvest.', 'Keffi', '2025-10-01', name = 'open'
    from unnest(array['open', 'draft']) as name;
  insert into public.photographs (page, image, caption, place, taken_on, is_published)
    select 'agriculture', '/a.jpg', name, 'Keffi', '2025-10-01', name = 'open' from unnest(array['open', 'draft']) as name;
  insert into public.page_facts (page, heading, label, value, is_published)
    select 'contact', 'Hours', name, '8 to 5', name = 'open' from unnest(array['open', 'draft']) as name;
  insert into public.page_texts (page, key, text)
    values ('agriculture', 'hero.title', 'Fields'), ('contact', 'hero.title', 'Write to us');
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
  'public.courses': {
    own: `title = 'open'`,
    other: `title = 'draft'`,
    update: 'title = title',
    insert: () => `insert into public.courses (topic, title, learns, place, state, starts_on, ends_on, seats,
      price_kobo, languages) values ('poultry', 'Birds', 'To keep birds.', 'Keffi', 'Nasarawa', '2099-01-01', '2099-01-02',
      20, 0, 'Hausa')`,
  },
  'public.crop_seasons': {
    own: `crop = 'open'`,
    other: `crop = 'draft'`,
    update: 'crop = crop',
    insert: () => `insert into public.crop_seasons (crop, states, planting_from, planting_to, harvest_from,
      harvest_to) values ('Yam', 'Benue', 5, 6, 9, 10)`,
  },
  'public.projects': {
    own: `title = 'open'`,
    other: `title = 'draft'`,
    update: 'title = title',
    insert: () => `insert into public.projects (kind, title, place, state, year, progress, description)
      values ('contract', 'Store', 'Keffi', 'Nasarawa', 2025, 'finished', 'A store of blocks.')`,
  },
  'public.stories': {
    own: `title = 'open'`,
    other: `title = 'draft'`,
    update: 'title = title',
    insert: () => `insert into public.stories (page, title, text, place, happened_on)
      values ('agriculture', 'Rice', 'A good harvest.', 'Keffi', '2025-10-01')`,
  },
  'public.photographs': {
    own: `caption = 'open'`,
    other: `caption = 'draft'`,
    update: 'caption = caption',
    insert: () => `insert into public.photographs (page, image, caption, place, taken_on)
      values ('agriculture', '/a.jpg', 'Rice', 'Keffi', '2025-10-01')`,
  },
  'public.page_facts': {
    own: `label = 'open'`,
    other: `label = 'draft'`,
    update: 'label = label',
    insert: () => `insert into public.page_facts (page, heading, label, value)
      values ('contact', 'Hours', 'Monday', '8 to 5')`,
  },
  'public.page_actions': {
    own: `label = 'Get Involved'`,
    other: `label = 'Enroll Now'`,
    update: `target = '/'`,
    insert: () => `insert into public.page_actions (label, target) values ('Call us', '/contact')`,
  },
  'public.page_texts': {
    own: `page = 'agriculture'`,
    other: `page = 'contact'`,
    update: `text = 'Others'`,
    insert: () =>
      `insert into public.page_texts (page, key, text) values ('board', 'hero.title', 'The board')`,
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

/** Both people have a row of each table that has rows of people; every other table has one too, but `role_permissions`. */
export async function plantEverything(app: App, owner: Person, other: Person): Promise<Map<string, Probe>> {
  const probes = new Map<string, Probe>()
  const own = await submitOrder(app, owner)
  const others = await submitOrder(app, other)
  await app.owner.query(
    `insert into public.farmers (user_id, farm_name, location, crops_grown)
       select unnest($1::uuid[]), 'Keffi Farm', 'Keffi', array['Ginger'];`,
    [[owner.id, other.id]],
  )
  await app.owner.query(
    `insert into public.buyers (user_id, buyer_type, business_type, address, city, state, country)
       select unnest($1::uuid[]), 'individual', 'retailer', '12 Marina Road', 'Lagos', 'Lagos', 'Nigeria'`,
    [[owner.id, other.id]],
  )
  await app.owner.query(
    `insert into public.investors (user_id, investor_type, investment_amount)
       select unnest($1::uuid[]), 'individual', '1m-5m'`,
    [[owner.id, other.id]],
  )
  await app.owner.query(
    `insert into public.decision_events (record_type, record_id, record_owner, actor_role, from_status, to_status)
       select type, gen_random_uuid(), owner, 'system', 'pending', 'approved'
       from unnest(array['orders', 'farmers']) as type, unnest($1::uuid[]) as owner`,
    [[owner.id, other.id]],
  )
  await app.owner.query(contentRows, [])
  await app.owner.query(
    `insert into public.partnership_applications
         (user_id, partnership_type, company_name, contact_person, email, phone, country, business_description)
       select unnest($1::uuid[]), 'franchise', 'Ada Foods', 'Ada Obi', 'ada@example.com', '0803', 'Nigeria', 'Shops'`,
    [[owner.id, other.id]],
  )
  await app.owner.query(
    `insert into public.job_applications (user_id, full_name, email, phone, cv_path, cv_name, cv_type, cv_bytes)
       select unnest($1::uuid[]), 'Ada Obi', 'ada@example.com', '+2348031234567', gen_random_uuid() || '.pdf', 'CV.pdf',
         'application/pdf', 9`,
    [[owner.id, other.id]],
  )
  await app.owner.query(`select private.enqueue_mail('order_received', 'ada@example.com', '{}')`)
  await app.owner.query(`insert into public.user_roles values ($1, 'field_agent')`, [owner.id])
  await app.owner.query(`insert into public.user_roles values ($1, 'finance')`, [other.id])

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
  await app.owner.query('insert into public.notification_choices (user_id) select unnest($1::uuid[])', [
    [owner.id, other.id],
  ])
  probes.set('public.notification_choices', {
    ...byUser((id) => `insert into public.notification_choices (user_id) values ('${id}')`),
    update: 'order_mails = order_mails',
  })
  probes.set('private.mail_templates', {
    own: `choice = 'order_mails'`,
    other: `choice = 'registration_mails'`,
    update: 'choice = choice',
    insert: () => `insert into private.mail_templates values ('order_lost', '{email}', 'orders')`,
  })
  for (const [table, probe] of Object.entries(contentProbes)) probes.set(table, probe)
  for (const { plant } of accessAreas) {
    const planted = await plant(app, { person: owner, order: own.id }, { person: other, order: others.id })
    for (const [table, probe] of Object.entries(planted)) probes.set(table, probe)
  }
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
  return probes
}
