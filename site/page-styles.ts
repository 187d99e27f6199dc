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

export type Sheet = 'home' | 'form' | 'more' | 'area' | 'market' | 'documents'

/** Only the server has the text: there it is written into the page. In the browser it is what the page was loaded with. */
export const sheets: Readonly<Record<Sheet, string>> = import.meta.env.SSR
  ? { home: homeCss, form: formCss, more: moreCss, area: areaCss, market: marketCss, documents: documentsCss }
  : {
      home: readWritten('home'),
      form: readWritten('form'),
      more: readWritten('more'),
      area: readWritten('area'),
      market: readWritten('market'),
      documents: readWritten('documents'),
    }

export function sheetId(sheet: Sheet): string {
  return `${sheet}-styles`
}

function readWritten(sheet: Sheet): string {
  return document.getElementById(sheetId(sheet))?.innerHTML ?? ''
}

/** The `links` of a route whose `handle` says `styles: 'home'`. */
export function linkHomeStyles(): LinkDescriptor[] {
  return linkSheet('home', homeUrl)
}

/** The `links` of a route whose `handle` says `styles: 'form'`. */
export function linkFormStyles(): LinkDescriptor[] {
  return linkSheet('form', formUrl)
}

/** The `links` of a route whose `handle` says `styles: 'more'`. */
export function linkMoreStyles(): LinkDescriptor[] {
  return linkSheet('more', moreUrl)
}

/** The `links` of a route whose `handle` says `styles: 'area'`. */
export function linkAreaStyles(): LinkDescriptor[] {
  return linkSheet('area', areaUrl)
}

/** The `links` of a route whose `handle` says `styles: 'market'`. */
export function linkMarketStyles(): LinkDescriptor[] {
  return linkSheet('market', marketUrl)
}

/** The `links` of a route whose `handle` says `styles: 'documents'`. */
export function linkDocumentStyles(): LinkDescriptor[] {
  return linkSheet('documents', documentsUrl)
}

function linkSheet(sheet: Sheet, url: string): LinkDescriptor[] {
  return import.meta.env.SSR || sheets[sheet] ? [] : [{ rel: 'stylesheet', href: url }]
}
