/** What came of a call; a wish to be rung again becomes a task by a day and a time. */

import { useId, useState } from 'react'
import type { AdminRecordType } from '#domain/admin/admin.ts'
import { callOutcomes } from '#domain/admin/call-outcomes.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { callDraft, readWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { TaskFields } from '#site/admin/tasks/task-fields.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'

/** After these, staff ring again. */
const ringsAgain = ['call_back', 'no_answer']

interface CallFormProps {
  recordType: AdminRecordType
  id: string
  /** The next call, if there is one. */
  onLogged: () => void
}

export function CallForm({ recordType, id, onLogged }: CallFormProps) {
  const fieldId = useId()
  const draft = callDraft(recordType, id)
  const [chosen, setChosen] = useState(() => readWordDraft(draft).outcome ?? '')
  const isAgain = ringsAgain.includes(chosen)
  const form = useActionForm({
    id: fieldId,
    tables: ['people_to_phone', recordType],
    done: { title: 'Call logged' },
    empties: ['note', 'dueOn', 'dueTime'],
    onDone: onLogged,
    draft,
    read({ outcome = '', note = '', dueOn = '', dueTime = '', assignee = '' }, refuse) {
      if (!outcome) return refuse('outcome', 'Please choose what came of the call')
      return (client) =>
        rpcAdmin(client, 'log_call', {
          record_type: recordType,
          record_id: id,
          outcome,
          note: note.trim() || null,
          ...(isAgain &&
            dueOn && { again_on: dueOn, again_time: dueTime || null, again_by: assignee || null }),
        })
    },
  })

  return (
    <FormElement form={form} className="drawer-part" label="Log a call">
      <Field id={`${fieldId}-outcome`} label="What came of the call" required>
        <Select
          name="outcome"
          placeholder="Choose"
          defaultValue={chosen}
          onChange={({ target }) => setChosen(target.value)}
          options={Object.entries(callOutcomes).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      <Field id={`${fieldId}-note`} label="Note" optional>
        <TextInput name="note" maxLength={500} />
      </Field>
      {isAgain && (
        <fieldset className="grid gap-3">
          <legend className="text-sm font-semibold">Ring again</legend>
          <TaskFields fieldId={fieldId} recordType={recordType} draft={draft} dayIsOptional />
        </fieldset>
      )}
      <Refusal action={form.action} />
      <div>
        <Button type="submit" size="sm" busy={form.isBusy} busyLabel="Logging...">
          Log the call, and go on
        </Button>
      </div>
    </FormElement>
  )
}
