/** The service's refusal beside the form: a toast alone would be gone when it is needed. */
import type { ReactNode } from 'react'
import { Notice } from '#site/ui/panel.tsx'
import type { AuthFailure } from './auth-failure.ts'

export function FormProblem({ failure, children }: { failure: AuthFailure | null; children?: ReactNode }) {
  if (!failure) return null
  return (
    <Notice kind="warn">
      <div className="grid gap-3 justify-items-start">
        <p>
          <strong>{failure.message}</strong> {failure.hint}
        </p>
        {children}
      </div>
    </Notice>
  )
}
