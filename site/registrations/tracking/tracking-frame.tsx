/** Around what a guest link shows, and in its place while it is being opened. */
import type { ReactNode } from 'react'
import { trackWords as words } from '#domain/registrations/tracking-words.ts'
import { useWaitingWords } from '#site/lib/use-waiting-words.ts'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'

/** `isOffline`: nothing is on its way, until there is a line again. */
export function Loading({ isOffline = false }: { isOffline?: boolean }) {
  const text = useWaitingWords(isOffline)
  if (isOffline)
    return (
      <TrackingFrame title={words.title}>
        <ErrorNotice text={text} />
      </TrackingFrame>
    )
  return <LoadingScreen label={text} title={words.title} />
}

export function TrackingFrame({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap grid grid-cols-1 gap-8 py-8 lg:py-12">
      <h1 className="text-3xl">{title}</h1>
      {children}
    </div>
  )
}
