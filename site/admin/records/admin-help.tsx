/** The keys of the admin area, explained: those that this kind of record knows. */

import { undoableTypes } from '#domain/admin/admin.ts'
import { Dialog } from '#site/ui/dialog.tsx'
import { type DecisionKey, type Decisions, findKeyStep, findVerb } from './admin-kind.ts'

const decisionKeys: readonly DecisionKey[] = ['a', 'd', 'c']
const chooseKey = { keys: 'x', does: 'Choose the record, to decide on many at once' }
const undoKey = { keys: 'z', does: 'Undo the decision, for ten seconds' }
const stepKeys = {
  next: { keys: 'j', does: 'Next record' },
  before: { keys: 'k', does: 'Previous record' },
}
/** Those that a list alone has. */
const listKeys = {
  open: [
    { keys: 'Enter', does: 'Open the record' },
    { keys: 'o', does: 'Open the record as a page' },
  ],
  search: { keys: '/', does: 'Search this list' },
}
const otherKeys: readonly { keys: string; does: string }[] = [
  { keys: 'Ctrl K', does: 'Search everything, go anywhere' },
  { keys: 'Esc', does: 'Close what is open' },
  { keys: '?', does: 'Show these keys' },
]

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
