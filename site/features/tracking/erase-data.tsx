/** "Erase my data": asked twice, done once; the key that the secrets were locked with is destroyed. */
import { useState } from 'react'
import { eraseTracked } from '#site/features/tracking/track-calls.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Notice, Panel } from '#site/ui/panel.tsx'

export function EraseData({ token, onErased }: { token: string; onErased: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  const [isErasing, setIsErasing] = useState(false)
  const [trouble, setTrouble] = useState<string | null>(null)

  async function erase() {
    setIsErasing(true)
    setTrouble(null)
    try {
      await eraseTracked(token)
      onErased()
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error))
      setIsErasing(false)
    }
  }

  return (
    <Panel title="Erase my data">
      <div className="grid gap-4">
        <p>
          You may take back what you gave us. Your application ends, and what is secret about you can never be
          read again. Orders and payments stay as long as the law asks.
        </p>
        <div>
          <Button variant="danger" onClick={() => setIsAsking(true)}>
            Erase my data
          </Button>
        </div>
      </div>
      <Dialog
        open={isAsking}
        role="alertdialog"
        title="Erase your data for good?"
        onClose={() => !isErasing && setIsAsking(false)}
        actions={
          <>
            <Button variant="danger" busy={isErasing} busyLabel="Erasing..." onClick={() => void erase()}>
              Erase for good
            </Button>
            <Button variant="outline" disabled={isErasing} onClick={() => setIsAsking(false)}>
              Keep it
            </Button>
          </>
        }
      >
        <p>
          This cannot be undone, by you or by us. Your application is closed; the link goes on showing that.
        </p>
        {trouble && <Notice kind="warn">{trouble}</Notice>}
      </Dialog>
    </Panel>
  )
}
