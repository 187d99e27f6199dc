/** Toasts: one at a time, they stay until dismissed or replaced, and they are read out. */
import { useEffect, useLayoutEffect, useState, useSyncExternalStore } from 'react'
import { cx } from '#site/ui/cx.ts'
import { Icon } from '#site/ui/icons.tsx'

export interface ToastAction {
  label: string
  run: () => void
  /** How long it is offered, in milliseconds; the message stays. */
  forMs: number
}

const roles = ['status', 'alert'] as const

interface Toast {
  id: number
  /** Of the live region that reads it out: an error is an alert. */
  role: (typeof roles)[number]
  title: string
  description?: string
  /** Why it was refused, where the words above do not say it. */
  reason?: string
  action?: ToastAction
}

let current: Toast | null = null
let lastId = 0
/** Something was pressed since it came. */
let isPast = false
/** How many dialogs are open: what lies behind the uppermost is neither read out nor clicked. */
let openDialogs = 0
const listeners = new Set<() => void>()

function show(next: Toast | null) {
  current = next
  for (const notify of listeners) notify()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function post(
  role: Toast['role'],
  title: string,
  description?: string,
  action?: ToastAction,
  reason?: string,
) {
  const id = ++lastId
  isPast = false
  show({ role, title, description, action, reason, id })
  if (action) setTimeout(() => current?.id === id && show({ ...current, action: undefined }), action.forMs)
}

export const toast = {
  success(title: string, description?: string, action?: ToastAction) {
    post('status', title, description, action)
  },
  error(title: string, description?: string, reason?: string, action?: ToastAction) {
    post('alert', title, description, action, reason)
  },
  dismiss() {
    show(null)
  },
}

/**
 * Above the header, which moves down: a message covers nothing, and the page gives it room; in the admin area it has a place of its
 * own in the side bar; and while a dialog is open, above its buttons. Both live regions exist from the start, so that
 * assistive technology notices what is put into them.
 */
export function Toaster({ isInDialog }: { isInDialog?: boolean }) {
  // A change of state would be drawn at once, and the dialog opened in the same long task as it is drawn.
  const [place] = useState({ level: 0 })
  const shown = useSyncExternalStore(
    subscribe,
    () => (place.level === openDialogs ? current : null),
    () => null,
  )

  useLayoutEffect(() => {
    if (!isInDialog) return
    place.level = ++openDialogs
    // The next attempt begins: what was said of the one before goes, but for what can still be undone.
    show(isPast && !current?.action ? null : current)
    return () => {
      openDialogs--
      show(current)
    }
  }, [isInDialog, place])

  // Everything that keeps below the header (base.css) keeps below both. Where there is none, nothing is drawn again for it.
  useLayoutEffect(() => {
    const height = document.querySelector<HTMLElement>('body > .site-top .toast')?.offsetHeight ?? 0
    document.documentElement.style.setProperty('--toast', `${height}px`)
  }, [shown])

  useEffect(() => {
    if (!shown) return
    const press = (event: Event & { key?: string }) => {
      isPast = true
      if (event.key === 'Escape' && !event.defaultPrevented) toast.dismiss()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('pointerdown', press)
    // Fetched with the first message; without a line there is nothing to leave for.
    const watching = import('./toast-place.ts').then(
      ({ watchPage }) => watchPage(shown.id, toast.dismiss, () => !!current?.action),
      () => () => {},
    )
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('pointerdown', press)
      void watching.then((stop) => stop())
    }
  }, [shown])

  return (
    <div className="toasts">
      {roles.map((role) => (
        <div key={role} role={role}>
          {shown?.role === role && <ToastCard key={shown.id} {...shown} />}
        </div>
      ))}
    </div>
  )
}

/** A button of a dialog that goes with its press leaves the focus to the dialog's name. */
export function focusDialogName({ currentTarget }: { currentTarget: Element }): void {
  const name = currentTarget.closest('dialog')?.querySelector('h2')
  if (!name) return
  name.tabIndex = -1
  name.focus({ preventScroll: true })
}

function ToastCard({ role, title, description, reason, action }: Toast) {
  return (
    <div className={cx('toast wrap', role === 'alert' && 'toast-error')}>
      <Icon name={role === 'alert' ? 'alert' : 'check'} />
      <div>
        <p className="toast-title">{title}</p>
        {description && <p className="toast-text">{description}</p>}
        {reason && <p className="toast-reason">{reason}</p>}
      </div>
      {action && (
        <button
          type="button"
          className="toast-action"
          onClickCapture={focusDialogName}
          onClick={() => {
            toast.dismiss()
            action.run()
          }}
        >
          {action.label}
        </button>
      )}
      <button
        type="button"
        aria-label="Dismiss message"
        onClickCapture={focusDialogName}
        onClick={toast.dismiss}
      >
        <Icon name="close" />
      </button>
    </div>
  )
}
