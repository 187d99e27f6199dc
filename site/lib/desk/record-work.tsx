/** How staff work on a record together: who has it, the first contact, and notes that the person never sees. */
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { formatDateTime } from '#domain/dates.ts'
import { type DeskRecordType, dueClocks, noteLimits } from '#domain/desk.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { rpcDesk } from '#site/lib/desk/call-desk.ts'
import { Refusal } from '#site/lib/desk/refusal.tsx'
import { useAction } from '#site/lib/desk/use-action.ts'
import { recordNotesQuery, recordWorkQuery } from '#site/lib/desk/work-data.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextArea } from '#site/ui/inputs.tsx'

interface RecordWorkProps {
  table: DeskRecordType
  id: string
}

export function RecordWorkPanel({ table, id }: RecordWorkProps) {
  return (
    <>
      <Assignment table={table} id={id} />
      <Notes table={table} id={id} />
    </>
  )
}

function Assignment({ table, id }: RecordWorkProps) {
  const { userId } = useAuth()
  const query = useQuery(recordWorkQuery(table, [id]))
  const assigning = useAction({ tables: [table], done: { title: 'Assignment changed' } })
  const contacting = useAction({ tables: [table], done: { title: 'First contact noted' } })
  const work = query.data?.[0]
  const isMine = work?.assignee_id != null && work.assignee_id === userId
  const hasContactClock = dueClocks.some(
    ({ recordType, clock }) => recordType === table && clock === 'first_contact',
  )

  function assign(to: string | null) {
    assigning.run((client) =>
      rpcDesk(client, 'assign_record', {
        record_type: table,
        record_id: id,
        assignee_id: to,
        expected_assignee_id: work?.assignee_id ?? null,
      }),
    )
  }

  return (
    <section className="drawer-part" aria-label="Who has it">
      <div className="flex flex-wrap items-center gap-3">
        <p className="me-auto">
          {work?.assignee_id ? (
            <>
              <strong>{isMine ? 'You have it' : `${work.assignee_name ?? 'A colleague'} has it`}</strong>
              {work.assigned_at && (
                <span className="num text-sm text-stone"> since {formatDateTime(work.assigned_at)}</span>
              )}
            </>
          ) : (
            'Nobody has taken it yet'
          )}
        </p>
        {!isMine && (
          <Button
            size="sm"
            variant="outline"
            busy={assigning.isBusy}
            busyLabel="Taking..."
            disabled={query.isPending}
            onClick={() => assign(userId ?? null)}
          >
            Take it
          </Button>
        )}
        {isMine && (
          <Button
            size="sm"
            variant="quiet"
            busy={assigning.isBusy}
            busyLabel="Letting go..."
            onClick={() => assign(null)}
          >
            Let it go
          </Button>
        )}
      </div>
      <Refusal action={assigning} />
      {hasContactClock && (
        <div className="flex flex-wrap items-center gap-3">
          <p className="me-auto">
            {work?.contacted_at
              ? `First contact ${formatDateTime(work.contacted_at)}`
              : 'The person has not heard from us yet'}
          </p>
          {!work?.contacted_at && (
            <Button
              size="sm"
              variant="outline"
              busy={contacting.isBusy}
              busyLabel="Noting..."
              onClick={() =>
                contacting.run((client) =>
                  rpcDesk(client, 'log_first_contact', { record_type: table, record_id: id }),
                )
              }
            >
              I have contacted them
            </Button>
          )}
          <Refusal action={contacting} />
        </div>
      )}
    </section>
  )
}

function Notes({ table, id }: RecordWorkProps) {
  const fieldId = useId()
  const query = useQuery(recordNotesQuery(table, id))
  const [body, setBody] = useState('')
  const action = useAction({ tables: [table], done: { title: 'Note added' }, onDone: () => setBody('') })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!body.trim()) return action.refuse('Please write a note of at most 2000 characters')
    action.run((client) =>
      rpcDesk(client, 'add_record_note', { record_type: table, record_id: id, body: body.trim() }),
    )
  }

  return (
    <section className="drawer-part" aria-label="Notes">
      <h3>Notes</h3>
      <QueryState query={query} trouble="The notes could not be loaded.">
        {(notes) =>
          notes.length > 0 && (
            <ol className="trail">
              {notes.map((note) => (
                <li key={note.id}>
                  <p className="num text-sm text-stone">
                    {note.author_name ?? 'A colleague'}, {formatDateTime(note.created_at)}
                  </p>
                  <p className="whitespace-pre-line wrap-anywhere">{note.body}</p>
                </li>
              ))}
            </ol>
          )
        }
      </QueryState>
      <form className="grid gap-3" noValidate onSubmit={submit}>
        <Field id={fieldId} label="Write a note" help="For colleagues alone.">
          <TextArea
            rows={2}
            maxLength={noteLimits.max}
            value={body}
            onChange={(event) => setBody(event.target.value)}
          />
        </Field>
        <Refusal action={action} />
        <div>
          <Button type="submit" size="sm" variant="outline" busy={action.isBusy} busyLabel="Adding...">
            Add note
          </Button>
        </div>
      </form>
    </section>
  )
}
