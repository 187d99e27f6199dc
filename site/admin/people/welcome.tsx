/** The role that waits for the signed-in person's own address becomes theirs, and leads to their first queue. */
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import type { Permission } from '#domain/admin/roles.ts'
import { invitationPath, type MyPermissions } from '#domain/admin/staff.ts'
import { retryRole } from '#site/account/role.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { findOpenGroups, ownTitle } from '#site/admin/shell/admin-places.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { paths } from '#site/paths.ts'
import { Panel } from '#site/ui/panel.tsx'

/** Accepting twice is accepting once: anyone who has accepted reads their role again, from another tab or after a reload. */
async function accept(): Promise<MyPermissions> {
  await callAdmin<string | null>('accept_invitation')
  return callAdmin<MyPermissions>('my_permissions')
}

export function Welcome({ isProved }: { isProved: boolean }) {
  const { userId, email, assurance } = useAuth()
  const query = useQuery({
    // Once the second step is shown, the rights are others.
    queryKey: ['accept-invitation', userId, assurance],
    queryFn: accept,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div className="wrap py-6 lg:py-10">
      <Panel className="mx-auto max-w-[36rem]">
        <QueryState query={query} errorText="Your invitation could not be looked up.">
          {(mine) =>
            mine.role ? (
              <Begin mine={mine} isProved={isProved} />
            ) : (
              <div className="grid gap-4 justify-items-start">
                <h1 className="text-2xl">No invitation waits for you</h1>
                <p>
                  You are signed in as {email}. An invitation is for the address that it was sent to, works
                  once and ends after a week. Ask the person who invited you for another one.
                </p>
              </div>
            )
          }
        </QueryState>
      </Panel>
    </div>
  )
}

/** On to the first queue; where the admin area demands a second step, by way of setting it up: before it no right is reported. */
function Begin({ mine, isProved }: { mine: MyPermissions; isProved: boolean }) {
  // What the page knew of the account was read before it had a role.
  useEffect(retryRole, [])
  // One object for ever, as in Guard: a Navigate whose state is another one at each drawing starts again, hundreds of times.
  const [state] = useState({ from: invitationPath, isProved })
  if (!mine.mustAddSecondFactor) return <Navigate to={findFirstPlace(mine)} replace />
  return <Navigate to={`${paths.accountSecurity}?for=desk`} state={state} replace />
}

function findFirstPlace({ role, permissions }: MyPermissions): string {
  if (role === 'admin') return paths.admin
  const can = (permission: Permission) => permissions.includes(permission)
  const places = findOpenGroups(can).flatMap(({ title, places }) => (title === ownTitle ? [] : places))
  // Where work waits for them, before what they may only read: finance begins at the payments.
  const first = places.find(({ waits, permission }) => {
    const takes = [waits?.takes ?? permission].flat()
    return waits && takes.some((right) => can(right) && !right.endsWith('.read'))
  })
  return (first ?? places[0])?.path ?? paths.adminHome
}
