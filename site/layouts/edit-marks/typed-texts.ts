/** What is typed and not in the draft yet: held by page in this tab, so that a link, a reload or a publication does not lose it. */
import { cleanPageText, type PageText, readDraftedText, type WordedPage } from '#domain/company/page-texts.ts'
import type { TextState } from './text-draft.ts'

export interface TypedText {
  text: string
  /** What the draft said when it was begun, or was last read: where it says something else by now, a colleague wrote that. */
  over: string
}

/** By key. */
export type TypedTexts = Readonly<Record<string, TypedText | undefined>>

const nameKey = (page: WordedPage) => `typed-texts:${page}`

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

/** What the draft says by now, where that is neither what was typed nor what it was typed over. */
export function findNewerText(text: PageText, typed: TypedText | undefined, state: TextState): string | null {
  if (!typed) return null
  const drafted = readDraftedText(text, state.published, state.draft?.changes ?? [])
  return drafted === typed.over || drafted === cleanPageText(text.kind, typed.text) ? null : drafted
}

/** Typed, and not what the draft says. */
export function isUnsaved(text: PageText, typed: TypedTexts, { published, draft }: TextState): boolean {
  const value = typed[text.key]?.text
  return (
    value !== undefined &&
    cleanPageText(text.kind, value) !== readDraftedText(text, published, draft?.changes ?? [])
  )
}
