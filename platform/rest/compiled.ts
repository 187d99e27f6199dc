// What compiling a request yields: one statement, and what is needed to answer with its result.
import type { Shape } from './media-type.ts'
import type { Payload } from './payload.ts'
import type { Preferences } from './preferences.ts'
import type { Range } from './range.ts'
import { bodyPlaceholder, type SqlWriter } from './sql-writer.ts'

export type Verb = 'read' | 'insert' | 'update' | 'delete' | 'call'

export interface CompileRequest {
  verb: Verb
  schema: string
  /** The name of the table, view or function. */
  name: string
  query: string
  /** GET and HEAD: nothing may be written. */
  readOnly: boolean
  withoutBody: boolean
  shape: Shape
  preferences: Preferences
  headerRange?: Range | undefined
  payload?: Payload | undefined
}

export interface Compiled {
  verb: Verb
  name: string
  text: string
  values: readonly unknown[]
  /** Where in the values the request's body goes. */
  bodyAt: readonly number[]
  readOnly: boolean
  shape: Shape
  preferences: Preferences
  range: Range
  withoutBody: boolean
  /** A function without a result. */
  isVoid: boolean
  /** Queried after the statement for the planner's guess; only above the stated total, when that is set. */
  explain?: { text: string; values: readonly unknown[]; above?: number }
  locationColumns: readonly string[]
  upserts: boolean
  hasConflictTarget: boolean
  /** Where the same answer is found again, with its parameters in order; reads alone. */
  contentLocation?: string
}

export interface CompileSettings {
  maxRows?: number | undefined
  /** Planned and estimated counts are counted, no further than one past it. */
  countsUpTo?: number | undefined
  /** Whether count(), sum() and the like are served (db-aggregates-enabled). */
  aggregates?: boolean | undefined
}

export function finish(
  request: CompileRequest,
  writer: SqlWriter,
  text: string,
  range: Range,
  more: Partial<Compiled> = {},
): Compiled {
  const { verb, name, readOnly, shape, preferences, withoutBody } = request
  return {
    verb,
    name,
    text,
    values: writer.values,
    bodyAt: writer.values.flatMap((value, i) => (value === bodyPlaceholder ? [i] : [])),
    readOnly,
    shape,
    preferences,
    range,
    withoutBody,
    isVoid: false,
    locationColumns: [],
    upserts: false,
    hasConflictTarget: false,
    ...(readOnly && { contentLocation: contentLocationOf(request) }),
    ...more,
  }
}

function contentLocationOf({ verb, name, query }: CompileRequest): string {
  // A URL as it came may hold what no header can.
  const sorted =
    query &&
    `?${query
      .split('&')
      .sort()
      .join('&')
      .replace(/[^!-~]/g, '')}`
  return `/${verb === 'call' ? 'rpc/' : ''}${encodeURIComponent(name)}${sorted}`
}

// What a function or trigger may set for the response, and the upsert's own count.
export const responseSettings = `nullif(current_setting('response.headers', true), '') as response_headers,
 nullif(current_setting('response.status', true), '') as response_status`
