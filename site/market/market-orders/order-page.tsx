/** One order, for the member or guest that it belongs to: where it stands, what is to do, what was said, and what happened. */

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Order } from '#domain/market/order.ts'
import { claimWords } from '#domain/market/payment-words.ts'
import { Waiting } from '#site/lib/query-state.tsx'
import { useIsPast } from '#site/lib/use-is-past.ts'
import { closeOpenOrder } from '#site/market/checkout/checkout-memory.ts'
import { Button } from '#site/ui/button.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { AddProof } from './add-proof.tsx'
import {
  findDisputeDeadline,
  isPayable,
  isRatable,
  isWithdrawable,
  sayNotFound,
  waitsForBuyerOrPrice,
} from './describe-order.ts'
import { countRestOfClaim, findDue } from './due-now.ts'
import { findTurn, ranOutWords } from './how-it-comes.ts'
import type { OrderClient } from './order-client.ts'
import { OrderHistory } from './order-history.tsx'
import { OrderMessages } from './order-messages.tsx'
import { isUnknownOrder, orderQuery } from './order-query.ts'
import { OrderSheet } from './order-sheet.tsx'
import { PaymentStep } from './payment-step.tsx'
import { PaymentSuccess } from './payment-success.tsx'

/** Only a marketplace order whose delivery is quoted first needs it. */
const AcceptDelivery = lazy(() => import('./accept-delivery.tsx').catch(() => ({ default: PartMissing })))
/** Only an order that its buyer can still take back needs it. */
const WithdrawOrder = lazy(() => import('./withdraw-order.tsx').catch(() => ({ default: PartMissing })))
/** Only a marketplace order needs it. */
const Reorder = lazy(() => import('./reorder.tsx').catch(() => ({ default: PartMissing })))
/** Only a bulk order needs it, and guests have none. */
const OrderAgain = lazy(() =>
  import('#site/market/orders/order-again.tsx').catch(() => ({ default: PartMissing })),
)
/** Only a quote that waits for an answer needs it, and guests have none. */
const QuotePanel = lazy(() => import('./quote-panel.tsx').catch(() => ({ default: PartMissing })))
/** Only an order that a bank pays needs it. */
const CreditBox = lazy(() => import('./credit-box.tsx').catch(() => ({ default: PartMissing })))
/** Only an order with a claim of a part needs it. */
const RestToPay = lazy(() => import('./rest-to-pay.tsx').catch(() => ({ default: PartMissing })))
/** Only goods that have just come need it. */
const DisputePanel = lazy(() => import('./dispute-form.tsx').catch(() => ({ default: PartMissing })))
/** Only goods that were complained about need it. */
const DisputeList = lazy(() => import('./dispute-list.tsx').catch(() => ({ default: PartMissing })))
/** Only an order that is completed and paid needs it. */
const RateProducts = lazy(() => import('./rate-products.tsx').catch(() => ({ default: PartMissing })))

const PartMissing = () => (
  <p className="px-6 py-4">This part could not be loaded. Please load the page again.</p>
)

const LoadedPart = ({ children }: { children: ReactNode }) => (
  <Suspense
    fallback={
      <p role="status" className="px-6 py-4 text-stone">
        Loading...
      </p>
    }
  >
    {children}
  </Suspense>
)

interface OrderPageProps {
  orderClient: OrderClient
  /** In place of the page when there is no such order. */
  unknown: ReactNode
  /** The order's documents, which another feature lists. */
  renderDocuments?: (order: Order, hasAccount: boolean) => ReactNode
}

