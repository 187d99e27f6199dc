/** /marketplace/checkout : from the cart to an order, and how it is paid; guests are welcome. */
import { useEffect } from 'react'
import { type MetaArgs, useNavigate } from 'react-router'
import { checkoutWords as words } from '#domain/market/checkout-questions.ts'
import { partWords } from '#domain/part-words.ts'
import { dropLostSession, useAuth } from '#site/lib/auth-state.ts'
import { buildAuthPath } from '#site/lib/next-path.ts'
import { OrderWithoutScripts } from '#site/market/order-without-scripts.tsx'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { CheckoutPage } from './checkout-page.tsx'

export const handle: PageHandle = { hydrate: 'soon' }

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: words.title,
    description: words.description,
    index: false,
  })
}

export default function CheckoutRoute() {
  const { status, userId = null, isSecondStepDue } = useAuth()
  const navigate = useNavigate()
  const authPath = isSecondStepDue ? buildAuthPath(paths.checkout) : null
  useEffect(() => {
    if (authPath) navigate(authPath, { replace: true })
  }, [authPath, navigate])
  if (status === 'loading' || authPath) {
    return (
      <>
        <LoadingScreen label={partWords.loading} title={words.title} />
        <noscript>
          {import.meta.env.SSR && (
            <div className="wrap py-10">
              <OrderWithoutScripts what={words.withoutScripts} />
            </div>
          )}
        </noscript>
      </>
    )
  }
  return (
    <CheckoutPage
      key={userId}
      userId={userId}
      onSessionLost={() => {
        // What is typed is stored; the way back leads here.
        void dropLostSession().then(() =>
          navigate(buildAuthPath(paths.checkout), { state: { sessionEnded: true } }),
        )
      }}
    />
  )
}
