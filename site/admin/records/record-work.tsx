/** How staff work on a record together: who has it, the first contact, and notes, which the person finds in a copy of their data only. */

import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import {
  type AdminRecordType,
  type Assignee,
  dueClocks,
  noteLimits,
  type RecordWork,
} from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { MentionBox } from '#site/admin/tasks/mention-box.tsx'
import { readMentions } from '#site/admin/tasks/mentions.ts'
import { useAction } from '#site/admin/use-action.ts'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { NoteList } from './note-list.tsx'
import { noteDraft } from './word-drafts.ts'
import { assigneesQuery, nameAssignee, recordNotesQuery, recordWorkQuery } from './work-data.ts'

interface RecordWorkProps {
  table: AdminRecordType
  id: string
}

export function RecordWorkPanel({ table, id }: RecordWorkProps) {
  const { can } = usePermissions()
  const mayWork = can('records.work')
  return (
    <>
      {mayWork ? <Assignment table={table} id={id} /> : <AssignedTo table={table} id={id} />}
      <section className="drawer-part" aria-label="Notes">
        <h3>Notes</h3>
        <Notes table={table} id={id} mayWork={mayWork} />
        {mayWork && <NoteForm table={table} id={id} />}
      </section>
    </>
  )
}

/** For who only reads. */
function AssignedTo({ table, id }: RecordWorkProps) {
  const { userId } = useAuth()
  const work = useQuery(recordWorkQuery(table, [id])).data?.[0]
  return (
    <section className="drawer-part" aria-label="Who works on it">
      <p>
        <span className="font-semibold">Assigned to:</span>{' '}
        {work?.assignee_id ? nameAssignee(work, userId) : 'nobody yet'}
        {work?.assigned_at && `, since ${formatDateTime(work.assigned_at)}`}
      </p>
      {work?.contacted_at && <p>First contact {formatDateTime(work.contacted_at)}</p>}
    </section>
  )
}

function Assignment({ table, id }: RecordWorkProps) {
  const { userId } = useAuth()
  const fieldId = useId()
  const query = useQuery(recordWorkQuery(table, [id]))
  const assignees = useQuery(assigneesQuery(table))
  // Who has a registration rings its person.
  const assigning = useAction({ tables: [table, 'people_to_phone'], done: { title: 'Assignment changed' } })
  const contacting = useAction({ tables: [table], done: { title: 'First contact noted' } })
  const work = query.data?.[0]
  const hasContactClock = dueClocks.some(
    ({ recordType, clock }) => recordType === table && clock === 'first_contact',
  )

  function assign(to: string | null) {
    assigning.run((client) =>
      rpcAdmin(client, 'assign_record', {
        record_type: table,
        record_id: id,
        assignee_id: to,
        expected_assignee_id: work?.assignee_id ?? null,
      }),
    )
  }

  return (
    <section className="drawer-part" aria-label="Who works on it">
      <div className="flex flex-wrap items-end gap-3">
        <div className="grid w-full gap-1 sm:me-auto sm:w-72">
          <label htmlFor={fieldId} className="text-sm font-semibold">
            Assigned to
          </label>
          <Select
            id={fieldId}
            data-step="assign"
            placeholder="Nobody yet"
            value={work?.assignee_id ?? ''}
            options={listChoices(assignees.data ?? [], work, userId)}
            disabled={query.isPending || assigning.isBusy}
            onChange={(event) => assign(event.target.value || null)}
          />
        </div>
        {work?.assignee_id !== userId && (
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
      </div>
      {work?.assigned_at && (
        <p className="num text-sm text-stone">Since {formatDateTime(work.assigned_at)}</p>
      )}
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
              data-step="contacted"
              busy={contacting.isBusy}
              busyLabel="Noting..."
              onClick={() =>
                contacting.run((client) =>
                  rpcAdmin(client, 'log_first_contact', { record_type: table, record_id: id }),
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

/** Colleagues who may have it; and who has it, who may have lost the right since. */
function listChoices(assignees: Assignee[], work: RecordWork | undefined, userId: string | undefined) {
  const known = assignees.some(({ user_id }) => user_id === work?.assignee_id)
  return [
    ...(work?.assignee_id && !known
      ? [{ value: work.assignee_id, label: work.assignee_name ?? 'A colleague' }]
      : []),
    ...assignees.map(({ user_id, full_name }) => ({
      value: user_id,
      label: user_id === userId ? `${full_name} (you)` : full_name,
    })),
  ]
}

function Notes({ table, id, mayWork }: RecordWorkProps & { mayWork: boolean }) {
  const query = useQuery(recordNotesQuery(table, id))
  return (
    <QueryState query={query} errorText="The notes could not be loaded.">
      {(notes) =>
        notes.length === 0 && !mayWork ? <p className="text-stone">None yet.</p> : <NoteList notes={notes} />
      }
    </QueryState>
  )
}

function NoteForm({ table, id }: RecordWorkProps) {
  const fieldId = useId()
  const { userId } = useAuth()
  const colleagues = (useQuery(assigneesQuery(table)).data ?? []).filter(({ user_id }) => user_id !== userId)
  const form = useActionForm({
    id: fieldId,
    tables: [table],
    done: { title: 'Note added' },
    empties: ['body'],
    draft: noteDraft(table, id),
    read({ body = '' }, refuse) {
      if (!body.trim()) return refuse('body', 'Please write a note of at most 2000 characters')
      const words = body.trim()
      const mentions = readMentions(words, colleagues)
      const note = { record_type: table, record_id: id, body: words, mentions }
      return (client) => rpcAdmin(client, 'add_record_note', note)
    },
  })

  return (
    <FormElement form={form} className="grid gap-3">
      <Field
        id={`${fieldId}-body`}
        label="Write a note"
        help="Colleagues read it; the person gets it with a copy of their data, without your name. @ and a name gives a colleague notice."
      >
        <MentionBox name="body" data-step="note" rows={2} maxLength={noteLimits.max} people={colleagues} />
      </Field>
      <Refusal action={form.action} />
      <div>
        <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel="Adding...">
          Add note
        </Button>
      </div>
    </FormElement>
  )
}
