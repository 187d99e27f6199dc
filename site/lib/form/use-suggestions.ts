/** Words that a field offers while one types, loaded when it is first used; free text is always accepted. */
import { useState } from 'react'

type FetchAll = () => Promise<readonly string[]>

export function useSuggestions(fetchAll: FetchAll): { words: readonly string[]; load: () => void } {
  const [loaded, setLoaded] = useState<{ by: FetchAll; words: readonly string[] } | null>(null)

  async function load() {
    if (loaded?.by === fetchAll) return
    try {
      setLoaded({ by: fetchAll, words: await fetchAll() })
    } catch {
      // Without the list the field is only less comfortable.
    }
  }

  return { words: loaded?.words ?? [], load: () => void load() }
}
