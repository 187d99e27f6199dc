/** Around the pages of members and staff: their own styles, and scripts that start at once. */
import { type LinksFunction, Outlet } from 'react-router'
import type { PageHandle } from '#site/root.tsx'
import styles from '#site/styles/member.css?url'

export const handle: PageHandle = { hydrate: 'soon' }

export const links: LinksFunction = () => [{ rel: 'stylesheet', href: styles }]

export default function MemberLayout() {
  return <Outlet />
}
