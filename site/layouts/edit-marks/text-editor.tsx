/** One text of a page: what it says, what the site brought, and what it said before. */
import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { PageTextVersion } from '#domain/admin/admin.ts'
import {
  cleanPageText,
  draftPageText,
  findTextProblem,
  isInDraft,
  type PageText,
  readDraftedText,
  sayPageText,
} from '#domain/company/page-texts.ts'
import { formatDateTime } from '#domain/dates.ts'
import { Button } from '#site/ui/button.tsx'
import { PictureFields } from './picture-fields.tsx'
import { listVersions, saveChanges, type TextState } from './text-draft.ts'
import { findNewerText, type TypedText } from './typed-texts.ts'

interface TextEditorProps {
  text: PageText
  state: TextState
  /** The page shows this text now. */
  isShown: boolean
  /** Undefined: nothing was typed. */
  typed: TypedText | undefined
  isBusy: boolean
  onType: (value: TypedText | undefined) => void
  /** Answers whether it was done. */
  onSave: (work: () => Promise<void>) => Promise<boolean>
  onDone: () => void
}

const rows = { line: 2, paragraph: 6, list: 8 }

export function TextEditor({ text, state, isShown, typed, isBusy, onType, onSave, onDone }: TextEditorProps) {
  const { published, draft } = state
  const changes = draft?.changes ?? []
  const drafted = readDraftedText(text, published, changes)
  const value = typed?.text ?? drafted
  const newer = findNewerText(text, typed, state)
  const where = isInDraft(text, changes) ? 'draft' : 'page'
  const write = (value: string) => onType({ text: value, over: typed?.over ?? drafted })
  const cleaned = cleanPageText(text.kind, value)
  const problem = findTextProblem(text, value)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])

  const conflict = useRef<HTMLElement>(null)
  // The button that was refused has lost the focus while it was busy.
  useEffect(() => {
    if (newer !== null && document.activeElement === document.body) conflict.current?.focus()
  }, [newer])

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (problem) return event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
    if (newer !== null) return conflict.current?.focus()
    void save()
  }
  const save = async () => {
    const isDone = await onSave(() => saveChanges(draft, draftPageText(text, value, published, changes)))
    if (!isDone) return
    onType(undefined)
    onDone()
  }
  return (
    <form noValidate onSubmit={submit}>
      {text.kind === 'picture' ? (
        <PictureFields value={value} isInvalid={problem !== null} onChange={write} />
      ) : (
        <>
          <label htmlFor="edit-text">{text.label}</label>
          <textarea
            id="edit-text"
            ref={field}
            rows={rows[text.kind]}
            value={value}
            aria-invalid={problem !== null}
            aria-describedby="edit-text-room edit-text-problem"
            onChange={({ target }) => write(target.value)}
          />
          <p id="edit-text-room">
            {[...cleaned].length} of {text.maximum} characters
            {text.kind === 'list' && ', one point on each line'}.
            {!isShown &&
              (text.role.startsWith('meta')
                ? ' It is read in search engines, not on the page.'
                : ' The page does not show this text now.')}
          </p>
        </>
      )}
      {newer !== null && (
        <section ref={conflict} tabIndex={-1} aria-labelledby="edit-text-newer">
          <h3 id="edit-text-newer">What the {where} says now</h3>
          <p>It has changed in the meantime. What you typed is kept above.</p>
          <blockquote>{sayPageText(text.kind, newer)}</blockquote>
          <Button
            size="sm"
            variant="outline"
            onClick={() => {
              onType(undefined)
              field.current?.focus()
            }}
          >
            Use the text of the {where}
          </Button>
          <Button
            size="sm"
            variant="outline"
            busy={isBusy}
            busyLabel="Keeping..."
            onClick={() => (problem === null ? void save() : field.current?.focus())}
          >
            Replace it with mine
          </Button>
        </section>
      )}
      <p id="edit-text-problem" className="edit-texts-problem" role="status">
        {problem}
      </p>
      <div>
        <Button type="submit" size="sm" busy={isBusy} busyLabel="Keeping...">
          Put into the draft
        </Button>
        <Button
          size="sm"
          variant="outline"
          onClick={() => {
            onType(undefined)
            onDone()
          }}
        >
          Cancel
        </Button>
      </div>
      {cleaned !== text.original && (
        <section aria-labelledby="edit-text-original">
          <h3 id="edit-text-original">The original text</h3>
          <blockquote>{sayPageText(text.kind, text.original)}</blockquote>
          <Button size="sm" variant="outline" onClick={() => write(text.original)}>
            Back to the original text
          </Button>
        </section>
      )}
      <Versions text={text} shown={cleaned} onUse={write} />
    </form>
  )
}

interface VersionsProps {
  text: PageText
  shown: string
  onUse: (value: string) => void
}

function Versions({ text, shown, onUse }: VersionsProps) {
  const { page, key, kind, original } = text
  const [versions, setVersions] = useState<readonly PageTextVersion[] | null>([])
  useEffect(() => {
    let isWanted = true
    listVersions(page, key).then(
      (storedVersions) => isWanted && setVersions(storedVersions),
      () => isWanted && setVersions(null),
    )
    return () => {
      isWanted = false
    }
  }, [page, key])
  if (versions === null) return <p>What this text said before could not be loaded.</p>
  if (versions.length === 0) return null
  return (
    <section aria-labelledby="edit-text-versions">
      <h3 id="edit-text-versions">Published before</h3>
      <ul>
        {versions.map((version) => {
          const said = version.text ?? original
          const when = `${formatDateTime(version.published_at)}, ${version.published_by ?? 'somebody who is gone'}`
          return (
            <li key={version.published_at}>
              <small>{when}</small>
              <blockquote>{sayPageText(kind, said)}</blockquote>
              {said !== shown && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={`Use the text of ${when}`}
                  onClick={() => onUse(said)}
                >
                  Use this text
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </section>
  )
}
