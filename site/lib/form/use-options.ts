/** The options of a list that stands in the form, or that is loaded when the question is shown. */
import { useEffect, useState } from 'react'
import type { Options, SelectQuestion } from '#domain/questions.ts'

export function useOptions(input: SelectQuestion['options']): {
  options: Options
  isLoading: boolean
  /** Only after a failed load. */
  retry: (() => void) | null
} {
  const [loaded, setLoaded] = useState<Options | 'failed' | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (typeof input !== 'function') return
    let isWanted = true
    input().then(
      (options) => isWanted && setLoaded(options),
      () => isWanted && setLoaded('failed'),
    )
    return () => {
      isWanted = false
    }
  }, [input, attempt])
  if (typeof input !== 'function') return { options: input, isLoading: false, retry: null }
  return {
    options: Array.isArray(loaded) ? loaded : [],
    isLoading: !Array.isArray(loaded),
    retry: loaded === 'failed' ? () => setAttempt((count) => count + 1) : null,
  }
}
