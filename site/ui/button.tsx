/** Buttons and links that look like buttons: one shape, four weights, a busy state that says what is happening. */
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { cx } from '#site/ui/cx.ts'
import { Spinner } from '#site/ui/spinner.tsx'

export type ButtonVariant = 'primary' | 'outline' | 'quiet' | 'danger'
export type ButtonSize = 'md' | 'sm'

interface Appearance {
  variant?: ButtonVariant
  size?: ButtonSize
  className?: string
}

function buttonClass({ variant = 'primary', size = 'md', className }: Appearance): string {
  return cx('btn', `btn-${variant}`, size === 'sm' && 'btn-sm', className)
}

interface ButtonProps extends Appearance, Omit<ComponentProps<'button'>, 'className'> {
  /** While true the button is disabled and shows `busyLabel`. */
  busy?: boolean
  busyLabel?: ReactNode
}

export function Button({
  variant,
  size,
  className,
  busy = false,
  busyLabel,
  disabled,
  type = 'button',
  children,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass({ variant, size, className })}
      disabled={disabled || busy}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner />}
      {busy && busyLabel ? busyLabel : children}
    </button>
  )
}

interface ButtonLinkProps extends Appearance, Omit<ComponentProps<typeof Link>, 'className'> {}

export function ButtonLink({ variant, size, className, ...rest }: ButtonLinkProps) {
  return <Link {...rest} className={buttonClass({ variant, size, className })} />
}

/** For addresses outside the site (tel:, mailto:, a chat app): a plain anchor in the same clothes. */
export function ButtonAnchor({
  variant,
  size,
  className,
  ...rest
}: Appearance & Omit<ComponentProps<'a'>, 'className'>) {
  return <a {...rest} className={buttonClass({ variant, size, className })} />
}
