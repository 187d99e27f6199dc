/** /admin/tasks: what staff have to do by a day. */
import type { MetaArgs } from 'react-router'
import { PrintButton } from '#site/admin/records/print-button.tsx'
import { AdminPage } from '#site/admin/shell/admin-page.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { TasksPage } from './tasks-page.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Tasks', description: 'What is to be done at the desk.', index: false })
}

export default function AdminTasksRoute() {
  return (
    <AdminPage title="Tasks" permission="records.work" actions={<PrintButton />}>
      <TasksPage />
    </AdminPage>
  )
}
