/** What the parts of a registration are given. */
import type { ReactNode } from 'react'
import type { RegistrationRecordType } from '#domain/record-types.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'

/** The route knows every form; a feature does not. */
export type RenderWith = (form: string, render: (definition: LongFormDefinition) => ReactNode) => ReactNode

export interface RegistrationSheetProps {
  table: RegistrationRecordType
  record: { id: string; status: string; has_photo?: boolean }
  form: string
  facts: Record<string, ReactNode>
  renderWith: RenderWith
}
