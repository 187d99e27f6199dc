// The requests to both servers, what the right answer is, and how much better ours has to be.
import { createHmac } from 'node:crypto'
import type { BenchDatabase } from './database.ts'

export interface Scenario {
  title: string
  method: 'GET' | 'POST'
  path: string
  headers: Record<string, string>
  body?: string
  status: number
  /** `content-range` of the answer, where a count was requested. */
  contentRange?: string
  /** SQL, run by the owner, for the JSON that the answer must hold; none when the answer has no body. */
  truth?: string
  /** The table that the requests fill: emptied before each measurement. */
  fills?: string
  /** How many times the peer's throughput. */
  bar?: number
}

const adminId = '00000000-0000-4000-8000-000000000001'
/** A row of tables.sql. */
const adminSessionId = '00000000-0000-4000-8000-0000000000a1'

/** The headers are those that the client library sends; the admin is signed in, in the same session for both servers. */
export function listScenarios(publishableKey: string, jwtSecret: string): Scenario[] {
  const adminToken = signToken(
    { role: 'authenticated', aud: 'authenticated', aal: 'aal1', sub: adminId, session_id: adminSessionId },
    jwtSecret,
  )
  const common = { apikey: publishableKey, 'x-client-info': 'supabase-js-web/2.119.0' }
  const asAnon = { ...common, authorization: `Bearer ${publishableKey}` }
  const asAdmin = { ...common, authorization: `Bearer ${adminToken}` }
  const reading = { 'accept-profile': 'public' }
  const writing = { 'content-profile': 'public', 'content-type': 'application/json' }
  return [
    {
      title: 'list: 10 newest of 20,000, anon',
      method: 'GET',
      path: '/rest/v1/bench_products?select=id,name,category,price_kobo,unit,location,created_at&order=created_at.desc&limit=10',
      headers: { ...asAnon, ...reading },
      status: 200,
      truth: `select json_agg(result) from (
        select id, name, category, price_kobo, unit, location, created_at from bench_products
        where is_published order by created_at desc limit 10) as result`,
      bar: 4,
    },
    {
      title: 'list: orders, profile, exact count, admin',
      method: 'GET',
      path: '/rest/v1/bench_orders?select=*,bench_profiles(email,full_name)&order=created_at.desc&offset=0&limit=10',
      headers: { ...asAdmin, ...reading, prefer: 'count=exact' },
      status: 206,
      contentRange: '0-9/1000',
      truth: `select json_agg(result) from (
        select bench_orders.*, json_build_object('email', email, 'full_name', full_name) as bench_profiles
        from bench_orders join bench_profiles on bench_profiles.id = user_id
        order by bench_orders.created_at desc limit 10) as result`,
      bar: 4,
    },
    {
      title: 'insert: one row, return=minimal',
      method: 'POST',
      path: '/rest/v1/bench_inquiries',
      headers: { ...asAdmin, ...writing, prefer: 'return=minimal' },
      body: JSON.stringify({
        user_id: adminId,
        subject: 'Rice in bags',
        message: 'What would 200 bags of rice cost, delivered to Apapa before the end of the month?',
      }),
      status: 201,
      fills: 'bench_inquiries',
      bar: 2,
    },
    {
      title: 'rpc: a quotation, anon',
      method: 'POST',
      path: '/rest/v1/rpc/bench_quote',
      headers: { ...asAnon, ...writing },
      body: JSON.stringify({ product: 1234, bags: 7 }),
      status: 200,
      truth: 'select json_agg(result) from bench_quote(1234, 7) as result',
    },
  ]
}

/** Signed with the shared secret, which both servers accept. */
export function signToken(claims: object, jwtSecret: string): string {
  const issuedAt = Math.floor(Date.now() / 1000)
  const parts = [
    { alg: 'HS256', typ: 'JWT' },
    { ...claims, iat: issuedAt, exp: issuedAt + 6 * 60 * 60 },
  ]
  const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')
  return `${text}.${createHmac('sha256', jwtSecret).update(text).digest('base64url')}`
}

/** One request, looked at closely. Throws when it is wrong; answers the body's text as the server writes it. */
export async function verifyAnswer(
  url: string,
  database: BenchDatabase,
  scenario: Scenario,
): Promise<string> {
  const { title, method, path, headers, body } = scenario
  const before = await countRows(database, scenario)
  const response = await fetch(`${url}${path}`, { method, headers, ...(body && { body }) })
  const text = await response.text()
  const refuse = (what: string) => new Error(`${database.name} answers "${title}" wrongly: ${what}`)
  if (response.status !== scenario.status) throw refuse(`status ${response.status}: ${text.slice(0, 300)}`)
  const range = response.headers.get('content-range')
  if (scenario.contentRange && range !== scenario.contentRange) throw refuse(`content-range ${range}`)
  if (scenario.truth) {
    const { rows } = await database.query(`select (${scenario.truth})::text as truth`)
    const truth = JSON.stringify(withInstants(JSON.parse(rows[0]?.truth)))
    const answer = JSON.stringify(withInstants(JSON.parse(text)))
    if (answer !== truth) throw refuse(`${answer.slice(0, 300)}\ninstead of ${truth.slice(0, 300)}`)
  } else if (text !== '') throw refuse(`a body where none belongs: ${text.slice(0, 300)}`)
  if (scenario.fills && (await countRows(database, scenario)) !== before + 1)
    throw refuse('no row was written')
  return text
}

export async function countRows(database: BenchDatabase, { fills }: Scenario): Promise<number> {
  if (!fills) return 0
  const { rows } = await database.query(`select count(*)::int as rows from ${fills}`)
  return rows[0]?.rows ?? 0
}

/**
 * The same points in time written alike: the peer uses PostgreSQL's own notation (`2026-01-15 05:19:00+00`) where
 * PostgREST writes ISO 8601. Keys are sorted, since their order means nothing in JSON.
 */
function withInstants(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{4}-\d\d-\d\d[ T]\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d(:\d\d)?$/.test(value))
    return new Date(value.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
  if (Array.isArray(value)) return value.map(withInstants)
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, withInstants(inner)]))
}
