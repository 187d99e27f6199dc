/** After a move within the site the focus goes to the new page, as it would after a load. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** Of all pages: the desk has a <main> of its own, to which one comes from a page of the site. */
let shown: string | undefined

/** The ref of the page's <main>. */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash } = useLocation()
  useEffect(() => {
    if (shown === pathname) return
    const isLoad = shown === undefined
    shown = pathname
    if (!isLoad && !hash) main.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return main
}
