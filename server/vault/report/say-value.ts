// What a row of the database says, in words for the person whom it is about: no names of columns, no ids.
import { describeDevice } from '#domain/account/devices.ts'
import type { ReportFact } from '#domain/data-report.ts'
import { formatDateInWords, formatDateTimeInWords, type Instant } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { groupThousands } from '#domain/numbers.ts'
import { statusLabels } from '#domain/status-machines.ts'

export type Row = Record<string, unknown>

export interface RowWords {
  /** By column; of the others the name is put into words. */
  labels?: Readonly<Record<string, string>>
  /** Codes of a column, as people read them. */
  values?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Not said: what says nothing to a person, or stands elsewhere in the report. */
  omit?: readonly string[] | ((row: Row) => readonly string[])
}

const commonLabels: Readonly<Record<string, string>> = {
  created_at: 'Since',
  updated_at: 'Last changed',
  channel: 'How it came to us',
  decline_reason: 'Why it was declined',
  user_agent: 'Device',
  ip: 'Network address',
  is_demo: 'Demonstration',
  locale: 'Language',
  has_photo: 'Photo received',
}

/** Words of the application in place of what a person wrote. */
const codeColumns =
  /(^|_)(status|kind|type|role|axis|value|outcome|due|code|basis|action|level|queue|obstacle|season|category|reason_code)$/

const channels: Readonly<Record<string, string>> = {
  web: 'On this site',
  walk_in: 'Entered by our staff, with you there',
  phone: 'Entered by our staff, on the phone',
}

export function sayInstant(instant: Instant): string {
  return formatDateTimeInWords(instant)
}

/** 'order_approved' -> 'Order approved' */
export function sayCode(code: string): string {
  const words = code.replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const id = '[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}'
const ids = new RegExp(`^${id}(/${id})*(\\.\\w+)?$`, 'i')

/** Null: nothing that a person could read. */
export function sayValue(value: unknown, column = '', currency = 'NGN'): string | null {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') {
    if (column.endsWith('_kobo')) return formatMoney(value, currency)
    // A year has no comma.
    return Number.isInteger(value) && value >= 10_000 ? groupThousands(String(value)) : String(value)
  }
  if (typeof value === 'string') return sayText(value, column)
  const parts = Array.isArray(value)
    ? value.map((part) => sayValue(part, column, currency))
    : Object.entries(value).map(([name, part]) => {
        const words = isTechnical.test(name) ? null : sayValue(part, name, currency)
        return words && `${sayCode(name)}: ${words}`
      })
  return parts.filter(Boolean).join(Array.isArray(value) ? ', ' : '; ') || null
}

function sayText(value: string, column: string): string | null {
  if (ids.test(value)) return null
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:/.test(value) && /_(at|until)$/.test(column)) return sayInstant(value)
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return formatDateInWords(`${value}T12:00:00Z`)
  if (column === 'user_agent') return describeDevice(value)
  if (column === 'channel') return channels[value] ?? sayCode(value)
  if (column === 'status') return statusLabels[value] ?? sayCode(value)
  return codeColumns.test(column) ? sayCode(value) : value
}

/** What a sign-in by another service says besides. */
const isTechnical = /(^|_)(ids?|verified|sub|iss|email)$/
const isId = (column: string) => /(^|_)ids?$/.test(column)

/** Everything that a row says, a fact a column. */
export function sayRow(row: Row, { labels = {}, values = {}, omit = [] }: RowWords = {}): ReportFact[] {
  const omitted = typeof omit === 'function' ? omit(row) : omit
  const currency = typeof row.currency === 'string' ? row.currency : 'NGN'
  return Object.entries(row).flatMap(([column, value]) => {
    if (isId(column) || omitted.includes(column) || (column === 'is_demo' && value === false)) return []
    const detail = values[column]?.[String(value)] ?? sayValue(value, column, currency)
    const term =
      labels[column] ??
      commonLabels[column] ??
      sayCode(column)
        .replace(/ kobo$/, '')
        .replace(/ at$/, '')
    return detail ? [{ term, detail }] : []
  })
}
