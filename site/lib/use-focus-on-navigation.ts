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
    // The browser goes to a place that the address names; what stands there besides (the key of a guest's link) is no place.
    const isNamed = hash !== '' && document.getElementById(hash.slice(1)) !== null
    if (!isLoad && !isNamed) main.current?.focus({ preventScroll: true })
  }, [pathname, hash])
  return main
}
