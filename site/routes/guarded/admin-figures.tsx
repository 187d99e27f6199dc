/** /admin/figures: orders and registrations over time. */
import type { MetaArgs } from 'react-router'
import { DeskPage } from '#site/features/admin/desk-page.tsx'
import { FiguresDesk } from '#site/features/desk-figures/figures-desk.tsx'
import { pageMeta } from '#site/page-meta.ts'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Figures', description: 'The desk of the company.', index: false })
}

export default function AdminFiguresRoute() {
  return (
    <DeskPage title="Figures" permission="figures.read">
      <FiguresDesk />
    </DeskPage>
  )
}
