/** The tasks of a record, on the record itself: what is to be done by when and by whom, and a new one. */
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { TaskRecordType } from '#domain/admin/tasks.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { loadPart, useFetchAhead } from '#site/admin/records/load-part.tsx'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { recordTasksQuery } from './task-data.ts'

// Few records have one.
const TaskLine = loadPart(async () => (await import('./task-line.tsx')).TaskLine)
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
              {tasks.map((task) => (
                <li key={task.id}>
                  {edited === task.id ? (
                    <TaskForm table={table} id={id} task={task} onClose={close} />
                  ) : (
                    <TaskLine table={table} task={task} mayWork={mayWork} onEdit={() => setEdited(task.id)} />
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
      {edited === 'new' && <TaskForm table={table} id={id} onClose={close} />}
    </section>
  )
}
