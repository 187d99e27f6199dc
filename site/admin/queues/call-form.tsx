/** What came of a call. */
import { type FormEvent, useId, useState } from 'react'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
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
  const [outcome, setOutcome] = useState('')
  const [note, setNote] = useState('')
  const action = useAction({
    tables: ['people_to_phone', recordType],
    done: { title: 'Call logged' },
    onDone: () => setNote(''),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!outcome) return action.refuse('Please choose what came of the call')
    action.run((client) =>
      client.rpc('log_call', {
        record_type: recordType,
        record_id: id,
        outcome,
        ...(note.trim() && { note: note.trim() }),
      }),
    )
  }

  return (
    <form className="drawer-part" aria-label="Log a call" noValidate onSubmit={submit}>
      <Field id={`${fieldId}-outcome`} label="What came of the call" required>
        <Select
          placeholder="Choose"
          options={Object.entries(callOutcomes).map(([value, label]) => ({ value, label }))}
          value={outcome}
          onChange={(event) => setOutcome(event.target.value)}
        />
      </Field>
      <Field id={`${fieldId}-note`} label="Note" optional>
        <TextInput maxLength={500} value={note} onChange={(event) => setNote(event.target.value)} />
      </Field>
      <Refusal action={action} />
      <div>
        <Button type="submit" size="sm" busy={action.isBusy} busyLabel="Logging...">
          Log the call
        </Button>
      </div>
    </form>
  )
}
