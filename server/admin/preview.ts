// Pages as a draft would make them: it is published, the content is read, and all of it is taken back.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { Content } from '#domain/company/content.ts'
import type { Caller } from '#platform/database/caller.ts'
import type { Database } from '#platform/database/database.ts'
import { rollBackAndRelease, takeClient } from '#platform/database/pool-client.ts'
import { runAs } from '#platform/database/run-as.ts'
import { contentQuery, toContent } from '#server/company/content/read-content.ts'
import { catalogueAsJson } from '#server/market/read-products.ts'

export const previewRequest = z.object({
  /** A row of content_drafts, or of legal_texts. */
  draftId: z.uuid(),
  /** A path of the site, without a host. */
  path: z
    .string()
    .max(200)
    .regex(/^\/(?!\/)[A-Za-z0-9/_-]*$/),
})

export const previewMinutes = 10

/** `claims` are the minimum that the database demands: no address of a person stands in an address of a page. */
const ticket = z.object({ draftId: z.uuid(), path: z.string(), claims: z.string(), until: z.number() })
export type Ticket = z.output<typeof ticket>

/** Anyone who holds the address sees what its maker may see, for ten minutes and as long as the maker's session stands. */
export function writeTicket(secret: string, input: Ticket): string {
  const body = Buffer.from(JSON.stringify(input)).toString('base64url')
  return `${body}.${sign(secret, body)}`
}

export function minClaims(claims: string): string {
  const { sub, role, aal, session_id } = JSON.parse(claims) as Record<string, unknown>
  return JSON.stringify({ sub, role, aal, session_id })
}

/** Null: not ours, or too old. */
export function readTicket(secret: string, text: string, now: Date): Ticket | null {
  const [body = '', signature = ''] = text.split('.')
  const [input, wanted] = [Buffer.from(signature), Buffer.from(sign(secret, body))]
  if (input.length !== wanted.length || !timingSafeEqual(input, wanted)) return null
  const read = ticket.parse(JSON.parse(Buffer.from(body, 'base64url').toString()))
  return read.until > now.getTime() ? read : null
}

function sign(secret: string, body: string): string {
  return createHmac('sha256', secret).update(`preview ${body}`).digest('base64url')
}

/** What makes the draft the content of the pages, as its publication does. */
export interface Publication {
  text: string
  values: string[]
}

/** Null: there is no such draft for this caller. */
export async function findDraft(database: Database, caller: Caller, id: string): Promise<Publication | null> {
  const { rows } = await runAs(
    database,
    caller,
    {
      text: `select changes::text as changes from public.content_drafts where id = $1
        union all select null from public.legal_texts where id = $1 and published_at is null`,
      values: [id],
    },
    { readOnly: true },
  )
  const [result] = rows as { changes: string | null }[]
  if (!result) return null
  return result.changes === null
    ? { text: 'select public.publish_legal_text($1)', values: [id] }
    : publicationOf(result.changes)
}

export const publicationOf = (changes: string): Publication => ({
  text: 'select private.apply_changes($1)',
  values: [changes],
})

/** The content as it would be; nothing of it stays. */
export async function readDraftedContent(
  database: Database,
  claims: string,
  publication: Publication,
): Promise<Content> {
  const client = await takeClient(database.rest)
  let broken = false
  try {
    await client.query('begin')
    await client.query(
      `select set_config('request.jwt.claims', $1, true), set_config('statement_timeout', $2, true),
        set_config('role', 'authenticated', true)`,
      [claims, database.statementTimeout('authenticated')],
    )
    await client.query(publication.text, publication.values)
    const { rows } = await client.query(contentQuery(catalogueAsJson))
    return toContent(rows)
  } catch (error) {
    broken = (error as { code?: unknown }).code === undefined
    throw error
  } finally {
    await rollBackAndRelease(client, broken)
  }
}
