/** What happened to an application, and when: in the order of time. */
import { formatDateInWords } from '#domain/dates.ts'
import { Panel } from '#site/ui/panel.tsx'

/** As the database names what happened; the status that a decision led to. */
const words = {
  received: 'We received it',
  correction_requested: 'We asked you to correct something',
  sent_again: 'You sent your correction',
  changed: 'You changed your answers',
  stopped: 'You stopped it',
  renewed: 'You agreed again',
  approved: 'Approved',
  declined: 'Declined',
  pending: 'Opened again',
  merged: 'Made one with your older registration',
} as const

export interface TimelineEvent {
  kind: string
  at: string
}

export function Timeline({ createdAt, events }: { createdAt: string; events: readonly TimelineEvent[] }) {
  const all = [{ kind: 'received', at: createdAt }, ...events].filter(({ kind }) => kind in words)
  return (
    <Panel title="What happened">
      <ol className="grid gap-4 border-l-2 border-millet pl-4">
        {all.map(({ kind, at }) => (
          <li key={kind + at}>
            <p className="font-semibold">{words[kind as keyof typeof words]}</p>
            <p className="num text-sm text-stone">
              <time dateTime={at}>{formatDateInWords(at)}</time>
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  )
}
