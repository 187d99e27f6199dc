/**
 * The styles that only some pages need, sheet by sheet. A page that is loaded has its own in its HTML, and retains them; a
 * visitor who comes to such a page within the open site gets them as a file.
 */
import type { LinkDescriptor } from 'react-router'
import areaCss from '#site/styles/area.css?inline'
import areaUrl from '#site/styles/area.css?url'
import documentsCss from '#site/styles/documents.css?inline'
import documentsUrl from '#site/styles/documents.css?url'
import formCss from '#site/styles/form.css?inline'
import formUrl from '#site/styles/form.css?url'
import homeCss from '#site/styles/home-page.css?inline'
import homeUrl from '#site/styles/home-page.css?url'
import marketCss from '#site/styles/market.css?inline'
import marketUrl from '#site/styles/market.css?url'
import moreCss from '#site/styles/more.css?inline'
import moreUrl from '#site/styles/more.css?url'
import shortCss from '#site/styles/short-form.css?inline'
import shortUrl from '#site/styles/short-form.css?url'

const urls = {
  home: homeUrl,
  form: formUrl,
  short: shortUrl,
  more: moreUrl,
  area: areaUrl,
  market: marketUrl,
  documents: documentsUrl,
}

export type Sheet = keyof typeof urls

/** Only the server has the text: there it is written into the page. In the browser it is what the page was loaded with. */
export const sheets: Readonly<Record<Sheet, string>> = import.meta.env.SSR
  ? {
      home: homeCss,
      form: formCss,
      short: shortCss,
      more: moreCss,
      area: areaCss,
      market: marketCss,
      documents: documentsCss,
    }
  : (Object.fromEntries(Object.keys(urls).map((sheet) => [sheet, readWritten(sheet)])) as Record<
      Sheet,
      string
    >)

export function sheetId(sheet: string): string {
  return `${sheet}-styles`
}

function readWritten(sheet: string): string {
  return document.getElementById(sheetId(sheet))?.innerHTML ?? ''
}

/** The `links` of a route whose `handle` names this sheet. */
export function linkSheet(sheet: Sheet): LinkDescriptor[] {
  return import.meta.env.SSR || sheets[sheet] ? [] : [{ rel: 'stylesheet', href: urls[sheet] }]
}
