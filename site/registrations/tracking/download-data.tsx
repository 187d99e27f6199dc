/** Everything stored about the application of a guest link, to read and to take along; secrets masked. */
import { guestDataWords } from '#domain/registrations/tracking-words.ts'
import { OwnData } from '#site/lib/own-data/own-data.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { fetchTrackedData } from './track-calls.ts'

const words = guestDataWords.read

export function DownloadData({ id }: { id: string }) {
  return (
    <Panel title={words.title}>
      <div className="grid grid-cols-1 gap-4">
        <p>{words.text}</p>
        <OwnData fetchShape={(shape, signal) => fetchTrackedData(id, shape, signal)} />
      </div>
    </Panel>
  )
}
