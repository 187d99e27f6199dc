/** Stores a long form while it is filled in: on the device for everybody, on the account as well for members. */
import { useEffect, useRef, useState } from 'react'
import { draftPrefix, readDraft, removeDraft, saveDraft, saveInTab } from '#site/lib/draft.ts'
import type { Attempt } from '#site/lib/form/attempt.ts'
import { type DraftStore, useDraft } from '#site/lib/form/use-draft.ts'
import { isSharedPhone } from '#site/lib/session-storage.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import type { FormValues } from './definition.ts'

const accountPauseMs = 3_000
const guest = 'guest'

/** Set in the tab where a visitor has typed: only there a member who has just signed in goes on with it. */
const typedHereKey = `${draftPrefix}typed-here`

export interface FormDraft {
  values: FormValues
  /** The furthest step that was opened. */
  reached: number
  /** The last attempt to send: the same content has the same key, also after a reload. */
  attempt?: Attempt
}

export interface FormDraftStore extends Omit<DraftStore<FormDraft>, 'setSavedAt'> {
  /** The member's id, or 'guest'. */
  owner: string
  /** Nothing of it is stored on the device. */
  isTabOnly: boolean
  /** What a visitor types is stored in this tab alone, or on the device again; a member chooses at sign-in. */
  setTabOnly: ((isTabOnly: boolean) => void) | null
}

/** `onDraft` is called with what was stored: at once what lies on the device, shortly after what is newer on the account. */
export function useFormDraft(
  form: string,
  /** A member's own form is stored on the account as well. */
  isOwn: boolean,
  onDraft: (draft: FormDraft, savedAt: Date) => void,
): FormDraftStore {
  const [owner, setOwner] = useState(guest)
  const [isTabOnly, setTabOnly] = useState(isSharedPhone)
  const nameFor = (whose: string) => `registration:${form}:${whose === guest ? guest : 'member'}`
  const { setSavedAt, ...device } = useDraft<FormDraft>(nameFor(owner), owner)
  const forAccount = useRef<FormDraft | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const hasTyped = useRef(false)
  const result = useRef(onDraft)
  result.current = onDraft

  function writeOnAccount() {
    clearTimeout(timer.current)
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
    if (onDevice) result.current(onDevice.values, onDevice.savedAt)
    setSavedAt(onDevice?.savedAt ?? null)
    let isWanted = true
    if (whose !== guest && isOwn) {
      import('./account-draft.ts')
        .then(({ readAccountDraft }) => readAccountDraft(form))
        .then((onAccount) => {
          const isNewer = onAccount && onAccount.savedAt.getTime() > (onDevice?.savedAt.getTime() ?? 0)
          if (isWanted && isNewer && !hasTyped.current) result.current(onAccount.content, onAccount.savedAt)
        })
        .catch(() => {}) // the device's own is there
    }
    return () => {
      isWanted = false
      writingOnAccount.current()
    }
  }, [form])

  function save(draft: FormDraft) {
    hasTyped.current = true
    if (owner === guest) markTypedHere()
    device.save(draft)
    if (owner === guest || !isOwn) return
    clearTimeout(timer.current)
    forAccount.current = draft
    timer.current = setTimeout(() => writingOnAccount.current(), accountPauseMs)
  }

  return {
    owner,
    isTabOnly,
    setTabOnly:
      owner === guest
        ? (isWanted) => {
            saveInTab(nameFor(guest), isWanted)
            setTabOnly(isWanted)
          }
        : null,
    savedAt: device.savedAt,
    save,
    saveNow(draft) {
      save(draft)
      device.saveNow(draft)
    },
    remove() {
      clearTimeout(timer.current)
      forAccount.current = null
      device.remove()
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
