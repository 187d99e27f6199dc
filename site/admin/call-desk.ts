/** Functions of the desk, which answer jsonb: their shapes stand in domain/admin/desk.ts and domain/admin/staff.ts, not in the generated types. */
import { getSupabase, type HouseClient } from '#site/lib/supabase.ts'

export interface DeskError {
  code: string
  message: string
  hint?: string | null
}

interface LooseClient {
  rpc(name: string, args?: object): PromiseLike<{ data: unknown; error: DeskError | null }>
}

/** For an action, which reads the error itself. */
export function rpcDesk(client: HouseClient, name: string, args: object = {}) {
  return (client as unknown as LooseClient).rpc(name, args)
}

/** The answer, in the shape that domain/ says it has; rejects with the database's error. */
export async function askDesk<Answer>(name: string, args: object = {}): Promise<Answer> {
  const { data, error } = await rpcDesk(await getSupabase(), name, args)
  if (error) throw error
  return data as Answer
}