export function OrderPage({ orderClient, unknown, renderDocuments }: OrderPageProps) {
  const client = useQueryClient()
  const [hasReported, setHasReported] = useState(false)
  /** Whether there is one to pay to, in the currency of the order. */
  const [account, setAccount] = useState<boolean | null>(true)
  const hasAccount = account !== false
  /** What the server answered to a claim of an order that was paid or ended elsewhere. */
  const [refusal, setRefusal] = useState<string | null>(null)
  const query = useQuery(orderQuery(orderClient))
  // The head and the rows say the new state, too.
  const isTimeOver = useIsPast(query.data ? findTurn(query.data) : null)
  const hasRunOut = isTimeOver && query.data?.awaitsDelivery === false
  useEffect(() => {
    // Paid or ended elsewhere: the cart of this device speaks of it no more.
    if (!query.data || waitsForBuyerOrPrice(query.data)) return
    const { id, status, paymentStatus } = query.data
    closeOpenOrder(id, paymentStatus === 'claimed' && status !== 'declined' ? 'claimed' : 'over')
  }, [query.data])
  if (query.isError && !query.data) {
    if (isUnknownOrder(query.error)) return unknown
    return (
      <RetryNotice onRetry={() => void query.refetch()}>
        Your order could not be loaded. {query.error.message}
      </RetryNotice>
    )
  }
  if (!query.data) return <Waiting isPaused={query.isPaused} />
  const order = query.data
  const refresh = () => client.invalidateQueries({ queryKey: orderClient.key })
  const openQuote = order.quotes.find(({ status }) => status === 'open')
  const hasCredit = order.quotes.some(
    ({ status, paymentTerms }) => status === 'accepted' && paymentTerms === 'Letter of Credit',
  )
  const isDueNow =
    isPayable(order) &&
    !hasRunOut &&
    !hasCredit &&
    ['unpaid', 'underpaid'].includes(order.paymentStatus) &&
    (findDue(order)?.nowKobo ?? 0) > 0
  const restKobo = countRestOfClaim(order)
  const disputeDeadline = findDisputeDeadline(order)
  const documents = renderDocuments?.(order, account === true)
  return (
    <div className="grid grid-cols-1 items-start gap-8 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
      <div className="grid grid-cols-1 gap-8">
        {hasReported && <PaymentSuccess code={order.code} level="h2" />}
        <div id={sheetId} tabIndex={-1} className="grid grid-cols-1 gap-5 [&>.confirmation]:max-w-none">
          {refusal && !isPayable(order) && (
            <Notice kind="warn">
              <p role="status">{refusal}</p>
            </Notice>
          )}
          <OrderSheet
            order={order}
            hasAccount={hasAccount}
            action={
              openQuote
                ? Date.parse(openQuote.expiresAt) > Date.now() && (
                    <WayTo id={answerId}>Read and answer our quote</WayTo>
                  )
                : hasRunOut
                  ? !sayNotFound(order) && (
                      <>
                        <p>{ranOutWords}</p>
                        <WayTo id={againId}>See how to order again</WayTo>
                      </>
                    )
                  : isDueNow &&
                    account && (
                      <WayTo id={payId}>{sayNotFound(order) ? 'Attach the proof' : 'See where to pay'}</WayTo>
                    )
            }
            answer={
              openQuote ? (
                <div id={answerId} tabIndex={-1}>
                  <LoadedPart>
                    <QuotePanel quote={openQuote} orderClient={orderClient} onAnswered={refresh} />
                  </LoadedPart>
                </div>
              ) : (
                order.status === 'pending' &&
                order.awaitsDelivery &&
                order.delivery?.priceKobo != null && (
                  <LoadedPart>
                    <AcceptDelivery order={order} orderClient={orderClient} onAnswered={refresh} />
                  </LoadedPart>
                )
              )
            }
          />
        </div>
        {hasCredit && (
          <LoadedPart>
            <CreditBox orderClient={orderClient} />
          </LoadedPart>
        )}
        {isPayable(order) && !hasCredit && (
          <div id={payId} tabIndex={-1} ref={leadToSheet}>
            <PaymentStep
              totalKobo={order.totalKobo}
              orderClient={orderClient}
              code={order.code}
              terms={order}
              delivery={order.delivery}
              onRepriced={() => void refresh()}
              onClaimed={() => {
                setHasReported(true)
                // Claimed here instead of in the checkout, which has no order waiting any more.
                closeOpenOrder(order.id, 'claimed')
                toast.success(claimWords.claimed.title, claimWords.claimed.text)
                void refresh()
              }}
              onOver={() => void refresh()}
              onAccount={setAccount}
              onNothingDue={(sentence) => {
                setRefusal(sentence)
                void refresh()
              }}
            />
          </div>
        )}
        {restKobo > 0 && !hasCredit && (
          <LoadedPart>
            <RestToPay orderClient={orderClient} restKobo={restKobo} />
          </LoadedPart>
        )}
        {order.paymentStatus === 'claimed' && !order.claims.some(({ hasProof }) => hasProof) && (
          <AddProof orderClient={orderClient} onAdded={refresh} />
        )}
        {order.disputes.length > 0 && (
          <LoadedPart>
            <DisputeList order={order} orderClient={orderClient} />
          </LoadedPart>
        )}
        {disputeDeadline && (
          <LoadedPart>
            <DisputePanel
              key={order.disputes.length}
              order={order}
              orderClient={orderClient}
              deadline={disputeDeadline}
              onOpened={refresh}
            />
          </LoadedPart>
        )}
        {isRatable(order) && (
          <LoadedPart>
            <RateProducts order={order} orderClient={orderClient} onRated={refresh} />
          </LoadedPart>
        )}
        <OrderMessages order={order} orderClient={orderClient} onSent={refresh} />
      </div>
      <div className="grid grid-cols-1 gap-8">
        <div id="documents" ref={showWhenInAddress} className="empty:hidden">
          {documents}
        </div>
        <OrderHistory order={order} />
        {order.items.length > 0 && (
          <div id={againId} tabIndex={-1}>
            <LoadedPart>
              <Reorder items={order.items} />
            </LoadedPart>
          </div>
        )}
        {order.kind === 'bulk' && (
          <LoadedPart>
            <OrderAgain
              orderId={order.id}
              isAgreed={order.quotes.some(({ status }) => status === 'accepted')}
            />
          </LoadedPart>
        )}
        {isWithdrawable(order) && (
          <LoadedPart>
            <WithdrawOrder
              order={order}
              orderClient={orderClient}
              onWithdrawn={async () => {
                closeOpenOrder(order.id, 'over')
                await refresh()
                // The button is gone and the page shorter.
                showSheet()
              }}
            />
          </LoadedPart>
        )}
      </div>
    </div>
  )
}

const payId = 'pay'
const sheetId = 'order-sheet'

/** What is true now stands at the top of the page. */
function showSheet() {
  const sheet = document.getElementById(sheetId)
  sheet?.focus({ preventScroll: true })
  sheet?.scrollIntoView()
}

/** The focus of a part that goes, by an answer or by itself; a user who went on elsewhere meanwhile stays there. */
function leadToSheet(part: HTMLElement | null) {
  return () => {
    if (part?.contains(document.activeElement)) queueMicrotask(showSheet)
  }
}

const answerId = 'answer'
const againId = 'order-again'

/** No link: the address of a guest's page is its key. */
function WayTo({ id, children }: { id: string; children: string }) {
  return (
    <Button size="sm" onClick={() => document.getElementById(id)?.focus()}>
      {children}
    </Button>
  )
}

/** A link to the documents of an order leads here before there is anything to scroll to. */
function showWhenInAddress(element: HTMLElement | null) {
  if (element && window.location.hash === `#${element.id}`) element.scrollIntoView()
}
