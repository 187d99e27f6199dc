/** The offer to keep a form's number in the profile, fetched when there is a number: what every registration ends with. */
import { lazy, type ReactNode, Suspense } from 'react'

// An offer that cannot be made is none.
const KeepNumber = lazy(() =>
  import('./keep-number.tsx').then(
    (module) => ({ default: module.KeepNumber }),
    () => ({ default: () => null }),
  ),
)

export function offerNumber(number: string): ReactNode {
  return (
    <Suspense>
      <KeepNumber number={number} />
    </Suspense>
  )
}
