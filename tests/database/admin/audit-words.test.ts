// Everything that the database writes into the audit trail, said in words: no name of a column, key, path or instant reaches a reader.
import { afterAll, describe, expect, it } from 'vitest'
import { namedColumns } from '#domain/admin/audit-search-words.ts'
import { type DescribedEntry, describeEntry, formatSentence } from '#domain/admin/describe-entry.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())

const id = '33333333-3333-4333-8333-333333333333'
const kobo = 123_456_700
const instant = '2026-11-20T10:00:00.123456+00:00'
const picture = `/storage/v1/object/public/board-photos/${id}.jpg`

/** Words that are written so, and are no identifiers. */
const ordinary = /WhatsApp|LinkedIn|YouTube/g
const identifiers = [
  /[a-z0-9]_[a-z0-9]/i,
  /[a-z][A-Z]/,
  /[0-9a-f]{8}-[0-9a-f]{4}/,
  /\d{4}-\d\d-\d\d/,
  /\/[a-z]+\/|\.(?:jpg|png|pdf)\b/,
  new RegExp(String(kobo)),
  /[{}[\]]|undefined|null|NaN/,
]

function findIdentifiers(entry: DescribedEntry): string[] {
  const sentence = describeEntry(entry, [])
  const texts = [
    formatSentence(sentence),
    ...sentence.changes.flatMap(({ label, before, after }) => [label, before ?? '', after ?? '']),
  ]
  return texts.filter((text) => identifiers.some((pattern) => pattern.test(text.replace(ordinary, ''))))
}

type Values = Record<string, unknown>

interface Written {
  action: string
  type: string
  id: string
  before: Values | null
  after: Values | null
}

/** As search_audit brings them to somebody who may read none of the records. */
async function read(written: readonly Written[]): Promise<DescribedEntry[]> {
  const rows = await app.sql<Pick<DescribedEntry, 'about' | 'names'>>(
    `select private.name_audited(entry ->> 'type', entry ->> 'id',
         coalesce(nullif(entry -> 'before', 'null'), '{}') || coalesce(nullif(entry -> 'after', 'null'), '{}')) as about,
       private.name_values(nullif(entry -> 'before', 'null')) || private.name_values(nullif(entry -> 'after', 'null')) as names
     from jsonb_array_elements($1) with ordinality as entries (entry, place) order by place`,
    [JSON.stringify(written)],
  )
  return rows.map((row, at) => {
    const { action = '', type = '', before = null, after = null } = written[at] ?? {}
    return { action, subject_type: type, actor_id: id, before, after, ...row }
  })
}

interface AuditedTable {
  table: string
  keys: string[]
  columns: string[]
}

/** What triggers, and functions that triggers call, note of changes: private.audit_change with its arguments. */
async function listAuditedTables(): Promise<AuditedTable[]> {
  const byTrigger = await app.sql<{ table: string; call: string }>(
    `select relname as table, pg_get_triggerdef(t.oid) as call from pg_trigger as t join pg_class as c on c.oid = t.tgrelid
     join pg_proc as p on p.oid = t.tgfoid where p.proname = 'audit_change' and not tgisinternal`,
  )
  const byFunction = await app.sql<{ name: string; source: string }>(
    `select proname as name, prosrc as source from pg_proc where pronamespace = 'private'::regnamespace
     and proname <> 'audit_change' and prosrc like '%audit_change(%'`,
  )
  const read = (table: string, call: string) => {
    const [, keys = '', columns = '', further = ''] = [...call.matchAll(/'([^']*)'/g)].map(
      ([, literal = '']) => literal,
    )
    // Columns that are noted under a condition stand in a text of their own.
    return {
      table,
      keys: keys.split(','),
      columns: [...columns.split(','), ...further.split(',').filter(Boolean)],
    }
  }
  const tables = byTrigger.map(({ table, call }) => read(table, call.slice(call.indexOf('audit_change('))))
  for (const { source } of byFunction)
    for (const [, table, rest = ''] of source.matchAll(
      /audit_change\(('[a-z_]+'|tg_table_name),([^;]*?), old, new/g,
    )) {
      const call = rest.replace(/'\s*\|\|\s*'/g, '')
      const names =
        table === 'tg_table_name'
          ? ['farmers', 'buyers', 'investors', 'training_enrolments']
          : [table?.slice(1, -1) ?? '']
      tables.push(...names.map((name) => read(name, call)))
    }
  return tables
}

