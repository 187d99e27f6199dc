/** Sends a mail that failed once more, and one that waits for another attempt at once. */
import type { RecordMail } from '#domain/admin/admin.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { reportMailError } from './report-mail-error.ts'

/** Loaded with it: few mails have one. */
export function MailError({ error }: { error: string }) {
  return <span className="block text-sm">{reportMailError(error)}</span>
}

export function ResendButton({ mail }: { mail: RecordMail }) {
  const { can } = usePermissions()
  const action = useAction({
    tables: ['mails'],
    done: { title: 'Mail sent again', text: 'It goes out now.' },
  })
  if (!can('mails.resend')) return null
  return (
    <div className="grid gap-2">
      <Button
        size="sm"
        variant="outline"
        data-step="resend"
        aria-label={mail.recipient ? `Resend mail to ${mail.recipient}` : 'Resend this mail'}
        busy={action.isBusy}
        busyLabel="Sending..."
        onClick={() => action.run((client) => rpcAdmin(client, 'resend_mail', { id: mail.id }))}
      >
        Resend
      </Button>
      <Refusal action={action} />
    </div>
  )
}
