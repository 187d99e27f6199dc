/** /admin/content: what the pages say, changed in drafts. */
import type { MetaArgs } from 'react-router'
import { DeskPage } from '#site/features/admin/desk-page.tsx'
import { ContentDesk } from '#site/features/desk-content/content-desk.tsx'
import { pageMeta } from '#site/page-meta.ts'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Content', description: 'The desk of the company.', index: false })
}

export default function AdminContentRoute() {
  return (
    <DeskPage title="Content" permission="content.write">
      <ContentDesk />
    </DeskPage>
  )
}
