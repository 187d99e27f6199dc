/** Stores a form on the device while it is typed: written after a pause and whenever the page may go away. */
import { useEffect, useRef, useState } from 'react'
import { removeDraft, saveDraft } from '#site/lib/draft.ts'

const pauseMs = 400

export interface DraftStore<Content> {
  savedAt: Date | null
  setSavedAt: (savedAt: Date | null) => void
  save: (content: Content) => void
  saveNow: (content: Content) => void
  remove: () => void
}

export function useDraft<Content>(
  name: string,
  /** Whose words these are. */
  owner: string,
  savedBefore: Date | null = null,
): DraftStore<Content> {
  const [savedAt, setSavedAt] = useState(savedBefore)
  const pending = useRef<Parameters<typeof saveDraft<Content>> | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  function write() {
    clearTimeout(timer.current)
    if (!pending.current) return
    const draft = pending.current
    pending.current = null
    setSavedAt(saveDraft(...draft))
  }

  // The guard may take the form away in the middle of a word.
  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write()
    }
  }, [])

  function save(content: Content) {
    pending.current = [name, owner, content]
    clearTimeout(timer.current)
    timer.current = setTimeout(write, pauseMs)
  }

  return {
    savedAt,
    setSavedAt,
    save,
    saveNow(content) {
      save(content)
      write()
    },
    remove() {
      clearTimeout(timer.current)
      pending.current = null
      removeDraft(name)
      setSavedAt(null)
    },
  }
}
