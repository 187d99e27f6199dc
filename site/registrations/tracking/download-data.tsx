/** Everything stored about the application of a guest link, to read and to take along; secrets masked. */
import { OwnData } from '#site/lib/own-data/own-data.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { fetchTrackedData } from './track-calls.ts'

export function DownloadData({ id }: { id: string }) {
  return (
    <Panel title="Read or download my data">
      <div className="grid grid-cols-1 gap-4">
        <p>
          Everything we keep about you, with since when and for how long. Secret numbers show their last
          digits alone.
        </p>
        <OwnData fetchShape={(shape, signal) => fetchTrackedData(id, shape, signal)} />
      </div>
    </Panel>
  )
}
