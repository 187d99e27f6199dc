/** All texts of the page in their order: the way to each by keyboard, and to those that the page does not show now. */
import { type PageText, readDraftedText } from '#domain/company/page-texts.ts'
import type { TextState } from './text-draft.ts'

interface TextListProps {
  texts: readonly PageText[]
  state: TextState
  onChoose: (key: string) => void
}

export function TextList({ texts, state: { published, draft }, onChoose }: TextListProps) {
  return (
    <>
      <p>Choose a text here, or click it on the page. Nobody sees a change before it is published.</p>
      <ul>
        {texts.map((text) => {
          const shown = published[text.key] ?? text.original
          const drafted = readDraftedText(text, published, draft?.changes ?? [])
          return (
            <li key={text.key}>
              <button type="button" onClick={() => onChoose(text.key)}>
                <span className="edit-texts-label">
                  {text.label}
                  {drafted !== shown && <b>In the draft</b>}
                  {drafted === shown && published[text.key] !== undefined && <b>Changed</b>}
                </span>
                {drafted.replaceAll('\n', ', ')}
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
