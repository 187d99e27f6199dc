/** Words of a search that a list follows after a pause, or at once on Enter; the field follows Back and Forward. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

const pauseMs = 300

/**
 * `search` is the one in the address, `onSearch` puts another there. Answers what is typed, how it changes, and what applies
 * it without the pause.
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search)
  const [applied, setApplied] = useState(search)
  const [address, setAddress] = useState(search)
  const { pathname } = useLocation()
  const { location: next } = useNavigation()

  // Back and Forward change the address without the field: the field follows. Not when it is our own search that has come
  // into the address, which on a slow machine is a while after it was applied: someone has typed on by then.
  if (search !== address) {
    setAddress(search)
    if (search !== applied) {
      setApplied(search)
      setTyped(search)
    }
  }

  const words = typed.trim()
  function apply() {
    // The user is on the way to another page: a search would bring them back.
    if (words === applied || (next && next.pathname !== pathname)) return
    setApplied(words)
    onSearch(words)
  }
  const applyLater = useEffectEvent(apply)
  useEffect(() => {
    if (words === applied) return
    const timer = setTimeout(applyLater, pauseMs)
    return () => clearTimeout(timer)
  }, [words, applied])

  return [typed, setTyped, apply] as const
}
