/** What staff see where their role does not reach, and where there is no such place. */
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { AdminHead } from './admin-head.tsx'

export function NoRight({ title }: { title: string }) {
  return (
    <div className="admin-page">
      <AdminHead title={title} />
      <EmptyState title="Your role does not open this">
        <p className="text-stone">Somebody who manages people and rights can give it to you.</p>
        <ButtonLink to={paths.adminHome}>To your home</ButtonLink>
      </EmptyState>
    </div>
  )
}
