// GET /admin/users and /admin/users/{id}: all accounts in pages, newest first, or one of them; deleted ones too.
import type pg from 'pg'
import type { AuthContext, AuthRequest } from '../context.ts'
import { AuthError } from '../errors.ts'
import { readUuid } from '../request.ts'
import { inTransaction } from '../transaction.ts'
import { renderUser, renderUsers, type UserRow, userColumns } from '../users.ts'
import { pageHeaders, readPage } from './pages.ts'
import { requireAdmin } from './require-admin.ts'

export async function listUsers(auth: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const page = readPage(request)
  const filter = (request.query.get('filter') ?? '').trim()
  const where = `where $1 = '' or email ilike '%' || $2 || '%' or raw_user_meta_data ->> 'full_name' ilike '%' || $2 || '%'`
  const values = [filter, filter.replace(/[\\%_]/g, '\\$&')]
  return inTransaction(auth, async (client) => {
    const counted = await client.query<{ total: number }>(
      `select count(*)::int as total from auth.users ${where}`,
      values,
    )
    const { rows } = await client.query<UserRow>(
      `select ${userColumns} from auth.users ${where} order by created_at desc, id limit $3 offset $4`,
      [...values, page.size, (page.number - 1) * page.size],
    )
    const users = await renderUsers(client, rows)
    return Response.json(
      { users, aud: auth.settings.jwtAudience },
      { headers: pageHeaders('/admin/users', page, counted.rows[0]?.total ?? 0) },
    )
  })
}

export async function getUserById(auth: AuthContext, request: AuthRequest): Promise<Response> {
  await requireAdmin(auth, request)
  const id = readUuid(request, 'user_id')
  return inTransaction(auth, async (client) => {
    const user = await getAnyUser(client, id)
    return Response.json(await renderUser(client, user))
  })
}

/** Deleted accounts included. */
export async function getAnyUser(client: pg.ClientBase, id: string, lock = ''): Promise<UserRow> {
  const { rows } = await client.query<UserRow>(
    `select ${userColumns} from auth.users where id = $1 ${lock}`,
    [id],
  )
  if (!rows[0]) throw new AuthError(404, 'user_not_found', 'User not found')
  return rows[0]
}

/** The same, locked until the transaction ends: what was read stays true. */
export function lockAnyUser(client: pg.ClientBase, id: string): Promise<UserRow> {
  return getAnyUser(client, id, 'for update')
}
