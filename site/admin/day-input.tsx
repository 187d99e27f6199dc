/**
 * A day, typed or chosen as the device has it, by its own calendar and keys. Below it stands which day that is: 03/02 is one day
 * in one browser and another day in the next.
 */
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { formatDateInWords, readDay } from '#domain/dates.ts'
import { FieldError } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

interface DayInputProps extends Omit<ComponentProps<'input'>, 'type' | 'ref'> {
  /** Of the last day of a span: its first one. A span that ends before it begins finds nothing, which is said here. */
  since?: string
}

export function DayInput({ onInput, since = '', ...rest }: DayInputProps) {
  const errorId = useId()
  const box = useRef<HTMLInputElement>(null)
  const [day, setDay] = useState('')
  const read = () => setDay(readDay(box.current?.value ?? null))
  // What was typed before is filled in by the form around, just after it is drawn.
  useEffect(() => queueMicrotask(read))
  const isEarly = day !== '' && day < since
  return (
    <>
      <TextInput
        {...rest}
        {...(isEarly && { 'aria-invalid': true, 'aria-describedby': errorId })}
        ref={box}
        type="date"
        onInput={(event) => {
          read()
          onInput?.(event)
        }}
      />
      <output className="day-words">{day && formatDateInWords(`${day}T12:00:00Z`)}</output>
      {isEarly && <FieldError id={errorId} message="This is before the first day, so there is nothing" />}
    </>
  )
}
