/** A completed order is approved again, for a reason that is sent to its buyer. */
import { useState } from 'react'
import { noteOwnChange } from '#site/admin/records/own-changes.ts'
import { ReasonDialog } from '#site/admin/records/reason-dialog.tsx'
import { reasonDraft, removeWordDraft } from '#site/admin/records/word-drafts.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'
import type { AdminOrder } from './order-data.ts'

export function ReopenOrder({ order }: { order: AdminOrder }) {
  const draft = reasonDraft('orders', order.id, 'reopened')
  const [isPrompting, setIsPrompting] = useState(false)
  const action = useAction({
    tables: ['orders'],
    done: { title: 'Order reopened', text: 'It is approved again; the reason is in its history.' },
    onDone() {
      removeWordDraft(draft)
      setIsPrompting(false)
    },
  })
  return (
    <>
      {!isPrompting && <Refusal action={action} />}
      <Button
        data-step="reopen"
        size="sm"
        variant="outline"
        busy={action.isBusy}
        busyLabel="Reopening..."
        onClick={() => setIsPrompting(true)}
      >
        Reopen
      </Button>
      <ReasonDialog
        title={isPrompting ? `Reopen order ${order.code}` : null}
        verb={{ label: 'Reopen', busyLabel: 'Reopening...' }}
        question={
          isPrompting
            ? { help: 'The buyer is told, and it stays in the history of the order.', minLength: 3 }
            : undefined
        }
        variant="primary"
        draftName={draft}
        busy={action.isBusy}
        onReason={(reason) => {
          noteOwnChange(order.id)
          action.run((client) => client.rpc('reopen_order', { order_id: order.id, reason }))
        }}
        refusal={action.refusal}
        onClose={() => setIsPrompting(false)}
      />
    </>
  )
}
