/**
 * Below the box of a day of a form whose questions are data: which one it is, in words. 03/02 is one day in one browser and another
 * day in the next. The admin area's own boxes say it by themselves (`day-input.tsx`): its first page has no room for another file.
 */
import { useEffect, useRef, useState } from 'react'
import { formatDateInWords, readDay } from '#domain/dates.ts'

/** Stands right behind its box, and reads it there. */
export function DayInWords() {
  const words = useRef<HTMLOutputElement>(null)
  const [day, setDay] = useState('')
  useEffect(() => {
    const box = words.current?.previousElementSibling
    if (!(box instanceof HTMLInputElement)) return
    const read = () => setDay(readDay(box.value || null))
    box.addEventListener('input', read)
    // What was typed before is filled in by the form around, just after it is drawn.
    queueMicrotask(read)
    return () => box.removeEventListener('input', read)
  })
  return (
    <output ref={words} className="day-words">
      {day && formatDateInWords(`${day}T12:00:00Z`)}
    </output>
  )
}
