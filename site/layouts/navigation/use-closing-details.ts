/** Manners for menus made of <details>: Escape closes and gives the focus back, a press elsewhere or a new page closes. */
import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

function openDetails(root: HTMLElement | null): HTMLDetailsElement[] {
  return root ? [...root.querySelectorAll<HTMLDetailsElement>('details[open]')] : []
}

export function useClosingDetails(root: RefObject<HTMLElement | null>): void {
  const location = useLocation()

  // Every arrival at another page closes what was open; on the first page, what was opened before our scripts came stays.
  const shown = useRef(location.key)
  useEffect(() => {
    if (shown.current === location.key) return
    shown.current = location.key
    for (const details of openDetails(root.current)) details.open = false
  }, [root, location.key])

  useEffect(() => {
    /** Closes whole menus only: what folds inside one would move its other parts from under the finger. */
    const closeOthers = (target: EventTarget | null) => {
      for (const details of openDetails(root.current)) {
        const isWholeMenu = !details.parentElement?.closest('details')
        if (isWholeMenu && !(target instanceof Node && details.contains(target))) details.open = false
      }
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      const innermost = openDetails(root.current).at(-1)
      if (!innermost) return
      event.preventDefault()
      const hadFocus = innermost.contains(document.activeElement)
      innermost.open = false
      if (hadFocus) innermost.querySelector('summary')?.focus()
    }
    const closeOnPress = (event: PointerEvent) => closeOthers(event.target)
    const closeOnFocus = (event: FocusEvent) => closeOthers(event.target)
    document.addEventListener('keydown', closeOnEscape, true)
    document.addEventListener('pointerdown', closeOnPress)
    document.addEventListener('focusin', closeOnFocus)
    return () => {
      document.removeEventListener('keydown', closeOnEscape, true)
      document.removeEventListener('pointerdown', closeOnPress)
      document.removeEventListener('focusin', closeOnFocus)
    }
  }, [root])
}
