/** Around the pages of members and staff: their own styles, and scripts that start at once. */
import { type LinksFunction, Outlet } from 'react-router'
import type { PageHandle } from '#site/page-handle.ts'
import { linkSheet } from '#site/page-styles.ts'
import styles from '#site/styles/member.css?url'

export const handle: PageHandle = { hydrate: 'soon', styles: 'more' }

export const links: LinksFunction = () => [...linkSheet('more'), { rel: 'stylesheet', href: styles }]

export default function MemberLayout() {
  return <Outlet />
}
