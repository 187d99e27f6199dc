/** Every mail and short message that the application wrote: sent, waiting or failed, and once more where that helps. */
import { Link } from 'react-router'
import { type FoundMail, type MailRow, mailStates } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { type AdminKind, capitalise } from '#site/admin/records/admin-kind.ts'
import { Facts } from '#site/admin/records/facts.tsx'
import { Lines } from '#site/admin/records/lines.tsx'
import { byDay, daysOf } from '#site/admin/records/list-filters.ts'
import type { ListPage } from '#site/admin/records/list-records.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { MailState } from '#site/admin/records/mail-state.tsx'
import { recordPath } from '#site/admin/records/record-path.ts'
import { reportMailError } from '#site/admin/records/report-mail-error.ts'
import { ResendButton } from '#site/admin/records/resend-button.tsx'
import type { ListState } from '#site/admin/records/use-list-state.ts'

const RecordTasks = loadPart(async () => (await import('#site/admin/tasks/record-tasks.tsx')).RecordTasks)

/** A row of a list does not have the record that it is about. */
type Mail = (MailRow | FoundMail) & { status: string }

async function listMails({
  status,
  search,
  filters,
  sort,
  pageIndex,
  pageSize,
}: ListState): Promise<ListPage<Mail>> {
  const rows = await callAdmin<MailRow[]>('list_mails', {
    only_state: status || null,
    search: search || null,
    page_index: pageIndex,
    page_size: pageSize,
    oldest_first: sort === 'oldest',
    since: filters.since ?? null,
    until: filters.until ?? null,
  })
  return { records: rows.map((row) => ({ ...row, status: row.state })), count: rows[0]?.total ?? 0 }
}

async function findMail(id: string): Promise<Mail | null> {
  const [mail] = await callAdmin<FoundMail[]>('find_mail', { mail_id: id })
  return mail ? { ...mail, status: mail.state } : null
}

export const mailKind: AdminKind<Mail> = {
  table: 'mails',
  noun: 'mail',
  exportType: 'mails',
  statuses: mailStates.map((state) => ({ value: state, label: capitalise(state) })),
  filters: daysOf('Written'),
  searchHelp: 'Name, address, phone, reference or kind of mail',
  listRecords: listMails,
  findRecord: findMail,
  nameOf: (mail) => `mail to ${mail.recipient}`,
  title: { label: 'To', text: (mail) => mail.recipient },
  renderStatus: ({ state }) => <MailState state={state} />,
  columns: [
    { label: 'Kind', cell: (mail) => <Lines main={mail.name} /> },
    { label: 'Written', sorts: byDay, cell: (mail) => formatDateTime(mail.created_at) },
    { label: 'Sent', cell: (mail) => mail.sent_at && formatDateTime(mail.sent_at) },
    { label: 'Attempts', numeric: true, cell: (mail) => mail.attempts },
  ],
  renderActions: (mail) => (mail.can_resend ? <ResendButton mail={mail} /> : null),
  renderDetails: (mail) => (
    <>
      <Facts
        facts={{
          To: mail.recipient,
          By: mail.channel === 'sms' ? 'Short message' : 'Email',
          Kind: mail.name,
          State: capitalise(mail.state),
          Attempts: mail.attempts,
          'What went wrong': reportMailError(mail.last_error),
          Written: formatDateTime(mail.created_at),
          'Next attempt': mail.next_attempt_at && formatDateTime(mail.next_attempt_at),
          Sent: mail.sent_at && formatDateTime(mail.sent_at),
          About:
            'record_id' in mail && mail.record_type && mail.record_id ? (
              <Link to={recordPath(mail.record_type, mail.record_id)}>Open the record</Link>
            ) : null,
        }}
      />
      {'record_id' in mail && mail.record_type && mail.record_id && (
        <RecordTasks
          table={mail.record_type}
          id={mail.record_id}
          note="Of the record that this mail is about."
        />
      )}
    </>
  ),
}
