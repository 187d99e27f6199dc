/** /track/:token : an application or an order of somebody without an account; drawn in the browser, for nobody else knows it. */
import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type MetaArgs, useParams } from 'react-router'
import { DocumentList } from '#site/features/documents/document-list.tsx'
import { OrderPage } from '#site/features/market-orders/order-page.tsx'
import { isUnknownOrder, orderQuery } from '#site/features/market-orders/order-query.ts'
import { sendCorrection } from '#site/features/tracking/track-calls.ts'
import { TrackingPage } from '#site/features/tracking/tracking-page.tsx'
import { openGuestDoor } from '#site/lib/market-orders/guest-door.ts'
import { queryClient } from '#site/lib/query-client.ts'
import { AnswersList } from '#site/lib/registrations/answers-list.tsx'
import { CorrectionForm } from '#site/lib/registrations/correction-form.tsx'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { pageMeta } from '#site/page-meta.ts'
import { WithDefinition } from '#site/registration-definitions.tsx'
import type { PageHandle } from '#site/root.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'

// The address is the secret: no canonical link carries it, and no request of the page names it as its referrer.
export const handle: PageHandle = { hydrate: 'soon', canonical: false }

export function meta(args: MetaArgs) {
  return [
    ...pageMeta(args, {
      title: 'Your application or order',
      description: 'Where your application or order stands.',
      index: false,
    }),
    { name: 'referrer', content: 'no-referrer' },
  ]
}

export default function TrackRoute() {
  const { token = '' } = useParams()
  // The server draws one page for every link, and never learns which one it is drawn for.
  if (!useHydrated()) {
    return (
      <>
        <LoadingScreen label="Loading..." title="Where your application or order stands" />
        <noscript>
          <p className="notice mx-(--gutter) mb-10">
            This page needs JavaScript: it keeps the secret of your link out of every log. You can also call
            us with your reference.
          </p>
        </noscript>
      </>
    )
  }
  return (
    <QueryClientProvider client={queryClient}>
      <OrderOr token={token}>
        <Application token={token} />
      </OrderOr>
    </QueryClientProvider>
  )
}

/** The order behind the link; `children` when it leads to none. */
function OrderOr({ token, children }: { token: string; children: ReactNode }) {
  const door = useMemo(() => openGuestDoor(token), [token])
  const { isPending, data, error } = useQuery(orderQuery(door))
  if (isPending) return <LoadingScreen label="Loading..." title="Where your application or order stands" />
  if (!data && isUnknownOrder(error)) return children
  return (
    <div className="wrap grid grid-cols-1 gap-8 py-8 lg:py-12">
      <div className="grid gap-2">
        <h1 className="text-3xl">Your order</h1>
        <p className="max-w-read">
          This page is yours alone: whoever has its address sees it. Keep the link, and do not hand it on.
        </p>
      </div>
      <OrderPage
        door={door}
        renderDocuments={(order) => <DocumentList reader={{ token }} order={order} />}
        unknown={children}
      />
    </div>
  )
}

function Application({ token }: { token: string }) {
  return (
    <TrackingPage
      token={token}
      renderAnswers={({ form, answers }) => (
        <WithDefinition form={form}>
          {(definition) => <AnswersList definition={definition} answers={answers} />}
        </WithDefinition>
      )}
      renderCorrection={({ id, form, answers, correction }, onSent) =>
        correction && (
          <WithDefinition form={form}>
            {(definition) => (
              <CorrectionForm
                definition={definition}
                correction={correction}
                answers={answers}
                keptAs={{ id, owner: 'guest' }}
                send={(...sent) => sendCorrection(token, ...sent)}
                onSent={onSent}
              />
            )}
          </WithDefinition>
        )
      }
    />
  )
}
