/** /auth: sign in, sign up, reset a password, land from a mail's link. */
import type { MetaArgs } from 'react-router'
import { signInPageWords as words } from '#domain/account/sign-in-words.ts'
import { pageMeta } from '#site/page-meta.ts'
import { AuthPage } from './auth-page.tsx'
import { WhyAnAccount } from './why-an-account.tsx'

export const handle = { hydrate: 'soon' as const }

export function meta(args: MetaArgs) {
  return pageMeta(args, { ...words.page, index: false })
}

export default function AuthRoute() {
  return (
    <div className="grid lg:min-h-svh lg:grid-cols-12">
      <div className="px-(--gutter) py-10 lg:col-span-7 lg:py-20 lg:ps-[max(var(--gutter),calc((100vw-90rem)/2+var(--gutter)))]">
        <noscript>
          <p className="notice mb-6">{words.needsScripts}</p>
        </noscript>
        <AuthPage />
      </div>
      <WhyAnAccount />
    </div>
  )
}
