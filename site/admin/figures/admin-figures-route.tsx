/** /admin/figures: orders and registrations over time. */
import type { MetaArgs } from 'react-router'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { FiguresPage } from './figures-page.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Figures', description: 'The desk of the company.', index: false })
}

export default function AdminFiguresRoute() {
  return (
    <AdminPage title="Figures" permission="figures.read" actions={<PrintButton />}>
      <FiguresPage />
    </AdminPage>
  )
}
