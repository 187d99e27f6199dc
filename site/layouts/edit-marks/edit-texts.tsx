/**
 * The texts of a page, changed where they are read: a panel beside the page, in which what is typed is seen at once. Saved
 * texts wait in the draft of all content. Fetched for staff who may edit content, and only with a page that has texts.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import type { ContentDraft } from '#domain/admin/admin.ts'
import { isWordedPage, pathOfWordedPage, type WordedPage } from '#domain/company/page-texts.ts'
import { openTab } from '#site/lib/open-tab.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'
import styles from './edit-texts.css?url'
import { publish, readTextState, requestPreview, type TextState } from './text-draft.ts'
import { TextEditor } from './text-editor.tsx'
import { TextList } from './text-list.tsx'
import { holdTypedTexts, isUnsaved, readTypedTexts, type TypedText, type TypedTexts } from './typed-texts.ts'
import { useShownTexts } from './use-shown-texts.ts'

/** In the address, by which the admin area opens the panel. */
const hash = '#edit-texts'

export function EditTexts({ pathname }: { pathname: string }) {
  const page = pathname.slice(1) || 'home'
  return isWordedPage(page) ? <TextsOfPage key={page} page={page} /> : null
}

function TextsOfPage({ page }: { page: WordedPage }) {
  const location = useLocation()
  const [isOpen, setOpen] = useState(location.hash === hash)
  const [typed, setTyped] = useState<TypedTexts>(() => readTypedTexts(page))
  useEffect(() => holdTypedTexts(page, typed), [page, typed])
  const type = (key: string, value: TypedText | undefined) => setTyped((all) => ({ ...all, [key]: value }))
  const opener = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  useEffect(() => {
    if (wasOpen.current && !isOpen) opener.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])

  function close() {
    // Read again, the page is the page.
    history.replaceState(history.state, '', location.pathname + location.search)
    setOpen(false)
  }
  return (
    <>
      <link rel="stylesheet" href={styles} />
      {isOpen ? (
        <TextsPanel page={page} typed={typed} onType={type} onClose={close} />
      ) : (
        <button ref={opener} type="button" className="edit-texts-open no-print" onClick={() => setOpen(true)}>
          Edit the texts
        </button>
      )}
    </>
  )
}

interface TextsPanelProps {
  page: WordedPage
  typed: TypedTexts
  /** Undefined: nothing is typed any more. */
  onType: (key: string, value: TypedText | undefined) => void
  onClose: () => void
}

/** As everybody sees it now, with the panel open, which then says that it was published. */
function readPageAgain() {
  history.replaceState({ ...history.state, isPublished: true }, '', hash)
  window.location.reload()
}

function sayPublished() {
  if (!history.state?.isPublished) return
  history.replaceState({ ...history.state, isPublished: undefined }, '')
  toast.success('Published')
}

/** The panel begins where the header of the site ends, which is higher up once the page is scrolled. */
function followSiteTop() {
  const top = document.querySelector('.site-top')
  const { style } = document.documentElement
  const place = () => {
    if (top) style.setProperty('--site-top-end', `${Math.max(0, top.getBoundingClientRect().bottom)}px`)
  }
  place()
  addEventListener('scroll', place, { passive: true })
  addEventListener('resize', place)
  return () => {
    removeEventListener('scroll', place)
    removeEventListener('resize', place)
    style.removeProperty('--site-top-end')
  }
}

const sayUnkept = (texts: number) =>
  texts === 1
    ? '1 text is not kept yet. Put it into the draft, or take it back.'
    : `${texts} texts are not kept yet. Put them into the draft, or take them back.`

function TextsPanel({ page, typed, onType, onClose }: TextsPanelProps) {
  const [state, setState] = useState<TextState | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const last = useRef<string | null>(null)
  if (chosen) last.current = chosen
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const isShown = useShownTexts({ state, typed, chosen, onChoose: setChosen })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  useEffect(sayPublished, [])

  useEffect(followSiteTop, [])

  const load = useCallback(() => readTextState(page).then(setState), [page])
  useEffect(() => {
    load().catch(() => setProblem('The texts could not be loaded. Please close this and try again.'))
  }, [load])

  const refusal = useRef<HTMLParagraphElement>(null)
  // A button that was refused lost the focus while it was busy; a text that a colleague wrote meanwhile has it first.
  useEffect(() => {
    if (problem && busy === null && document.activeElement === document.body) refusal.current?.focus()
  }, [problem, busy])

  /** Answers whether it was done. What a colleague did meanwhile is read again either way; what is typed stays. */
  async function run(name: string, work: () => Promise<unknown>): Promise<boolean> {
    setBusy(name)
    setProblem(null)
    try {
      await work()
      await load()
      return true
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'This could not be done. Please try again.')
      await load().catch(() => {})
      return false
    } finally {
      setBusy(null)
    }
  }

  const draft = state?.draft ?? null
  const path = pathOfWordedPage(page)
  const here =
    draft?.changes.filter(({ table, key }) => table === 'page_texts' && key?.page === page).length ?? 0
  const elsewhere = (draft?.changes.length ?? 0) - here
  const text = state?.texts.find(({ key }) => key === chosen)
  const unsaved = state?.texts.filter((one) => isUnsaved(one, typed, state)).length ?? 0

  async function publishDraft(open: ContentDraft) {
    if (unsaved > 0) return setProblem(sayUnkept(unsaved))
    if (await run('publish', () => publish(open, path))) readPageAgain()
  }

  return (
    <aside
      className="edit-texts no-print"
      aria-labelledby="edit-texts-title"
      onKeyDown={(event) => {
        if (event.key === 'Escape') text ? setChosen(null) : onClose()
      }}
    >
      <header>
        <h2 id="edit-texts-title" ref={heading} tabIndex={-1}>
          Texts of this page
        </h2>
        <Button size="sm" variant="outline" onClick={onClose}>
          Close
        </Button>
      </header>
      {problem && (
        <p ref={refusal} role="alert" tabIndex={-1}>
          {problem}
        </p>
      )}
      {state &&
        (text ? (
          <TextEditor
            key={text.key}
            text={text}
            state={state}
            isShown={isShown(text.key)}
            typed={typed[text.key]}
            isBusy={busy === 'keep'}
            onType={(value) => {
              setProblem(null)
              onType(text.key, value)
            }}
            onSave={(work) => run('keep', work)}
            onDone={() => {
              setChosen(null)
              setProblem(null)
            }}
          />
        ) : (
          <TextList state={state} last={last.current} typed={typed} onChoose={setChosen} />
        ))}
      {draft && !text && (
        <footer>
          <p role="status">
            {here === 0
              ? 'No text of this page is in the draft.'
              : `In the draft: ${here} ${here === 1 ? 'text' : 'texts'} of this page.`}
            {elsewhere > 0 &&
              ` ${elsewhere} more ${elsewhere === 1 ? 'change' : 'changes'} elsewhere, which publishing puts on the site as well.`}
          </p>
          <div>
            <Button
              size="sm"
              variant="outline"
              busy={busy === 'preview'}
              busyLabel="Drawing..."
              onClick={() =>
                void openTab({ refuse: setProblem, run: (work) => run('preview', work) }, () =>
                  requestPreview(draft.id, path),
                )
              }
            >
              Preview
            </Button>
            <Button
              size="sm"
              busy={busy === 'publish'}
              busyLabel="Publishing..."
              onClick={() => void publishDraft(draft)}
            >
              Publish
            </Button>
            <Link to={`${paths.adminContent}?${new URLSearchParams({ back: path })}`}>The whole draft</Link>
          </div>
        </footer>
      )}
    </aside>
  )
}
