/** Staff work with a second step at sign-in: an evaluation offers to set it up, production demands it (decision 38). */

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Navigate, useLocation, useRouteLoaderData } from 'react-router'
import { SecondStepLink } from '#site/admin/second-step.tsx'
import { useAuth } from '#site/lib/auth-state.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { getSupabase } from '#site/lib/supabase.ts'
import { paths } from '#site/paths.ts'
import { Notice } from '#site/ui/panel.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'

export function StaffGuard({ title, children }: { title: string; children: ReactNode }) {
  const { userId = '' } = useAuth()
  const { pathname, search } = useLocation()
  // The same object at each drawing of the same page: see Guard.
  const state = useMemo(() => ({ from: pathname + search }), [pathname, search])
  const { evaluation } = useRouteLoaderData('root') as { evaluation: boolean }
  const query = useQuery({
    // Begins as the account's own page names its answer: what changes there is queried again here.
    queryKey: ['second-factor', userId, 'is-on'],
    queryFn: readSecondStep,
  })
  if (evaluation) {
    return (
      <>
        {query.data === false && (
          <div className="admin-strip">
            <Notice>
              <p>
                Your account opens the desk with a password alone. In production staff need a second step at
                sign-in. <SecondStepLink />
              </p>
            </Notice>
          </div>
        )}
        {children}
      </>
    )
  }
  if (query.data === true) return children
  // An answer of before the second step was set up is not the last word.
  if (query.isFetching) return <LoadingScreen label="Loading..." title={title} />
  if (query.data === false) {
    return <Navigate to={`${paths.accountSecurity}?for=desk`} state={state} replace />
  }
  return (
    <div className="wrap py-12">
      <QueryState query={query} errorText="Your second step could not be looked up.">
        {() => null}
      </QueryState>
    </div>
  )
}

async function readSecondStep(): Promise<boolean> {
  const client = await getSupabase()
  const { data, error } = await client.auth.mfa.listFactors()
  if (error) throw error
  return data.totp.length > 0 || data.webauthn.length > 0
}
