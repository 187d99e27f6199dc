/** Keeps a long form while it is filled in: on the device for everybody, on the account as well for members. */
import { useEffect, useRef, useState } from 'react'
import { draftPrefix, readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import type { FormValues } from './definition.ts'

const devicePauseMs = 400
const accountPauseMs = 3_000
const guest = 'guest'
/** Set in the tab where a visitor has typed: only there a member who has just signed in goes on with it. */
const typedHereKey = `${draftPrefix}typed-here`

export interface FormDraft {
  values: FormValues
  /** The furthest step that was opened. */
  reached: number
  /** The last attempt to send: the same content keeps its key, also after a reload. */
  attempt?: { key: string; content: string }
}

export interface FormDraftKeeper {
  /** The member's id, or 'guest'. */
  owner: string
  savedAt: Date | null
  save: (draft: FormDraft) => void
  saveNow: (draft: FormDraft) => void
  remove: () => void
}

/** `onFound` is told what was kept: at once what lies on the device, a moment later what is newer on the account. */
export function useFormDraft(
  form: string,
  /** A member's own form is kept on the account as well. */
  isOwn: boolean,
  onFound: (draft: FormDraft, savedAt: Date) => void,
): FormDraftKeeper {
  const [owner, setOwner] = useState(guest)
  const [savedAt, setSavedAt] = useState<Date | null>(null)
  const pending = useRef<FormDraft | null>(null)
  const forAccount = useRef<FormDraft | null>(null)
  const timers = useRef<{ device?: ReturnType<typeof setTimeout>; account?: ReturnType<typeof setTimeout> }>(
    {},
  )
  const hasTyped = useRef(false)
  const found = useRef(onFound)
  found.current = onFound

  function nameFor(whose: string): string {
    return `registration:${form}:${whose === guest ? guest : 'member'}`
  }

  function write() {
    clearTimeout(timers.current.device)
    if (!pending.current) return
    const content = pending.current
    pending.current = null
    if (owner === guest) markTypedHere()
    setSavedAt(saveDraft(nameFor(owner), owner, content))
  }
  const writing = useRef(write)
  writing.current = write

  function writeOnAccount() {
    clearTimeout(timers.current.account)
    const draft = forAccount.current
    forAccount.current = null
    if (!draft) return
    import('./account-draft.ts')
      .then(({ saveAccountDraft }) => saveAccountDraft(form, owner, draft))
      .catch(() => {})
  }
  const writingOnAccount = useRef(writeOnAccount)
  writingOnAccount.current = writeOnAccount

  useEffect(() => {
    const whose = readStoredSession()?.userId ?? guest
    setOwner(whose)
    let onDevice = readDraft<FormDraft>(nameFor(whose), whose)
    if (!onDevice && whose !== guest && isOwn && hasTypedHere()) {
      onDevice = readDraft<FormDraft>(nameFor(guest), guest)
      if (onDevice) saveDraft(nameFor(whose), whose, onDevice.values)
      removeDraft(nameFor(guest))
    }
    if (onDevice) found.current(onDevice.values, onDevice.savedAt)
    setSavedAt(onDevice?.savedAt ?? null)
    let isWanted = true
    if (whose !== guest && isOwn) {
      import('./account-draft.ts')
        .then(({ readAccountDraft }) => readAccountDraft(form))
        .then((onAccount) => {
          const isNewer = onAccount && onAccount.savedAt.getTime() > (onDevice?.savedAt.getTime() ?? 0)
          if (isWanted && isNewer && !hasTyped.current) found.current(onAccount.content, onAccount.savedAt)
        })
        .catch(() => {}) // the device's own is there
    }
    const writeNow = () => writing.current()
    window.addEventListener('pagehide', writeNow)
    return () => {
      isWanted = false
      window.removeEventListener('pagehide', writeNow)
      // A guard may take the form away in the middle of a word.
      writeNow()
      writingOnAccount.current()
    }
  }, [form])

  function save(draft: FormDraft) {
    hasTyped.current = true
    pending.current = draft
    clearTimeout(timers.current.device)
    timers.current.device = setTimeout(() => writing.current(), devicePauseMs)
    if (owner === guest || !isOwn) return
    clearTimeout(timers.current.account)
    forAccount.current = draft
    timers.current.account = setTimeout(() => writingOnAccount.current(), accountPauseMs)
  }

  return {
    owner,
    savedAt,
    save,
    saveNow(draft) {
      save(draft)
      write()
    },
    remove() {
      clearTimeout(timers.current.device)
      clearTimeout(timers.current.account)
      pending.current = null
      forAccount.current = null
      removeDraft(nameFor(owner))
      setSavedAt(null)
      if (owner === guest || !isOwn) return
      import('./account-draft.ts').then(({ removeAccountDraft }) => removeAccountDraft(form)).catch(() => {})
    },
  }
}

function markTypedHere(): void {
  try {
    window.sessionStorage.setItem(typedHereKey, '1')
  } catch {
    // then nobody goes on with it
  }
}

function hasTypedHere(): boolean {
  try {
    return window.sessionStorage.getItem(typedHereKey) === '1'
  } catch {
    return false
  }
}
