/** What colleagues and records have for the reader alone, and the way to each. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type StaffNotice, taskWords } from '#domain/admin/tasks.ts'
import { formatDateTime } from '#domain/dates.ts'
import { formatCount } from '#domain/numbers.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { recordPath } from '#site/admin/records/record-path.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { bellQuery } from './task-data.ts'
import { useMarkRead } from './use-mark-read.ts'

export function NoticesDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  return (
    <Dialog place="side" open={isOpen} title="Notices" onClose={onClose}>
      <Notices onLeave={onClose} />
    </Dialog>
  )
}

function Notices({ onLeave }: { onLeave: () => void }) {
  const { can } = usePermissions()
  const query = useQuery(bellQuery)
  const mark = useMarkRead((ids) => callAdmin('mark_notices_read', { ids }))
  return (
    <QueryState query={query} errorText="The notices could not be loaded.">
      {({ unread, notices }) => (
        <div className="admin-notices">
          <div className="flex flex-wrap items-center gap-3">
            <p className="num me-auto text-sm text-stone" role="status">
              {unread > 0 ? `${formatCount(unread)} unread` : 'Everything is read'}
            </p>
            {unread > 0 && (
              <Button
                size="sm"
                variant="outline"
                busy={mark.isPending}
                busyLabel="Marking..."
                onClick={() => mark.mutate(null)}
              >
                Mark all as read
              </Button>
            )}
          </div>
          {mark.isError && <p role="alert">They were not marked: no answer came. Please try again.</p>}
          {notices.length === 0 ? (
            <p className="text-stone">
              Here you hear when a colleague mentions you or gives you work, when a task of yours is due, and
              when somebody answers on a record that you have.
            </p>
          ) : (
            <ul className="ruled">
              {notices.map((notice) => (
                <li key={notice.id} className="admin-notice" data-unread={!notice.isRead || undefined}>
                  <Link
                    to={recordPath(notice.recordType, notice.recordId)}
                    onClick={() => {
                      if (!notice.isRead) mark.mutate([notice.id])
                      onLeave()
                    }}
                  >
                    {!notice.isRead && <span className="sr-only">Unread: </span>}
                    {describeNotice(notice)}
                  </Link>
                  <span className="num text-sm text-stone">{formatDateTime(notice.createdAt)}</span>
                </li>
              ))}
            </ul>
          )}
          {can('records.work') && (
            <p>
              <Link to={paths.adminTasks} onClick={onLeave}>
                All my tasks
              </Link>
            </p>
          )}
        </div>
      )}
    </QueryState>
  )
}

/** "Bola Reviewer mentions you: farmer FM7K4-2X9Q" */
function describeNotice({ kind, recordType, label, taskTitle, actorName }: StaffNotice): string {
  const actor = actorName ?? 'A colleague'
  const record = [taskWords[recordType][0], label].filter(Boolean).join(' ')
  switch (kind) {
    case 'mention':
      return `${actor} mentions you: ${record}`
    case 'assigned':
      return `${actor} gives you ${record}`
    case 'task_assigned':
      return `${actor} gives you a task: ${taskTitle ?? ''}, ${record}`
    case 'task_due':
      return `Due: ${taskTitle ?? ''}, ${record}`
    case 'answer':
      return `An answer came: ${record}`
    case 'unproved':
      return `A mail came from an unproved address: ${record}`
  }
}
