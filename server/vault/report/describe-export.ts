// An export in words: what a page shows and a PDF prints. It says what the export has, and never more.
import type { DataReport, ReportFact, ReportPart, ReportSection } from '#domain/data-report.ts'
import { formatDateInWords } from '#domain/dates.ts'
import { type Delivery, isCollected } from '#domain/market/delivery.ts'
import { type RegistrationRecordType, registrationRecordTypes } from '#domain/record-types.ts'
import { getRegistrationRules } from '#domain/registrations/readers.ts'
import { isRegistrationForm, registrationForms } from '#domain/registrations/registrations.ts'
import type { RegistrationRule, RegistrationRules } from '#domain/registrations/rules.ts'
import { retention } from '#domain/retention.ts'
import { describeTextVersion } from '#domain/terms.ts'
import { nameSecret } from '#domain/vault.ts'
import type { PersonExport } from '../export.ts'
import { type Row, sayCode, sayInstant, sayRow, sayValue } from './say-value.ts'
import { type Names, type SectionWords, sayTable, type TableWords } from './section-words.ts'
import { accountSection, laterSections } from './sections.ts'

const privateTables: Partial<Record<RegistrationRecordType, [table: string, key: string]>> = {
  farmers: ['public.farmer_private', 'farmer_id'],
  training_enrolments: ['public.training_enrolment_private', 'training_enrolment_id'],
  investors: ['public.investor_private', 'investor_id'],
}

export function describeExport(all: PersonExport, companyName: string): DataReport {
  const names = nameThings(all)
  const isGuest = all.userId === null
  const registrations = registrationRecordTypes.flatMap((table) =>
    rowsOf(all, `public.${table}`).map((record) => describeRegistration(all, table, record)),
  )
  const photos = describePhotos(all, names)
  const account = describeSection(all, accountSection, names)
  const later = laterSections.map((words) => describeSection(all, words, names))
  const sections = [account, ...registrations, photos, ...later].filter(({ parts }) => parts.length > 0)
  const nothing = [
    ...(account.parts.length > 0 ? [] : [accountSection.nothing]),
    ...(registrations.length > 0 ? [] : ['registrations']),
    ...(photos.parts.length > 0 ? [] : ['a photo']),
    ...laterSections.filter((_, place) => later[place]?.parts.length === 0).map((words) => words.nothing),
  ]
  const writtenAt = `${sayInstant(all.exportedAt)}, Lagos time`
  const whose = isGuest ? 'the person behind this link' : 'you'
  return {
    writtenAt,
    lead: [
      `This is what ${companyName} keeps about ${whose}, as it stood on ${writtenAt}.`,
      ...(all.secretsInClear
        ? [
            'Your secret numbers and your photo are in it as you gave them: keep it safe, and show it to nobody.',
          ]
        : all.photos.length > 0
          ? ['Your photo is in it as you gave it: keep it safe, and show it to nobody.']
          : []),
    ],
    withheld: [...new Set(all.withheld.map(({ why }) => why))],
    sections,
    nothing:
      nothing.length > 0
        ? `Nothing ${isGuest ? 'behind this link ' : ''}about: ${nothing.join(', ')}.`
        : null,
  }
}

const text = (value: unknown) => (typeof value === 'string' ? value : '')

function rowsOf({ tables }: PersonExport, table: string): Row[] {
  // The oldest first; some have no day, and stay as they come.
  return [...(tables[table] ?? [])].sort((a, b) => text(a.created_at).localeCompare(text(b.created_at)))
}

function nameThings(all: PersonExport): Names {
  const references = new Map(
    registrationRecordTypes.flatMap((table) =>
      rowsOf(all, `public.${table}`).map(
        ({ id, reference }) => [text(id), `${nameKind(table)} ${text(reference)}`] as const,
      ),
    ),
  )
  const orders = new Map(rowsOf(all, 'public.orders').map((order) => [text(order.id), order]))
  const quotes = new Map(rowsOf(all, 'public.quotes').map((quote) => [text(quote.id), quote]))
  const orderOf = (row: Row) => orders.get(text(row.order_id))
  const deliveries = rowsOf(all, 'public.order_deliveries')
  const collected = new Set(
    deliveries
      .filter((row) => isCollected({ delivery: { kind: row.kind as Delivery['kind'] } }))
      .map(({ order_id }) => order_id),
  )
  return {
    record: ({ record_id, record_type }) => {
      const order = orders.get(text(record_id))
      return (
        references.get(text(record_id)) ??
        (order ? `order ${text(order.code)}` : sayCode(text(record_type)).toLowerCase())
      )
    },
    order: (row) => text(orderOf(row)?.code),
    question({ record_id }, field) {
      const rule = rulesOf(findSubmissions(all, text(record_id)).at(-1)?.form)[field]
      return rule?.label ?? sayCode(field)
    },
    isCollected: (row) => collected.has(row.order_id ?? row.id),
    isWithdrawn: (row) => orderOf(row)?.decline_code === 'withdrawn_by_buyer',
    currency: (row) =>
      text(row.currency) || text((orderOf(row) ?? quotes.get(text(row.quote_id)))?.currency) || 'NGN',
  }
}

