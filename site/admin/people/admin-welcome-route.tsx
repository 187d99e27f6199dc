/** /admin/welcome: where the mail of an invitation leads, after signing in or up. */
import type { MetaArgs } from 'react-router'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
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
  return (
    <Guard title="Welcome to the desk">
      <Welcome />
    </Guard>
  )
}
