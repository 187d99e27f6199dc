/** /admin/content: what the pages say, changed in drafts. */
import type { MetaArgs } from 'react-router'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { privacySections } from '#site/company/privacy/privacy.ts'
import { termsSections } from '#site/company/terms/terms.ts'
import { pageMeta } from '#site/page-meta.ts'
import { ContentPage } from './content-page.tsx'
import type { BroughtTexts } from './legal-texts.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Content', description: 'The desk of the company.', index: false })
}

/** What the pages show before a first version is published, and what its writing begins with. */
const broughtTexts: BroughtTexts = {
  terms: termsSections.map(({ title, paragraphs }) => ({ title, paragraphs: [...paragraphs] })),
  privacy: privacySections.map(({ title, paragraphs, list = [] }) => ({
    title,
    paragraphs: [...paragraphs, ...list],
  })),
}

export default function AdminContentRoute() {
  return (
    <AdminPage title="Content" permission="content.write" actions={<PrintButton />}>
      <ContentPage broughtTexts={broughtTexts} />
    </AdminPage>
  )
}
