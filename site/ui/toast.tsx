/** Toasts: one at a time, they stay until dismissed or replaced, and they are read out. */
import { useEffect, useSyncExternalStore } from 'react'
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

/** Both live regions exist from the start, so that assistive technology notices what is put into them. */
export function Toaster() {
  const shown = useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )

  useEffect(() => {
    if (!shown) return
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented) toast.dismiss()
    }
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('focusin', keepFocusClear)
    keepFocusClear()
    return () => {
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('focusin', keepFocusClear)
    }
  }, [shown])

  return (
    <div className="toasts">
      <div role="status">{shown?.kind === 'success' && <ToastCard key={shown.id} toast={shown} />}</div>
      <div role="alert">{shown?.kind === 'error' && <ToastCard key={shown.id} toast={shown} />}</div>
    </div>
  )
}

/**
 * On a phone a toast is as wide as the screen: the page moves up until what has the focus stands above it. Not under a
 * finger: what is pressed must still be there when it is let go.
 */
function keepFocusClear() {
  const card = document.querySelector('.toast')?.getBoundingClientRect()
  const field = document
    .querySelector(':is(a, button, summary, input, textarea, select):focus-visible:not(.toast *, dialog *)')
    ?.getBoundingClientRect()
  if (card && field && field.right > card.left && field.bottom > card.top && field.top < card.bottom)
    scrollBy(0, field.bottom - card.top + 12)
}

function ToastCard({ toast: { kind, title, description } }: { toast: Toast }) {
  return (
    <div className={cx('toast', kind === 'error' && 'toast-error')}>
      <Icon name={kind === 'error' ? 'alert' : 'check'} />
      <p className="toast-title">{title}</p>
      {description && <p className="toast-text">{description}</p>}
      <button type="button" aria-label="Dismiss message" onClick={toast.dismiss}>
        <Icon name="close" />
      </button>
    </div>
  )
}
