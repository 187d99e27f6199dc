/**
 * The words of all pages that staff may change, as the site brings them. The way to a text is its key. Nothing that browsers fetch
 * imports this: pages have their words from their loaders, and staff from the database (rpc list_page_texts).
 */
import { makePageText, type PageText, type WordedPage } from '../page-texts.ts'
import { areaWords } from './areas.ts'
import { homeWords } from './home.ts'
import { otherWords } from './pages.ts'
import { searchWords } from './search.ts'

export const pageWords = { home: homeWords, ...areaWords, ...otherWords } satisfies Record<WordedPage, object>

/** In the order in which they stand on the page; what search engines say of it comes last. */
export function listPageTexts(page: WordedPage): PageText[] {
  return walk({ ...pageWords[page], search: searchWords[page] }, '').map(([key, original]) =>
    makePageText(page, key, original),
  )
}

function walk(words: object, way: string): [key: string, original: string][] {
  return Object.entries(words).flatMap(([name, word]: [string, string | object]): [string, string][] => {
    if (name === 'icon') return []
    if (typeof word === 'string') return [[way + name, word]]
    return Array.isArray(word) ? [[way + name, word.join('\n')]] : walk(word, `${way}${name}.`)
  })
}
