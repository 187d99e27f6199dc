/** After a move within the site the focus goes to the new page, as it would after a load. */
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** The ref of the page's <main>. */
export function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null)
  const { pathname, hash } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    if (!hash) main.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return main
}
