/** Shows a page to signed-in members only: spinner, then the page or the way to sign-in. The database decides rights. */
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router'
import { useAuth } from '#site/lib/auth-state.ts'
import { buildAuthPath } from '#site/lib/next-path.ts'
import { OfflineNotice } from '#site/lib/offline-notice.tsx'
import { queryClient } from '#site/lib/query-client.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'

export function Guard({ children }: { children: ReactNode }) {
  const auth = useAuth()
  const location = useLocation()
  if (auth.status === 'loading') return <LoadingScreen label="Loading..." />
  if (auth.status === 'signedOut') {
    return <Navigate to={buildAuthPath(location.pathname + location.search + location.hash)} replace />
  }
  return (
    <QueryClientProvider client={queryClient}>
      <OfflineNotice />
      {children}
    </QueryClientProvider>
  )
}
