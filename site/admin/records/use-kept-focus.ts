/**
 * What had the focus may go with what it did: a form that is answered, a button whose step is taken. The focus stays in the part
 * of the record where it was, so that reading and Tab go on from there.
 */
import { type RefObject, useEffect } from 'react'

export function useKeptFocus(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = sheet.current
    if (!root) return
    let focused: HTMLElement | null = null
    let around: HTMLElement[] = []
    function remember({ target }: FocusEvent) {
      focused = target as HTMLElement
      around = []
      for (let part = focused.closest<HTMLElement>('section'); part; part = parentPart(part))
        around.push(part)
    }
    const observer = new MutationObserver(() => {
      if (!focused || focused.isConnected || document.activeElement !== document.body) return
      const part = around.find((section) => root.contains(section)) ?? root
      focused = null
      part.tabIndex = -1
      part.focus({ preventScroll: true })
    })
    root.addEventListener('focusin', remember)
    observer.observe(root, { childList: true, subtree: true })
    return () => {
      root.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [sheet])
}

const parentPart = (part: HTMLElement) => part.parentElement?.closest<HTMLElement>('section') ?? null
