/** The title of the view that a list shows, which stands in the heading on paper. */
import { createStore } from '#site/lib/external-store.ts'

export const printedView = createStore('')
