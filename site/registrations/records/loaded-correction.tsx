/** The form that answers a request to correct, loaded where there is one. */
import type { ComponentProps } from 'react'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import { Button } from '#site/ui/button.tsx'
import type { CorrectionForm } from './correction-form.tsx'

export function LoadedCorrection(props: ComponentProps<typeof CorrectionForm>) {
  const { module, retry } = useLoaded(() => import('./correction-form.tsx'), true)
  if (module) return <module.CorrectionForm {...props} />
  return retry ? (
    <Button size="sm" variant="outline" onClick={retry}>
      This part could not be loaded. Try again
    </Button>
  ) : (
    <p role="status" className="text-stone">
      Loading...
    </p>
  )
}
