/** Any other address under /admin: the desk says that nothing is there; to everybody else it is a page that does not exist, as any other. */
import { type ClientLoaderFunctionArgs, data, type MetaArgs } from 'react-router'
import { AdminHead } from '#site/admin/shell/admin-head.tsx'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'

export const handle: PageHandle = { canonical: false, shell: 'staff' }

export function loader() {
  return data(null, { status: 404 })
}

/** As of any other address that leads nowhere: the server counts them, also those that are followed inside the open desk. */
export function clientLoader({ request }: ClientLoaderFunctionArgs) {
  fetch(request.url, { method: 'HEAD' }).catch(() => {})
  return null
}

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: 'Page not found',
    description: 'There is no page at this address.',
    index: false,
  })
}

export default function NoPageRoute() {
  return (
    <div className="admin-page">
      <AdminHead title="There is no such page" />
      <EmptyState title="The link may be old, or a letter may be missing.">
        <ButtonLink to={paths.adminHome}>To your home</ButtonLink>
      </EmptyState>
    </div>
  )
}
