/** Keeps the order form on the device while it is typed: written after a pause and whenever the page may go away. */
import { useCallback, useEffect, useRef, useState } from 'react'
import { type Draft, readDraft, removeDraft, saveDraft } from '#site/lib/draft.ts'
import type { OrderAttempt } from './submit-order.ts'

const draftName = 'order'
const pauseMs = 400

export interface OrderDraftContent {
  fields: Record<string, string | undefined>
  attempt?: OrderAttempt
}

export interface OrderDraft {
  /** What was kept when the form opened. */
  kept: Draft<OrderDraftContent> | null
  savedAt: Date | null
  save: (content: OrderDraftContent) => void
  saveNow: (content: OrderDraftContent) => void
  remove: () => void
}

export function useOrderDraft(userId: string): OrderDraft {
  const [kept] = useState(() => readDraft<OrderDraftContent>(draftName, userId))
  const [savedAt, setSavedAt] = useState(kept?.savedAt ?? null)
  const pending = useRef<OrderDraftContent | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const write = useCallback(() => {
    clearTimeout(timer.current)
    if (!pending.current) return
    const content = pending.current
    pending.current = null
    setSavedAt(saveDraft(draftName, userId, content))
  }, [userId])

  useEffect(() => {
    window.addEventListener('pagehide', write)
    return () => {
      window.removeEventListener('pagehide', write)
      write() // the guard may take the form away in the middle of a word
    }
  }, [write])

  const save = useCallback(
    (content: OrderDraftContent) => {
      pending.current = content
      clearTimeout(timer.current)
      timer.current = setTimeout(write, pauseMs)
    },
    [write],
  )

  const saveNow = useCallback(
    (content: OrderDraftContent) => {
      pending.current = content
      write()
    },
    [write],
  )

  const remove = useCallback(() => {
    clearTimeout(timer.current)
    pending.current = null
    removeDraft(draftName)
    setSavedAt(null)
  }, [])

  return { kept, savedAt, save, saveNow, remove }
}
