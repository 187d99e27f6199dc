/** The tasks of a record, on the record itself: what is to be done by when and by whom, and a new one. */
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { TaskRecordType, TaskRow } from '#domain/admin/tasks.ts'
import { formatDateTime } from '#domain/dates.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { Due } from '#site/admin/records/due.tsx'
import { loadPart, useFetchAhead } from '#site/admin/records/load-part.tsx'
import { useAuth } from '#site/lib/auth-state.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { FinishButton } from './finish-button.tsx'
import { findDueAt, formatDue, recordTasksQuery } from './task-data.ts'

const TaskForm = loadPart(async () => (await import('./task-form.tsx')).TaskForm)

interface RecordTasksProps {
  table: TaskRecordType
  id: string
  /** Under the heading. */
  note?: string
}

export function RecordTasks({ table, id, note }: RecordTasksProps) {
  const { can } = usePermissions()
  const query = useQuery(recordTasksQuery(table, id))
  /** The id of the task that is changed, 'new', or nothing. */
  const [edited, setEdited] = useState<string | null>(null)
  const section = useRef<HTMLElement>(null)
  const mayWork = can('records.work')
  useFetchAhead(TaskForm)

  function close() {
    setEdited(null)
    section.current?.querySelector<HTMLElement>('[data-step=task]')?.focus()
  }

  return (
    <section ref={section} className="drawer-part" aria-label="Tasks">
      <div className="flex flex-wrap items-center gap-3">
        <h3 className="me-auto">Tasks</h3>
        {mayWork && (
          <Button size="sm" variant="quiet" data-step="task" onClick={() => setEdited('new')}>
            Add a task
          </Button>
        )}
      </div>
      {note && <p className="text-sm text-stone">{note}</p>}
      <QueryState query={query} errorText="The tasks could not be loaded.">
        {(tasks) =>
          tasks.length === 0 ? (
            !mayWork && <p className="text-stone">None yet.</p>
          ) : (
            <ul className="ruled">
              {tasks.map((task) =>
                edited === task.id ? (
                  <li key={task.id}>
                    <TaskForm table={table} id={id} task={task} onClose={close} />
                  </li>
                ) : (
                  <TaskLine
                    key={task.id}
                    table={table}
                    task={task}
                    mayWork={mayWork}
                    onEdit={() => setEdited(task.id)}
                  />
                ),
              )}
            </ul>
          )
        }
      </QueryState>
      {edited === 'new' && <TaskForm table={table} id={id} onClose={close} />}
    </section>
  )
}

interface TaskLineProps {
  table: TaskRecordType
  task: TaskRow
  mayWork: boolean
  onEdit: () => void
}

function TaskLine({ table, task, mayWork, onEdit }: TaskLineProps) {
  const { userId } = useAuth()
  const isDone = task.done_at !== null
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="me-auto min-w-0 wrap-anywhere">
        {isDone ? <s>{task.title}</s> : task.title}
        <span className="num block text-sm text-stone">
          {isDone
            ? `Done ${formatDateTime(task.done_at ?? '')}`
            : `${formatDue(task.due_on, task.due_time)}, ${nameAssignee(task, userId)}`}
        </span>
      </span>
      {!isDone && <Due at={findDueAt(task)} />}
      {mayWork && (
        <>
          {!isDone && (
            <Button size="sm" variant="quiet" aria-label={`Change: ${task.title}`} onClick={onEdit}>
              Change
            </Button>
          )}
          <FinishButton task={task} recordType={table} isDone={isDone} />
        </>
      )}
    </li>
  )
}

function nameAssignee({ assignee_id, assignee_name }: TaskRow, userId: string | undefined): string {
  if (!assignee_id) return 'nobody yet'
  return assignee_id === userId ? 'you' : (assignee_name ?? 'a colleague')
}
