/** The values of a form whose inputs are uncontrolled: what was typed before the page came alive counts too. */
import { type RefObject, useEffect, useState } from 'react'

export interface FormValues {
  values: Record<string, string>
  /** For the form's onInput. */
  update: () => void
  /** Empties the boxes. */
  reset: () => void
}

export function useFormValues(ref: RefObject<HTMLFormElement | null>): FormValues {
  const [values, setValues] = useState<Record<string, string>>({})
  const update = () => setValues(readFormValues(ref.current))
  useEffect(() => setValues(readFormValues(ref.current)), [])
  return {
    values,
    update,
    reset() {
      ref.current?.reset()
      update()
    },
  }
}

export function readFormValues(form: HTMLFormElement | null): Record<string, string> {
  if (!form) return {}
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/** What becomes known after the form was drawn, put into its boxes. */
export function fillBoxes(
  form: HTMLFormElement | null,
  facts: Readonly<Record<string, string | undefined>>,
): void {
  for (const [name, value] of Object.entries(facts)) {
    const box = form?.elements.namedItem(name)
    if (
      box instanceof HTMLInputElement ||
      box instanceof HTMLTextAreaElement ||
      // What is not offered any more is not chosen.
      (box instanceof HTMLSelectElement && [...box.options].some((option) => option.value === (value ?? '')))
    )
      box.value = value ?? ''
  }
}
