// Caches finished pages by their path: rendered once, dropped when content changes, the least used go first.
import type { CachedBody } from './respond.ts'

export interface PageStore {
  /** The cached page, or what `render` makes; requests that come together share one rendering. */
  get(key: string, render: () => Promise<CachedBody>): Promise<CachedBody>
  clear(): void
  readonly size: number
}

/** `onReuse` hears of each page that is answered from the cache. */
export function createPageStore(maxPages: number, onReuse: (page: CachedBody) => void = () => {}): PageStore {
  let pages = new Map<string, CachedBody>()
  let running = new Map<string, Promise<CachedBody>>()
  return {
    async get(key, render) {
      const cached = pages.get(key)
      if (cached) {
        pages.delete(key)
        pages.set(key, cached)
        onReuse(cached)
        return cached
      }
      const shared = running.get(key)
      if (shared) return shared
      // A page that was begun before a change must not be stored after it: it belongs to the maps of its time.
      const [itsPages, itsRunning] = [pages, running]
      const rendering = render()
        .then((page) => {
          if (page.status === 200 || page.status === 404) {
            itsPages.set(key, page)
            const oldest = itsPages.keys().next().value
            if (itsPages.size > maxPages && oldest !== undefined) itsPages.delete(oldest)
          }
          return page
        })
        .finally(() => itsRunning.delete(key))
      itsRunning.set(key, rendering)
      return rendering
    },
    clear: () => {
      pages = new Map()
      running = new Map()
    },
    get size() {
      return pages.size
    },
  }
}
