/** The line that decides on many: how many are chosen, all that match, approve or decline them, and what was left out. */
import { formatCount } from '#domain/numbers.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { type AdminKind, type AdminRecord, capitalise } from './admin-kind.ts'
import { loadPart } from './load-part.tsx'
import { BulkDialogs } from './loaded-dialogs.ts'
import type { Bulk } from './use-bulk.ts'

const BulkWork = loadPart(async () => (await import('./bulk-work.tsx')).BulkWork)

interface BulkBarProps<R extends AdminRecord> {
  kind: AdminKind<R>
  bulk: Bulk
  shown: readonly R[]
  /** All that match the search and the filters. */
  total: number
}

export function BulkBar<R extends AdminRecord>({ kind, bulk, shown, total }: BulkBarProps<R>) {
  const isPageChosen = shown.length > 0 && shown.every(({ id }) => bulk.isChosen(id))
  const isIdle = shown.length === 0 && bulk.count === 0 && bulk.busyWith === null
  return (
    <>
      {!isIdle && (
        <div className="bulk-bar">
          <p className="num me-auto text-sm" role="status">
            {bulk.progress ?? (bulk.count === 0 ? 'None selected' : `${formatCount(bulk.count)} selected`)}
          </p>
          {isPageChosen && total > bulk.count && (
            <Button
              size="sm"
              variant="quiet"
              busy={bulk.isReading}
              busyLabel="Reading..."
              disabled={bulk.busyWith !== null}
              onClick={() => bulk.chooseAll(total)}
            >
              Select all {formatCount(total)} that match
            </Button>
          )}
          {bulk.count > 0 && (
            <Button size="sm" variant="quiet" disabled={bulk.busyWith !== null} onClick={bulk.clear}>
              Clear
            </Button>
          )}
          {bulk.count > 0 && <BulkWork kind={kind} bulk={bulk} />}
          {kind.decisions && <Deciding bulk={bulk} />}
        </div>
      )}
      {bulk.remarks.length > 0 && (
        <Notice kind="look">
          <ul role="alert" className="grid gap-1">
            {bulk.remarks.map((remark) => (
              <li key={remark}>{capitalise(remark)}</li>
            ))}
          </ul>
        </Notice>
      )}
      <BulkDialogs kind={kind} bulk={bulk} isOpen={bulk.question !== null} onClose={bulk.cancel} />
    </>
  )
}

function Deciding({ bulk }: { bulk: Bulk }) {
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        busy={bulk.busyWith === 'approved'}
        busyLabel="Approving..."
        disabled={bulk.busyWith !== null || bulk.isReading}
        onClick={() => bulk.start('approved')}
      >
        Approve selected
      </Button>
      <Button
        size="sm"
        variant="outline"
        busy={bulk.busyWith === 'declined'}
        busyLabel="Declining..."
        disabled={bulk.busyWith !== null || bulk.isReading}
        onClick={() => bulk.start('declined')}
      >
        Decline selected
      </Button>
    </>
  )
}
