// The marketplace in the access matrix: who may do what with products, and rows to try it on.
import type { App } from '#tests/harness/migrated-database.ts'
import { type Access, hidden, level, readsNothingOf, type TableAccess, type Verb } from './access-levels.ts'
import type { Probe } from './access-registrations.ts'

const productColumns = ['name', 'category', 'description', 'farmer_id', 'farmer_name', 'location'].concat([
  'pack_amount',
  'pack_unit',
  'price_kobo',
  'stock',
  'season',
  'state',
  'photo_path',
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

/** Belongs to an order, is written by functions alone, and is read by the person who may read the order. */
function withOrder(
  table: string,
  service: Record<Verb, Access>,
  hiddenColumns?: readonly string[],
): TableAccess {
  return {
    table,
    insertColumns: [],
    updateColumns: [],
    ...(hiddenColumns && { hiddenColumns }),
    access: readsNothingOf(
      { owner: level.readsOwn, admin: level.readsAll, finance: level.readsAll, service },
      level.readsNothing,
    ),
  }
}

const ownCart = { select: 'own', insert: 'own', update: 'own', delete: 'own' } as const
const noCart = { select: 'nothing', insert: 'own', update: 'nothing', delete: 'nothing' } as const

export const marketAccess: readonly TableAccess[] = [
  {
    table: 'public.products',
    rows: 'own: what is published; approved farmers also add and change what is theirs',
    insertColumns: productColumns,
    updateColumns: [...productColumns, 'review_note'],
    isPublic: true,
    access: {
      ...readsNothingOf({ admin: editsProducts, content: editsProducts }, buysProducts),
      anonymous: { ...level.denied, select: 'own' },
    },
  },
  withOrder('public.order_items', level.everything),
  withOrder('public.order_contacts', level.everything, ['device_hash']),
  withOrder('public.order_events', level.readsAll, ['actor_id']),
  withOrder('public.payment_claims', level.readsAll),
  withOrder('public.payments', level.readsAll, ['recorded_by', 'reference_key', 'second_by']),
  withOrder('public.order_messages', level.readsAll, ['author_id']),
  withOrder('public.order_disputes', level.readsAll, ['resolved_by']),
  withOrder('public.product_ratings', level.readsAll),
  withOrder('public.quotes', level.readsAll, ['created_by']),
  withOrder('public.quote_lines', level.readsAll),
  withOrder('public.order_instalments', level.readsAll),
  withOrder('public.order_documents', level.readsAll),
  {
    table: 'public.cart_items',
    insertColumns: ['user_id', 'product_id', 'quantity', 'seen_price_kobo'],
    updateColumns: ['quantity', 'seen_price_kobo'],
    access: readsNothingOf({ owner: ownCart }, noCart),
  },
  hidden('private.axis_transitions', level.denied),
  hidden('private.order_couplings', level.denied),
  hidden('private.payment_schedules', level.denied),
  hidden('private.order_guest_links', level.denied),
  hidden('private.order_uploads', level.denied),
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
    `insert into public.products (id, name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
     values ('${rice}', 'Rice', 'Grains', 'Ada Farm', 'Keffi', 50, 'kg', 3500000, 'published'),
       ('${draft}', 'Draft', 'Grains', 'Ada Farm', 'Keffi', 50, 'kg', 3500000, 'pending')`,
  )
  await app.owner.query(
    `insert into private.product_photos (path) values ('staff/${rice}'), ('staff/${draft}')`,
  )
  for (const { user, order } of [own, other])
    await app.owner.query(`
      insert into public.order_items (order_id, position, product_name, farmer_name, pack_amount, pack_unit, price_kobo, quantity)
        values ('${order}', 1, 'Rice', 'Ada Farm', 50, 'kg', 100, 1);
      insert into public.order_contacts (order_id, name, phone, state, lga) values ('${order}', 'Ada Obi', '+2348031234567', 'Lagos', 'Ikeja');
      insert into public.payment_claims (order_id, words) values ('${order}', 'Paid');
      insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
        values ('${order}', 'receipt', 1, 'NGN', now(), '${order}', gen_random_uuid());
      insert into public.order_messages (order_id, is_from_staff, body) values ('${order}', true, 'Hello');
      insert into public.order_disputes (order_id, reason) values ('${order}', 'The sacks were wet');
      insert into public.product_ratings (order_id, product_id, stars) values ('${order}', '${rice}', 5);
      insert into public.quotes (id, order_id, currency, payment_terms, total_kobo, expires_at)
        values ('${order}', '${order}', 'NGN', 'Bank Transfer', 100, now() + interval '1 day');
      insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo) values ('${order}', 1, 'Rice', 1, 'Tons', 100);
      insert into public.order_instalments (order_id, position, percent, due, amount_kobo) values ('${order}', 1, 100, 'in_advance', 100);
      insert into public.cart_items (user_id, product_id, seen_price_kobo) values ('${user}', '${rice}', 100);
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
    'public.order_items': byOrder(
      'price_kobo = 1',
      `insert into public.order_items (order_id, position, product_name, farmer_name, pack_amount, pack_unit, price_kobo, quantity)
        values ('${id}', 2, 'Rice', 'Ada Farm', 50, 'kg', 100, 1)`,
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
    'public.quotes': byOrder(
      'total_kobo = 1',
      `insert into public.quotes (order_id, currency, payment_terms, total_kobo, expires_at)
        values ('${id}', 'NGN', 'Bank Transfer', 1, now())`,
    ),
    'public.quote_lines': byOrder(
      'price_kobo = 1',
      `insert into public.quote_lines (quote_id, position, description, quantity, unit, price_kobo) values ('${id}', 2, 'Rice', 1, 'Tons', 1)`,
      'quote_id',
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
