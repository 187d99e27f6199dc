/**
 * A day, typed or chosen as the device has it, by its own calendar and keys. Below it stands which day that is: 03/02 is one day
 * in one browser and another day in the next.
 */
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { formatDateInWords, readDay } from '#domain/dates.ts'
import { TextInput } from '#site/ui/inputs.tsx'

export function DayInput({ onInput, ...rest }: Omit<ComponentProps<'input'>, 'type' | 'ref'>) {
  const box = useRef<HTMLInputElement>(null)
  const [day, setDay] = useState('')
  const read = () => setDay(readDay(box.current?.value ?? null))
  // What was typed before is filled in by the form around, just after it is drawn.
  useEffect(() => queueMicrotask(read))
  return (
    <>
      <TextInput
        {...rest}
        ref={box}
        type="date"
        onInput={(event) => {
          read()
          onInput?.(event)
        }}
      />
      <output className="day-words">{day && formatDateInWords(`${day}T12:00:00Z`)}</output>
    </>
  )
}
