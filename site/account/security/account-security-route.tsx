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
    title: 'Security',
    description: 'Your password, your second step and your devices.',
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
      <h1 className="text-3xl">Security</h1>
      <p>
        This is the account of <strong className="wrap-anywhere">{email}</strong>.
      </p>
      {isForAdmin && isOn && (
        <Notice kind="good">
          <p>
            The second step is on. <Link to={from}>Go on to the desk</Link>
          </p>
        </Notice>
      )}
      {isForAdmin && !isOn && (
        <Notice kind="warn">
          <p>
            {evaluation
              ? 'In production the desk opens with a second step at sign-in alone. You may set it up here, and'
              : 'The desk opens with a second step at sign-in alone. Set it up here, then'}{' '}
            <Link to={from}>go back to the desk</Link>.
          </p>
        </Notice>
      )}
      <FrozenNotice userId={userId} email={email} secrets={secrets.data} />
      {/* About as high as what comes: what stands below must not move under a finger. */}
      <Panel title="Second step at sign-in" className="min-h-72">
        <SecondFactor
          userId={userId}
          email={email}
          {...(isForAdmin && { isProved, onReady: () => navigate(from, { replace: true }) })}
        />
      </Panel>
      <Panel title="Password">
        <PasswordForm
          email={email}
          onChanged={() => void queryClient.invalidateQueries({ queryKey: ['sessions', userId] })}
        />
      </Panel>
      <Panel title="Where you are signed in">
        <SessionsList userId={userId} />
      </Panel>
      <Panel title="Sign out">
        <SignOutPanel />
      </Panel>
    </>
  )
}
