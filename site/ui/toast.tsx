/** Toasts: one at a time, they stay until dismissed or replaced, and they are read out. */
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'

export interface ToastAction {
  label: string
  run: () => void
  /** How long it is offered, in milliseconds; the message stays. */
  forMs: number
}

interface Toast {
  id: number
  kind: 'success' | 'error'
  title: string
  description?: string
  /** Why it was refused, where the words above do not say it. */
  reason?: string
  action?: ToastAction
}

let current: Toast | null = null
let lastId = 0
const listeners = new Set<() => void>()

function show(next: Toast | null) {
  current = next
  for (const notify of listeners) notify()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function post(next: Omit<Toast, 'id'>) {
  const id = ++lastId
  const { action } = next
  show({ ...next, id })
  if (action) setTimeout(() => current?.id === id && show({ ...current, action: undefined }), action.forMs)
}

export const toast = {
  success(title: string, description?: string, action?: ToastAction) {
    post({ kind: 'success', title, description, action })
  },
  error(title: string, description?: string, reason?: string, action?: ToastAction) {
    post({ kind: 'error', title, description, reason, action })
  },
  dismiss() {
    show(null)
  },
  /** What the message offers, as long as it does. */
  act() {
    const action = current?.action
    if (!action) return
    show(null)
    action.run()
  },
}

/**
 * Above the header, which moves down: a message covers nothing, and the page gives it room; in the admin area it has a place of its
 * own in the side bar. Both live regions exist from the start, so that assistive technology notices what is put into them.
 */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )

  // Everything that keeps below the header (base.css) keeps below both. Where there is none, nothing is drawn again for it.
  useLayoutEffect(() => {
    const height = document.querySelector<HTMLElement>('body > .site-top .toast')?.offsetHeight ?? 0
    document.documentElement.style.setProperty('--toast', `${height}px`)
  }, [shown])

  useEffect(() => {
    if (!shown) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) toast.dismiss()
    }
    let stop: (() => void) | undefined
    let isOver = false
    // Fetched with the first message; without a line there is nothing to leave for.
    import('./toast-place.ts').then(
      ({ watchPage }) => {
        if (!isOver) stop = watchPage(toast.dismiss)
      },
      () => {},
    )
    document.addEventListener('keydown', closeOnEscape)
    return () => {
      isOver = true
      stop?.()
      document.removeEventListener('keydown', closeOnEscape)
    }
  }, [shown])

  return (
    <div className="toasts">
      <div role="status">{shown?.kind === 'success' && <ToastCard key={shown.id} toast={shown} />}</div>
      <div role="alert">{shown?.kind === 'error' && <ToastCard key={shown.id} toast={shown} />}</div>
    </div>
  )
}

function ToastCard({ toast: { kind, title, description, reason, action } }: { toast: Toast }) {
  return (
    <div className={cx('toast wrap', kind === 'error' && 'toast-error')}>
      <Icon name={kind === 'error' ? 'alert' : 'check'} />
      <div>
        <p className="toast-title">{title}</p>
        {description && <p className="toast-text">{description}</p>}
        {reason && <p className="toast-reason">{reason}</p>}
      </div>
      {action && (
        <button type="button" className="toast-action" onClick={toast.act}>
          {action.label}
        </button>
      )}
      <button type="button" aria-label="Dismiss message" onClick={toast.dismiss}>
        <Icon name="close" />
      </button>
    </div>
  )
}
