/** Whether the device says that it has no line at all. With one, a request can still fail. */
import { useSyncExternalStore } from 'react'

export function useIsOffline(): boolean {
  return useSyncExternalStore(
    watch,
    () => !navigator.onLine,
    () => false,
  )
}

function watch(listener: () => void): () => void {
  for (const name of ['online', 'offline']) window.addEventListener(name, listener)
  return () => {
    for (const name of ['online', 'offline']) window.removeEventListener(name, listener)
  }
}
