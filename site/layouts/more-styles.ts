/**
 * The styles that only some pages need. A page that is loaded has them in its HTML, and keeps them; a visitor who
 * comes to such a page within the open site gets them as a file.
 */
import type { LinkDescriptor } from 'react-router'
import css from '#site/styles/more.css?inline'
import url from '#site/styles/more.css?url'

/** Only the server has the text: there it is written into the page. */
export const moreCss = import.meta.env.SSR ? css : ''

/** What this page was loaded with. */
export const keptMoreStyles = import.meta.env.SSR
  ? ''
  : (document.getElementById('more-styles')?.innerHTML ?? '')

/** The `links` of a route whose `handle` says `styles: 'more'`. */
export function linkMoreStyles(): LinkDescriptor[] {
  return import.meta.env.SSR || keptMoreStyles ? [] : [{ rel: 'stylesheet', href: url }]
}
