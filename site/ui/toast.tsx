/** Toasts: one at a time, they stay until dismissed or replaced, and they are read out. */
import { useEffect, useLayoutEffect, useSyncExternalStore } from 'react'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'

interface Toast {
  id: number
  kind: 'success' | 'error'
  title: string
  description?: string
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

export const toast = {
  success(title: string, description?: string) {
    show({ id: ++lastId, kind: 'success', title, description })
  },
  error(title: string, description?: string) {
    show({ id: ++lastId, kind: 'error', title, description })
  },
  dismiss() {
    show(null)
  },
}

/**
 * Above the header, which moves down: a message covers nothing, and the page gives it room. Both live regions exist from
 * the start, so that assistive technology notices what is put into them.
 */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )

  // Everything that keeps below the header (base.css) keeps below both.
  useLayoutEffect(() => {
    const height = document.querySelector<HTMLElement>('.toast')?.offsetHeight ?? 0
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

function ToastCard({ toast: { kind, title, description } }: { toast: Toast }) {
  return (
    <div className={cx('toast wrap', kind === 'error' && 'toast-error')}>
      <Icon name={kind === 'error' ? 'alert' : 'check'} />
      <div>
        <p className="toast-title">{title}</p>
        {description && <p className="toast-text">{description}</p>}
      </div>
      <button type="button" aria-label="Dismiss message" onClick={toast.dismiss}>
        <Icon name="close" />
      </button>
    </div>
  )
}
