/** The controls of our forms; each takes its wiring from the field around it and forwards its ref. */
import { type ComponentProps, type ReactNode, useState } from 'react'
import { passwordWords } from '#domain/form-words.ts'
import type { Options } from '#domain/questions.ts'
import { cx } from '#site/ui/cx.ts'
import { FieldError } from '#site/ui/field.tsx'
import { useFieldAttributes } from '#site/ui/field-context.ts'

export function TextInput({ className, type = 'text', ...rest }: ComponentProps<'input'>) {
  return <input {...useFieldAttributes()} {...rest} type={type} className={cx('input', className)} />
}

export function TextArea({ className, rows = 3, ...rest }: ComponentProps<'textarea'>) {
  return <textarea {...useFieldAttributes()} {...rest} rows={rows} className={cx('input', className)} />
}

interface SelectProps extends ComponentProps<'select'> {
  /** Shown first and stands for "nothing chosen yet". */
  placeholder?: string
  options?: Options
}

/** The device's own select. Give `options`, or `<option>`s as children. */
export function Select({ className, placeholder, options, children, ...rest }: SelectProps) {
  return (
    <select {...useFieldAttributes()} {...rest} className={cx('input', className)}>
      {placeholder !== undefined && <option value="">{placeholder}</option>}
      {options?.map((option) => {
        const { value, label } = typeof option === 'string' ? { value: option, label: option } : option
        return (
          <option key={value} value={value}>
            {label}
          </option>
        )
      })}
      {children}
    </select>
  )
}

interface CheckboxProps extends Omit<ComponentProps<'input'>, 'type'> {
  id: string
  label: ReactNode
  help?: ReactNode
  error?: string
}

/** A tick box with its sentence beside it; it stands without a Field. */
export function Checkbox({ id, label, help, error, className, ...rest }: CheckboxProps) {
  const helpId = help ? `${id}-help` : undefined
  const errorId = error ? `${id}-error` : undefined
  return (
    <div className={cx('check', className)}>
      <input
        {...rest}
        type="checkbox"
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={[helpId, errorId].filter(Boolean).join(' ') || undefined}
      />
      <label htmlFor={id}>{label}</label>
      {help && (
        <p id={helpId} className="field-help">
          {help}
        </p>
      )}
      <FieldError id={errorId} message={error} />
    </div>
  )
}

/** A password that can be looked at before it is sent. */
export function PasswordInput({ className, ...rest }: Omit<ComponentProps<'input'>, 'type'>) {
  const [isShown, setIsShown] = useState(false)
  const field = useFieldAttributes()
  const words = isShown ? passwordWords.hide : passwordWords.show
  return (
    <div className="password">
      <input
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        {...field}
        {...rest}
        type={isShown ? 'text' : 'password'}
        className={cx('input', className)}
      />
      <button
        type="button"
        aria-label={words.label}
        aria-controls={rest.id ?? field.id}
        onClick={() => setIsShown((shown) => !shown)}
      >
        {words.text}
      </button>
    </div>
  )
}
