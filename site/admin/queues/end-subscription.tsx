/** Ends the subscription of a reader who requested it by phone or in answer to a letter; confirmed by a second press. */
import { useState } from 'react'
import { usePermissions } from '#site/account/my-permissions.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'

export function EndSubscription({ id, email }: { id: string; email: string }) {
  const { can } = usePermissions()
  const [isOpen, setIsOpen] = useState(false)
  const action = useAction({
    tables: ['newsletter_subscriptions'],
    done: { title: 'Unsubscribed', text: `No more letters go to ${email}.` },
    onDone: () => setIsOpen(false),
  })
  if (!can('newsletter_subscriptions.end')) return null
  return (
    <>
      <Button
        size="sm"
        variant="outline"
        aria-label={`Unsubscribe ${email}`}
        onClick={() => {
          action.reset()
          setIsOpen(true)
        }}
      >
        Unsubscribe
      </Button>
      <Dialog
        open={isOpen}
        title={`Unsubscribe ${email}`}
        onClose={() => setIsOpen(false)}
        actions={
          <>
            <Button
              variant="danger"
              busy={action.isBusy}
              busyLabel="Unsubscribing..."
              onClick={() => action.run((client) => client.rpc('end_subscription', { subscription_id: id }))}
            >
              Unsubscribe
            </Button>
            <Button variant="outline" onClick={() => setIsOpen(false)}>
              Cancel
            </Button>
          </>
        }
      >
        <p>No more letters go to this address. Only its owner can subscribe it again.</p>
        <Refusal action={action} />
      </Dialog>
    </>
  )
}
