/** The messages of a conversation, oldest first, with their mails and files. */
import { useQuery } from '@tanstack/react-query'
import type { RecordMail } from '#domain/admin/admin.ts'
import type { ConversationMessage, ConversationType } from '#domain/admin/conversations.ts'
import { formatDateTime } from '#domain/dates.ts'
import { MailState } from '#site/admin/records/mail-state.tsx'
import { recordMailsQuery } from '#site/admin/records/record-mails.tsx'
import { reportMailError } from '#site/admin/records/report-mail-error.ts'
import { ResendButton } from '#site/admin/records/resend-button.tsx'
import { cx } from '#site/ui/cx.ts'
import { Notice } from '#site/ui/panel.tsx'
import { OpenMessageFile } from './open-message-file.tsx'

interface MessagesProps {
  table: ConversationType
  recordId: string
  messages: readonly ConversationMessage[]
  name: string
}

export function Messages({ messages, ...rest }: MessagesProps) {
  const mails = useQuery(recordMailsQuery(rest.table, rest.recordId))
  return (
    <ol className="trail">
      {messages.map((message) => (
        <Message
          key={message.id}
          {...rest}
          message={message}
          mail={mails.data?.find((mail) => mail.id === message.mail_id)}
        />
      ))}
    </ol>
  )
}

interface MessageProps extends Omit<MessagesProps, 'messages'> {
  message: ConversationMessage
  mail: RecordMail | undefined
}

function Message({ table, recordId, message, name, mail }: MessageProps) {
  const { is_from_staff, is_proved, files, files_left_out, whole_body } = message
  const writer = is_from_staff
    ? (message.author_name ?? 'A colleague')
    : (message.author_name ?? (is_proved ? name : (message.from_address ?? 'Somebody')))
  return (
    <li className={cx('grid gap-2', is_from_staff && 'border-leaf!')}>
      <p className="num flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-stone">
        <span>
          <strong className="text-ink wrap-anywhere">{writer}</strong>, {formatDateTime(message.created_at)}
        </span>
        {mail && <MailState state={mail.state} />}
      </p>
      {!is_proved && !message.other_contacts && (
        <Notice kind="warn">
          <p>
            Unproved address: this record does not know it. Somebody else may have written this, so it changes
            nothing and is not answered.
          </p>
        </Notice>
      )}
      <p className="whitespace-pre-line wrap-anywhere">{message.body}</p>
      {mail?.last_error && <p className="text-sm wrap-anywhere">{reportMailError(mail.last_error)}</p>}
      {mail?.state === 'failed' && mail.can_resend && <ResendButton mail={mail} />}
      {files && files.length > 0 && (
        <ul className="grid gap-1" aria-label="Files">
          {files.map((file) => (
            <li key={file.path}>
              <OpenMessageFile table={table} recordId={recordId} file={file} isFromStaff={is_from_staff} />
            </li>
          ))}
        </ul>
      )}
      {files_left_out > 0 && (
        <p className="text-sm">
          {files_left_out === 1 ? 'A file was' : `${files_left_out} files were`} not taken: too large, too
          many, of another kind, or with a script or a password in it.
        </p>
      )}
      {whole_body && (
        <details>
          <summary className="text-sm text-indigo underline">Show the whole mail</summary>
          <p className="whitespace-pre-line wrap-anywhere text-sm">{whole_body}</p>
        </details>
      )}
    </li>
  )
}
