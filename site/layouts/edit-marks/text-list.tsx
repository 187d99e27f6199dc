/** All texts of the page in their order: the way to each by keyboard, and to those that the page does not show now. */
import { useEffect, useRef } from 'react'
import { readDraftedText, sayPageText } from '#domain/company/page-texts.ts'
import type { TextState } from './text-draft.ts'
import { isUnsaved, type TypedTexts } from './typed-texts.ts'

interface TextListProps {
  state: TextState
  /** The one that was open before, by key: reading goes on there. */
  last: string | null
  /** What is typed and not saved yet. */
  typed: TypedTexts
  onChoose: (key: string) => void
}

export function TextList({ state, last, typed, onChoose }: TextListProps) {
  const { texts, published, draft } = state
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <>
      <p>Choose a text here, or click it on the page. Nobody sees a change before it is published.</p>
      <ul>
        {texts.map((text) => {
          const shown = published[text.key] ?? text.original
          const drafted = readDraftedText(text, published, draft?.changes ?? [])
          return (
            <li key={text.key}>
              <button ref={text.key === last ? place : null} type="button" onClick={() => onChoose(text.key)}>
                <span className="edit-texts-label">
                  {text.label}
                  {isUnsaved(text, typed, state) && <b>Not kept yet</b>}
                  {drafted !== shown && <b>In the draft</b>}
                  {drafted === shown && published[text.key] !== undefined && <b>Changed</b>}
                </span>
                {sayPageText(text.kind, drafted).replaceAll('\n', ', ')}
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
