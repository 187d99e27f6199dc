/** Until when, and whose: the fields that a task has wherever one is made. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { TaskRecordType } from '#domain/admin/tasks.ts'
import { getLagosDay } from '#domain/dates.ts'
import { DayInput } from '#site/admin/day-input.tsx'
import { readWordDraft } from '#site/admin/records/word-drafts.ts'
import { assigneesQuery } from '#site/admin/records/work-data.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { Field } from '#site/ui/field.tsx'
import { Select, TextInput } from '#site/ui/inputs.tsx'

interface TaskFieldsProps {
  /** Ids of the boxes start with this. */
  fieldId: string
  recordType: TaskRecordType
  /** Under which name the form around stores what is typed. */
  draft: string
  day?: string
  time?: string | null
  /** Undefined: the caller. */
  assigneeId?: string | null
  assigneeName?: string | null
  /** What is wrong with the day. */
  problem?: string
  dayIsOptional?: boolean
}

export function TaskFields(props: TaskFieldsProps) {
  const { fieldId, recordType, draft, day, time, assigneeId, assigneeName, problem, dayIsOptional } = props
  const { userId = '' } = useAuth()
  const colleagues = useQuery(assigneesQuery(recordType))
  const people = colleagues.data ?? []
  const [before] = useState(() => readWordDraft(draft).assignee)
  const chosen = before ?? (assigneeId === undefined ? userId : (assigneeId ?? ''))
  const isKnown = people.some(({ user_id }) => user_id === chosen)
  return (
    <div className="task-fields">
      <Field
        id={`${fieldId}-dueOn`}
        label="Day"
        error={problem}
        required={!dayIsOptional}
        optional={dayIsOptional}
      >
        <DayInput name="dueOn" defaultValue={day} min={getLagosDay(new Date())} />
      </Field>
      <Field id={`${fieldId}-dueTime`} label="Time" optional>
        <TextInput name="dueTime" type="time" defaultValue={time?.slice(0, 5)} />
      </Field>
      <Field id={`${fieldId}-assignee`} label="Whose">
        <Select
          name="assignee"
          placeholder="Nobody yet"
          defaultValue={chosen}
          options={[
            ...(chosen && !isKnown
              ? [{ value: chosen, label: chosen === userId ? 'You' : (assigneeName ?? 'A colleague') }]
              : []),
            ...people.map(({ user_id, full_name }) => ({
              value: user_id,
              label: user_id === userId ? `${full_name} (you)` : full_name,
            })),
          ]}
        />
      </Field>
    </div>
  )
}
