/** /order: a bulk order, for members. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MetaArgs } from 'react-router'
import type { OrderRequest } from '#domain/market/order-request.ts'
import type { SubmittedOrder } from '#domain/market/orders.ts'
import { profileQuery } from '#site/account/profiles/profile-data.ts'
import { SaveNumber } from '#site/account/profiles/save-number.tsx'
import { dropLostSession, useAuth } from '#site/lib/auth-state.ts'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { PageHero } from '#site/ui/page.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { OrderConfirmation } from './order-confirmation.tsx'
import { OrderForm } from './order-form.tsx'
import { WhatHappensNext } from './what-happens-next.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: 'Place Your Order',
    description: 'Order agricultural products in bulk: tell us what, how much, where and on which terms.',
    index: false,
  })
}

export default function OrderRoute() {
  return (
    <Guard title="Place Your Order">
      <OrderPage />
    </Guard>
  )
}

function OrderPage() {
  const { userId = '', email = '', fullName = '' } = useAuth()
  const profile = useQuery(profileQuery(userId))
  const queries = useQueryClient()
  const [placed, setPlaced] = useState<{ order: SubmittedOrder; request: OrderRequest } | null>(null)
  return (
    <>
      {placed ? (
        <PageHero title="Your order is with us" lead="Below are its code, and what happens with it now." />
      ) : (
        <PageHero
          title="Place Your Order"
          lead="Tell us what you need, how much, and where it should arrive. You do not pay anything here."
        />
      )}
      <div className="wrap grid gap-12 py-10 grid-cols-[minmax(0,1fr)] lg:grid-cols-[minmax(0,39rem)_minmax(0,26rem)] lg:justify-between lg:py-16">
        {placed ? (
          <OrderConfirmation {...placed} onAnother={() => setPlaced(null)}>
            <SaveNumber
              number={placed.request.phone}
              onSaved={() => void queries.invalidateQueries(profileQuery(userId))}
            />
          </OrderConfirmation>
        ) : (
          <Panel title="Agricultural Products Order Form">
            <OrderForm
              userId={userId}
              known={{
                contactPerson: profile.data?.full_name ?? fullName,
                email: profile.data?.email ?? email,
                phone: profile.data?.phone ?? '',
              }}
              onSubmitted={(order, request) => setPlaced({ order, request })}
              onSessionLost={() => void dropLostSession()}
            />
          </Panel>
        )}
        <WhatHappensNext />
      </div>
    </>
  )
}
