// GET /admin/audit: what happened to which account, newest first, in pages.
import type { AuthContext, AuthRequest } from '../context.ts'
import { badRequest } from '../errors.ts'
import { inTransaction } from '../transaction.ts'
import { pageHeaders, readPage } from './pages.ts'
import { requireAdmin } from './require-admin.ts'

/** As upstream: `query=action:login`, or `author:<user id>`. */
const fields: Record<string, string> = { action: 'action', author: 'actor_id', type: 'log_type' }

export async function listAudit(auth: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const page = readPage(request)
  const [name = '', value = ''] = (request.query.get('query') ?? '').split(/:(.*)/s)
  const field = fields[name]
  if (name && !field) throw badRequest(`Unsupported audit query: ${name}`)
  const where = field ? `where payload ->> '${field}' = $1` : 'where $1 = $1::text'
  return inTransaction(auth, async (client) => {
    const counted = await client.query<{ total: number }>(
      `select count(*)::int as total from auth.audit_log_entries ${where}`,
      [value],
    )
    const { rows } = await client.query(
      `select id, payload, created_at, ip_address from auth.audit_log_entries ${where}
       order by created_at desc, id limit $2 offset $3`,
      [value, page.size, (page.number - 1) * page.size],
    )
    return Response.json(rows, { headers: pageHeaders('/admin/audit', page, counted.rows[0]?.total ?? 0) })
  })
}
