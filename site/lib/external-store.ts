/** The smallest store React can subscribe to: one value, replaced as a whole. */
import { useSyncExternalStore } from 'react'

export interface ExternalStore<T> {
  get(): T
  set(value: T): void
  subscribe(listener: () => void): () => void
}

export function createStore<T>(initial: T): ExternalStore<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      for (const listener of [...listeners]) listener()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The store's value; on the server and while hydrating, `initial`. */
export function useStore<T>(store: ExternalStore<T>, initial: T): T {
  return useSyncExternalStore(store.subscribe, store.get, () => initial)
}
