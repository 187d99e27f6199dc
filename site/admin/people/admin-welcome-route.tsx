/** /admin/welcome: where the mail of an invitation leads; its secret stands in the fragment. */
import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { type MetaArgs, useLocation } from 'react-router'
import { useAuth } from '#site/lib/auth-state.ts'
import { Guard } from '#site/lib/guard.tsx'
import { queryClient } from '#site/lib/query-client.ts'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { pageMeta } from '#site/page-meta.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { Invitation } from './invitation.tsx'
import { Welcome } from './welcome.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: 'Welcome to the desk',
    description: 'An invitation to be staff.',
    index: false,
  })
}

export default function AdminWelcomeRoute() {
  const token = useLocation().hash.slice(1)
  const isHydrated = useHydrated()
  const { status } = useAuth()
  /** `isProved`: the password was just chosen here. */
  const [taken, setTaken] = useState<{ isProved: boolean } | null>(null)
  if (isHydrated && token && !taken) {
    if (status === 'loading') return <LoadingScreen label="Loading..." title="Welcome to the desk" />
    return (
      <QueryClientProvider client={queryClient}>
        <Invitation token={token} onTaken={setTaken} />
      </QueryClientProvider>
    )
  }
  return (
    <Guard title="Welcome to the desk">
      <Welcome isProved={taken?.isProved ?? false} />
    </Guard>
  )
}
