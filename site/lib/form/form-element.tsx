/** The element of a form whose state is a hook's. The browser's own checks are off: the order of ours, and their words, count. */
import type { ComponentProps, FormEvent, RefObject } from 'react'

interface FormElementProps extends Omit<ComponentProps<'form'>, 'ref' | 'onSubmit'> {
  form: {
    ref: RefObject<HTMLFormElement | null>
    onSubmit: (event: FormEvent<HTMLFormElement>) => void
    takeBack?: (changed: EventTarget) => void
    /** Where the values are read while they are typed. */
    update?: () => void
  }
  label?: string
}

export function FormElement({ form, label, className = 'form', onInput, ...rest }: FormElementProps) {
  return (
    <form
      ref={form.ref}
      className={className}
      aria-label={label}
      noValidate
      onInput={(event) => {
        form.takeBack?.(event.target)
        form.update?.()
        onInput?.(event)
      }}
      onSubmit={form.onSubmit}
      {...rest}
    />
  )
}
