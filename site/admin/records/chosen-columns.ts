/** Which columns of a list are shown: as the view that is open says, else as chosen last on this device. */
import { useState } from 'react'
import { chooseStorage } from '#site/lib/session-storage.ts'
import type { ListStateControls } from './use-list-state.ts'

/** As it stands in an address: lower-case words joined by hyphens; of several columns, joined by dots. */
const keyOf = (label: string) => label.toLowerCase().replace(/[^a-z0-9]+/g, '-')
const none = 'none'

export interface ChosenColumns {
  isShown: (label: string) => boolean
  toggle: (label: string) => void
  /** The choice as an address holds it; '' shows all. */
  query: string
}

export function useChosenColumns(
  name: string,
  labels: readonly string[],
  list: Pick<ListStateControls, 'columns' | 'filter'>,
): ChosenColumns {
  const [chosenHere, setChosenHere] = useState<{ name: string; query: string } | null>(null)
  const stored = chosenHere?.name === name ? chosenHere.query : readChoice(name)
  const query = list.columns || stored
  const shown = query === '' ? labels.map(keyOf) : query.split('.')
  return {
    isShown: (label) => shown.includes(keyOf(label)),
    toggle(label) {
      const key = keyOf(label)
      const keys = labels.map(keyOf).filter((known) => shown.includes(known) !== (known === key))
      const next = keys.length === labels.length ? '' : keys.join('.') || none
      storeChoice(name, next)
      setChosenHere({ name, query: next })
      if (list.columns) list.filter({ columns: next })
    },
    query,
  }
}

/** It says nothing of anybody, and outlives a sign-out. */
const storageKey = (name: string) => `admin-columns:${name}`

function readChoice(name: string): string {
  try {
    return chooseStorage().getItem(storageKey(name)) ?? ''
  } catch {
    return ''
  }
}

function storeChoice(name: string, query: string): void {
  try {
    if (query) chooseStorage().setItem(storageKey(name), query)
    else chooseStorage().removeItem(storageKey(name))
  } catch {
    // full or switched off: chosen until the page is left
  }
}
