/** Why a form was not taken, where no field is to blame. */
import { type ReactNode, useEffect, useRef } from 'react'
import { Notice } from '#site/ui/panel.tsx'

export function ErrorMessage({ errorText, children }: { errorText: string | null; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null)
  // It stands where the button is and the toast lies over the foot of the screen: both must be seen.
  useEffect(() => {
    if (errorText) box.current?.scrollIntoView({ block: 'center' })
  }, [errorText])
  if (!errorText) return null
  return (
    <div ref={box}>
      <Notice kind="warn">{children}</Notice>
    </div>
  )
}
