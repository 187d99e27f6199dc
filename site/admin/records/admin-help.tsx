/** The keys of the admin area, explained: those that this kind of record knows. */

import { undoableTypes } from '#domain/admin/admin.ts'
import { Dialog } from '#site/ui/dialog.tsx'
import { chooseKey, decisionKeys, otherKeys, undoKey, walkingKeys } from './admin-keys.ts'
import { type Decisions, findKeyStep, findVerb } from './admin-kind.ts'

interface AdminHelpProps<R> {
  decisions: Decisions<R> | undefined
  isOpen: boolean
  onClose: () => void
}

export function AdminHelp<R>({ decisions, isOpen, onClose }: AdminHelpProps<R>) {
  const deciding = decisionKeys.flatMap((keys) => {
    const to = findKeyStep(decisions, keys)
    return to ? [{ keys, does: findVerb(decisions, to).label }] : []
  })
  const known = [
    ...walkingKeys,
    ...deciding,
    ...(decisions && undoableTypes.includes(decisions.table) ? [undoKey] : []),
    ...(decisions?.inBulk ? [chooseKey] : []),
    ...otherKeys,
  ]
  return (
    <Dialog open={isOpen} title="Keys of the desk" onClose={onClose}>
      <dl className="key-list">
        {known.map(({ keys, does }) => (
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
