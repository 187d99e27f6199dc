/** Any other path: the 404 page, with status 404. */
import { data } from 'react-router'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import type { Route } from './+types/not-found-route'
import { NotFound } from './not-found.tsx'

export const handle: PageHandle = { canonical: false }

export function loader() {
  return data(null, { status: 404 })
}

/** Inside the open site there is no status to send; the server is called all the same, since it counts such addresses. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  fetch(request.url, { method: 'HEAD' }).catch(() => {})
  return null
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Page not found',
    description: 'There is no page at this address.',
    index: false,
  })
}

export default NotFound
