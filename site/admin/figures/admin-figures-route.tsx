/** /admin/figures: orders and registrations over time. */
import type { MetaArgs } from 'react-router'
import { DeskPage } from '#site/admin/shell/desk-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { FiguresDesk } from './figures-desk.tsx'

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
