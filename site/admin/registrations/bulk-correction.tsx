/** Requests the same correction of many registrations; each is judged by itself, and what another form lacks is named. */
import { type ReactNode, useId, useState } from 'react'
import type { CorrectionsOutcome } from '#domain/admin/admin.ts'
import { formatCount } from '#domain/numbers.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import type { CorrectionTarget } from '#site/admin/records/admin-kind.ts'
import { manyCorrectionDraft } from '#site/admin/records/word-drafts.ts'
import { Select } from '#site/ui/inputs.tsx'
import { CorrectionDialog } from './correction-dialog.tsx'
import type { RenderWith } from './sheet-props.ts'

interface BulkCorrectionProps extends CorrectionTarget {
  table: string
  /** The forms of the kind, and what they are called. */
  forms: readonly { value: string; label: string }[]
  renderWith: RenderWith
}

export function BulkCorrection(props: BulkCorrectionProps): ReactNode {
  const { table, forms, renderWith, title, ids, beside, undo, onSent, onClose } = props
  const id = useId()
  const [form, setForm] = useState(forms[0]?.value ?? '')
  return renderWith(form, (definition) => (
    <CorrectionDialog
      key={form}
      table={table}
      title={title}
      draftName={manyCorrectionDraft(table, form)}
      beside={
        <>
          {beside}
          {forms.length > 1 && (
            <div className="grid gap-1">
              <label htmlFor={id} className="text-sm font-semibold">
                Their form
              </label>
              <Select
                id={id}
                value={form}
                options={forms}
                onChange={(event) => setForm(event.target.value)}
              />
            </div>
          )}
        </>
      }
      definition={definition}
      request={(client, notes, message) =>
        rpcAdmin(client, 'request_corrections', { record_type: table, record_ids: ids, notes, message })
      }
      done={(outcome, putBack) => {
        const { changed } = outcome as CorrectionsOutcome
        if (changed.length === 0) return { title: 'Nobody was asked', text: 'Why not stands below the list.' }
        const text = `${formatCount(changed.length)} will be told what to correct.`
        return { title: 'Corrections requested', text, action: undo(outcome as CorrectionsOutcome, putBack) }
      }}
      onDone={(outcome) => onSent(outcome as CorrectionsOutcome)}
      onClose={onClose}
    />
  ))
}
