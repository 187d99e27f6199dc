/** The offer to save a form's number in the profile, fetched when there is a number: what every registration ends with. */
import { lazy, type ReactNode, Suspense } from 'react'

// On an error nothing is offered.
const SaveNumber = lazy(() =>
  import('./save-number.tsx').then(
    (module) => ({ default: module.SaveNumber }),
    () => ({ default: () => null }),
  ),
)

export function offerNumber(number: string): ReactNode {
  return (
    <Suspense>
      <SaveNumber number={number} />
    </Suspense>
  )
}
