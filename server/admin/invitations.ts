// The link of an invitation: what it says when it is opened, and the sign-in service's own link in its place.
import type { Hono } from 'hono'
import { z } from 'zod'
import type { InvitationView } from '#domain/admin/staff.ts'
import type { Database } from '#platform/database/database.ts'
import { queryAsServiceRole } from '#server/database/as-service-role.ts'
import { type AppContext, RefusedError } from '#server/http/answers.ts'
import { hashSecret } from '#server/http/tokens.ts'

export const invitationRequest = z.object({ token: z.string().min(1).max(200) })

interface InvitationOptions {
  database: Database
  services: Pick<Hono, 'request'>
  secretKey: string
}

const generated = z.object({ hashed_token: z.string() })

export async function findInvitation(
  { database }: Pick<InvitationOptions, 'database'>,
  token: string,
): Promise<InvitationView | null> {
  const { rows } = await queryAsServiceRole<{ viewed: InvitationView | null }>(
    database,
    'select private.find_invitation($1) as viewed',
    [hashSecret(token)],
  )
  return rows[0]?.viewed ?? null
}

/**
 * A link of the service is good for an hour, and an invitation for a week: it is made when its page is used. Refused for an
 * account that its owner has proved, so that an old mail opens nobody's account.
 */
export async function openInvitation(
  options: InvitationOptions,
  c: AppContext,
  token: string,
): Promise<string> {
  const viewed = await findInvitation(options, token)
  if (viewed?.state !== 'open' || viewed.hasAccount) throw new RefusedError('not_found')
  const { services, secretKey } = options
  const response = await services.request(
    '/auth/v1/admin/generate_link',
    {
      method: 'POST',
      headers: {
        apikey: secretKey,
        authorization: `Bearer ${secretKey}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ type: 'invite', email: viewed.email }),
    },
    c.env,
  )
  if (response.status >= 500) throw new RefusedError('unavailable')
  // Proved meanwhile: they sign in.
  if (!response.ok) throw new RefusedError('not_found')
  return generated.parse(await response.json()).hashed_token
}
