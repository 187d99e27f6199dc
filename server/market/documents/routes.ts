// /documents: the documents of an order for anyone who may read them; and the form of /verify, which knows no scripts.
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { z } from 'zod'
import { trackedRecordHeader, trackingTokenHeader } from '#domain/guest-links.ts'
import {
  type DocumentContent,
  type DocumentList,
  documentPaths,
  type ListedDocument,
  ownDocumentsPageSize,
  type ProFormaAnswer,
  parseVerificationCode,
  verifyPath,
} from '#domain/market/documents.ts'
import { createMemoryLimiter } from '#platform/auth/memory-limiter.ts'
import type { Caller } from '#platform/database/caller.ts'
import { runAs } from '#platform/database/run-as.ts'
import type { Limit } from '#platform/settings.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import {
  type AppContext,
  answerErrors,
  answerJson,
  RefusedError,
  readBody,
  refuseOtherSites,
  refuseWait,
} from '#server/http/answers.ts'
import { perTenMinutes } from '#server/http/limit-windows.ts'
import type { RouteOptions } from '#server/http/route-options.ts'
import { createReadSession, requireSession, type SessionOptions } from '#server/http/session.ts'
import { requireShownRecord, type TrackingCookie } from '#server/http/tracking-cookie.ts'
import type { Printer } from './print.ts'

/** For one address. */
export type DocumentLimits = Record<'lists' | 'files' | 'proFormas', Limit>
export const defaultDocumentLimits: DocumentLimits = {
  lists: perTenMinutes(300),
  files: perTenMinutes(120),
  proFormas: perTenMinutes(60),
}

export interface DocumentRoutesOptions extends SessionOptions, RouteOptions {
  printer: Printer
  cookie: TrackingCookie
  limits?: DocumentLimits
}

/** The caller: someone signed in, with the database's own rules; or a guest, by the hash of their link's secret. */
type Reader = { caller: Caller } | { tokenHash: string }

interface StoredDocument {
  id: string
  content: DocumentContent
}

type Listed = StoredDocument & { orderId: string; isOutdated: boolean }

// What is out of date stays where it is printed, and says so here.
const listed = `id, order_id as "orderId", content, public.standing(document) <> 'current' as "isOutdated"`
const listText = `select ${listed} from public.order_documents as document where order_id = $1 order by issued_at desc`
// One's own orders alone: staff may read the documents of every order.
const ownList = `select ${listed} from public.order_documents as document
  where order_id in (select orders.id from public.orders where orders.user_id = (select auth.uid()))
    and ($1::uuid is null or (issued_at, id) < (select last.issued_at, last.id from public.order_documents as last where last.id = $1))
  order by issued_at desc, id desc limit ${ownDocumentsPageSize}`
const guestList = listText.replace('$1', 'private.tracked_order_id($1)')
const fileText = 'select id, content from public.order_documents where id = $1'
const guestFile = `${fileText} and order_id = private.tracked_order_id($2)`

const proFormaRequest = z.object({ orderId: z.uuid().optional() })
const previewRequest = z.object({ orderId: z.uuid(), quote: z.record(z.string(), z.unknown()) })

