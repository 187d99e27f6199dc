// The marketplace in the access matrix: who may do what with products, and rows to try it on.
import type { App } from '#tests/harness/migrated-database.ts'
import {
  type Access,
  type AccessArea,
  hidden,
  level,
  type Probe,
  readsNothingOf,
  type TableEntry,
  type Verb,
} from '../access-levels.ts'

const productColumns = ['name', 'category', 'description', 'farmer_id', 'farmer_name', 'location'].concat([
  'pack_amount',
  'pack_unit',
  'price_kobo',
  'stock',
  'low_stock_at',
  'vat_class',
  'weight_grams',
  'season',
  'variety',
  'grade',
  'harvest',
  'lot',
  'state',
  'photo_path',
  'more_photo_paths',
  'status',
])
const buysProducts: Record<Verb, Access> = {
  ...level.denied,
  select: 'own',
  insert: 'denied',
  update: 'nothing',
}
/** Who adds one sets its price, which takes the second factor; these sessions have none. */
const editsProducts: Record<Verb, Access> = { ...level.denied, select: 'all', update: 'all' }

const orderProductColumns = [
  ...[
    'label',
    'position',
    'is_active',
    'container_20ft_kg',
    'container_40ft_kg',
    'grade',
    'season',
    'origin_states',
  ],
  ...['minimum_lot', 'minimum_lot_unit', 'packing', 'hs_code', 'price_kobo', 'price_currency', 'price_unit'],
  ...['price_basis', 'price_on', 'photo_path', 'vat_class'],
]
const editsOrderProducts: Record<Verb, Access> = {
  ...level.denied,
  select: 'all',
  insert: 'all',
  update: 'all',
}
const readsOrderProducts: Record<Verb, Access> = { ...level.denied, select: 'own', update: 'nothing' }

const zoneColumns = ['name', 'areas', 'step_grams', 'step_kobo', 'weekdays', 'cutoff_days'].concat([
  'capacity_kg',
  'capacity_orders',
  'is_active',
])
const depotColumns = ['name', 'address', 'state', 'lga', 'hours', 'weekdays', 'lead_days', 'is_active']

/** Zones and depots: read by staff who may see settings or keep them, and written with the second factor, which these sessions lack. */
function editedByStaff(table: string, columns: readonly string[]): TableEntry {
  const reads: Record<Verb, Access> = { ...level.readsAll, update: 'denied' }
  const none: Record<Verb, Access> = { ...level.readsNothing, update: 'nothing' }
  return {
    table,
    insertColumns: columns,
    updateColumns: columns,
    access: readsNothingOf(
      {
        admin: reads,
        sales: reads,
        finance: { ...none, select: 'all' },
        auditor: { ...none, select: 'all' },
        service: level.denied,
      },
      none,
    ),
  }
}

/** Rates of VAT: added, and taken back before their day, with the second factor, which these sessions lack. */
function vatRates(): TableEntry {
  const none: Record<Verb, Access> = { ...level.readsNothing, delete: 'nothing' }
  return {
    table: 'public.vat_rates',
    insertColumns: ['vat_class', 'valid_from', 'rate_bp', 'reason'],
    updateColumns: [],
    hiddenColumns: ['created_by', 'created_at'],
    access: readsNothingOf(
      {
        admin: level.readsAll,
        finance: { ...none, select: 'all' },
        auditor: { ...none, select: 'all' },
        service: level.denied,
      },
      none,
    ),
  }
}

/** The history of a product: written by functions alone, and read by staff who may read products. */
function movesWithProduct(table: string, hiddenColumns?: readonly string[]): TableEntry {
  return {
    table,
    insertColumns: [],
    updateColumns: [],
    ...(hiddenColumns && { hiddenColumns }),
    access: readsNothingOf(
      { admin: level.readsAll, content: level.readsAll, sales: level.readsAll, service: level.denied },
      level.readsNothing,
    ),
  }
}

