/** Marks a task as done, or opens it again. */
import type { TaskRecordType } from '#domain/admin/tasks.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'

interface FinishButtonProps {
  task: { id: string; title: string }
  recordType: TaskRecordType
  isDone: boolean
  /** Where its line goes with it: the focus, too, is to go somewhere. */
  onDone?: (() => void) | undefined
}

export function FinishButton({ task, recordType, isDone, onDone }: FinishButtonProps) {
  const action = useAction({
    tables: [recordType],
    done: { title: isDone ? 'Task is open again' : 'Task done' },
    ...(onDone && { onDone }),
  })
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        busy={action.isBusy}
        busyLabel="Saving..."
        aria-label={isDone ? `Open again: ${task.title}` : `Done: ${task.title}`}
        onClick={() =>
          void action.run((client) => rpcAdmin(client, 'finish_task', { task_id: task.id, is_done: !isDone }))
        }
      >
        {isDone ? 'Open again' : 'Done'}
      </Button>
      <Refusal action={action} />
    </>
  )
}
