// Who may do what with which table, as data: multiplied into tests, and printed into docs/access-matrix.md.

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

const denied: Record<Verb, Access> = {
  select: 'denied',
  insert: 'denied',
  update: 'denied',
  delete: 'denied',
}
const readsNothing: Record<Verb, Access> = { ...denied, select: 'nothing' }
const readsOwn: Record<Verb, Access> = { ...denied, select: 'own' }
const readsAll: Record<Verb, Access> = { ...denied, select: 'all' }
const everything: Record<Verb, Access> = { select: 'all', insert: 'all', update: 'all', delete: 'all' }
/** May ask and may try to change, and finds no row to change. */
const looksOn: Record<Verb, Access> = { ...readsNothing, update: 'nothing' }
const decides: Record<Verb, Access> = { ...readsAll, update: 'all' }

const decisionColumns = ['status', 'updated_at', 'decline_reason']

/** A registration or an order: its owner reads it, staff with the right decide on it. */
function decidedByStaff(
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
function hidden(table: string, service: Record<Verb, Access>): TableAccess {
  const access = Object.fromEntries(actors.map((actor) => [actor, denied])) as TableAccess['access']
  return { table, insertColumns: [], updateColumns: [], access: { ...access, service } }
}

function withOwnInsert(entry: TableAccess, insertColumns: readonly string[]): TableAccess {
  const access = { ...entry.access }
  for (const actor of actors) {
    if (actor !== 'anonymous' && actor !== 'service') access[actor] = { ...access[actor], insert: 'own' }
  }
  return { ...entry, insertColumns, access }
}

/** What pages show: read by everybody, drafts by editors alone; edited by those with the right. */
function content(
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

const decidedByReviewer = { reviewer: decides }
const readsNothingOf = (staff: Partial<Record<Actor, Record<Verb, Access>>>, rest: Record<Verb, Access>) => ({
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

const boardColumns = ['name', 'position', 'bio', 'image', 'type', 'linkedin', 'twitter', 'sort_order'].concat(
  ['is_published', 'is_demo'],
)
const figureColumns = ['page', 'position', 'value', 'label', 'source', 'as_of', 'is_demo']
const categoryColumns = ['title', 'icon', 'colour', 'background_colour', 'sort_order']
const positionColumns = ['category_id', 'title', 'level', 'location', 'description', 'posted_on'].concat([
  'sort_order',
  'is_published',
  'is_demo',
])

export const accessMatrix: readonly TableAccess[] = [
  withOwnInsert(
    {
      table: 'public.profiles',
      insertColumns: [],
      updateColumns: ['full_name', 'phone'],
      access: {
        anonymous: denied,
        owner: { ...denied, select: 'own', update: 'own' },
        stranger: looksOn,
        admin: { ...readsAll, update: 'nothing' },
        reviewer: looksOn,
        finance: looksOn,
        content: looksOn,
        field_agent: looksOn,
        service: everything,
      },
    },
    ['id', 'email', 'full_name', 'phone'],
  ),
  {
    table: 'public.user_roles',
    insertColumns: [],
    updateColumns: [],
    access: {
      anonymous: denied,
      owner: readsOwn,
      stranger: readsNothing,
      admin: readsAll,
      reviewer: readsNothing,
      finance: readsNothing,
      content: readsNothing,
      field_agent: readsNothing,
      service: everything,
    },
  },
  {
    table: 'public.role_permissions',
    rows: "own: those of one's own role",
    insertColumns: [],
    updateColumns: [],
    access: {
      anonymous: denied,
      owner: readsNothing,
      stranger: readsNothing,
      admin: readsAll,
      reviewer: readsOwn,
      finance: readsOwn,
      content: readsOwn,
      field_agent: readsNothing,
      service: readsAll,
    },
  },
  decidedByStaff('public.orders', [...decisionColumns, 'credit_terms_reason'], {
    finance: { ...looksOn, select: 'all' },
  }),
  {
    table: 'public.order_requests',
    insertColumns: [],
    updateColumns: [],
    access: {
      anonymous: denied,
      owner: readsOwn,
      stranger: readsNothing,
      admin: readsAll,
      reviewer: readsNothing,
      finance: readsAll,
      content: readsNothing,
      field_agent: readsNothing,
      service: everything,
    },
  },
  decidedByStaff('public.farmers', decisionColumns, { reviewer: decides }),
  withOwnInsert(decidedByStaff('public.buyers', decisionColumns, { reviewer: decides }), [
    'user_id',
    'buyer_type',
    'company_name',
    'registration_number',
    'business_type',
    'address',
    'city',
    'state',
    'country',
    'annual_revenue',
    'status',
  ]),
  decidedByStaff('public.investors', decisionColumns, { reviewer: decides }),
  {
    table: 'public.decision_events',
    rows: 'on orders',
    insertColumns: [],
    updateColumns: [],
    access: {
      anonymous: denied,
      owner: readsNothing,
      stranger: readsNothing,
      admin: readsAll,
      reviewer: readsNothing,
      finance: readsAll,
      content: readsNothing,
      field_agent: readsNothing,
      service: readsAll,
    },
  },
  {
    table: 'public.decision_events',
    rows: 'on farmers, buyers and investors',
    insertColumns: [],
    updateColumns: [],
    access: {
      anonymous: denied,
      owner: readsNothing,
      stranger: readsNothing,
      admin: readsAll,
      reviewer: readsAll,
      finance: readsNothing,
      content: readsNothing,
      field_agent: readsNothing,
      service: readsAll,
    },
  },
  {
    table: 'public.company_facts',
    rows: 'changing one asks for the right and a second factor',
    insertColumns: [],
    updateColumns: ['value', 'is_demo'],
    isPublic: true,
    access: {
      ...readsNothingOf({}, { ...readsAll, update: 'nothing' }),
      anonymous: readsAll,
    },
  },
  content('public.impact_figures', figureColumns, figureColumns, 'no drafts'),
  content('public.board_members', boardColumns, boardColumns, 'drafts'),
  {
    ...content(
      'public.board_contacts',
      ['board_member_id', 'email', 'phone', 'public_contact'],
      ['email', 'phone', 'public_contact'],
      'drafts',
    ),
    rows: 'own: of those who agreed that everybody sees them',
  },
  content('public.career_categories', ['id', ...categoryColumns], categoryColumns, 'no drafts'),
  content('public.career_positions', ['id', ...positionColumns], positionColumns, 'drafts'),
  content('public.page_actions', ['label', 'page', 'target'], ['target'], 'no drafts'),
  {
    table: 'public.settlement_accounts',
    insertColumns: [],
    updateColumns: [],
    access: { ...readsNothingOf({ admin: readsAll, finance: readsAll }, readsNothing), service: readsAll },
  },
  decidedByStaff('public.partnership_applications', decisionColumns, decidedByReviewer),
  decidedByStaff('public.job_applications', decisionColumns, decidedByReviewer),
  {
    table: 'public.contact_messages',
    insertColumns: [],
    updateColumns: ['status', 'updated_at'],
    access: readsNothingOf({ admin: decides, reviewer: decides }, looksOn),
  },
  {
    table: 'public.newsletter_subscriptions',
    insertColumns: [],
    updateColumns: [],
    hiddenColumns: ['confirm_token_hash', 'unsubscribe_token'],
    access: readsNothingOf({ admin: readsAll, content: readsAll }, readsNothing),
  },
  withOwnInsert(
    {
      table: 'public.notification_choices',
      insertColumns: [],
      updateColumns: ['order_mails', 'registration_mails'],
      access: readsNothingOf({ owner: { ...readsOwn, update: 'own' } }, looksOn),
    },
    ['user_id', 'order_mails', 'registration_mails'],
  ),
  {
    table: 'public.vault_reveals',
    rows: "own: who looked at one's own secrets",
    insertColumns: [],
    updateColumns: [],
    access: {
      ...readsNothingOf({ admin: readsAll, reviewer: readsAll }, readsNothing),
      owner: readsOwn,
      service: readsAll,
    },
  },
  hidden('private.mail_outbox', readsAll),
  hidden('private.personal_data', denied),
  hidden('private.chosen_mails', denied),
  hidden('private.field_rules', denied),
  hidden('private.status_transitions', denied),
]

const words: Record<Access, string> = { denied: '–', nothing: 'no rows', own: 'own', all: 'all' }

/** The matrix as the page that people read. */
export function printAccessMatrix(): string {
  const lines = [
    '# Who may do what',
    '',
    'Printed from `tests/database/access-matrix.ts`, whose every cell is a test. Regenerate with `npx vitest -u run tests/database/access-matrix.test.ts`.',
    '',
    "Owner: a signed-in person, looked at from their own rows. Stranger: a signed-in person, looked at from others' rows.",
    '"–" is refused (42501); "no rows" may be asked and touches nothing; "own" is one\'s own rows, "all" everybody\'s.',
    'Orders are made by `submit_order` alone, what the public forms bring by one function each, called by the server.',
    'A status changes only as its status machine allows. Where money is sent to (`settlement_accounts`) changes by two',
    'people with 24 hours between: `propose_`, `approve_` and `withdraw_settlement_account`, all with a second factor.',
  ]
  for (const entry of accessMatrix) {
    lines.push('', `## ${entry.table}${entry.rows ? ` (${entry.rows})` : ''}`, '')
    lines.push(`| actor | ${verbs.join(' | ')} |`, `|---|${verbs.map(() => '---|').join('')}`)
    for (const actor of actors) {
      lines.push(`| ${actor} | ${verbs.map((verb) => words[entry.access[actor][verb]]).join(' | ')} |`)
    }
    if (entry.insertColumns.length > 0) {
      lines.push('', `Columns a signed-in person may insert: ${entry.insertColumns.join(', ')}.`)
    }
    if (entry.updateColumns.length > 0) {
      lines.push('', `Columns a signed-in person may update: ${entry.updateColumns.join(', ')}.`)
    }
    if (entry.hiddenColumns) {
      lines.push('', `Columns that no signed-in person may read: ${entry.hiddenColumns.join(', ')}.`)
    }
  }
  return `${lines.join('\n')}\n`
}
