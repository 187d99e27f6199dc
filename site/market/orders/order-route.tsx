/** /order: a bulk order, for members. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link, type MetaArgs, useSearchParams } from 'react-router'
import { exportCatalogueWords } from '#domain/market/export-catalogue.ts'
import { orderGuide, orderIsARequest, orderPageWords as words } from '#domain/market/order-guide.ts'
import { type OrderRequest, orderRequestWords } from '#domain/market/order-request.ts'
import type { SubmittedOrder } from '#domain/market/orders.ts'
import { profileQuery } from '#site/account/profiles/profile-data.ts'
import { SaveNumber } from '#site/account/profiles/save-number.tsx'
import { dropLostSession, useAuth } from '#site/lib/auth-state.ts'
import { hasSentHere } from '#site/lib/draft.ts'
import { Guard } from '#site/lib/guard.tsx'
import { productKey } from '#site/market/export-catalogue/order-path.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { NextSteps } from '#site/ui/next-steps.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { knownRequestQuery } from './known-request.ts'
import { OrderConfirmation } from './order-confirmation.tsx'
import { OrderForm } from './order-form.tsx'
import { TemplateList } from './template-list.tsx'

// What the page can do without is loaded when it is due; where it cannot be had, nothing stands there.
const nothing = () => ({ default: () => null })
const AfterOrder = lazy(() => import('./after-order.tsx').catch(nothing))
const SentToday = lazy(() => import('./sent-today.tsx').catch(nothing))

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: words.title,
    description: words.description,
    index: false,
  })
}

export default function OrderRoute() {
  return (
    <Guard title={words.title}>
      <OrderPage />
    </Guard>
  )
}

function OrderPage() {
  const { userId = '', email = '', fullName = '' } = useAuth()
  const [search] = useSearchParams()
  const chosen = { again: search.get('again'), template: search.get('template') }
  const source = chosen.again ?? chosen.template
  const known = useQuery(knownRequestQuery(userId, chosen))
  const queries = useQueryClient()
  const requested = useRequestedProduct()
  const [placed, setPlaced] = useState<{ order: SubmittedOrder; request: OrderRequest } | null>(null)
  return (
    <>
      {placed ? (
        <PageHero {...words.placed} />
      ) : (
        <PageHero title={words.title} lead={words.lead} isOverForm />
      )}
      <div className="wrap section form-section">
        {placed ? (
          <div className="form-with-steps grid grid-cols-1 gap-12">
            <OrderConfirmation {...placed} onAnother={() => setPlaced(null)}>
              <SaveNumber
                number={placed.request.phone}
                onSaved={() => void queries.invalidateQueries(profileQuery(userId))}
              />
              <Suspense>
                <AfterOrder userId={userId} {...placed} />
              </Suspense>
            </OrderConfirmation>
            <NextSteps steps={orderGuide.next} />
          </div>
        ) : (
          <GuidedForm guide={orderGuide} after={<p className="mt-4 text-sm text-stone">{orderIsARequest}</p>}>
            <div className="short-foot grid grid-cols-1 content-start gap-8">
              <p>
                {words.grades}{' '}
                <Link to={paths.exportCatalogue}>{exportCatalogueWords.title.toLowerCase()}</Link>
              </p>
              {hasSentHere() && (
                <Suspense>
                  <SentToday />
                </Suspense>
              )}
              <TemplateList userId={userId} />
              <Panel title={orderRequestWords.label}>
                <OrderForm
                  key={source}
                  userId={userId}
                  source={source}
                  requested={requested}
                  known={{ contactPerson: fullName, email, ...known.data?.answers }}
                  knownFrom={known.data?.from ?? null}
                  isChosen={known.data?.isChosen ?? false}
                  onSubmitted={(order, request) => {
                    setPlaced({ order, request })
                    void queries.invalidateQueries({ queryKey: ['orders'] })
                  }}
                  onSessionLost={() => void dropLostSession()}
                />
              </Panel>
            </div>
          </GuidedForm>
        )}
      </div>
    </>
  )
}

/** Taken once out of the address: who chooses another product and comes back to the page finds that one. */
function useRequestedProduct(): string | null {
  const [params, setParams] = useSearchParams()
  const [requested] = useState(() => params.get(productKey))
  const isNamed = params.has(productKey)
  useEffect(() => {
    if (!isNamed) return
    setParams(
      (named) => {
        named.delete(productKey)
        return named
      },
      { replace: true, preventScrollReset: true },
    )
  }, [isNamed])
  return requested
}
