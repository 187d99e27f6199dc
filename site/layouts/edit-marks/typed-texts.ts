/** What is typed and not in the draft yet: held by page in this tab, so that a link, a reload or a publication does not lose it. */
import { cleanPageText, type PageText, readDraftedText, type WordedPage } from '#domain/company/page-texts.ts'
import type { TextState } from './text-draft.ts'

/** By key. */
export type TypedTexts = Readonly<Record<string, string | undefined>>

const nameKey = (page: WordedPage) => `page-texts:${page}`

export function readTypedTexts(page: WordedPage): TypedTexts {
  try {
    return JSON.parse(window.sessionStorage.getItem(nameKey(page)) ?? '{}') as TypedTexts
  } catch {
    // Storage is switched off, or holds something else: nothing was typed.
    return {}
  }
}

export function holdTypedTexts(page: WordedPage, typed: TypedTexts): void {
  try {
    if (Object.values(typed).some((text) => text !== undefined))
      window.sessionStorage.setItem(nameKey(page), JSON.stringify(typed))
    else window.sessionStorage.removeItem(nameKey(page))
  } catch {
    // Storage is switched off or full: it stays as long as the page does.
  }
}

/** Typed, and not what the draft says. */
export function isUnsaved(text: PageText, typed: TypedTexts, { published, draft }: TextState): boolean {
  const value = typed[text.key]
  return (
    value !== undefined &&
    cleanPageText(text.kind, value) !== readDraftedText(text, published, draft?.changes ?? [])
  )
}
