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
  // The answer may come after a step back: Forward is then no way out. Links to parts of the page are no steps.
  const opened = useRef(readIndex())
  const isStep = (hash: string) =>
    hash === '' || hash === '#review' || steps.some(({ id }) => hash === `#${id}`)
  const isBack = isStep(hash) && readIndex() < opened.current
  useEffect(() => {
    if (isBack) navigate(path, { replace: true })
  }, [isBack, path])

  useEffect(() => {
    stopPassing(pathname)
    return () => {
      // Of the entries that were come back to, the first: what stands before it is of the form that was sent, what follows may be newer.
      let first = readIndex()
      const pass = () => {
        const idx = readIndex()
        const { location } = window
        if (!(idx < first)) return
        first = idx
        if (location.pathname !== pathname || !isStep(location.hash)) return
        // Before the first there may be nothing.
        if (idx > 0) navigate(-1)
        else navigate(path, { replace: true })
      }
      passing.set(pathname, pass)
      window.addEventListener('popstate', pass)
    }
  }, [])
}

/** Its place in the history, by the router; none where a link to a part of the page led. */
const readIndex = (): number => window.history.state?.idx

function stopPassing(pathname: string) {
  const pass = passing.get(pathname)
  if (pass) window.removeEventListener('popstate', pass)
}
