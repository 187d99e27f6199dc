/** The keys of the admin area, explained: those that this kind of record knows. */

import { undoableTypes } from '#domain/admin/admin.ts'
import { Dialog } from '#site/ui/dialog.tsx'
import { chooseKey, decisionKeys, listKeys, otherKeys, stepKeys, undoKey } from './admin-keys.ts'
import { type Decisions, findKeyStep, findVerb } from './admin-kind.ts'

interface AdminHelpProps<R> {
  decisions: Decisions<R> | undefined
  /** On the page of one record: whether others stand before and after it. Left out: it is a list. */
  steps?: { before: object | null; next: object | null }
  isOpen: boolean
  onClose: () => void
}

export function AdminHelp<R>({ decisions, steps, isOpen, onClose }: AdminHelpProps<R>) {
  const deciding = decisionKeys.flatMap((keys) => {
    const to = findKeyStep(decisions, keys)
    return to ? [{ keys, does: findVerb(decisions, to).label }] : []
  })
  const known = [
    ...(!steps || steps.next ? [stepKeys.next] : []),
    ...(!steps || steps.before ? [stepKeys.before] : []),
    ...(steps ? [] : listKeys.open),
    ...deciding,
    ...(decisions && undoableTypes.includes(decisions.table) ? [undoKey] : []),
    ...(decisions?.inBulk && !steps ? [chooseKey] : []),
    ...(steps ? [] : [listKeys.search]),
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