/** Belongs to an order, is written by functions alone, and is read by the person who may read the order. */
function withOrder(
  table: string,
  service: Record<Verb, Access>,
  hiddenColumns?: readonly string[],
): TableEntry {
  return {
    table,
    insertColumns: [],
    updateColumns: [],
    ...(hiddenColumns && { hiddenColumns }),
    access: readsNothingOf(
      {
        owner: level.readsOwn,
        admin: level.readsAll,
        finance: level.readsAll,
        sales: level.readsAll,
        service,
      },
      level.readsNothing,
    ),
  }
}

const ownCart = { select: 'own', insert: 'own', update: 'own', delete: 'own' } as const
/** Rows are added and taken away, never changed. */
const ownList = { ...ownCart, update: 'denied' } as const
const noList = { select: 'nothing', insert: 'own', update: 'denied', delete: 'nothing' } as const
const noCart = { select: 'nothing', insert: 'own', update: 'nothing', delete: 'nothing' } as const

const marketAccess: readonly TableEntry[] = [
  {
    table: 'public.products',
    rows: 'own: what is published; approved farmers also add and change what is theirs',
    insertColumns: productColumns,
    updateColumns: [...productColumns, 'review_note'],
    isPublic: true,
    access: {
      ...readsNothingOf(
        { admin: editsProducts, content: editsProducts, sales: { ...buysProducts, select: 'all' } },
        buysProducts,
      ),
      anonymous: { ...level.denied, select: 'own' },
    },
  },
  {
    table: 'public.order_products',
    rows: 'own: what can be ordered now',
    isPublic: true,
    insertColumns: orderProductColumns,
    updateColumns: orderProductColumns,
    access: {
      ...readsNothingOf(
        {
          admin: editsOrderProducts,
          content: editsOrderProducts,
          sales: { ...readsOrderProducts, select: 'all' },
          service: level.denied,
        },
        readsOrderProducts,
      ),
      anonymous: { ...level.denied, select: 'own' },
    },
  },
  editedByStaff('public.delivery_zones', zoneColumns),
  editedByStaff('public.depots', depotColumns),
  vatRates(),
  movesWithProduct('public.stock_movements', ['actor_id', 'idempotency_key']),
  movesWithProduct('public.product_prices', ['actor_id']),
  movesWithProduct('public.product_stock'),
  withOrder('public.order_items', level.everything),
  withOrder('public.order_deliveries', level.everything, ['quoted_by']),
  withOrder('public.order_contacts', level.everything, ['device_hash']),
  withOrder('public.order_events', level.readsAll, ['actor_id']),
  withOrder('public.payment_claims', level.readsAll),
  withOrder('public.payments', level.readsAll, ['recorded_by', 'reference_key', 'second_by']),
  withOrder('public.order_messages', level.readsAll, [
    'author_id',
    'whole_body',
    'files_left_out',
    'attempt',
    'mail_id',
    'mail_message_id',
  ]),
  withOrder('public.order_credits', level.readsAll, [
    'idempotency_key',
    'line_position',
    'reason',
    'recorded_by',
    'second_by',
  ]),
  hidden('private.ledger_transfers', level.denied),
  hidden('private.ledger_postings', level.denied),
  withOrder('public.order_disputes', level.readsAll, ['resolved_by']),
  withOrder('public.product_ratings', level.readsAll),
  withOrder('public.order_ratings', level.readsAll),
  withOrder('public.quotes', level.readsAll, ['created_by', 'replaced_by']),
  withOrder('public.quote_lines', level.readsAll),
  withOrder('public.counter_offers', level.readsAll),
  withOrder('public.order_request_lines', level.readsAll),
  withOrder('public.letters_of_credit', level.readsAll, ['step_back_reason']),
  withOrder('public.order_instalments', level.readsAll),
  withOrder('public.order_documents', level.readsAll),
  {
    table: 'public.cart_items',
    insertColumns: ['user_id', 'product_id', 'quantity', 'seen_price_kobo'],
    updateColumns: ['quantity', 'seen_price_kobo'],
    access: readsNothingOf({ owner: ownCart }, noCart),
  },
  {
    table: 'public.product_wishes',
    insertColumns: ['user_id', 'product_id'],
    updateColumns: [],
    access: readsNothingOf({ owner: ownList }, noList),
  },
  {
    table: 'public.order_templates',
    insertColumns: ['user_id', 'name', 'answers'],
    updateColumns: [],
    access: readsNothingOf({ owner: ownList }, noList),
  },
  {
    table: 'public.stock_alerts',
    insertColumns: [],
    updateColumns: [],
    hiddenColumns: ['confirm_token_hash', 'confirm_sent_at', 'end_token', 'email'],
    access: readsNothingOf({ owner: level.readsOwn }, level.readsNothing),
  },
  hidden('private.axis_transitions', level.denied),
  hidden('private.order_couplings', level.denied),
  hidden('private.payment_schedules', level.denied),
  hidden('private.order_guest_links', level.denied),
  hidden('private.order_uploads', level.denied),
  hidden('private.quote_comparisons', level.denied),
  hidden('private.untold_news', level.denied),
  hidden('private.product_photos', level.denied),
  hidden('private.document_counters', level.denied),
  hidden('private.document_files', level.denied),
  hidden('private.market_limits', { ...level.denied, select: 'all', update: 'all' }),
]

