/** Shows a page to members who have signed in fully: spinner, then the page or the way to sign-in. The database decides rights. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useAuth } from '#site/lib/auth-state.ts'
import { buildAuthPath } from '#site/lib/next-path.ts'
import { OfflineNotice } from '#site/lib/offline-notice.tsx'
import { queryClient } from '#site/lib/query-client.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'

/** One object for ever: Navigate starts again whenever its state is another one, and would restart itself without end. */
const sessionLost = { sessionEnded: true }

interface GuardProps {
  /** The page's heading while it is not known whether it may be shown. */
  title: string
  children: ReactNode
}

export function Guard({ title, children }: GuardProps) {
  const auth = useAuth()
  const location = useLocation()
  if (auth.status === 'loading') {
    return (
      <>
        <LoadingScreen label="Loading..." title={title} />
        <noscript>
          <p className="notice mx-(--gutter) my-10">
            This page needs JavaScript, because it shows what belongs to your account. Without it you can
            still read every public page and call us.
          </p>
        </noscript>
      </>
    )
  }
  if (auth.status === 'signedOut') {
    // Anyone who chose to sign out wants no way back to this page; everybody else does.
    const wanted = auth.ended === 'byChoice' ? null : location.pathname + location.search + location.hash
    return <Navigate to={buildAuthPath(wanted)} state={auth.ended === 'lost' ? sessionLost : null} replace />
  }
  if (auth.isSecondStepDue)
    return (
      <Navigate
        to={buildAuthPath(location.pathname + location.search + location.hash)}
        state={null}
        replace
      />
    )
  return (
    <QueryClientProvider client={queryClient}>
      <OfflineNotice />
      {children}
    </QueryClientProvider>
  )
}