export function createDocumentRoutes(options: DocumentRoutesOptions): Hono<{ Bindings: HttpBindings }> {
  const { database, printer, cookie, isOwnOrigin, clock, log, limits = defaultDocumentLimits } = options
  const app = new Hono<{ Bindings: HttpBindings }>()
  const readSession = createReadSession(options)
  const limiter = createMemoryLimiter()

  const limit = (kind: keyof DocumentLimits, c: AppContext) =>
    refuseWait(Math.ceil(limiter.take(kind, options.clientAddress(c.env.incoming), limits[kind], clock())))

  async function readReader(c: AppContext): Promise<Reader> {
    // A cookie goes along by itself, also with what a member requests: a guest's page names its record too.
    const isGuest = [trackingTokenHeader, trackedRecordHeader].some(
      (name) => c.req.header(name) !== undefined,
    )
    if (!isGuest) return { caller: (await requireSession(readSession, c)).caller }
    const link = cookie.read(c)
    if (link === null) throw new RefusedError('not_found')
    const { rows } = await queryAsServiceRole<{ id: string | null }>(
      database,
      'select private.tracked_order_id($1) as id',
      [link.tokenHash],
    )
    requireShownRecord(c, link, rows[0]?.id ?? '')
    return { tokenHash: link.tokenHash }
  }

  async function list(reader: Reader, { order, after }: Record<string, string>): Promise<Listed[]> {
    if ('tokenHash' in reader)
      return (await queryAsServiceRole<Listed>(database, guestList, [reader.tokenHash])).rows
    const { rows } = await runAs(
      database,
      reader.caller,
      order === undefined
        ? { text: ownList, values: [after === undefined ? null : asUuid(after)] }
        : { text: listText, values: [asUuid(order)] },
    )
    return rows as Listed[]
  }

  async function find(reader: Reader, id: string): Promise<StoredDocument> {
    const { rows } =
      'tokenHash' in reader
        ? await queryAsServiceRole<StoredDocument>(database, guestFile, [asUuid(id), reader.tokenHash])
        : await runAs(database, reader.caller, { text: fileText, values: [asUuid(id)] })
    const [result] = rows as StoredDocument[]
    if (!result) throw new RefusedError('not_found')
    return result
  }

  async function issueProForma(reader: Reader, orderId: string | undefined): Promise<ProFormaAnswer> {
    const { rows } =
      'tokenHash' in reader
        ? await queryAsServiceRole(
            database,
            `select public.issue_pro_forma(private.tracked_order_id($1), jsonb_build_object('trackingTokenHash', $1::text)) as answer`,
            [reader.tokenHash],
          )
        : await runAs(database, reader.caller, {
            text: 'select public.issue_pro_forma($1) as answer',
            values: [asUuid(orderId)],
          })
    const { answer } = rows[0] as { answer: ProFormaAnswer }
    // Which question it is stands on the order's page.
    return answer.ok ? answer : { ok: false, code: answer.code }
  }

  app.get(documentPaths.list, async (c) => {
    limit('lists', c)
    const result = await list(await readReader(c), c.req.query())
    const answer: DocumentList = { ok: true, documents: result.map(describe) }
    return answerJson(200, answer)
  })

  app.post(documentPaths.proForma, async (c) => {
    limit('proFormas', c)
    refuseOtherSites(c, isOwnOrigin)
    const reader = await readReader(c)
    const { orderId } = await readBody(c, proFormaRequest)
    const answer = await issueProForma(reader, orderId)
    return answerJson(answer.ok ? 200 : 409, answer)
  })

  app.post(documentPaths.preview, async (c) => {
    limit('proFormas', c)
    refuseOtherSites(c, isOwnOrigin)
    const { caller } = await requireSession(readSession, c)
    const { orderId, quote } = await readBody(c, previewRequest)
    // Who may quote, and what a quote may be, the function says.
    const { rows } = await runAs(database, caller, {
      text: 'select public.preview_quote($1, $2) as content',
      values: [orderId, JSON.stringify(quote)],
    })
    const { content } = rows[0] as { content: DocumentContent }
    const pdf = await printer.draw(content)
    return new Response(pdf as Uint8Array<ArrayBuffer>, {
      headers: { 'content-type': 'application/pdf', 'cache-control': 'no-store' },
    })
  })

  app.get(documentPaths.file(':id'), async (c) => {
    limit('files', c)
    const { id, content } = await find(await readReader(c), c.req.param('id') ?? '')
    const pdf = await printer.read(id, content)
    return new Response(pdf as Uint8Array<ArrayBuffer>, {
      headers: {
        'content-type': 'application/pdf',
        'content-disposition': `attachment; filename="${content.number}.pdf"`,
      },
    })
  })

  // A code typed into the form has a page of its own; without one it is the form's page.
  app.get(verifyPath, async (c, next) => {
    const typed = c.req.query('code')?.trim().slice(0, 40)
    if (!typed) return next()
    return c.redirect(`${verifyPath}/${encodeURIComponent(parseVerificationCode(typed) ?? typed)}`, 303)
  })

  app.onError(answerErrors(log, 'the documents of an order were not answered'))

  return app
}

function asUuid(input: string | undefined): string {
  const read = z.uuid().safeParse(input)
  if (!read.success) throw new RefusedError('not_found')
  return read.data
}

function describe({ id, orderId, content, isOutdated }: Listed): ListedDocument {
  const { kind, number, issuedAt, order, payment, takenOffKobo, totalKobo } = content
  return {
    id,
    order: { id: orderId, code: order.code },
    kind,
    number,
    issuedAt,
    currency: order.currency,
    amountKobo: payment?.amountKobo ?? takenOffKobo ?? totalKobo ?? null,
    isTakenOff: takenOffKobo !== undefined,
    isOutdated,
  }
}
