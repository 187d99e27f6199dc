/** /account/orders: all orders of the member. */
import type { MetaArgs } from 'react-router'
import { ownOrdersWords } from '#domain/market/own-orders-words.ts'
import { useAuth } from '#site/lib/auth-state.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { MyOrders } from './my-orders.tsx'

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: ownOrdersWords.title,
    description: ownOrdersWords.description,
    index: false,
  })
}

export default function AccountOrdersRoute() {
  const { userId = '' } = useAuth()
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-3xl">{ownOrdersWords.title}</h1>
        <ButtonLink to={paths.order} size="sm" variant="outline">
          {ownOrdersWords.place}
        </ButtonLink>
      </div>
      <MyOrders userId={userId} />
    </>
  )
}
