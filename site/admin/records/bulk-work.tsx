/** What else is done with many that are chosen: given to a colleague, asked for a correction, taken along as a file. */
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { type AdminRecordType, chosenMax, type ManyOutcome, type RecordWork } from '#domain/admin/admin.ts'
import { formatCount } from '#domain/numbers.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { type AdminKind, type AdminRecord, countMany } from './admin-kind.ts'
import { undoCorrections } from './bulk-calls.ts'
import { Exceptions } from './bulk-exceptions.tsx'
import { ExportButton } from './export-button.tsx'
import { correctedInstead, offerUndo } from './offer-undo.ts'
import type { Bulk } from './use-bulk.ts'
import { assigneesQuery } from './work-data.ts'

interface BulkWorkProps<R extends AdminRecord> {
  kind: AdminKind<R>
  bulk: Bulk
}

/** As many as one call takes. */
const atOnce = 500

export function BulkWork<R extends AdminRecord>({ kind, bulk }: BulkWorkProps<R>) {
  const { can } = usePermissions()
  const [asking, setAsking] = useState<'assign' | 'correct' | null>(null)
  if (!kind.recordType) return null
  const isBusy = bulk.busyWith !== null || bulk.isReading
  return (
    <>
      {can('records.work') && (
        <Button size="sm" variant="outline" disabled={isBusy} onClick={() => setAsking('assign')}>
          Assign
        </Button>
      )}
      {kind.decisions && kind.renderCorrections && (
        <Button size="sm" variant="outline" disabled={isBusy} onClick={() => setAsking('correct')}>
          Ask for correction
        </Button>
      )}
      {bulk.count <= chosenMax && (
        <ExportButton type={kind.exportType ?? kind.recordType} state={{ search: '' }} ids={bulk.ids} />
      )}
      {asking === 'assign' && (
        <AssignDialog kind={kind} table={kind.recordType} bulk={bulk} onClose={() => setAsking(null)} />
      )}
      {asking === 'correct' && (
        <Corrections kind={kind} table={kind.recordType} bulk={bulk} onClose={() => setAsking(null)} />
      )}
    </>
  )
}

interface AskingProps<R extends AdminRecord> extends BulkWorkProps<R> {
  table: AdminRecordType
  onClose: () => void
}

function AssignDialog<R extends AdminRecord>({ kind, table, bulk, onClose }: AskingProps<R>) {
  const id = useId()
  const { userId } = useAuth()
  const [to, setTo] = useState('')
  const colleagues = useQuery(assigneesQuery(table))
  const taken = useQuery({
    queryKey: [table, 'taken', bulk.ids],
    queryFn: () => countTaken(table, bulk.ids),
  }).data?.filter((assignee) => assignee !== to).length
  const action = useAction({
    tables: [],
    done: (outcome) => {
      const { changed } = outcome as ManyOutcome
      return {
        title: 'Assignment changed',
        text: `${countMany(changed.length, kind)} given.`,
      }
    },
    onDone(outcome) {
      onClose()
      void bulk.finish((outcome as ManyOutcome).skipped)
    },
  })
  return (
    <Dialog
      open
      title={`Assign ${countMany(bulk.count, kind)}`}
      onClose={onClose}
      actions={
        <>
          <Button
            busy={action.isBusy}
            busyLabel="Assigning..."
            disabled={to === ''}
            onClick={() =>
              void bulk.settle(() =>
                action.run(async () => ({ error: null, data: await assignMany(table, bulk.ids, to) })),
              )
            }
          >
            Assign {formatCount(bulk.count)}
          </Button>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
        </>
      }
    >
      <Field id={id} label="To">
        <Select
          id={id}
          data-focus=""
          placeholder="Choose a colleague"
          value={to}
          options={(colleagues.data ?? []).map(({ user_id, full_name }) => ({
            value: user_id,
            label: user_id === userId ? `${full_name} (you)` : full_name,
          }))}
          onChange={(event) => setTo(event.target.value)}
        />
      </Field>
      {taken !== undefined && taken > 0 && (
        <p>{formatCount(taken)} of them somebody has already: they stay with who has them, and are named.</p>
      )}
      <Refusal action={action} />
    </Dialog>
  )
}

function Corrections<R extends AdminRecord>({ kind, table, bulk, onClose }: AskingProps<R>) {
  const { pendingIds } = bulk
  const counted = useQuery({
    queryKey: [table, 'counted', pendingIds],
    queryFn: () => bulk.countNow(pendingIds),
  })
  const known = counted.data ?? {
    pendingIds,
    others: bulk.count - pendingIds.length,
    flags: counted.isError ? ('unknown' as const) : null,
  }
  return kind.renderCorrections?.({
    title: `Ask ${countMany(known.pendingIds.length, kind)} for a correction`,
    ids: known.pendingIds,
    beside: (
      <ul className="grid gap-1">
        <Exceptions question={known} onCountAgain={() => void counted.refetch()} />
      </ul>
    ),
    undo: (outcome, putBack) =>
      outcome.requests.length > 0 && kind.recordType
        ? offerUndo(
            () => bulk.takeBack(() => undoCorrections(outcome.requests), putBack),
            correctedInstead(kind.noun),
            { table: kind.recordType, requests: outcome.requests },
          )
        : undefined,
    onSent(outcome) {
      onClose()
      void bulk.finish(outcome.skipped)
    },
    onClose,
  })
}

async function countTaken(table: AdminRecordType, ids: readonly string[]): Promise<string[]> {
  const taken: string[] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    const rows = await callAdmin<RecordWork[]>('find_record_work', {
      record_type: table,
      record_ids: ids.slice(from, from + atOnce),
    })
    for (const { assignee_id } of rows) if (assignee_id) taken.push(assignee_id)
  }
  return taken
}

async function assignMany(table: AdminRecordType, ids: readonly string[], to: string): Promise<ManyOutcome> {
  const outcome: ManyOutcome = { changed: [], skipped: [] }
  for (let from = 0; from < ids.length; from += atOnce) {
    const part = await callAdmin<ManyOutcome>('assign_records', {
      record_type: table,
      record_ids: ids.slice(from, from + atOnce),
      assignee_id: to,
    })
    outcome.changed.push(...part.changed)
    outcome.skipped.push(...part.skipped)
  }
  return outcome
}