/** A row of an order of the owner and of another user's in every table, and what visitors may see. */
export async function plantMarket(
  app: App,
  own: { user: string; order: string },
  other: { user: string; order: string },
): Promise<Record<string, Probe>> {
  await app.owner.query(
    `insert into public.products (id, name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock, status)
     values ('${rice}', 'Rice', 'Grains', 'Ada Farm', 'Keffi', 50, 'kg', 3500000, 20, 'published'),
       ('${draft}', 'Draft', 'Grains', 'Ada Farm', 'Keffi', 50, 'kg', 3500000, 20, 'pending')`,
  )
  await app.owner.query(
    `insert into private.product_photos (path) values ('staff/${rice}'), ('staff/${draft}')`,
  )
  await app.owner.query(
    `insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays)
       select name, array[name], '{50000}', '{100000}', '{1}' from unnest('{Lagos,Kano}'::text[]) as name;
     insert into public.depots (name, address, state, lga, hours, weekdays)
       select name, '1 Market Road', 'Lagos', name, '8 to 17', '{1}' from unnest('{Ikeja,Epe}'::text[]) as name`,
  )
  await app.owner.query(`update public.order_products set is_active = label <> 'Yam'`)
  for (const { user, order } of [own, other])
    await app.owner.query(`
      insert into public.order_items (order_id, position, product_name, farmer_name, pack_amount, pack_unit, price_kobo, quantity)
        values ('${order}', 1, 'Rice', 'Ada Farm', 50, 'kg', 100, 1);
      insert into public.order_deliveries (order_id, kind, price_kobo) values ('${order}', 'collect', 0);
      insert into public.order_contacts (order_id, name, phone, state, lga) values ('${order}', 'Ada Obi', '+2348031234567', 'Lagos', 'Ikeja');
      insert into public.payment_claims (order_id, words) values ('${order}', 'Paid');
      insert into public.order_credits (order_id, kind, amount_kobo, reason) values ('${order}', 'write_off', 1, 'A rest of nothing');
      insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
        values ('${order}', 'receipt', 1, 'NGN', now(), '${order}', gen_random_uuid());
      insert into public.order_messages (order_id, is_from_staff, body) values ('${order}', true, 'Hello');
      insert into public.order_disputes (order_id, reason) values ('${order}', 'The sacks were wet');
      insert into public.product_ratings (order_id, product_id, stars) values ('${order}', '${rice}', 5);
      insert into public.order_ratings (order_id, stars) values ('${order}', 5);
      insert into public.quotes (id, order_id, currency, payment_terms, total_kobo, expires_at)
        values ('${order}', '${order}', 'NGN', 'Bank Transfer', 100, now() + interval '1 day');
      insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo) values ('${order}', 1, 'Rice', 1, 'Tons', 100);
      insert into private.quote_comparisons values ('${order}', '{Below}');
      insert into private.untold_news values ('${order}', 'order_dispatched');
      insert into public.order_requests
        (order_id, company_name, contact_person, email, phone, address, country, payment_terms, incoterms)
        values ('${order}', 'Firm', 'Ada Obi', 'a@b.com', '2348031234567', '12 Marina Road', 'Nigeria', 'Bank Transfer', 'FOB')
        on conflict do nothing;
      insert into public.order_request_lines (order_id, position, product, quantity, quantity_text, unit)
        values ('${order}', 2, 'Ginger', 1, '1', 'Tons');
      insert into public.letters_of_credit (order_id, advising_bank) values ('${order}', 'A bank in Lagos');
      insert into public.counter_offers (order_id, quote_id, prices_kobo, quantities, currency, total_kobo, payment_terms)
        values ('${order}', '${order}', '{90}', '{1}', 'NGN', 90, 'Bank Transfer');
      insert into public.order_instalments (order_id, position, percent, due, amount_kobo) values ('${order}', 1, 100, 'in_advance', 100);
      insert into public.cart_items (user_id, product_id, seen_price_kobo) values ('${user}', '${rice}', 100);
      insert into public.product_wishes (user_id, product_id) values ('${user}', '${rice}');
      insert into public.order_templates (user_id, name, answers) values ('${user}', 'Rice', '{"product": "Rice"}');
      insert into public.stock_alerts (product_id, user_id, end_token) values ('${rice}', '${user}', '${order.replaceAll('-', '').repeat(2)}');
      insert into private.order_guest_links (token_hash, order_id) values (repeat('${order.charAt(0)}', 64), '${order}')
        on conflict do nothing;
      insert into private.order_uploads (path, order_id, kind) values ('${order}/${order}', '${order}', 'proof')`)
  const byOrder = (update: string, insert: string, column = 'order_id'): Probe => ({
    own: `${column} = '${own.order}'`,
    other: `${column} = '${other.order}'`,
    update,
    insert: () => insert,
  })
  const id = own.order
  return {
    'public.products': {
      own: `name = 'Rice'`,
      other: `name = 'Draft'`,
      update: 'season = null',
      insert:
        () => `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo)
        values ('Yam', 'Tubers', 'Ada Farm', 'Keffi', 100, 'kg', 4500000)`,
    },
    'public.order_products': {
      own: `label = 'Ginger'`,
      other: `label = 'Yam'`,
      update: 'position = 3',
      insert: () => `insert into public.order_products (label, position) values ('Fonio', 16)`,
    },
    'public.delivery_zones': {
      own: `name = 'Lagos'`,
      other: `name = 'Kano'`,
      update: 'cutoff_days = 2',
      insert: () => `insert into public.delivery_zones (name, areas, step_grams, step_kobo, weekdays)
        values ('Abuja', '{FCT}', '{50000}', '{100000}', '{1}')`,
    },
    'public.vat_rates': {
      own: `vat_class = 'standard'`,
      other: `vat_class = 'exempt'`,
      update: 'rate_bp = 0',
      insert: () => `insert into public.vat_rates (vat_class, valid_from, rate_bp, reason)
        values ('standard', (now() + interval '9 days')::date, 1000, 'another law')`,
    },
    'public.depots': {
      own: `name = 'Ikeja'`,
      other: `name = 'Epe'`,
      update: 'lead_days = 2',
      insert: () => `insert into public.depots (name, address, state, lga, hours, weekdays)
        values ('Abuja', '1 Market Road', 'FCT', 'Abuja Municipal', '8 to 17', '{1}')`,
    },
    'public.stock_movements': {
      own: `product_id = '${rice}'`,
      other: `product_id = '${draft}'`,
      update: 'reserved_change = 1',
      insert: () =>
        `insert into public.stock_movements (product_id, reason, available_change) values ('${rice}', 'received', 5)`,
    },
    'public.product_stock': {
      own: `product_id = '${rice}'`,
      other: `product_id = '${draft}'`,
      update: 'reserved = 1',
      insert: () => `insert into public.product_stock (product_id, reserved) values ('${rice}', 1)`,
    },
    'public.product_prices': {
      own: `product_id = '${rice}'`,
      other: `product_id = '${draft}'`,
      update: 'price_kobo = 1',
      insert: () => `insert into public.product_prices (product_id, price_kobo) values ('${rice}', 1)`,
    },
    'public.order_items': byOrder(
      'price_kobo = 1',
      `insert into public.order_items (order_id, position, product_name, farmer_name, pack_amount, pack_unit, price_kobo, quantity)
        values ('${id}', 2, 'Rice', 'Ada Farm', 50, 'kg', 100, 1)`,
    ),
    'public.order_deliveries': byOrder(
      `hours = '8 to 17'`,
      `insert into public.order_deliveries (order_id, kind, price_kobo) values ('${id}', 'collect', 0)`,
    ),
    'public.order_contacts': byOrder(
      `lga = 'Apapa'`,
      `insert into public.order_contacts (order_id, name, phone, state, lga) values ('${id}', 'Ada', '+2348031234567', 'Lagos', 'Ikeja')`,
    ),
    'public.order_events': byOrder(
      `to_value = 'completed'`,
      `insert into public.order_events (order_id, axis, to_value) values ('${id}', 'payment', 'confirmed')`,
    ),
    'public.payment_claims': byOrder(
      `words = 'No'`,
      `insert into public.payment_claims (order_id, words) values ('${id}', 'Paid')`,
    ),
    'public.payments': byOrder(
      'amount_kobo = 5',
      `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
        values ('${id}', 'receipt', 1, 'NGN', now(), 'forged', gen_random_uuid())`,
    ),
    'public.order_credits': byOrder(
      'amount_kobo = 5',
      `insert into public.order_credits (order_id, kind, amount_kobo, reason) values ('${id}', 'write_off', 1, 'Forged')`,
    ),
    'private.ledger_transfers': byOrder(
      'amount_minor = 5',
      `insert into private.ledger_transfers (event, order_id, debit_account, credit_account, currency, amount_minor)
        values ('payment_received', '${id}', 'bank', 'receivable', 'NGN', 1)`,
    ),
    'private.ledger_postings': byOrder(
      'amount_minor = 5',
      'insert into private.ledger_postings default values',
    ),
    'public.order_messages': byOrder(
      `body = 'Pay elsewhere'`,
      `insert into public.order_messages (order_id, is_from_staff, body) values ('${id}', true, 'Pay elsewhere')`,
    ),
    'public.order_disputes': byOrder(
      `reason = 'Nothing at all'`,
      `insert into public.order_disputes (order_id, reason) values ('${id}', 'The sacks were wet')`,
    ),
    'public.product_ratings': byOrder(
      'stars = 1',
      `insert into public.product_ratings (order_id, product_id, stars) values ('${id}', '${draft}', 5)`,
    ),
    'public.order_ratings': byOrder(
      'stars = 1',
      `insert into public.order_ratings (order_id, stars) values ('${id}', 5)`,
    ),
    'public.quotes': byOrder(
      'total_kobo = 1',
      `insert into public.quotes (order_id, currency, payment_terms, total_kobo, expires_at)
        values ('${id}', 'NGN', 'Bank Transfer', 1, now())`,
    ),
    'public.order_request_lines': byOrder(
      `product = 'Rice'`,
      `insert into public.order_request_lines (order_id, position, product, quantity, quantity_text, unit)
        values ('${id}', 3, 'Yam', 1, '1', 'Tons')`,
    ),
    'public.letters_of_credit': byOrder(
      `status = 'paid'`,
      `insert into public.letters_of_credit (order_id) values ('${id}')`,
    ),
    'public.counter_offers': byOrder(
      'total_kobo = 1',
      `insert into public.counter_offers (order_id, quote_id, prices_kobo, quantities, currency, total_kobo, payment_terms)
        values ('${id}', '${id}', '{1}', '{1}', 'NGN', 1, 'Bank Transfer')`,
    ),
    'public.quote_lines': byOrder(
      'price_kobo = 1',
      `insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo) values ('${id}', 2, 'Rice', 1, 'Tons', 1)`,
      'quote_id',
    ),
    'private.quote_comparisons': byOrder(
      `sentences = '{}'`,
      `insert into private.quote_comparisons values ('${id}', '{Forged}')`,
      'quote_id',
    ),
    'private.untold_news': byOrder(
      'since = now()',
      `insert into private.untold_news values ('${id}', 'order_delivered')`,
    ),
    'public.order_instalments': byOrder(
      'amount_kobo = 1',
      `insert into public.order_instalments (order_id, position, percent, due, amount_kobo) values ('${id}', 2, 1, 'in_advance', 1)`,
    ),
    'public.cart_items': {
      own: `user_id = '${own.user}'`,
      other: `user_id = '${other.user}'`,
      update: 'quantity = 2',
      insert: (userId) =>
        `insert into public.cart_items (user_id, product_id, seen_price_kobo) values ('${userId}', '${rice}', 100)`,
    },
    'public.product_wishes': {
      own: `user_id = '${own.user}'`,
      other: `user_id = '${other.user}'`,
      update: 'created_at = now()',
      insert: (userId) =>
        `insert into public.product_wishes (user_id, product_id) values ('${userId}', '${draft}')`,
    },
    'public.order_templates': {
      own: `user_id = '${own.user}'`,
      other: `user_id = '${other.user}'`,
      update: `name = 'Yam'`,
      insert: (userId) =>
        `insert into public.order_templates (user_id, name, answers) values ('${userId}', 'Yam', '{"product": "Yam"}')`,
    },
    'public.stock_alerts': {
      own: `user_id = '${own.user}'`,
      other: `user_id = '${other.user}'`,
      update: 'notified_at = now()',
      insert: (userId) =>
        `insert into public.stock_alerts (product_id, user_id, end_token) values ('${draft}', '${userId}', repeat('e', 64))`,
    },
    'private.axis_transitions': {
      own: `axis = 'product'`,
      other: `axis = 'payment'`,
      update: `to_value = 'published'`,
      insert: () => `insert into private.axis_transitions values ('product', 'x', 'y')`,
    },
    'private.order_couplings': {
      own: `axis = 'status'`,
      other: `axis = 'payment'`,
      update: `to_value = 'confirmed'`,
      insert: () => `insert into private.order_couplings values ('claim', 'payment', 'x', 'confirmed')`,
    },
    'private.payment_schedules': {
      own: 'position = 1',
      other: 'position = 2',
      update: 'percent = 1',
      insert: () => `insert into private.payment_schedules values ('Gift', 1, 1, 'on_delivery')`,
    },
    'private.order_guest_links': byOrder(
      'expires_at = now()',
      `insert into private.order_guest_links (token_hash, order_id) values (repeat('9', 64), '${id}')`,
    ),
    // The payment planted above has a receipt.
    'public.order_documents': byOrder(
      `number = 'RCT-0'`,
      `insert into public.order_documents (order_id, kind, number, verification_code, content, content_sha256, issued_at)
        values ('${id}', 'invoice', 'INV-0', '2222-2222-2222', '{}', repeat('0', 64), now())`,
    ),
    'private.document_counters': {
      own: `kind = 'receipt'`,
      other: `kind = 'invoice'`,
      update: 'last_number = 0',
      insert: () => `insert into private.document_counters values ('invoice', 2000, 1)`,
    },
    'private.document_files': {
      own: `document_id in (select id from public.order_documents where order_id = '${own.order}')`,
      other: `document_id in (select id from public.order_documents where order_id = '${other.order}')`,
      update: 'attempts = 0',
      insert: () => 'insert into private.document_files (document_id) values (gen_random_uuid())',
    },
    'private.order_uploads': byOrder(
      'ready_at = now()',
      `insert into private.order_uploads (path, order_id, kind) values ('${id}/${other.order}', '${id}', 'proof')`,
    ),
    'private.product_photos': {
      own: `path = 'staff/${rice}'`,
      other: `path = 'staff/${draft}'`,
      update: 'ready_at = now()',
      insert: () => `insert into private.product_photos (path) values ('staff/${own.order}')`,
    },
    'private.market_limits': {
      own: `name = 'line_quantity_max'`,
      other: `name = 'order_lines_max'`,
      update: 'value = value',
      insert: () => `insert into private.market_limits values ('more', 1)`,
    },
  }
}

const rice = 'a0000000-0000-4000-8000-000000000001'
const draft = 'a0000000-0000-4000-8000-000000000002'

export const area: AccessArea = {
  access: marketAccess,
  plant: (app, own, other) =>
    plantMarket(
      app,
      { user: own.person.id, order: own.order },
      { user: other.person.id, order: other.order },
    ),
}
