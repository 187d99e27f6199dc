/** /real-estate : the home page's card links here; the page itself is /real-estate-construction. */
import { Navigate, redirect, useLocation } from 'react-router'
import { paths } from '#site/paths.ts'
import type { Route } from './+types/real-estate-route'

export function loader({ request }: Route.LoaderArgs) {
  // The browser itself carries the #part over a redirect.
  throw redirect(paths.realEstateConstruction + new URL(request.url).search, 301)
}

/** Inside the open site nothing is fetched: the component below moves on, and keeps the #part too. */
export function clientLoader() {
  return null
}

export default function RealEstate() {
  const { search, hash } = useLocation()
  return <Navigate to={{ pathname: paths.realEstateConstruction, search, hash }} replace />
}
