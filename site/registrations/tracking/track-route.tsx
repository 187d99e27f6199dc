/**
 * /track : an application or an order of someone without an account. The link's secret stands in the fragment, which no
 * server sees: a script exchanges it for a cookie and clears the address, so that no history has it.
 */

import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { type MetaArgs, useLocation, useNavigate } from 'react-router'
import { readRequested } from '#domain/guest-links.ts'
import { noLinkWords, trackWords as words } from '#domain/registrations/tracking-words.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { queryClient } from '#site/lib/query-client.ts'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import { isChangeable } from '#site/registrations/records/is-changeable.ts'
import { readLinks } from '#site/registrations/records/links-of-this-tab.ts'
import { RetryNotice } from '#site/ui/error-notice.tsx'
import type { Shown } from './forget-here.ts'
import { NoLink } from './no-link.tsx'
import { findTrackedOrder, openLink, trackedQuery } from './open-link.ts'
import { SaveLink } from './save-link.tsx'
import { StatusForm } from './status-form.tsx'
import { Loading, TrackingFrame } from './tracking-frame.tsx'

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
  const { opening, requested, retry } = useOpening()
  if (opening.errorText)
    return (
      <TrackingFrame title={noLinkWords.failed}>
        <RetryNotice onRetry={retry}>{opening.errorText}</RetryNotice>
      </TrackingFrame>
    )
  if (opening.state === 'opening') return <Loading />
  if (opening.state === 'nowhere') return <NoLink isLink requested={null} />
  return (
    <OrderOr key={opening.count} opening={opening} requested={requested}>
      <Application opening={opening} requested={requested} />
    </OrderOr>
  )
}

interface Requested {
  /** "Follow it" was about this reference: what is open here may be another. */
  requested: string | null
}

function useOpening(): { opening: Opening; retry: () => void } & Requested {
  const { hash, state } = useLocation()
  const inAddress = readRequested(hash)
  const navigate = useNavigate()
  const [opening, setOpening] = useState<Opening>(() => ({
    count: 0,
    token: null,
    state: isSecret(hash) && !inAddress ? 'opening' : 'open',
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
    // A reload asks for the same; the secret is nowhere any more.
    navigate(paths.track, {
      replace: true,
      preventScrollReset: true,
      state: inAddress && { requested: inAddress },
    })
    if (!inAddress) open(hash.slice(1))
  }, [hash])

  return {
    opening,
    requested: inAddress ?? (state as Requested | null)?.requested ?? null,
    retry: () => opening.token && open(opening.token),
  }
}

/** Links of the page to its own parts ("Skip to main content") are none. */
function isSecret(hash: string): boolean {
  return hash.length > 1 && document.getElementById(hash.slice(1)) === null
}

/** Which record a link is of that could not be read: the tab that it was made in knows. */
function findShown(token: string | null): Shown | undefined {
  const link = readLinks().find((known) => known.token === token)
  return link && { reference: link.reference }
}

/** Removes what the checkout stores on this device of an order that is not followed here any more. */
async function loadForgetOrder(): Promise<(shown: Shown | undefined) => void> {
  const { forgetOpenOrder } = await import('#site/market/checkout/checkout-memory.ts')
  return (shown) => forgetOpenOrder(shown?.reference)
}

/** The order behind the link; `children` when it leads to none. What draws an order is loaded once there is one. */
function OrderOr({ opening, requested, children }: { opening: Opening; children: ReactNode } & Requested) {
  // Read once: the page of the order reads it again by itself. Once it is known that there is none, another try would only
  // take away what stands on the page, with all that is typed.
  const { isPending, isPaused, data, error, refetch } = useQuery({
    queryKey: ['tracked-order-row', opening.count],
    queryFn: findTrackedOrder,
    staleTime: Number.POSITIVE_INFINITY,
    // Another link may be the first that is opened when this page comes the next time.
    gcTime: 0,
  })
  const isOther = Boolean(data && requested && data.code !== requested)
  const row = isOther ? null : data
  const part = useLoaded(() => import('#site/market/market-orders/tracked-order.tsx'), Boolean(row))
  if (isPending) return <Loading isOffline={isPaused} />
  if (error && row === undefined)
    return (
      <TrackingFrame title={words.order}>
        <SaveLink shown={findShown(opening.token)} loadForget={loadForgetOrder} />
        <RetryNotice onRetry={() => void refetch()}>{error.message}</RetryNotice>
      </TrackingFrame>
    )
  if (isOther) return <NoLink isLink={false} requested={requested} isOtherOpen />
  if (!row) return children
  if (!part.module) return <NotThere title={words.order} retry={part.retry} />
  return (
    <part.module.TrackedOrder
      row={row}
      opening={opening.count}
      token={opening.token}
      head={
        <div className="grid gap-2">
          <h1 className="text-3xl">{words.order}</h1>
          <SaveLink
            endsAt={row.link_ends_at}
            channel={row.link_channel}
            shown={{ id: row.id, reference: row.code }}
            loadForget={loadForgetOrder}
          />
        </div>
      }
    />
  )
}

/** On its way, or lost on it. */
function NotThere({ title, retry }: { title: string; retry: (() => void) | null }) {
  if (!retry) return <Loading />
  return (
    <TrackingFrame title={title}>
      <RetryNotice onRetry={retry}>{words.notLoaded}</RetryNotice>
    </TrackingFrame>
  )
}

/** All that an application's page is put together from; parts of three areas meet here. */
async function loadApplication() {
  const parts = await Promise.all([
    import('./tracking-page.tsx'),
    import('./track-calls.ts'),
    import('#site/registrations/records/loaded-parts.tsx'),
    import('#site/account/my-data/who-accessed.tsx'),
    import('#site/account/my-data/consent-list.tsx'),
  ])
  const [page, calls, loaded, accesses, consents] = parts
  return { ...page, ...calls, ...loaded, ...accesses, ...consents }
}

function Application({ opening, requested }: { opening: Opening } & Requested) {
  const query = useQuery(trackedQuery(opening.count))
  const { module: parts, retry } = useLoaded(loadApplication, query.isSuccess)
  if (query.isPending) return <Loading isOffline={query.isPaused} />
  // What was read before stays, with all that is typed, when a later look fails.
  if (query.isError && (!query.data || query.error.isUnknown)) {
    if (query.error.isUnknown) return <NoLink isLink={opening.token !== null} requested={requested} />
    return (
      <TrackingFrame title={words.application}>
        <RetryNotice onRetry={() => void query.refetch()}>{query.error.message}</RetryNotice>
      </TrackingFrame>
    )
  }
  if (requested && query.data.reference !== requested)
    return <NoLink isLink={false} requested={requested} isOtherOpen />
  if (!parts) return <NotThere title={words.application} retry={retry} />
  const { codesOf, sendChange, sendCorrection, LoadedAnswers, LoadedCorrection } = parts
  return (
    <parts.TrackingPage
      token={opening.token}
      registration={query.data}
      opening={opening.count}
      renderAnswers={(registration, onChanged) => (
        <LoadedAnswers
          form={registration.form}
          reference={registration.reference}
          writer={{ as: { trackedRecord: registration.id }, recordId: registration.id }}
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
      renderReveals={(reveals) => <parts.WhoAccessed query={reveals} />}
      renderConsents={(props) => <parts.ConsentList {...props} />}
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
