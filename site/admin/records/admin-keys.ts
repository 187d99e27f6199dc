/** The admin area by keyboard: j and k through the list, a, d and c decide, z undoes, x chooses, / searches, ? explains. */
import { useEffect, useEffectEvent } from 'react'
import type { DecisionKey } from './admin-kind.ts'

export interface AdminKeyActions {
  move: (step: 1 | -1) => void
  decide: (key: DecisionKey) => void
  /** Left out: the key does nothing here. */
  open?: () => void
  choose?: () => void
  /** Enter where nothing is chosen: the first record is opened. */
  openFirst?: () => void
  undo: () => void
  search?: () => void
  /** Whether the key has moved something. */
  scroll?: (key: string, target: HTMLElement | null) => boolean
  help: () => void
}

/**
 * What is read of the opened record is on the page: on a slow line its name comes first, then its status, then its details,
 * and no key decides about what nobody can have read. What is folded away is not waited for.
 */
export function isSheetShown(): boolean {
  const sheet = document.querySelector('.record-sheet')
  return sheet !== null && !sheet.querySelector('[data-waiting]:not(details *)')
}

/** The focus is on nothing that Enter would press. */
function isNowhere(target: HTMLElement | null): boolean {
  return (
    !document.querySelector('dialog[open]') &&
    (target === document.body || target?.matches('.records, main, h1') === true)
  )
}

/** Keys count where nobody is typing, and behind no dialog that is open or on its way: what is typed into it decides nothing. */
function isForPage({ ctrlKey, metaKey, altKey, defaultPrevented, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || defaultPrevented) return false
  const typed = 'input:not([type=checkbox]), textarea, select, [contenteditable]'
  if (target instanceof Element && target.closest(typed)) return false
  // The drawer of a list is the only one that they are for: another at the side, of notices, is over a record that is not meant.
  return !document.querySelector('dialog[open]:not(.records > [data-place=side])')
}

/** On every page of the desk, while something can be undone. */
export function useUndoKey(undo: (() => void) | null): void {
  useEffect(() => {
    if (!undo) return
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'z' || event.repeat || !isForPage(event)) return
      // The page's own key does not undo a second one.
      event.preventDefault()
      undo()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [undo])
}

export function useAdminKeys(actions: AdminKeyActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const target = event.target instanceof HTMLElement ? event.target : null
    if (actions.scroll?.(event.key, target)) return event.preventDefault()
    // A key that is held down walks; it decides about nobody who was not read.
    if (event.repeat && event.key !== 'j' && event.key !== 'k') return
    if (!isForPage(event)) return
    const act = {
      j: () => actions.move(1),
      k: () => actions.move(-1),
      a: () => actions.decide('a'),
      d: () => actions.decide('d'),
      c: () => actions.decide('c'),
      o: actions.open,
      x: actions.choose,
      z: actions.undo,
      Enter: isNowhere(target) ? actions.openFirst : undefined,
      '/': actions.search,
      '?': actions.help,
    }[event.key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
