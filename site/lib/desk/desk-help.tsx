/** The keys of the desk, explained. */
import { deskKeys } from '#site/lib/desk/desk-keys.ts'
import { Dialog } from '#site/ui/dialog.tsx'

export function DeskHelp({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog open={isOpen} title="Keys of the desk" onClose={onClose}>
      <dl className="key-list">
        {deskKeys.map(({ keys, does }) => (
          <div key={keys}>
            <dt>
              <kbd>{keys}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