/** Values that each column of a table may have: those of its CHECKs, or one of its type. */
async function listSamples(table: string): Promise<{ samples: Map<string, unknown[]>; needed: Set<string> }> {
  const columns = await app.sql<{ name: string; is_needed: boolean; type: string; rules: string | null }>(
    `select a.attname as name, a.attnotnull as is_needed, format_type(a.atttypid, a.atttypmod) as type,
       (select string_agg(pg_get_constraintdef(c.oid), ' ') from pg_constraint as c
         where c.conrelid = a.attrelid and c.contype = 'c' and c.conkey @> array[a.attnum]) as rules
     from pg_attribute as a join pg_class as t on t.oid = a.attrelid
     where t.relname = $1 and t.relnamespace in ('public'::regnamespace, 'private'::regnamespace) and a.attnum > 0 and not a.attisdropped`,
    [table],
  )
  const samples = new Map(
    columns.map(({ name, type, rules }) => {
      const known = [
        ...(rules ?? '').matchAll(new RegExp(`${name} = ANY \\(+ARRAY\\[([^\\]]*)\\]`, 'g')),
      ].flatMap(([, list = '']) => [...list.matchAll(/'([^']+)'::text/g)].map(([, value]) => value))
      return [name, known.length > 0 ? known : sampleOf(name, type)] as const
    }),
  )
  return {
    samples: samples as Map<string, unknown[]>,
    needed: new Set(columns.flatMap(({ name, is_needed }) => (is_needed ? name : []))),
  }
}

function sampleOf(name: string, type: string): unknown[] {
  if (type === 'uuid') return [id]
  if (type.startsWith('timestamp')) return [instant]
  if (type === 'date') return ['2027-01-02']
  if (type === 'boolean') return [true, false]
  if (type === 'interval') return ['1 mon', '00:00:00']
  if (type === 'jsonb') return [{ how_many: 'as_many' }, [{ how_many: 2 }]]
  if (type.endsWith('[]'))
    return [type === 'text[]' ? [picture, 'to_begin'] : [name.endsWith('_kobo') ? kobo : 1]]
  if (/^(?:integer|bigint|smallint|numeric)/.test(type)) return [name.endsWith('_kobo') ? kobo : 3]
  if (name === 'vat_class') return ['basic_food', 'standard']
  if (name === 'record_type' || name === 'queue') return ['training_enrolments']
  // What people wrote is shown as they wrote it.
  if (/title|name|label|crop$|caption|reason|note|body|description/.test(name)) return ['Some words']
  if (/role$/.test(name)) return ['field_agent', 'own_store_keeper_2']
  if (name === 'query') return ['status=pending&step=to_quote&who=mine']
  if (/path|image|logo/.test(name)) return [picture, `${id}/${id}.pdf`]
  if (name === 'text') return ['Some words', `${picture}\nA field of maize`]
  return ['Some words', 'bank_account', 'some-page', 'companyName', picture]
}

const keyOf = (keys: readonly string[], samples: Map<string, unknown[]>) =>
  keys
    .map(
      (key) =>
        ({ page: 'rural-education', key: 'hero_title', valid_from: '2026-12-01' })[key] ??
        samples.get(key)?.[0] ??
        'some_key',
    )
    .join(' ')

/** Every value of every column that is noted, as it is added, removed and changed. */
async function listChanges(): Promise<Written[]> {
  const tables = await listAuditedTables()
  // All that note their changes are found.
  expect(tables.length).toBeGreaterThanOrEqual(40)
  const all: Written[] = []
  for (const { table, keys, columns } of tables) {
    const { samples, needed } = await listSamples(table)
    const noted = columns[0] === '*' ? [...samples.keys()] : columns
    expect([table, noted.filter((column) => !samples.has(column))]).toEqual([table, []])
    const [first = ''] = noted
    const ids =
      table === 'company_facts' ? ['logo', 'email', 'data_protection_contact'] : [keyOf(keys, samples)]
    const written = ids.flatMap((key) =>
      noted.flatMap((column) =>
        (samples.get(column) ?? []).flatMap((value) => {
          const row = { [column]: value }
          const none = { [column]: needed.has(column) ? samples.get(column)?.at(-1) : null }
          const changes: [string, Values | null, Values | null][] = [
            ['insert', null, row],
            ['delete', row, null],
            ['update', none, row],
            ['update', row, none],
            ['update', { [first]: 'A', ...none }, { [first]: 'B', ...row }],
          ]
          return changes.map(([action, before, after]) => ({ action, type: table, id: key, before, after }))
        }),
      ),
    )
    all.push(...written)
  }
  return all
}

it('is found by each column of what staff change day by day', async () => {
  const tables = await listAuditedTables()
  for (const [name, columns] of Object.entries(namedColumns)) {
    const noted = tables.find(({ table }) => table === name)?.columns.filter((column) => column !== 'status')
    expect([name, [...columns].sort()]).toEqual([name, noted?.sort()])
  }
})

it('is said in words, whatever the change of whatever table is', async () => {
  const wrong: string[] = []
  for (const entry of await read(await listChanges()))
    for (const text of findIdentifiers(entry)) wrong.push(`${entry.action} ${entry.subject_type}: ${text}`)
  expect([...new Set(wrong)]).toEqual([])
})

describe('an action with a word of its own', () => {
  /** What each is written with: private.record_audit(action, subject_type, subject_id, before, after). */
  const examples: Record<string, [type: string, before: Values | null, after: Values | null][]> = {
    accept_delivery_by_phone: [['orders', null, { price_kobo: kobo, day: '2027-01-02' }]],
    alarm: [
      ...['reveals', 'photos', 'reasons'].map((kind): [string, null, Values] => [
        'vault_reveals',
        null,
        { kind, count: 12 },
      ]),
      ['vault_seal', null, { record_type: 'training_enrolments' }],
    ],
    ask_thaw: [['account', null, { thaws_at: instant }]],
    assign: [
      ['farmers', { assignee_id: null }, { assignee_id: id }],
      ['orders', { assignee_id: id }, { assignee_id: null }],
    ],
    call: ['reached', 'chat_sent', 'no_answer', 'call_back', 'wrong_number', 'refused'].map((outcome) => [
      'buyers',
      null,
      { outcome },
    ]),
    cancel: [['own_secrets', null, null]],
    change: [['farmers', null, { fields: ['farmSize', 'contact_name'], version: 2 }]],
    change_delivery_day: [['orders', { day: '2027-01-01' }, { day: '2027-01-02', moved_by: 'staff' }]],
    contact: [['orders', null, null]],
    correction: [['training_enrolments', null, { fields: ['validIdType'] }]],
    enter: [['buyers', null, { channel: 'walk_in', version: 1, form: 'buyer_corporate' }]],
    entry_altered: [['audit_trail', null, null]],
    entry_lost: [['audit_trail', null, null]],
    event: [
      'note',
      'measure',
      'assessed',
      'commission_notified',
      'people_notified',
      'closed',
      'reopened',
      'opened',
    ].map((kind) => ['breaches', null, { kind }]),
    export: [
      ['training_enrolments', null, { format: 'csv', unmasked: true, filters: { status: 'pending' } }],
      ['low_stock', null, { format: 'xlsx', filters: {} }],
      ['audit_trail', null, { format: 'csv', filters: { since: instant } }],
      ['own_data', null, { format: 'json', record_type: 'farmers' }],
    ],
    freeze: [['account', null, { template: 'sign_in_code', sent_at: instant }]],
    head_lost: [['audit_trail', null, null]],
    insert: [['mail_suppressions', null, { reason: 'bounced' }]],
    look: ['cv', 'payment_proof', 'credit_draft', 'dispute_photo', 'photo', 'own_photo', 'message_file'].map(
      (what) => ['orders', null, { what, path: picture }],
    ),
    merge: [
      ['farmers', null, { younger_id: id, younger: 'FM23-4567', secrets: 'kept', reason: 'The same farm' }],
      ['farmers', null, { older_id: id, older: 'FM23-4567', secrets: 'erased', reason: 'The same farm' }],
    ],
    message: [
      ['orders', null, null],
      ['contact_messages', null, null],
    ],
    note: [['job_applications', null, null]],
    propose: [['market_limits', { value: 500_000_000 }, { value: kobo, reason: 'Larger orders' }]],
    quote_delivery: [['orders', null, { price_kobo: kobo, day: '2027-01-02' }]],
    request: [['own_secrets', null, { opens_at: instant }]],
    request_factor_reset: [['account', null, { reason: 'Phone lost', asked_by: id }]],
    resend: [['mails', null, null]],
    reset_second_factor: [['account', null, { reason: 'Phone lost', factors: ['totp'] }]],
    send_document: [
      ['orders', null, { kind: 'pro_forma', number: 'PF-2026-00001-1' }],
      ['orders', null, { kind: 'credit_note', number: 'CN-2026-0001' }],
    ],
    task: [
      ['farmers', null, { due_on: '2027-01-02', assignee_id: id }],
      ['orders', { is_done: false }, { is_done: true }],
    ],
    thaw: [['account', null, { reason: 'It was them' }]],
    undo: [
      ['farmers', { status: 'approved' }, { status: 'pending', decision: id }],
      ['contact_messages', { status: 'completed' }, { status: 'pending', decision: id }],
      ['farmers', { correction: id }, null],
    ],
    unsubscribe: [['newsletter_subscriptions', null, null]],
    update: [['market_limits', { value: 500_000_000 }, { value: kobo, reason: 'Larger orders' }]],
    withdraw: [['market_limits', { value: kobo }, null]],
  }

  const subjects: Readonly<Record<string, string>> = {
    market_limits: 'confirm_alone_max_kobo',
    audit_trail: '120',
  }
  const listExamples = (): Written[] =>
    Object.entries(examples).flatMap(([action, cases]) =>
      cases.map(([type, before, after]) => ({ action, type, id: subjects[type] ?? id, before, after })),
    )

  it('is said in words', async () => {
    const sources = await app.sql<{ source: string }>(
      `select prosrc as source from pg_proc where prosrc like '%record_audit%' and pronamespace in ('public'::regnamespace, 'private'::regnamespace, 'app_vault'::regnamespace)`,
    )
    const written = new Set(
      sources.flatMap(({ source }) =>
        [
          ...source.matchAll(/record_audit(?:\(|_of\([^';]*,)\s*'([a-z_]+)'|damage not in \(([^)]*)\)/g),
        ].flatMap(
          ([, action, damages = '']) =>
            action ?? [...damages.matchAll(/'([a-z_]+)'/g)].map(([, damage]) => damage),
        ),
      ),
    )
    // What the database writes has an example here.
    expect([...written].filter((action) => !action || !(action in examples))).toEqual([])
    const wrong: string[] = []
    for (const entry of await read(listExamples())) {
      // What has no sentence of its own is named by its word and a colon.
      if (formatSentence(describeEntry(entry, [])).startsWith(`${entry.action.replaceAll('_', ' ')}: `))
        wrong.push(`no words: ${entry.action}`)
      for (const text of findIdentifiers(entry)) wrong.push(`${entry.action}: ${text}`)
    }
    expect(wrong).toEqual([])
  })

  it('is found by the first words of its sentence, as is each change of a table, and nothing that has others is', async () => {
    const more: [action: string, type: string, before: Values | null, after: Values | null][] = [
      ['insert', 'vault_reveals', null, { record_type: 'farmers', field: 'bvn', reason: 'Compare it' }],
      ['insert', 'photo_sittings', null, { queue: 'farmers', reason: 'Compare them' }],
      ['update', 'legal_texts', { published_at: null }, { published_at: instant, kind: 'terms', version: 2 }],
      ['insert', 'legal_texts', null, { published_at: instant, kind: 'privacy' }],
      ['update', 'legal_texts', { kind: 'privacy', published_at: null }, { published_at: instant }],
      ['task', 'farmers', { due_on: '2027-01-01' }, { due_on: '2027-01-02', assignee_id: id }],
      ['task', 'orders', { is_done: true }, { is_done: false }],
      ['assign', 'farmers', { assignee_id: null }, { assignee_id: '44444444-4444-4444-8444-444444444444' }],
      ['update', 'contact_messages', { status: 'pending' }, { status: 'completed' }],
      ['update', 'staff_invitations', { accepted_at: null }, { accepted_at: instant, withdrawn_at: null }],
      ['update', 'staff_invitations', { withdrawn_at: null }, { withdrawn_at: instant, accepted_at: null }],
      ['update', 'staff_invitations', { accepted_at: null }, { accepted_at: instant, withdrawn_at: instant }],
    ]
    const written = [
      ...(await listChanges()),
      ...listExamples(),
      ...more.map(([action, type, before, after]) => ({ action, type, id, before, after })),
    ]
    const described = await read(written)
    await app.sql(
      `insert into public.audit_trail (actor_id, actor_role, action, subject_type, subject_id, before, after)
       select $2, 'admin', entry.action, entry.type, entry.id, entry.before, entry.after
       from rows from (jsonb_to_recordset($1) as (action text, type text, id text, before jsonb, after jsonb))
         with ordinality as entry (action, type, id, before, after, place) order by place`,
      [JSON.stringify(written), id],
    )
    const stored = await app.sql<{ id: string }>(
      'select id::text from public.audit_trail where actor_id = $1 order by audit_trail.id',
      [id],
    )
    const words = await app.sql<{ phrase: string; action: string; subject_type: string }>(
      'select phrase, action, subject_type from private.audit_words order by length(phrase) desc',
    )
    const said = described.map((entry, at) => ({
      ...{ id: stored[at]?.id ?? '', type: entry.subject_type, action: entry.action },
      sentence: formatSentence(describeEntry(entry, [])),
    }))
    const begins = (sentence: string, phrase: string) =>
      sentence.startsWith(phrase) && !/\w/.test(sentence.charAt(phrase.length))
    const firstWords = said.map(
      ({ sentence, type }) =>
        words.find(
          ({ phrase, action, subject_type }) =>
            action !== '' && ['', type].includes(subject_type) && begins(sentence, phrase),
        )?.phrase,
    )
    expect(said.filter((_, at) => !firstWords[at]).map(({ sentence }) => sentence)).toEqual([])
    // What the trail of a year says, in as many ways.
    expect(new Set(firstWords).size).toBeGreaterThan(90)
    const wrong: string[] = []
    for (const phrase of new Set(firstWords.filter((words) => words !== undefined))) {
      const [found] = await app.sql<{ ids: string[] }>(
        `select private.find_audit_entries($1, null, null, null, false, null, null, null, 1000000)::text[] as ids`,
        [phrase],
      )
      const ids = new Set(found?.ids)
      const isNamed = (type: string) =>
        words.some(
          (row) => row.action === '' && row.subject_type === type && ` ${row.phrase}`.includes(` ${phrase}`),
        )
      for (const [at, { id: entryId, type, action, sentence }] of said.entries()) {
        if (begins(firstWords[at] ?? '', phrase) && !ids.has(entryId))
          wrong.push(`"${phrase}" does not find ${action} ${type}: ${sentence}`)
        if (ids.has(entryId) && !` ${sentence}`.includes(` ${phrase}`) && !isNamed(type))
          wrong.push(`"${phrase}" finds ${action} ${type}: ${sentence}`)
      }
    }
    expect([...new Set(wrong)].slice(0, 40)).toEqual([])
  }, 120_000)
})
