// Staff who send a form for someone, who is there or on the phone.
import type { StaffChannel } from '#domain/registrations/intake.ts'
import { runAs } from '#platform/database/run-as.ts'
import { type AppContext, RefusedError, refuseWait } from '#server/http/answers.ts'
import type { Session } from '#server/http/session.ts'
import type { Clerk } from './resubmit.ts'
import type { RegistrationsOptions, RouteParts } from './route-parts.ts'

/** `more`: a right that it takes besides. */
export async function admitClerk(
  { database }: Pick<RegistrationsOptions, 'database'>,
  { limiter, addressOf }: Pick<RouteParts, 'limiter' | 'addressOf'>,
  c: AppContext,
  session: Session | null,
  channel: StaffChannel,
  more = 'registrations.enter',
): Promise<Clerk> {
  if (!session) throw new RefusedError('sign_in')
  // As themselves: what their own token lets them do now, not what their account may do at best.
  const { rows } = await runAs(
    database,
    session.caller,
    {
      text: `select private.has_permission('registrations.enter') and private.has_permission($1) as allowed`,
      values: [more],
    },
    { readOnly: true },
  )
  if ((rows[0] as { allowed: boolean }).allowed !== true) throw new RefusedError('forbidden')
  refuseWait(limiter.takeForClerk(session.userId))
  return { userId: null, channel, enteredBy: session.userId, enteredFrom: addressOf(c) }
}
