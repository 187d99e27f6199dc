/** /admin/home: where staff of every role begin. */
import type { MetaArgs } from 'react-router'
import { pageMeta } from '#site/page-meta.ts'
import { HomePage } from './home-page.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Desk', description: 'What waits at the desk.', index: false })
}

export default function AdminHomeRoute() {
  return <HomePage />
}
