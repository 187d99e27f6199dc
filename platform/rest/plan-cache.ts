// Remembers the last compiled requests, so that a URL asked for again is neither parsed nor planned again.

export interface PlanCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
  clear(): void
}

/** Least recently used goes first; keys longer than `longestKey` are not kept. */
export function createPlanCache<T>(most = 2000, longestKey = 2000): PlanCache<T> {
  const entries = new Map<string, T>()
  return {
    get(key) {
      const value = entries.get(key)
      if (value !== undefined) {
        entries.delete(key)
        entries.set(key, value)
      }
      return value
    },
    set(key, value) {
      if (key.length > longestKey) return
      if (entries.size >= most) entries.delete(entries.keys().next().value as string)
      entries.set(key, value)
    },
    clear: () => entries.clear(),
  }
}
