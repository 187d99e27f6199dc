/** The desk by keyboard: j and k through the list, a and d decide, x chooses, / searches, ? explains. */
import { useEffect, useEffectEvent } from 'react'

export const deskKeys: readonly { keys: string; does: string }[] = [
  { keys: 'j', does: 'Next record' },
  { keys: 'k', does: 'Record before' },
  { keys: 'Enter', does: 'Open the record' },
  { keys: 'a', does: 'Approve' },
  { keys: 'd', does: 'Decline' },
  { keys: 'x', does: 'Choose the record, to decide on many at once' },
  { keys: '/', does: 'Search' },
  { keys: 'Esc', does: 'Close what is open' },
  { keys: '?', does: 'Show these keys' },
]

export interface DeskKeyActions {
  move: (step: 1 | -1) => void
  decide: (to: 'approved' | 'declined') => void
  choose: () => void
  search: () => void
  help: () => void
}

/** Keys count where nobody is typing, and behind no dialog that asks something. */
export function useDeskKeys(actions: DeskKeyActions): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return
    const target = event.target instanceof HTMLElement ? event.target : null
    if (target?.closest('input:not([type=checkbox]), textarea, select, [contenteditable]')) return
    if (document.querySelector('dialog[open]:not([data-place=side])')) return
    const act = {
      j: () => actions.move(1),
      k: () => actions.move(-1),
      a: () => actions.decide('approved'),
      d: () => actions.decide('declined'),
      x: actions.choose,
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
