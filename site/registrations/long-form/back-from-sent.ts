/** The steps of a form that was sent stand in the history before the page that says so, and are empty: nobody is led back to one. */
import { useEffect, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { LongFormDefinition } from './definition.ts'

/** By the address of its form: what passes by the steps once the page is left. */
const passing = new Map<string, () => void>()

/** Back leads where OK leads; from there it passes by the steps. */
export function useBackTo(path: string, { steps }: LongFormDefinition) {
  const { pathname, hash } = useLocation()
  const navigate = useNavigate()
  // The answer may come after a step back, and links to parts of the page change it, too.
  const opened = useRef(hash)
  const isStep = (hash: string) =>
    hash === '' || hash === '#review' || steps.some(({ id }) => hash === `#${id}`)
  const isBack = isStep(hash) && hash !== opened.current
  useEffect(() => {
    if (isBack) navigate(path, { replace: true })
  }, [isBack, path])

  useEffect(() => {
    stopPassing(pathname)
    return () => {
      // Of the router: entries with a lower one stood before this one.
      let last: number = window.history.state?.idx
      const pass = () => {
        const { idx } = window.history.state ?? {}
        const { location } = window
        if (!(idx < last) || location.pathname !== pathname || !isStep(location.hash)) return
        last = idx
        // Before the first there may be nothing.
        if (idx > 0) navigate(-1)
        else navigate(path, { replace: true })
      }
      passing.set(pathname, pass)
      window.addEventListener('popstate', pass)
    }
  }, [])
}

function stopPassing(pathname: string) {
  const pass = passing.get(pathname)
  if (pass) window.removeEventListener('popstate', pass)
}
