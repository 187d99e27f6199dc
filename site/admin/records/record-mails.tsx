/** What went out about a record: whether each mail waits, was sent or failed, and once more where that helps. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { AdminRecordType, RecordMail } from '#domain/admin/admin.ts'
import { formatDateTime } from '#domain/dates.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { callAdmin } from '#site/admin/call-admin.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { paths } from '#site/paths.ts'
import { loadPart } from './load-part.tsx'
import { MailState } from './mail-state.tsx'

// Few mails fail.
const loadFailure = () => import('./resend-button.tsx')
const MailError = loadPart(async () => (await loadFailure()).MailError)
const ResendButton = loadPart(async () => (await loadFailure()).ResendButton)

export function recordMailsQuery(table: AdminRecordType, id: string) {
  return queryOptions({
    // Under the mails: what the worker does with one refetches this.
    queryKey: ['mails', 'about', table, id],
    queryFn: () => callAdmin<RecordMail[]>('list_record_mails', { record_type: table, record_id: id }),
  })
}

export function RecordMails({ table, id }: { table: AdminRecordType; id: string }) {
  const { can } = usePermissions()
  const query = useQuery(recordMailsQuery(table, id))
  return (
    <section className="drawer-part" aria-label="Mails">
      <h3>Mails</h3>
      <QueryState query={query} errorText="The mails could not be loaded.">
        {(mails) =>
          mails.length === 0 ? (
            <p className="text-stone">Nothing was sent about it.</p>
          ) : (
            <ul className="ruled">
              {mails.map((mail) => (
                <li key={mail.id} className="flex flex-wrap items-center gap-x-4 gap-y-1">
                  <span className="me-auto">
                    {can('mails.read') ? (
                      <Link to={`${paths.adminMails}?record=${mail.id}`}>{mail.name}</Link>
                    ) : (
                      mail.name
                    )}
                    <span className="num block text-sm text-stone">
                      {formatDateTime(mail.sent_at ?? mail.created_at)}
                      {mail.channel === 'sms' && ', short message'}
                    </span>
                    {mail.last_error && <MailError error={mail.last_error} />}
                  </span>
                  <MailState state={mail.state} />
                  {mail.can_resend && <ResendButton mail={mail} />}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  )
}
