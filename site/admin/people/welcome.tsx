/** Where an invitation leads: the role that waits for the signed-in person's own address is theirs. */
import { useQuery } from '@tanstack/react-query'
import type { MyPermissions } from '#domain/admin/staff.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { nameRole } from './role-names.ts'

export function Welcome() {
  const { userId, email } = useAuth()
  // Accepting twice is accepting once: anyone who has accepted reads their role again, from another tab or after a reload.
  const query = useQuery({
    queryKey: ['accept-invitation', userId],
    queryFn: async () =>
      (await callAdmin<string | null>('accept_invitation')) ??
      (await callAdmin<MyPermissions>('my_permissions')).role,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return (
    <div className="wrap py-12 lg:py-20">
      <Panel className="mx-auto max-w-[36rem]">
        <QueryState query={query} errorText="Your invitation could not be looked up.">
          {(role) => (
            <div className="grid gap-4 justify-items-start">
              <h1 className="text-3xl">{role ? 'Welcome to the desk' : 'No invitation waits for you'}</h1>
              {role ? (
                <>
                  <p>Your role is {nameRole(role)}. Set up the second step before you start.</p>
                  {/* Loaded again: the whole page queries the role again. */}
                  <div className="flex flex-wrap gap-3">
                    <ButtonLink to={`${paths.accountSecurity}?for=desk`}>Set up the second step</ButtonLink>
                    <ButtonLink to={paths.admin} variant="outline" reloadDocument>
                      Go to the desk
                    </ButtonLink>
                  </div>
                </>
              ) : (
                <p>
                  You are signed in as {email}. An invitation is for the address that it was sent to, works
                  once and ends after a week. Ask whoever invited you for another one.
                </p>
              )}
            </div>
          )}
        </QueryState>
      </Panel>
    </div>
  )
}
