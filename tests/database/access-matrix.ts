// Who may do what with which table, as data: multiplied into tests, and printed into docs/access-matrix.md.
import { accessAreas } from './access-areas.ts'
import {
  type Access,
  actors,
  completeAccess,
  content,
  decidedByStaff,
  hidden,
  level,
  readOnly,
  readsNothingOf,
  type TableAccess,
  type TableEntry,
  verbs,
  withOwnInsert,
} from './access-levels.ts'

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

/** Each row of these is published or a draft. */
const draftedColumns: Readonly<Record<string, readonly string[]>> = {
  courses: ['topic', 'title', 'learns', 'gets', 'place', 'state', 'starts_on', 'ends_on', 'seats'].concat([
    'price_kobo',
    'languages',
    'trainer',
  ]),
  crop_seasons: [
    'crop',
    'states',
    'planting_from',
    'planting_to',
    'harvest_from',
    'harvest_to',
    'note',
  ].concat(['source', 'sort_order']),
  projects: ['kind', 'title', 'place', 'state', 'year', 'progress', 'description', 'image'].concat([
    'image_caption',
    'sort_order',
  ]),
  stories: ['page', 'title', 'text', 'place', 'happened_on', 'figures', 'sort_order'],
  photographs: ['page', 'image', 'caption', 'place', 'taken_on', 'sort_order'],
  page_facts: ['page', 'heading', 'label', 'value', 'source', 'as_of', 'sort_order'],
}

const entries: readonly TableEntry[] = [
  withOwnInsert(
    {
      table: 'public.profiles',
      insertColumns: [],
      updateColumns: ['full_name', 'phone'],
      access: readsNothingOf(
        {
          owner: { ...level.denied, select: 'own', update: 'own' },
          admin: { ...level.readsAll, update: 'nothing' },
        },
        level.noRows,
      ),
    },
    ['id', 'email', 'full_name', 'phone'],
  ),
  readOnly('public.user_roles', { owner: level.readsOwn, admin: level.readsAll }),
  readOnly(
    'public.role_permissions',
    {
      admin: level.readsAll,
      reviewer: level.readsOwn,
      finance: level.readsOwn,
      content: level.readsOwn,
      field_agent: level.readsOwn,
      sales: level.readsOwn,
      service: level.readsAll,
    },
    "own: those of one's own role",
  ),
  decidedByStaff('public.orders', { finance: { ...level.noRows, select: 'all' }, sales: level.decides }, [
    'credit_terms_reason',
  ]),
  readOnly('public.order_requests', {
    owner: level.readsOwn,
    admin: level.readsAll,
    finance: level.readsAll,
    sales: level.readsAll,
  }),
  decidedByStaff('public.farmers', { reviewer: level.decides }, ['answers_version']),
  withOwnInsert(decidedByStaff('public.buyers', { reviewer: level.decides }, ['answers_version']), [
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
  decidedByStaff('public.investors', { reviewer: level.decides }, ['answers_version']),
  ...['public.decision_events', 'private.standing_decisions'].flatMap((table) => [
    readOnly(
      table,
      { admin: level.readsAll, finance: level.readsAll, sales: level.readsAll, service: level.readsAll },
      'on orders',
    ),
    readOnly(
      table,
      { admin: level.readsAll, reviewer: level.readsAll, service: level.readsAll },
      'on farmers, buyers and investors',
    ),
  ]),
  {
    table: 'public.company_facts',
    rows: 'changing one asks for the right and a second factor',
    insertColumns: [],
    updateColumns: ['value', 'is_demo'],
    isPublic: true,
    access: {
      ...readsNothingOf({}, { ...level.readsAll, update: 'nothing' }),
      anonymous: level.readsAll,
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
  ...Object.entries(draftedColumns).map(([table, columns]) => {
    const all = [...columns, 'is_published', 'is_demo']
    return content(`public.${table}`, all, all, 'drafts')
  }),
  content('public.page_actions', ['label', 'page', 'target'], ['target'], 'no drafts'),
  content('public.page_texts', ['page', 'key', 'text'], ['text'], 'no drafts'),
  {
    table: 'public.settlement_accounts',
    insertColumns: [],
    updateColumns: [],
    access: {
      ...readsNothingOf({ admin: level.readsAll, finance: level.readsAll }, level.readsNothing),
      service: level.readsAll,
    },
  },
  decidedByStaff('public.partnership_applications', { reviewer: level.decides }),
  decidedByStaff('public.job_applications', { reviewer: level.decides }),
  {
    table: 'public.contact_messages',
    insertColumns: [],
    updateColumns: ['status', 'updated_at'],
    access: readsNothingOf(
      { admin: level.decides, reviewer: level.decides, sales: level.decides },
      level.noRows,
    ),
  },
  {
    table: 'public.newsletter_subscriptions',
    insertColumns: [],
    updateColumns: [],
    hiddenColumns: ['confirm_token_hash', 'unsubscribe_token'],
    access: readsNothingOf({ admin: level.readsAll, content: level.readsAll }, level.readsNothing),
  },
  withOwnInsert(
    {
      table: 'public.notification_choices',
      insertColumns: [],
      updateColumns: ['order_mails', 'registration_mails', 'morning_mails'],
      access: readsNothingOf({ owner: { ...level.readsOwn, update: 'own' } }, level.noRows),
    },
    ['user_id', 'order_mails', 'registration_mails', 'morning_mails'],
  ),
  ...accessAreas.flatMap(({ access }) => access),
  hidden('private.mail_outbox', level.readsAll),
  hidden('private.mail_templates', level.denied),
  hidden('private.field_rules', level.denied),
  hidden('private.status_transitions', level.denied),
]

export const accessMatrix: readonly TableAccess[] = entries.map(completeAccess)

const words: Record<Access, string> = { denied: '–', nothing: 'no rows', own: 'own', all: 'all' }

/** The matrix as the page that people read. */
export function printAccessMatrix(): string {
  const lines = [
    '# Who may do what',
    '',
    'Printed from `tests/database/access-matrix.ts`, whose every cell is a test. Regenerate with `npm test -- tests/database/access-matrix.test.ts -u`.',
    '',
    "Owner: a signed-in person, looked at from their own rows. Stranger: a signed-in person, looked at from others' rows.",
    '"–" is refused (42501); "no rows" may be asked and touches nothing; "own" is one\'s own rows, "all" everybody\'s.',
    'Orders are made by `submit_order` alone, registrations by `submit_registration`, what the other public forms bring by',
    'one function each, the last two called by the server. Ledgers (submissions, corrections, consents, events, looks into',
    'the vault) are written by functions and changed by nobody. The vault itself (`app_vault`) is open to no role.',
    'A status changes only as its status machine allows; `reopen_order` alone (admins with a second factor, with a reason)',
    'makes a completed order approved again. Where money is sent to (`settlement_accounts`) changes by two',
    'people with 24 hours between: `propose_`, `approve_` and `withdraw_settlement_account`, all with a second factor. Both',
    'held the right when it was proposed, and neither gave the other their role within a week before.',
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
