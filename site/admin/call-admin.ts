/** Functions of the admin area, which answer jsonb: their shapes stand in domain/admin/admin.ts and domain/admin/staff.ts, not in the generated types. */
import { type AppClient, getSupabase } from '#site/lib/supabase.ts'

export interface AdminError {
  code: string
  message: string
  hint?: string | null
  details?: string | null
}

interface LooseClient {
  rpc(name: string, args?: object): PromiseLike<{ data: unknown; error: AdminError | null }>
}

/** For an action, which reads the error itself. */
export function rpcAdmin(client: AppClient, name: string, args: object = {}) {
  return (client as unknown as LooseClient).rpc(name, args)
}

/** The answer, in the shape that domain/ says it has; rejects with the database's error. */
export async function callAdmin<Answer>(name: string, args: object = {}): Promise<Answer> {
  const { data, error } = await rpcAdmin(await getSupabase(), name, args)
  if (error) throw error
  return data as Answer
}
