/** Beside every button that sends personal data: what it is stored for, and the notice (decision 115). */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formWords } from '#domain/form-words.ts'
import { paths } from '#site/paths.ts'

export function PrivacyLine({ children }: { children: ReactNode }) {
  return (
    <p className="field-help">
      {children} <Link to={paths.privacy}>{formWords.privacyLink}</Link>
    </p>
  )
}
