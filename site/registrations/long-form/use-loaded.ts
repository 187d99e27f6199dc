/** A part of a page that is loaded when it is wanted, and again when the network has broken in between. */
import { useEffect, useState } from 'react'

export interface Loaded<T> {
  module: T | null
  /** Only after a failed load. */
  retry: (() => void) | null
}

export function useLoaded<T>(load: () => Promise<T>, isWanted: boolean): Loaded<T> {
  const [module, setModule] = useState<T | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [hasFailed, setHasFailed] = useState(false)
  useEffect(() => {
    if (!isWanted || module) return
    setHasFailed(false)
    load().then(
      (loaded) => setModule(() => loaded),
      () => setHasFailed(true),
    )
  }, [isWanted, attempt])
  return { module, retry: hasFailed ? () => setAttempt((count) => count + 1) : null }
}
