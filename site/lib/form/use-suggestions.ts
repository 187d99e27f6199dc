/** Words that a field offers while one types, loaded when it is first used; free text is always accepted. */
import { useState } from 'react'

export function useSuggestions(fetchAll: () => Promise<readonly string[]>): {
  words: readonly string[]
  load: () => void
} {
  const [words, setWords] = useState<readonly string[]>([])

  async function load() {
    if (words.length > 0) return
    try {
      setWords(await fetchAll())
    } catch {
      // Without the list the field is only less comfortable.
    }
  }

  return { words, load: () => void load() }
}
