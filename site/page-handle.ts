/** What a route may say about its page through `handle`. */
import type { Sheet } from '#site/page-styles.ts'

export interface PageHandle {
  /** The address that search engines should index, when it is not the page's own; false when there is none. */
  canonical?: string | false
  /**
   * `soon`: the page is nothing without scripts, so they start right after load. `form`: the same, but a slow or
   * metered link waits for the first touch, because the form posts without scripts too.
   */
  hydrate?: 'soon' | 'form'
  /** `home`: the home page; `form`: a long form; `short`: a short form and blocks; `more`: the page has long texts, a form, people or records; `area`: a business area; `market`: products; `documents`: a document is checked (see `page-styles.ts`). */
  styles?: Sheet
  /** `own`: the page brings its own navigation, and the site's header and footer are left out; `staff`: to staff alone. */
  shell?: 'own' | 'staff'
}