const nameKind = (table: RegistrationRecordType) =>
  table === 'training_enrolments' ? 'enrolment' : 'registration'

function describeSection(all: PersonExport, words: SectionWords, names: Names): ReportSection {
  const entries = Object.entries(words.tables)
  const parts = entries.flatMap(([table, tableWords]) => describeTable(all, table, tableWords, names))
  const counted = entries.flatMap(([table, tableWords]) => {
    const { length } = rowsOf(all, table)
    return 'counted' in tableWords && length > 0 ? [{ term: tableWords.counted, detail: String(length) }] : []
  })
  return {
    title: words.title,
    since: findSince(entries.flatMap(([table]) => rowsOf(all, table))),
    storedFor: words.storedFor,
    ...(words.entries && { entries: words.entries }),
    parts: [
      ...parts,
      ...(counted.length > 0
        ? [{ title: 'Also kept, and how many', isCounted: true as const, facts: counted }]
        : []),
    ],
  }
}

function describeTable(all: PersonExport, table: string, words: TableWords, names: Names): ReportPart[] {
  if (table === 'public.registration_drafts') return rowsOf(all, table).map(describeDraft)
  return sayTable(words, rowsOf(all, table), names)
}

const firstDays = ['created_at', 'requested_at', 'granted_at', 'frozen_at', 'issued_at', 'began_at', 'began']

/** The first day of any of them. */
function findSince(rows: readonly Row[]): string | null {
  const days = rows.flatMap((row) => firstDays.map((column) => text(row[column])).filter(Boolean))
  const [first] = days.sort((a, b) => Date.parse(a) - Date.parse(b))
  return first ? formatDateInWords(first) : null
}

function findSubmissions(all: PersonExport, recordId: string): Row[] {
  return rowsOf(all, 'public.registration_submissions')
    .filter((row) => row.record_id === recordId)
    .sort((a, b) => Number(a.version) - Number(b.version))
}

function rulesOf(form: unknown): RegistrationRules {
  return typeof form === 'string' && isRegistrationForm(form) ? getRegistrationRules(form) : {}
}

function describeRegistration(all: PersonExport, table: RegistrationRecordType, record: Row): ReportSection {
  const id = text(record.id)
  const submissions = findSubmissions(all, id)
  const latest = submissions.at(-1)
  const form = text(latest?.form)
  const rules = rulesOf(form)
  const answers = (latest?.answers ?? {}) as Row
  const secrets = new Map(
    all.secrets.filter(({ recordId }) => recordId === id).map(({ field, value }) => [field, value]),
  )
  const sent = [...describeAnswers(rules, answers, secrets)]
  const title = isRegistrationForm(form) ? registrationForms[form].title : ''
  const facts: ReportFact[] = [
    ...(title ? [{ term: 'Form', detail: title }] : []),
    ...sayRow(
      {
        reference: record.reference,
        status: record.status,
        decline_reason: record.decline_reason,
        created_at: record.created_at,
        updated_at: record.updated_at,
        channel: record.channel,
        has_photo: record.has_photo,
        terms_version: record.terms_version && describeTextVersion(text(record.terms_version)),
      },
      { labels: { created_at: 'Sent', terms_version: 'Terms agreed to' } },
    ),
  ]
  const kind = nameKind(table)
  const others = describeRest(all, table, record, [...facts, ...sent], answers)
  const earlier = submissions.slice(0, -1).map((submission, place) => {
    const next = submissions[place + 1]
    const what = next?.requested_by === 'applicant' ? 'change' : 'correction'
    return {
      title: `Before your ${what}, as sent on ${sayInstant(text(submission.created_at))}`,
      facts: describeAnswers(
        rulesOf(submission.form),
        pickChanged(submission.answers as Row, (next?.answers ?? {}) as Row),
        new Map(),
      ),
    }
  })
  return {
    // Several are distinguished by it where they are folded.
    title: [`Your ${kind} ${text(record.reference)}`, title].filter(Boolean).join(': '),
    since: formatDateInWords(text(record.created_at)),
    storedFor: describeRetention(record),
    parts: [
      { title: 'Where it stands', facts },
      { title: 'What you told us', facts: sent },
      { title: 'What our records say besides', facts: others },
      ...earlier,
    ].filter((part) => part.facts.length > 0),
  }
}

