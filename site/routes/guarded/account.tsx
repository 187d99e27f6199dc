/** /account: who I am, what I ordered, and the way out. */
import type { MetaArgs } from 'react-router'
import { SignOutPanel } from '#site/features/auth/sign-out-panel.tsx'
import { MyOrders } from '#site/features/orders/my-orders.tsx'
import { ProfileForm } from '#site/features/profiles/profile-form.tsx'
import { useAuth } from '#site/lib/auth-state.ts'
import { Guard } from '#site/lib/guard.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { title: 'Your account', description: 'Your profile and your orders.', index: false })
}

export default function AccountRoute() {
  return (
    <Guard>
      <AccountPage />
    </Guard>
  )
}

function AccountPage() {
  const { userId = '' } = useAuth()
  return (
    <div className="wrap grid grid-cols-1 gap-10 py-8 lg:py-12">
      <h1 className="text-3xl">Your account</h1>
      <section className="grid grid-cols-1 gap-5" aria-labelledby="orders-title">
        <div className="flex flex-wrap items-center justify-between gap-3 border-b border-ink pb-3">
          <h2 id="orders-title" className="text-2xl">
            My orders
          </h2>
          <ButtonLink to={paths.order} size="sm" variant="outline">
            Place an order
          </ButtonLink>
        </div>
        <MyOrders userId={userId} />
      </section>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-2">
        <Panel title="Profile">
          <ProfileForm userId={userId} />
        </Panel>
        <Panel title="Sign out">
          <SignOutPanel />
        </Panel>
      </div>
    </div>
  )
}
