/** Every mail and short message that the house wrote: sent, waiting or failed, and once more where that helps. */
import { formatDateTime } from '#domain/dates.ts'
import { type MailRow, mailStates } from '#domain/desk.ts'
import { ResendButton } from '#site/features/desk-mails/resend-button.tsx'
import { askDesk } from '#site/lib/desk/call-desk.ts'
import { capitalise, type DeskKind } from '#site/lib/desk/desk-kind.ts'
import { Facts } from '#site/lib/desk/facts.tsx'
import { pageSize } from '#site/lib/desk/list-records.ts'
import type { ListState } from '#site/lib/desk/use-list-state.ts'

type Mail = MailRow & { status: string }

const looks: Record<string, string> = { sent: 'status-approved', failed: 'status-declined' }

/** What was read last, for the drawer: one mail alone cannot be asked for. */
let lastPage: readonly Mail[] = []

async function listMails({ status, search, pageIndex }: ListState, take = pageSize) {
  const rows = await askDesk<MailRow[]>('list_mails', {
    only_state: status || null,
    search: search || null,
    page_index: pageIndex,
    page_size: take,
  })
  const records = rows.map((row) => ({ ...row, status: row.state }))
  lastPage = records
  return { records, count: rows[0]?.total ?? 0 }
}

async function findMail(id: string): Promise<Mail | null> {
  const known = lastPage.find((mail) => mail.id === id)
  if (known) return known
  const { records } = await listMails({ status: '', search: '', isOverdue: false, pageIndex: 0 }, 100)
  return records.find((mail) => mail.id === id) ?? null
}

export const mailKind: DeskKind<Mail> = {
  table: 'mails',
  noun: 'mail',
  statuses: mailStates.map((state) => ({ value: state, label: capitalise(state) })),
  searchHelp: 'Recipient or kind of mail',
  listRecords: (state) => listMails(state),
  findRecord: findMail,
  nameOf: (mail) => `mail to ${mail.recipient}`,
  title: { label: 'To', text: (mail) => mail.recipient },
  renderStatus: ({ state }) => (
    <span className={`status ${looks[state] ?? 'status-pending'}`}>{capitalise(state)}</span>
  ),
  columns: [
    { label: 'Kind', cell: (mail) => capitalise(mail.template.replaceAll('_', ' ')) },
    { label: 'Written', cell: (mail) => formatDateTime(mail.created_at) },
    { label: 'Sent', cell: (mail) => mail.sent_at && formatDateTime(mail.sent_at) },
    { label: 'Attempts', numeric: true, cell: (mail) => mail.attempts },
  ],
  renderActions: (mail) => (mail.can_resend ? <ResendButton mail={mail} /> : null),
  renderDetails: (mail) => (
    <Facts
      facts={{
        To: mail.recipient,
        By: mail.channel === 'sms' ? 'Short message' : 'E-mail',
        Kind: capitalise(mail.template.replaceAll('_', ' ')),
        State: capitalise(mail.state),
        Attempts: mail.attempts,
        'What went wrong': mail.last_error,
        Written: formatDateTime(mail.created_at),
        'Next attempt': mail.next_attempt_at && formatDateTime(mail.next_attempt_at),
        Sent: mail.sent_at && formatDateTime(mail.sent_at),
      }}
    />
  ),
}
