/** What could not be looked up is no refusal, and may be tried again. */
import type { ReactNode } from 'react'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'

export function RightsUnread({ onRetry }: { onRetry: () => void }) {
  return (
    <Refused
      title="We could not look up your rights"
      words="The line may be broken. Nothing is lost: try again in a moment."
    >
      <Button onClick={onRetry}>Try again</Button>
      <ButtonLink to={paths.home} variant="outline">
        Return to Home
      </ButtonLink>
    </Refused>
  )
}

export function Refused({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  return (
    <div className="wrap py-12 lg:py-20">
      <Panel className="mx-auto max-w-[36rem]">
        <div className="grid gap-4 justify-items-start">
          <h1 className="text-3xl">{title}</h1>
          <p>{words}</p>
          <div className="flex flex-wrap gap-3">{children}</div>
        </div>
      </Panel>
    </div>
  )
}
