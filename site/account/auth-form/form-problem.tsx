/** The service's refusal beside the form. What a toast has said already is not said again: the page says the rest. */
import type { ReactNode } from 'react'
import { Notice } from '#site/ui/panel.tsx'
import type { AuthFailure } from './auth-failure.ts'

interface FormProblemProps {
  failure: AuthFailure | null
  isInToast?: boolean
  children?: ReactNode
}

export function FormProblem({ failure, isInToast = false, children }: FormProblemProps) {
  if (!failure || (isInToast && !failure.hint && !children)) return null
  return (
    <Notice kind="warn">
      <div className="grid gap-3 justify-items-start">
        {(!isInToast || failure.hint) && (
          <p>
            {!isInToast && <strong>{failure.message}</strong>} {failure.hint}
          </p>
        )}
        {children}
      </div>
    </Notice>
  )
}
