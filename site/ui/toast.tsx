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
    // It belongs to this page: whoever leaves it by a link or by Back has read it.
    const closeOnLeaving = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('a[href]:not([href^="#"], [target])')) toast.dismiss()
    }
    const frame = requestAnimationFrame(uncover)
    document.addEventListener('keydown', closeOnEscape)
    document.addEventListener('click', closeOnLeaving)
    window.addEventListener('popstate', toast.dismiss)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('keydown', closeOnEscape)
      document.removeEventListener('click', closeOnLeaving)
      window.removeEventListener('popstate', toast.dismiss)
    }
  }, [shown])

  return (
    <div className="toasts">
      <div role="status">{shown?.kind === 'success' && <ToastCard key={shown.id} toast={shown} />}</div>
      <div role="alert">{shown?.kind === 'error' && <ToastCard key={shown.id} toast={shown} />}</div>
    </div>
  )
}

/** The header is lower now: controls and codes that have come to stand under it are moved out again. */
function uncover() {
  const card = document.querySelector('.toast')?.getBoundingClientRect()
  const head = document.querySelector('.site-top')?.getBoundingClientRect()
  if (!card || !head) return
  const covered = [
    ...document.querySelectorAll('main :is(a, button, summary, input, select, textarea, .code)'),
  ]
    .map((element) => element.getBoundingClientRect())
    .filter(({ top, bottom }) => top < head.bottom && bottom > head.bottom - card.height)
  if (covered.length > 0) scrollBy(0, Math.min(...covered.map(({ top }) => top)) - head.bottom - 8)
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
