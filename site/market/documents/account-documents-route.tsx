/** /account/documents: the documents of all orders of the member, the latest first. */
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Link, type MetaArgs } from 'react-router'
import { formatDateInWords } from '#domain/dates.ts'
import { documentTitles, nameAmount, nameOutdated, ownDocumentsPageSize } from '#domain/market/documents.ts'
import { downloadWords } from '#domain/market/download-words.ts'
import { ownDocumentsWords as words } from '#domain/market/own-documents-words.ts'
import { formatMoney } from '#domain/money.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { claimOnce } from '#site/lib/claim-once.ts'
import { Waiting } from '#site/lib/query-state.tsx'
import { saveFile } from '#site/lib/save-file.ts'
import { claimOrders } from '#site/market/orders/claim-orders.ts'
import { accountOrderPath } from '#site/member-paths.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { EmptyState } from '#site/ui/empty-state.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { Cell, HeadCell, Row, Table, TableBody, TableHead } from '#site/ui/table.tsx'
import { toast } from '#site/ui/toast.tsx'
import { fetchDocument, listOwnDocuments } from './document-calls.ts'

const { title, description } = words

export function meta(args: MetaArgs) {
  return pageMeta(args, { title, description, index: false })
}

export default function AccountDocumentsRoute() {
  return (
    <>
      <div className="grid gap-2">
        <h1 className="text-3xl">{title}</h1>
        <p>{words.lead}</p>
      </div>
      <OwnDocuments />
    </>
  )
}

function OwnDocuments() {
  const { userId = '' } = useAuth()
  const query = useInfiniteQuery({
    queryKey: ['documents', 'own', userId],
    async queryFn({ pageParam }) {
      // What was ordered as a guest joins the account first.
      await claimOnce(claimOrders, userId)
      return listOwnDocuments(pageParam)
    },
    initialPageParam: null as string | null,
    getNextPageParam: (last) => (last.length === ownDocumentsPageSize ? last.at(-1)?.id : undefined),
  })
  const saving = useMutation({
    mutationFn: async ({ id, number, orderId }: Record<'id' | 'number' | 'orderId', string>) =>
      saveFile(`${number}.pdf`, await fetchDocument({ orderId }, id)),
    onError: (failure) => toast.error(downloadWords.failed, failure.message),
  })
  if (query.isPending) return <Waiting isPaused={query.isPaused} />
  if (query.isError) {
    return <RetryNotice onRetry={() => void query.refetch()}>{words.failed(query.error.message)}</RetryNotice>
  }
  const documents = query.data.pages.flat()
  if (documents.length === 0) {
    return (
      <EmptyState title={words.none.title}>
        <p>{words.none.text}</p>
        <ButtonLink to={paths.accountOrders}>{words.none.link}</ButtonLink>
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <Table label={title}>
        <TableHead>
          <HeadCell>Document</HeadCell>
          <HeadCell>Order</HeadCell>
          <HeadCell numeric>Amount</HeadCell>
          <HeadCell>Day</HeadCell>
          <HeadCell className="text-right">File</HeadCell>
        </TableHead>
        <TableBody>
          {documents.map(({ id, number, order, issuedAt, amountKobo, currency, isOutdated, ...document }) => (
            <Row key={id}>
              <Cell label="Document">
                <span>
                  <strong>{documentTitles[document.kind]}</strong>{' '}
                  <span className="code whitespace-nowrap">{number}</span>
                  {isOutdated && <strong className="block text-clay">{nameOutdated(document)}</strong>}
                </span>
              </Cell>
              <Cell label="Order">
                <Link to={accountOrderPath(order.id)} className="code whitespace-nowrap">
                  {order.code}
                </Link>
              </Cell>
              <Cell label="Amount" numeric>
                <span>
                  {amountKobo === null ? '–' : formatMoney(amountKobo, currency)}
                  {document.kind === 'credit_note' && (
                    <span className="block text-sm text-stone">{nameAmount(document)}</span>
                  )}
                </span>
              </Cell>
              <Cell label="Day" className="num whitespace-nowrap">
                {formatDateInWords(issuedAt)}
              </Cell>
              <Cell className="text-right">
                <Button
                  size="sm"
                  variant="outline"
                  busy={saving.isPending && saving.variables.id === id}
                  busyLabel={downloadWords.busyLabel}
                  aria-label={downloadWords.describe(documentTitles[document.kind], number)}
                  onClick={() => saving.mutate({ id, number, orderId: order.id })}
                >
                  {downloadWords.label}
                </Button>
              </Cell>
            </Row>
          ))}
        </TableBody>
      </Table>
      {query.hasNextPage && (
        <div>
          <Button
            variant="outline"
            busy={query.isFetchingNextPage}
            busyLabel={words.older.busyLabel}
            onClick={() => void query.fetchNextPage()}
          >
            {words.older.label}
          </Button>
        </div>
      )}
    </div>
  )
}
