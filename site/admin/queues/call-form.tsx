/** What came of a call. */

import { useId } from 'react'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'

export const callOutcomes: Readonly<Record<string, string>> = {
  reached: 'Reached',
  chat_sent: 'Told by chat message',
  no_answer: 'No answer',
  call_back: 'They ask us to ring again',
  wrong_number: 'Wrong number',
  refused: 'They do not want to be rung',
}

export function CallForm({ recordType, id }: { recordType: string; id: string }) {
  const fieldId = useId()
  const form = useActionForm({
    id: fieldId,
    tables: ['people_to_phone', recordType],
    done: { title: 'Call logged' },
    empties: ['note'],
    read({ outcome = '', note = '' }, refuse) {
      if (!outcome) return refuse('outcome', 'Please choose what came of the call')
      return (client) =>
        client.rpc('log_call', {
          record_type: recordType,
          record_id: id,
          outcome,
          ...(note.trim() && { note: note.trim() }),
        })
    },
  })

  return (
    <FormElement form={form} className="drawer-part" label="Log a call">
      <Field id={`${fieldId}-outcome`} label="What came of the call" required>
        <Select
          name="outcome"
          placeholder="Choose"
          options={Object.entries(callOutcomes).map(([value, label]) => ({ value, label }))}
        />
      </Field>
      <Field id={`${fieldId}-note`} label="Note" optional>
        <TextInput name="note" maxLength={500} />
      </Field>
      <Refusal action={form.action} />
      <div>
        <Button type="submit" size="sm" busy={form.isBusy} busyLabel="Logging...">
          Log the call
        </Button>
      </div>
    </FormElement>
  )
}
