/**
 * What had the focus may go with what it did: a form that is answered, a button that opens one. The focus goes into the form that
 * was opened, or to the name of the part of the record where it was, so that reading and Tab go on from there. A button that was
 * busy, and so lost it, has it back; where it is the next step by now, the name of the part has it: a second press decides nothing.
 */
import { type RefObject, useEffect } from 'react'

const fields = 'input:not([type="hidden"]), select, textarea'

export function useMovedFocus(sheet: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = sheet.current
    if (!root) return
    let focused: HTMLElement | null = null
    let wasInForm = false
    let label = ''
    let isBusy = false
    /** A question came over what had the focus. */
    let isAsked = false
    let parts: HTMLElement[] = []
    function remember({ target }: FocusEvent) {
      const question = (target as HTMLElement).closest('dialog')
      isAsked = question !== null && root?.contains(question) === true
      if (isAsked) return
      focused = target as HTMLElement
      wasInForm = focused.closest('form') !== null
      label = focused.textContent
      isBusy = false
      parts = []
      for (let part = focused.closest('section'); part; part = part.parentElement?.closest('section') ?? null)
        parts.push(part)
    }
    const observer = new MutationObserver((changes) => {
      if (!focused || document.activeElement !== document.body) return
      if (focused.isConnected) {
        if (isAsked && !focused.matches(':disabled')) {
          isAsked = false
          return focused.focus()
        }
        const wasBusy = isBusy
        isBusy = focused.matches(':disabled')
        if (isBusy || !wasBusy) return
        if (focused.textContent === label) return focused.focus()
      }
      focused = null
      const part = parts.find((section) => root.contains(section)) ?? root
      const opened = wasInForm ? null : findOpened(part, changes)
      if (opened) return opened.focus()
      const name = part.querySelector<HTMLElement>('h2, h3') ?? part
      name.tabIndex = -1
      name.focus({ preventScroll: true })
      name.scrollIntoView({ block: 'nearest' })
    })
    root.addEventListener('focusin', remember)
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      root.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [sheet])
}

/** The first field of a form that has just come into the part. */
function findOpened(part: HTMLElement, changes: readonly MutationRecord[]): HTMLElement | null {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (!(node instanceof HTMLElement) || !part.contains(node)) continue
    const form = node.matches('form') ? node : node.querySelector('form')
    // In a part that is unfolded from the start: nobody pressed anything to open it.
    if (!form || node.contains(form.closest('details'))) continue
    const field = form.querySelector<HTMLElement>(fields)
    if (field) return field
  }
  return null
}
