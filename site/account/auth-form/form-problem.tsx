/** The service's refusal beside the form. What a toast or the box has said already is not said again: the page says the rest. */
import type { ReactNode } from 'react'
import { Notice } from '#site/ui/panel.tsx'
import type { AuthFailure } from './auth-failure.ts'

interface FormProblemProps {
  failure: AuthFailure | null
  isSaid?: boolean
  children?: ReactNode
}

export function FormProblem({ failure, isSaid = false, children }: FormProblemProps) {
  if (!failure || (isSaid && !failure.hint && !children)) return null
  return (
    <Notice kind="warn">
      <div className="grid gap-3 justify-items-start">
        {(!isSaid || failure.hint) && (
          <p>
            {!isSaid && <strong>{failure.message}</strong>} {failure.hint}
          </p>
        )}
        {children}
      </div>
    </Notice>
  )
}
