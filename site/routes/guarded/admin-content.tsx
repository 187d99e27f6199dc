/** /admin/content: what the pages say, changed in drafts. */
import type { MetaArgs } from 'react-router'
import { DeskPage } from '#site/features/admin/desk-page.tsx'
import { ContentDesk } from '#site/features/desk-content/content-desk.tsx'
import type { BroughtTexts } from '#site/features/desk-content/legal-texts.tsx'
import { privacySections } from '#site/features/privacy/privacy.ts'
import { termsSections } from '#site/features/terms/terms.ts'
import { pageMeta } from '#site/page-meta.ts'

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
    <DeskPage title="Content" permission="content.write">
      <ContentDesk broughtTexts={broughtTexts} />
    </DeskPage>
  )
}
