/** /account/security: password, second step, devices, and the way out. */
import { useQuery } from '@tanstack/react-query'
import {
  Link,
  type MetaArgs,
  useLocation,
  useNavigate,
  useRouteLoaderData,
  useSearchParams,
} from 'react-router'
import { securityPageWords as words } from '#domain/account/security-words.ts'
import { FrozenNotice } from '#site/account/my-data/frozen-notice.tsx'
import { ownSecretsQuery } from '#site/account/my-data/own-secrets-data.ts'
import { SignOutPanel } from '#site/account/sign-in/sign-out-panel.tsx'
import { useAuth } from '#site/lib/auth-state.ts'
import { queryClient } from '#site/lib/query-client.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { Notice, Panel } from '#site/ui/panel.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { secondFactorQuery } from './security-data.ts'
import { SessionsList } from './sessions-list.tsx'

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: words.title,
    description: words.description,
    index: false,
  })
}

export default function AccountSecurityRoute() {
  const { userId = '', email = '' } = useAuth()
  const secrets = useQuery(ownSecretsQuery(userId))
  const [params] = useSearchParams()
  const { evaluation } = useRouteLoaderData('root') as { evaluation: boolean }
  // Where the admin area sent them from.
  const navigate = useNavigate()
  const isForAdmin = params.get('for') === 'desk'
  const { from = paths.admin, isProved = false } = (useLocation().state ?? {}) as {
    from?: string
    isProved?: boolean
  }
  const isOn = (useQuery(secondFactorQuery(userId)).data?.factors.length ?? 0) > 0
  return (
    <>
      <h1 className="text-3xl">{words.title}</h1>
      <p>
        {words.accountOf} <strong className="wrap-anywhere">{email}</strong>.
      </p>
      {isForAdmin && isOn && (
        <Notice kind="good">
          <p>
            {words.isOn} <Link to={from}>{words.goOnLabel}</Link>
          </p>
        </Notice>
      )}
      {isForAdmin && !isOn && (
        <Notice kind="warn">
          <p>
            {evaluation ? words.neededLater : words.needed} <Link to={from}>{words.goBackLabel}</Link>.
          </p>
        </Notice>
      )}
      <FrozenNotice userId={userId} email={email} secrets={secrets.data} />
      {/* About as high as what comes: what stands below must not move under a finger. */}
      <Panel title={words.secondStep} className="min-h-72">
        <SecondFactor
          userId={userId}
          email={email}
          {...(isForAdmin && { isProved, onReady: () => navigate(from, { replace: true }) })}
        />
      </Panel>
      <Panel title={words.password}>
        <PasswordForm
          email={email}
          onChanged={() => void queryClient.invalidateQueries({ queryKey: ['sessions', userId] })}
        />
      </Panel>
      <Panel title={words.devices}>
        <SessionsList userId={userId} />
      </Panel>
      <Panel title={words.signOut}>
        <SignOutPanel />
      </Panel>
    </>
  )
}
