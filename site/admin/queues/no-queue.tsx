/** Where an address names no queue. */
import { AdminHead } from '#site/admin/shell/admin-head.tsx'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'

export function NoQueue() {
  return (
    <div className="admin-page">
      <AdminHead title="There is no such queue" />
      <EmptyState title="The link may be old, or a letter may be missing.">
        <ButtonLink to={paths.adminHome}>To your home</ButtonLink>
      </EmptyState>
    </div>
  )
}
