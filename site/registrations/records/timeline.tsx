/** What happened to an application, and when: in the order of time. */
import { formatDateInWords } from '#domain/dates.ts'
import { eventWords } from '#domain/registrations/tracking-words.ts'
import { Panel } from '#site/ui/panel.tsx'

export interface TimelineEvent {
  kind: string
  at: string
}

const { title, ...words } = eventWords

export function Timeline({ createdAt, events }: { createdAt: string; events: readonly TimelineEvent[] }) {
  const all = [{ kind: 'received', at: createdAt }, ...events].filter(({ kind }) => kind in words)
  return (
    <Panel title={title}>
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
