/** The texts of the open page: outlined, chosen by a click, and showing what is typed or drafted for them. */
import { useEffect, useRef } from 'react'
import { readDraftedText } from '#domain/company/page-texts.ts'
import { findTexts, type PlacedText } from './find-texts.ts'
import type { TextState } from './text-draft.ts'
import type { TypedTexts } from './typed-texts.ts'

interface Options {
  /** Null: not known yet. */
  state: TextState | null
  typed: TypedTexts
  chosen: string | null
  onChoose: (key: string) => void
}

/** Answers whether the page shows a text now. */
export function useShownTexts({ state, typed, chosen, onChoose }: Options): (key: string) => boolean {
  const placed = useRef<Map<string, PlacedText> | null>(null)

  useEffect(() => {
    const main = document.getElementById('main')
    if (!state || !main) return
    const { texts, published, draft } = state
    // Once, while the page still says what is published.
    placed.current ??= findTexts(
      main,
      texts.map((text) => ({ text, shown: published[text.key] ?? text.original })),
    )
    for (const text of texts) {
      const place = placed.current.get(text.key)
      if (!place) continue
      place.show(typed[text.key]?.text ?? readDraftedText(text, published, draft?.changes ?? []))
      place.element.dataset.editText = text.key === chosen ? 'chosen' : ''
    }
  }, [state, typed, chosen])

  useEffect(() => {
    if (chosen) placed.current?.get(chosen)?.element.scrollIntoView({ block: 'center' })
  }, [chosen])

  useEffect(() => {
    const main = document.getElementById('main')
    const choose = (event: MouseEvent) => {
      const element = event.target instanceof Element ? event.target.closest('[data-edit-text]') : null
      const match = [...(placed.current ?? [])].find(([, place]) => place.element === element)
      if (!match) return
      // The text of a link is changed, not followed.
      event.preventDefault()
      event.stopPropagation()
      onChoose(match[0])
    }
    document.documentElement.dataset.editTexts = ''
    main?.addEventListener('click', choose, true)
    return () => {
      main?.removeEventListener('click', choose, true)
      delete document.documentElement.dataset.editTexts
      for (const { element, restore } of placed.current?.values() ?? []) {
        restore()
        delete element.dataset.editText
      }
      placed.current = null
    }
  }, [onChoose])

  return (key) => placed.current?.has(key) ?? false
}
