/** The buyer's claim does not stand on the statement: asked first, for a buyer with a mailbox is told at once. */
import { useState } from 'react'
import { askToReject } from '#domain/market/rejection-words.ts'
import { sayMailed } from '#domain/market/told-words.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { MoneyButton, useMoneyCall } from './money-calls.tsx'
import type { AdminOrder } from './order-data.ts'

export function RejectClaim({ order }: { order: AdminOrder }) {
  const [isOpen, setIsOpen] = useState(false)
  const action = useAction({
    ...useMoneyCall(),
    tables: ['orders'],
    done: {
      title: 'Claim rejected',
      text: sayMailed(order.told_by, 'The buyer has been told that the money was not found.'),
    },
    onDone: () => setIsOpen(false),
  })
  const close = () => setIsOpen(false)
  const question = askToReject(order.told_by, order.code)
  return (
    <div>
      <MoneyButton
        size="sm"
        variant="outline"
        data-step="reject"
        onClick={() => {
          action.reset()
          setIsOpen(true)
        }}
      >
        Not on the statement: reject the claim
      </MoneyButton>
      <Dialog
        open={isOpen}
        role="alertdialog"
        title={question.title}
        onClose={close}
        actions={
          <>
            <Button
              variant="danger"
              busy={action.isBusy}
              busyLabel="Rejecting..."
              onClick={async () =>
                // The browser closes it by Escape also while it runs: how that failed is said here.
                (await action.run((client) => client.rpc('reject_payment_claim', { order_id: order.id }))) ||
                setIsOpen(true)
              }
            >
              Reject the claim
            </Button>
            <Button variant="outline" data-focus="" disabled={action.isBusy} onClick={close}>
              Keep the claim
            </Button>
          </>
        }
      >
        <p>{question.text}</p>
        <Refusal action={action} />
      </Dialog>
    </div>
  )
}
