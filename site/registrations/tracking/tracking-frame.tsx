/** Around what a guest link shows, and in its place while it is being opened. */
import type { ReactNode } from 'react'
import { trackWords as words } from '#domain/registrations/tracking-words.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'

export function Loading() {
  return <LoadingScreen label={words.loading} title={words.title} />
}

export function TrackingFrame({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <div className="wrap grid grid-cols-1 gap-8 py-8 lg:py-12">
      <h1 className="text-3xl">{title}</h1>
      {children}
    </div>
  )
}
