// Remembers the last compiled requests, so that a URL requested again is neither parsed nor planned again.

export interface PlanCache<T> {
  get(key: string): T | undefined
  set(key: string, value: T): void
  clear(): void
}

/**
 * Two generations of `max` entries: when the current one is full, the previous is forgotten, but for what was requested
 * meanwhile. A hit writes nothing; moving its key to the end of one Map would rebuild that Map again and again.
 * Keys longer than `longestKey` are not stored.
 */
export function createPlanCache<T>(max = 1000, longestKey = 2000): PlanCache<T> {
  let current = new Map<string, T>()
  let previous = new Map<string, T>()
  const save = (key: string, value: T) => {
    if (current.size >= max) [current, previous] = [new Map(), current]
    current.set(key, value)
  }
  return {
    get(key) {
      const hit = current.get(key)
      if (hit !== undefined) return hit
      const former = previous.get(key)
      if (former !== undefined) save(key, former)
      return former
    },
    set(key, value) {
      if (key.length <= longestKey) save(key, value)
    },
    clear: () => {
      current = new Map()
      previous = new Map()
    },
  }
}
