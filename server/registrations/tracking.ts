// What the secret of a guest link opens, for people without an account: their registration, and their rights to it.
import { z } from 'zod'
import { photoAccessWords } from '#domain/photo-access-words.ts'
import { isRegistrationForm, type RegistrationFormName } from '#domain/registrations/registrations.ts'
import type { Reveal } from '#domain/vault.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { type AppContext, RefusedError } from '#server/http/answers.ts'
import { hashSecret } from '#server/http/tokens.ts'
import { requireShownRecord, type ShownLink, type TrackingCookie } from '#server/http/tracking-cookie.ts'

const tracked = z.looseObject({
  recordType: z.string(),
  id: z.string(),
  form: z.string().refine((name): name is RegistrationFormName => isRegistrationForm(name)),
  personId: z.string().nullable(),
})
export type Tracked = z.output<typeof tracked> & { tokenHash: string }

/** The registration behind the link that a request shows; refuses alike whatever is wrong with it. */
export async function readTracked(
  database: Database,
  cookie: TrackingCookie,
  c: AppContext,
): Promise<Tracked> {
  const link: ShownLink | null = cookie.read(c)
  const result = await findByHash(database, link?.tokenHash ?? null)
  if (link && c.req.method !== 'GET') requireShownRecord(c, link, result.id)
  return result
}

export function findTracked(database: Database, token: unknown): Promise<Tracked> {
  return findByHash(database, hashSecret(token))
}

async function findByHash(database: Database, hash: string | null): Promise<Tracked> {
  const { rows } = hash
    ? await queryAsServiceRole<{ result: unknown }>(
        database,
        'select public.track_registration($1) as result',
        [hash],
      )
    : { rows: [] }
  const read = tracked.safeParse(rows[0]?.result)
  if (!hash || !read.success) throw new RefusedError('not_found')
  return { ...read.data, tokenHash: hash }
}

/** The link of an erased registration goes on showing what became of it, and takes nothing more. */
export async function refuseErased(database: Database, { personId }: Tracked): Promise<void> {
  const { rows } = await queryAsServiceRole<{ is_erased: boolean }>(
    database,
    'select is_erased from private.find_person_key(null, $1)',
    [personId],
  )
  if (rows[0]?.is_erased) throw new RefusedError('not_found')
}

/** Who accessed what is secret about this person, themselves with a code among them; the latest first. */
export async function listReveals(database: Database, personId: string | null): Promise<Reveal[]> {
  const { rows } = await queryAsServiceRole<Reveal>(
    database,
    `select id::text, created_at as at, field, coalesce(actor_name, 'Somebody of our staff') as who, actor_role as role, reason
      from public.vault_reveals where person_id = $1
      union all select id, at, 'selfie' as field, $2, '' as role, $3 from private.list_photo_accesses($1)
      order by at desc`,
    [personId, photoAccessWords.who, photoAccessWords.reason],
  )
  return rows
}
