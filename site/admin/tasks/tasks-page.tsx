/** Tasks as a list, the latest first: one's own, everybody's, nobody's, and what is done; each opens its record. */

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link, useSearchParams } from 'react-router'
import { type TaskListName, taskLists, tasksOfPage, taskWords } from '#domain/admin/tasks.ts'
import { formatDateTime } from '#domain/dates.ts'
import { formatCount } from '#domain/numbers.ts'
import { Due } from '#site/admin/records/due.tsx'
import { recordPath } from '#site/admin/records/record-path.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { paths } from '#site/paths.ts'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { Pagination } from '#site/ui/pagination.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { FinishButton } from './finish-button.tsx'
import { formatDue, taskListQuery } from './task-data.ts'

const listWords: Record<TaskListName, { label: string; empty: string }> = {
  mine: { label: 'Mine', empty: 'Nothing to do for you' },
  late: { label: 'Mine, late', empty: 'Nothing of yours is late' },
  open: { label: "Everybody's", empty: 'No task is open' },
  nobody: { label: "Nobody's", empty: 'Every task is somebody’s' },
  done: { label: 'Done', empty: 'No task is done yet' },
}

export function TasksPage() {
  const { userId } = useAuth()
  const [params] = useSearchParams()
  // As in other lists, the late number of the home page leads here by "due".
  const isOverdue = params.get('due') === 'overdue'
  const which = taskLists.find((name) => name === params.get('which')) ?? (isOverdue ? 'late' : 'mine')
  const page = Math.max(1, Math.trunc(Number(params.get('page'))) || 1)
  const query = useQuery({ ...taskListQuery(which, page - 1), placeholderData: keepPreviousData })
  const place = useRef<HTMLElement>(null)
  /** Which line goes, for the one that comes in its place. */
  const leaving = useRef<{ id: string; at: number } | null>(null)
  const shown = query.data?.tasks
  useEffect(() => {
    const left = leaving.current
    if (!left || !shown || shown.some(({ id }) => id === left.id)) return
    leaving.current = null
    if (document.activeElement !== document.body) return
    const buttons = place.current?.querySelectorAll<HTMLElement>('tbody button') ?? []
    const next = buttons[Math.min(left.at, buttons.length - 1)] ?? place.current
    next?.focus()
  }, [shown])
  const pathOf = (list: TaskListName, at = 1) =>
    `${paths.adminTasks}?which=${list}${at > 1 ? `&page=${at}` : ''}`
  return (
    <section ref={place} tabIndex={-1} className="records" aria-label="Tasks">
      <nav aria-label="Which tasks" className="list-views">
        <ul>
          {taskLists.map((list) => (
            <li key={list}>
              <Link to={pathOf(list)} aria-current={list === which ? 'page' : undefined}>
                {listWords[list].label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <QueryState query={query} errorText="The tasks could not be loaded.">
        {({ count, late, tasks }) => (
          <>
            <p className="num text-sm text-stone" role="status">
              {formatCount(count)} {count === 1 ? 'task' : 'tasks'}
              {late > 0 && `, ${formatCount(late)} late`}
            </p>
            {tasks.length === 0 ? (
              <EmptyState title={listWords[which].empty}>
                <p className="text-stone">A task is added on the record that it is about.</p>
              </EmptyState>
            ) : (
              <Table label="Tasks" isBusy={query.isPlaceholderData}>
                <TableHead>
                  <HeadCell>Task</HeadCell>
                  <HeadCell>Record</HeadCell>
                  <HeadCell>{which === 'done' ? 'Done' : 'Day'}</HeadCell>
                  <HeadCell>Whose</HeadCell>
                  <HeadCell>
                    <span className="sr-only">What to do</span>
                  </HeadCell>
                </TableHead>
                <TableBody>
                  {tasks.map((task, at) => (
                    <Row key={task.id}>
                      <Cell label="Task" className="wrap-anywhere">
                        {task.title}
                      </Cell>
                      <Cell label="Record">
                        <span>
                          <Link to={recordPath(task.recordType, task.recordId)}>
                            {task.label ?? 'The record'}
                          </Link>{' '}
                          <span className="text-stone">{taskWords[task.recordType][0]}</span>
                        </span>
                      </Cell>
                      <Cell label={which === 'done' ? 'Done' : 'Day'} className="num">
                        <span>
                          {task.doneAt ? formatDateTime(task.doneAt) : formatDue(task.dueOn, task.dueTime)}{' '}
                          {!task.doneAt && <Due at={task.dueAt} />}
                        </span>
                      </Cell>
                      <Cell label="Whose">
                        {task.assigneeId === userId
                          ? 'You'
                          : (task.assigneeName ?? (task.assigneeId ? 'A colleague' : 'Nobody yet'))}
                      </Cell>
                      <Cell>
                        <FinishButton
                          task={task}
                          recordType={task.recordType}
                          isDone={task.doneAt !== null}
                          onDone={() => {
                            leaving.current = { id: task.id, at }
                          }}
                        />
                      </Cell>
                    </Row>
                  ))}
                </TableBody>
              </Table>
            )}
            <Pagination
              page={page}
              pageCount={Math.ceil(count / tasksOfPage)}
              total={count}
              hrefFor={(at) => pathOf(which, at)}
              label="Pages of tasks"
            />
          </>
        )}
      </QueryState>
    </section>
  )
}
