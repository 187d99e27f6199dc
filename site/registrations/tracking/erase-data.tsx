/** "Erase my data" of a guest link: the key that the secrets were locked with is destroyed. */
import { ownDataId } from '#site/lib/own-data/fetch-shape.ts'
import { EraseButton } from '#site/ui/erase-button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { eraseTracked } from './track-calls.ts'

export function EraseData({ id, onErased }: { id: string; onErased: () => void }) {
  return (
    <Panel title="Erase my data">
      <div className="grid gap-4">
        <p>
          You may take back what you gave us. Your application ends, and what is secret about you can never be
          read again. Orders and payments stay as long as the law asks.
        </p>
        <EraseButton erase={() => eraseTracked(id)} onErased={onErased} saveFirst={ownDataId}>
          {() => (
            <p>
              This cannot be undone, by you or by us. Your application is closed; the link goes on showing
              that.
            </p>
          )}
        </EraseButton>
      </div>
    </Panel>
  )
}
