// Keeps finished pages by their path: rendered once, dropped when content changes, the least used go first.
import type { KeptBody } from './respond.ts'

export interface PageStore {
  /** The kept page, or what `render` makes; requests that come together share one rendering. */
  get(key: string, render: () => Promise<KeptBody>): Promise<KeptBody>
  clear(): void
  readonly size: number
}

export function createPageStore(mostPages: number): PageStore {
  let pages = new Map<string, KeptBody>()
  let running = new Map<string, Promise<KeptBody>>()
  return {
    async get(key, render) {
      const kept = pages.get(key)
      if (kept) {
        pages.delete(key)
        pages.set(key, kept)
        return kept
      }
      const shared = running.get(key)
      if (shared) return shared
      // A page that was begun before a change must not be kept after it: it belongs to the maps of its time.
      const [itsPages, itsRunning] = [pages, running]
      const rendering = render()
        .then((page) => {
          if (page.status === 200 || page.status === 404) {
            itsPages.set(key, page)
            const oldest = itsPages.keys().next().value
            if (itsPages.size > mostPages && oldest !== undefined) itsPages.delete(oldest)
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
