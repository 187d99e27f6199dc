/** A task of a record: what is to be done, until when, and whose it is; a new one, or one that is there. */
import { useEffect, useId, useState } from 'react'
import { type TaskRecordType, type TaskRow, taskTitleLimits } from '#domain/admin/tasks.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { readWordDraft, taskDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useActionForm } from '#site/admin/use-action-form.ts'
import { FormElement } from '#site/lib/form/form-element.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { TextInput } from '#site/ui/inputs.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { TaskFields } from './task-fields.tsx'

interface TaskFormProps {
  table: TaskRecordType
  id: string
  task?: TaskRow
  onClose: () => void
}

/** As the database names what it refuses. */
const boxOf: Record<string, string> = { due_on: 'dueOn', assignee_id: 'assignee' }

export function TaskForm({ table, id, task: now, onClose }: TaskFormProps) {
  const fieldId = useId()
  // As it was read when the form was opened: what a colleague saves meanwhile is refused, not overwritten.
  const [task] = useState(now)
  const draft = taskDraft(table, id, task?.id)
  const [before] = useState(() => readWordDraft(draft))
  const hasDraft = Object.keys(before).length > 0
  /** When the task was last changed, as it was read when the words were typed. */
  const version = before.version ?? task?.updated_at
  const isOutdated = task !== undefined && version !== task.updated_at
  const form = useActionForm({
    id: fieldId,
    tables: [table],
    done: { title: task ? 'Task changed' : 'Task added' },
    atField: ['title', 'dueOn'],
    onDone: onClose,
    draft,
    read({ title = '', dueOn = '', dueTime = '', assignee = '' }, refuse) {
      if (title.trim().length < taskTitleLimits.min)
        return refuse('title', 'Please say in 2 to 200 characters what is to be done')
      if (!dueOn) return refuse('dueOn', 'Please choose a day')
      const fields = {
        title: title.trim(),
        due_on: dueOn,
        due_time: dueTime || null,
        assignee_id: assignee || null,
      }
      const [name, args] = task
        ? ['change_task', { task_id: task.id, ...fields, expected_at: task.updated_at }]
        : ['add_task', { record_type: table, record_id: id, ...fields }]
      return async (client) => {
        const { data, error } = await rpcAdmin(client, name, args)
        return { data, error: error && { ...error, hint: boxOf[error.hint ?? ''] ?? error.hint } }
      }
    },
  })

  useEffect(() => form.ref.current?.querySelector('input')?.focus(), [])

  return (
    <FormElement form={form} className="grid gap-3" label={task ? 'Change the task' : 'Add a task'}>
      {hasDraft && (
        <Notice kind={isOutdated ? 'look' : 'info'}>
          <p>What you typed here before is still here. Nothing of it was saved.</p>
          {isOutdated && (
            <p>Somebody else changed this task since. Cancel shows it as it is now; what you typed stays.</p>
          )}
        </Notice>
      )}
      <Field id={`${fieldId}-title`} label="What is to be done" error={form.problemOf('title')} required>
        <TextInput
          name="title"
          defaultValue={task?.title}
          maxLength={taskTitleLimits.max}
          autoComplete="off"
        />
      </Field>
      <TaskFields
        fieldId={fieldId}
        recordType={table}
        draft={draft}
        day={task?.due_on}
        time={task?.due_time}
        assigneeId={task ? task.assignee_id : undefined}
        assigneeName={task?.assignee_name}
        problem={form.problemOf('dueOn')}
      />
      <input type="hidden" name="version" value={version ?? ''} />
      <Refusal action={form.action} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" variant="outline" busy={form.isBusy} busyLabel="Saving...">
          {task ? 'Save the task' : 'Save'}
        </Button>
        <Button size="sm" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </FormElement>
  )
}
