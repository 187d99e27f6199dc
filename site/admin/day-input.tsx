/** A day, typed or chosen as the device has it, by its own calendar and keys. */
import type { ComponentProps } from 'react'
import { DayInWords } from '#site/ui/day-in-words.tsx'
import { TextInput } from '#site/ui/inputs.tsx'

export function DayInput(props: Omit<ComponentProps<'input'>, 'type' | 'ref'>) {
  return (
    <>
      <TextInput {...props} type="date" />
      <DayInWords />
    </>
  )
}
