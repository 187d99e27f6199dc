/** A task among those of its record, in a line of their list. */
import type { TaskRecordType, TaskRow } from '#domain/admin/tasks.ts'
import { formatDateTime } from '#domain/dates.ts'
import { Due } from '#site/admin/records/due.tsx'
import { useAuth } from '#site/lib/auth-state.ts'
import { Button } from '#site/ui/button.tsx'
import { FinishButton } from './finish-button.tsx'
import { findDueAt, formatDue } from './task-data.ts'

interface TaskLineProps {
  table: TaskRecordType
  task: TaskRow
  mayWork: boolean
  onEdit: () => void
}

export function TaskLine({ table, task, mayWork, onEdit }: TaskLineProps) {
  const { userId } = useAuth()
  const isDone = task.done_at !== null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
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
    </div>
  )
}

function nameAssignee({ assignee_id, assignee_name }: TaskRow, userId: string | undefined): string {
  if (!assignee_id) return 'nobody yet'
  return assignee_id === userId ? 'you' : (assignee_name ?? 'a colleague')
}
