/** The values of a form whose inputs keep their own state: what was typed before the page came alive counts too. */
import { type RefObject, useEffect, useRef, useState } from 'react'

export interface FormValues {
  ref: RefObject<HTMLFormElement | null>
  values: Record<string, string>
  /** For the form's onInput. */
  update: () => void
  clear: () => void
}

export function useFormValues(): FormValues {
  const ref = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<Record<string, string>>({})
  const update = () => setValues(readFormValues(ref.current))
  useEffect(() => setValues(readFormValues(ref.current)), [])
  return {
    ref,
    values,
    update,
    clear() {
      ref.current?.reset()
      update()
    },
  }
}

export function readFormValues(form: HTMLFormElement | null): Record<string, string> {
  if (!form) return {}
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}