/** In the form's order, by its own questions; answers without a question today come last. */
function describeAnswers(
  rules: RegistrationRules,
  answers: Row,
  secrets: ReadonlyMap<string, string>,
): ReportFact[] {
  const known = Object.entries(rules).flatMap(([field, rule]) => {
    const value = rule.secret ? secrets.get(field) : answers[field]
    const detail = describeAnswer(rule, value)
    return detail ? [{ term: rule.label, detail }] : []
  })
  const unknownSecrets = [...secrets]
    .filter(([field]) => !rules[field])
    .map(([field, value]) => ({ term: sayCode(nameSecret(field)), detail: sayValue(value) ?? '' }))
  const unknown = Object.entries(answers).filter(([field]) => !rules[field])
  return [...known, ...unknownSecrets, ...sayRow(Object.fromEntries(unknown))]
}

function describeAnswer(rule: RegistrationRule, value: unknown): string | null {
  if (value === false) return null
  const say = (one: unknown) => rule.choices?.find((choice) => choice.value === one)?.label ?? sayValue(one)
  return Array.isArray(value) ? value.map(say).filter(Boolean).join(', ') || null : say(value)
}

/** Columns whose value no answer has, in the same words or as the form sent it. */
function describeRest(
  all: PersonExport,
  table: RegistrationRecordType,
  record: Row,
  said: readonly ReportFact[],
  answers: Row,
): ReportFact[] {
  const [privateTable = '', key = ''] = privateTables[table] ?? []
  const details = rowsOf(all, privateTable).find((row) => row[key] === record.id) ?? {}
  const known = new Set([
    ...said.map(({ detail }) => detail.toLowerCase()),
    ...Object.values(answers).map((answer) => String(sayValue(answer)).toLowerCase()),
    ...Object.values(answers).map((answer) => sayCode(String(answer)).toLowerCase()),
  ])
  return sayRow(
    { ...record, ...details },
    {
      omit: [
        'answers_version',
        'entered_by',
        'updated_at',
        'terms_accepted_at',
        'terms_version',
        'farm_size_code',
        'farming_experience_code',
      ],
      labels: {
        sent_again_at: 'It was last sent or agreed to again',
        farm_size_acres: 'Farm size in acres, at least',
        farming_experience_years: 'Farming experience in years, at least',
      },
    },
  ).filter(({ detail }) => !known.has(detail.toLowerCase()))
}

/** What the next sending changed. */
function pickChanged(before: Row, after: Row): Row {
  return Object.fromEntries(
    Object.entries(before).filter(([field, value]) => JSON.stringify(value) !== JSON.stringify(after[field])),
  )
}

function describeDraft(row: Row): ReportPart {
  const form = text(row.form)
  return {
    title: isRegistrationForm(form) ? registrationForms[form].title : 'A half-filled form',
    facts: [
      ...sayRow({ created_at: row.created_at, updated_at: row.updated_at }),
      ...describeAnswers(rulesOf(form), (row.answers ?? {}) as Row, new Map()),
    ],
  }
}

/** As private.apply_retention goes by it. */
function describeRetention(record: Row): string {
  const changed = text(record.updated_at) || text(record.created_at)
  const say = (period: string, why: string) =>
    `until ${formatDateInWords(addPeriod(changed, period))}, ${period} from ${why}. You may erase it before.`
  if (record.status === 'approved') return say(retention.approved_registrations, 'its last change')
  if (record.status === 'declined') return say(retention.declined_registrations, 'the decision')
  return say(retention.pending_registrations, 'its last change, while nobody has decided')
}

function addPeriod(instant: string, period: string): Date {
  const [count = '0', unit = ''] = period.split(' ')
  const date = new Date(instant)
  if (unit.startsWith('year')) date.setUTCFullYear(date.getUTCFullYear() + Number(count))
  else date.setUTCDate(date.getUTCDate() + Number(count))
  return date
}

function describePhotos(all: PersonExport, names: Names): ReportSection {
  const nameRecord = (recordType: string, recordId: string) =>
    names.record({ record_type: recordType, record_id: recordId })
  const shown = all.photos.map(
    ({ recordType, recordId, image }): ReportPart => ({
      facts: [{ term: 'Sent with', detail: nameRecord(recordType, recordId) }],
      photo: { image, words: `Your photo, sent with ${nameRecord(recordType, recordId)}` },
    }),
  )
  const withheld = all.withheld
    .filter(({ field }) => field === 'selfie')
    .map(
      ({ recordType, recordId, why }): ReportPart => ({
        facts: [
          { term: 'Sent with', detail: nameRecord(recordType, recordId) },
          { term: 'Why it is not shown', detail: why },
        ],
      }),
    )
  return {
    title: 'Your photo',
    since: null,
    storedFor: 'as long as its registration. It goes at once when you erase your data.',
    parts: [...shown, ...withheld],
  }
}
