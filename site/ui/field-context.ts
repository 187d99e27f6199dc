/** How a field passes to the control inside it its id, its description and whether it is wrong. */
import { createContext, useContext } from 'react'

export interface FieldWiring {
  id: string
  describedBy?: string
  invalid: boolean
  required: boolean
}

export const FieldContext = createContext<FieldWiring | null>(null)

/** Attributes for the control of the surrounding field; nothing when it stands alone. */
export function useFieldAttributes() {
  const field = useContext(FieldContext)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': field.describedBy,
    'aria-invalid': field.invalid || undefined,
    'aria-required': field.required || undefined,
  }
}
