/** The documents of an order as they were issued: opened, printed, and sent to the buyer once more. */
import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#domain/dates.ts'
import { documentTitles } from '#domain/market/documents.ts'
import { usePermissions } from '#site/account/my-permissions.ts'
import { rpcAdmin } from '#site/admin/call-admin.ts'
import { loadPart } from '#site/admin/records/load-part.tsx'
import { Refusal } from '#site/admin/refusal.tsx'
import { useAction } from '#site/admin/use-action.ts'
import { openTab } from '#site/lib/open-tab.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { Button } from '#site/ui/button.tsx'
import { type AdminOrder, type IssuedDocument, issuedDocumentsQuery } from './order-data.ts'

const MakeQuoteDocument = loadPart(async () => (await import('./make-quote-document.tsx')).MakeQuoteDocument)

export function IssuedDocuments({ order }: { order: AdminOrder }) {
  const { can } = usePermissions()
  const query = useQuery(issuedDocumentsQuery(order.id))
  // Those of before have none yet.
  const hasOpenQuote = order.quotes.some(
    ({ status, expires_at }) => status === 'open' && Date.parse(expires_at) > Date.now(),
  )
  const hasNoPaper = query.data?.some(({ kind }) => kind === 'quote') === false
  return (
    <section className="drawer-part" aria-label="Documents">
      <h3>Documents</h3>
      <QueryState query={query} errorText="The documents could not be loaded.">
        {(documents) =>
          documents.length === 0 ? (
            <p className="text-stone" data-step="documents" tabIndex={-1}>
              None was issued yet.
            </p>
          ) : (
            <ul className="ruled">
              {documents.map((issued) => (
                <IssuedDocumentRow key={issued.id} order={order} issued={issued} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {hasOpenQuote && hasNoPaper && can('orders.decide') && <MakeQuoteDocument orderId={order.id} />}
    </section>
  )
}

function IssuedDocumentRow({ order, issued }: { order: AdminOrder; issued: IssuedDocument }) {
  const { can } = usePermissions()
  const opening = useAction({ tables: [], done: { title: 'Document opened' } })
  const sending = useAction({
    tables: ['mails'],
    done: { title: 'Document sent', text: 'The buyer gets a mail with the link to it.' },
  })
  const name = `${documentTitles[issued.kind]} ${issued.number}`
  const open = (isPrinted: boolean) =>
    void openTab(
      opening,
      async () => {
        const { fetchDocument } = await import('#site/market/documents/document-calls.ts')
        return URL.createObjectURL(await fetchDocument({ orderId: order.id }, issued.id))
      },
      isPrinted ? (tab) => tab.print() : undefined,
    )
  return (
    <li className="grid gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="me-auto">
          {documentTitles[issued.kind]} <span className="code">{issued.number}</span>
          <span className="num block text-sm text-stone">
            {formatDateTime(issued.issuedAt)}
            {issued.outdated && `, ${issued.outdated}`}
          </span>
        </span>
        <Button
          data-step="documents"
          size="sm"
          variant="quiet"
          aria-label={`Open ${name}`}
          disabled={opening.isBusy}
          onClick={() => open(false)}
        >
          Open
        </Button>
        <Button
          size="sm"
          variant="quiet"
          aria-label={`Print ${name}`}
          disabled={opening.isBusy}
          onClick={() => open(true)}
        >
          Print
        </Button>
        {!issued.outdated && (can('orders.decide') || can('payments.confirm')) && (
          <Button
            size="sm"
            variant="quiet"
            data-step="send-document"
            aria-label={`Send again: ${name}`}
            busy={sending.isBusy}
            busyLabel="Sending..."
            onClick={() =>
              sending.run((client) => rpcAdmin(client, 'send_order_document', { document_id: issued.id }))
            }
          >
            Send again
          </Button>
        )}
      </div>
      <Refusal action={opening} />
      <Refusal action={sending} />
    </li>
  )
}
