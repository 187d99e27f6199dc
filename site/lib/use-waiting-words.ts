/** While an answer is awaited: that there is no line, that it takes long, or only that it comes. */
import { useEffect, useState } from 'react'
import { waitingWords } from '#domain/waiting-words.ts'

const usualMs = 8_000

/** `isPaused`, of the query: nothing is on its way until there is a line again. */
export function useWaitingWords(isPaused: boolean): string {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setLate, usualMs, true)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isPaused])
  if (isPaused) return waitingWords.offline
  return isLate ? waitingWords.late : waitingWords.loading
}
