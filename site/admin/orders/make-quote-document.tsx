/** The PDF of a quote from before quotes had one. */
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { Button } from '#site/ui/button.tsx'

export function MakeQuoteDocument({ orderId }: { orderId: string }) {
  const issuing = useAction({
    tables: ['orders'],
    done: { title: 'Document made', text: 'The buyer finds it on the page of the order too.' },
  })
  return (
    <div className="grid gap-2">
      <Refusal action={issuing} />
      <div>
        <Button
          size="sm"
          variant="outline"
          busy={issuing.isBusy}
          busyLabel="Making it..."
          onClick={() =>
            issuing.run((client) => rpcAdmin(client, 'issue_quote_document', { order_id: orderId }))
          }
        >
          Make the PDF of the quote
        </Button>
      </div>
    </div>
  )
}
