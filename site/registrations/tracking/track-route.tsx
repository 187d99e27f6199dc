/**
 * /track : an application or an order of someone without an account. The link's secret stands in the fragment, which no
 * server sees: a script exchanges it for a cookie and clears the address, so that no history has it.
 */

import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { type MetaArgs, useLocation, useNavigate } from 'react-router'
import { trackingPath } from '#domain/guest-links.ts'
import { noLinkWords, trackWords as words } from '#domain/registrations/tracking-words.ts'
import { ConsentList } from '#site/account/my-data/consent-list.tsx'
import { WhoAccessed } from '#site/account/my-data/who-accessed.tsx'
import { ServerError } from '#site/lib/call-server.ts'
import { queryClient } from '#site/lib/query-client.ts'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { forgetOpenOrder } from '#site/market/checkout/checkout-memory.ts'
import { DocumentList } from '#site/market/documents/document-list.tsx'
import { isPayable } from '#site/market/market-orders/describe-order.ts'
import { openGuestClient } from '#site/market/market-orders/guest-client.ts'
import { OrderPage } from '#site/market/market-orders/order-page.tsx'
import { isUnknownOrder, orderQuery } from '#site/market/market-orders/order-query.ts'
import { SaveLink } from '#site/market/market-orders/save-link.tsx'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { isChangeable } from '#site/registrations/records/is-changeable.ts'
import { LoadedAnswers, LoadedCorrection } from '#site/registrations/records/loaded-parts.tsx'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import { KeepLink } from './keep-link.tsx'
import { NoLink } from './no-link.tsx'
import { StatusForm } from './status-form.tsx'
import { codesOf, openLink, sendChange, sendCorrection } from './track-calls.ts'
import { Loading, TrackingFrame, TrackingPage } from './tracking-page.tsx'

export const handle: PageHandle = { hydrate: 'soon', canonical: false }

export function meta(args: MetaArgs) {
  return pageMeta(args, { ...words.page, index: false })
}

/** The link that this page is about: the one in its address, or whichever the cookie stands for. */
interface Opening {
  count: number
  token: string | null
  state: 'opening' | 'open' | 'nowhere'
  errorText?: string
}

export default function TrackRoute() {
  // The server draws one page for every link, and never learns which one it is drawn for.
  if (!useHydrated()) {
    return (
      <>
        <Loading />
        <noscript>
          <div className="wrap grid gap-6 py-10">
            <p className="notice max-w-read">{words.needsScripts}</p>
            <StatusForm />
          </div>
        </noscript>
      </>
    )
  }
  return (
    <QueryClientProvider client={queryClient}>
      <OpenedLink />
    </QueryClientProvider>
  )
}

function OpenedLink() {
  const { opening, retry } = useOpening()
  if (opening.errorText)
    return (
      <TrackingFrame title={noLinkWords.failed}>
        <RetryNotice onRetry={retry}>{opening.errorText}</RetryNotice>
      </TrackingFrame>
    )
  if (opening.state === 'opening') return <Loading />
  if (opening.state === 'nowhere') return <NoLink isLink />
  return (
    <OrderOr key={opening.count} opening={opening}>
      <Application opening={opening} />
    </OrderOr>
  )
}

function useOpening(): { opening: Opening; retry: () => void } {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const [opening, setOpening] = useState<Opening>(() => ({
    count: 0,
    token: null,
    state: isSecret(hash) ? 'opening' : 'open',
  }))

  function open(token: string) {
    setOpening(({ count }) => ({ count: count + 1, token, state: 'opening' }))
    openLink(token)
      .then(() => settle(token, { state: 'open' }))
      .catch((error: unknown) => {
        if (error instanceof ServerError && error.isUnknown) settle(token, { state: 'nowhere' })
        else settle(token, { errorText: error instanceof Error ? error.message : '' })
      })
  }

  /** Another link may have been opened meanwhile. */
  function settle(token: string, change: Partial<Opening>) {
    setOpening((now) => (now.token === token ? { ...now, errorText: undefined, ...change } : now))
  }

  // Each time that a link stands in the address it is opened once.
  useEffect(() => {
    if (!isSecret(hash)) return
    navigate(paths.track, { replace: true, preventScrollReset: true })
    open(hash.slice(1))
  }, [hash])

  return { opening, retry: () => opening.token && open(opening.token) }
}

/** Links of the page to its own parts ("Skip to main content") are none. */
function isSecret(hash: string): boolean {
  return hash.length > 1 && document.getElementById(hash.slice(1)) === null
}

/** The order behind the link; `children` when it leads to none. */
function OrderOr({ opening, children }: { opening: Opening; children: ReactNode }) {
  const orderClient = useMemo(() => openGuestClient({ opening: opening.count }), [opening.count])
  // Once it is known that there is no order, another try would only take away what stands on the page, with all that is typed.
  const { isPending, data, error, refetch } = useQuery({
    ...orderQuery(orderClient),
    refetchOnReconnect: false,
    refetchOnWindowFocus: false,
  })
  if (isPending) return <Loading />
  if (!data) {
    if (isUnknownOrder(error)) return children
    // Not the page of the order, which would refetch as it comes: that makes it pending here, and takes it away.
    return (
      <TrackingFrame title={words.order}>
        <KeepLink shown={undefined} onClosed={() => forgetOpenOrder()} />
        <RetryNotice onRetry={() => void refetch()}>{error.message}</RetryNotice>
      </TrackingFrame>
    )
  }
  return (
    <div className="wrap grid grid-cols-1 gap-8 py-8 lg:py-12">
      <div className="grid gap-2">
        <h1 className="text-3xl">{words.order}</h1>
        <KeepLink shown={{ id: data.id, reference: data.code }} onClosed={() => forgetOpenOrder(data.id)} />
      </div>
      {opening.token && isPayable(data) && !data.contact?.email && (
        <SaveLink code={data.code} path={trackingPath(opening.token)} />
      )}
      <OrderPage
        orderClient={orderClient}
        renderDocuments={(order) => <DocumentList reader={{ trackedOrderId: order.id }} order={order} />}
        unknown={children}
      />
    </div>
  )
}

function Application({ opening }: { opening: Opening }) {
  return (
    <TrackingPage
      token={opening.token}
      opening={opening.count}
      unknown={<NoLink isLink={opening.token !== null} />}
      renderAnswers={(registration, onChanged) => (
        <LoadedAnswers
          form={registration.form}
          reference={registration.reference}
          answers={registration.answers}
          changing={
            isChangeable(registration)
              ? {
                  codes: codesOf(registration),
                  send: (...sent) => sendChange(registration, ...sent),
                  storedAs: { id: registration.id, owner: 'guest' },
                }
              : null
          }
          onChanged={onChanged}
        />
      )}
      renderReveals={(reveals) => <WhoAccessed query={reveals} />}
      renderConsents={(props) => <ConsentList {...props} />}
      renderCorrection={(registration, onSent) =>
        registration.correction && (
          <LoadedCorrection
            form={registration.form}
            correction={registration.correction}
            answers={registration.answers}
            storedAs={{ id: registration.id, owner: 'guest' }}
            codes={codesOf(registration)}
            send={(...sent) => sendCorrection(registration.id, ...sent)}
            onSent={onSent}
          />
        )
      }
    />
  )
}
