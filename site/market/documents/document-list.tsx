/** The documents of an order with their downloads, and the pro-forma, which is issued on demand. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatDateInWords } from '#domain/dates.ts'
import { documentListWords as words } from '#domain/market/document-list-words.ts'
import { documentTitles, type ListedDocument, nameAmount, nameOutdated } from '#domain/market/documents.ts'
import { downloadWords } from '#domain/market/download-words.ts'
import type { Order } from '#domain/market/order.ts'
import { isOwed } from '#domain/market/orders.ts'
import { formatMoney } from '#domain/money.ts'
import { Waiting } from '#site/lib/query-state.tsx'
import { saveFile } from '#site/lib/save-file.ts'
import { useIsPast } from '#site/lib/use-is-past.ts'
import { findPayEnd } from '#site/market/market-orders/how-it-comes.ts'
import { Button } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { type DocumentReader, documentsQuery, fetchDocument, makeProForma, nameOf } from './document-calls.ts'

interface DocumentListProps {
  reader: DocumentReader
  order: Order
  /** There is an account to pay to, which a pro-forma names. */
  hasAccount: boolean
}

export function DocumentList({ reader, order, hasAccount }: DocumentListProps) {
  const client = useQueryClient()
  const hasRunOut = useIsPast(findPayEnd(order))
  const offersProForma = hasAccount && !hasRunOut && mayHaveProForma(order)
  // After each step of the order there may be a new document.
  const version = [
    order.status,
    order.paymentStatus,
    order.fulfilmentStatus,
    order.payments.length,
    order.quotes.map(({ id, status }) => id + status),
  ].join()
  const { data, isError, isPaused, error, refetch } = useQuery(documentsQuery(reader, version))
  const saving = useMutation({
    mutationFn: async ({ id, number }: { id: string; number: string }) =>
      saveFile(`${number}.pdf`, await fetchDocument(reader, id)),
    onError: (failure) => toast.error(downloadWords.failed, failure.message),
  })
  const making = useMutation({
    mutationFn: () => makeProForma(reader),
    async onSuccess(answer) {
      if (!answer.ok) return toast.error(words.proForma.none, words.proForma.why[answer.code])
      await client.invalidateQueries({ queryKey: ['documents', nameOf(reader)] })
      saving.mutate(answer)
    },
    onError: (failure) => toast.error(words.proForma.failed, failure.message),
  })
  if (isError && !data) {
    return (
      <Panel title={words.title}>
        <div className="flex flex-wrap items-center gap-3">
          <p>{words.failed(error.message)}</p>
          <Button size="sm" variant="outline" onClick={() => void refetch()}>
            {words.again}
          </Button>
        </div>
      </Panel>
    )
  }
  if (!data) {
    return (
      <Panel title={words.title}>
        <Waiting isPaused={isPaused} />
      </Panel>
    )
  }
  if (data.length === 0 && !offersProForma) return null
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        {data.length > 0 && (
          <ul className="grid">
            {data.map((document) => (
              <DocumentRow
                key={document.id}
                document={document}
                isBusy={saving.isPending && saving.variables.id === document.id}
                onDownload={() => saving.mutate(document)}
              />
            ))}
          </ul>
        )}
        {offersProForma && (
          <div className="grid justify-items-start gap-2">
            <Button
              variant="outline"
              busy={making.isPending}
              busyLabel={words.proForma.busyLabel}
              onClick={() => making.mutate()}
            >
              {words.proForma.label}
            </Button>
            <p className="text-stone">
              {isByCredit(order) ? words.proForma.helpByCredit : words.proForma.help}
            </p>
          </div>
        )}
      </div>
    </Panel>
  )
}

const isByCredit = ({ quotes }: Order) =>
  quotes.some(({ status, paymentTerms }) => status === 'accepted' && paymentTerms === 'Letter of Credit')

/**
 * While it can be paid, with the price of its delivery; of a letter of credit until it is issued, for a bank opens it by this. A quote
 * has a document of its own. issue_pro_forma has the last word.
 */
function mayHaveProForma(order: Order): boolean {
  const { status, paymentStatus, totalKobo, awaitsDelivery, creditStatus = 'awaited' } = order
  if (isByCredit(order) && !['awaited', 'draft_received', 'draft_accepted'].includes(creditStatus))
    return false
  if (totalKobo === null || awaitsDelivery || (status !== 'pending' && status !== 'approved')) return false
  return isOwed(paymentStatus)
}

interface DocumentRowProps {
  document: ListedDocument
  isBusy: boolean
  onDownload: () => void
}

function DocumentRow({ document, isBusy, onDownload }: DocumentRowProps) {
  const { kind, number, issuedAt, amountKobo, currency, isOutdated } = document
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2 border-line py-3 first:pt-0 last:pb-0 not-last:border-b">
      <span className="grid">
        <span className="font-semibold">
          {documentTitles[kind]} <span className="code whitespace-nowrap">{number}</span>
        </span>
        <span className="text-stone">
          {formatDateInWords(issuedAt)}
          {amountKobo !== null && `, ${formatMoney(amountKobo, currency)}`}
          {kind === 'credit_note' && ` ${nameAmount(document).toLowerCase()}`}
        </span>
        {isOutdated && <strong className="text-clay">{nameOutdated(document)}</strong>}
      </span>
      <Button
        size="sm"
        variant="outline"
        busy={isBusy}
        busyLabel={downloadWords.busyLabel}
        aria-label={downloadWords.describe(documentTitles[kind], number)}
        onClick={onDownload}
      >
        {downloadWords.label}
      </Button>
    </li>
  )
}
