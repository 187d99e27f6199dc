/** Sends a mail that failed once more, and one that waits for another attempt at once. */
import type { RecordMail } from '#domain/admin/admin.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'

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
