/** /account/privacy: what is stored about the member, and every right over it. */
import { useQuery } from '@tanstack/react-query'
import { Link, type MetaArgs } from 'react-router'
import { describeDevice } from '#domain/account/devices.ts'
import { privacyPageWords as words } from '#domain/account/my-data-words.ts'
import { WhoAccessed } from '#site/account/my-data/who-accessed.tsx'
import { useAuth } from '#site/lib/auth-state.ts'
import { queryClient } from '#site/lib/query-client.ts'
import { QueryState } from '#site/lib/query-state.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { Panel } from '#site/ui/panel.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { DownloadMyData } from './download-my-data.tsx'
import { EraseMyData } from './erase-my-data.tsx'
import { FrozenNotice } from './frozen-notice.tsx'
import { MyConsents } from './my-consents.tsx'
import { revealsQuery } from './my-data-calls.ts'
import { MyDownloads, OwnSecrets } from './own-secrets.tsx'
import { ownSecretsQuery } from './own-secrets-data.ts'

export function meta(args: MetaArgs) {
  return pageMeta(args, {
    title: words.title,
    description: words.description,
    index: false,
  })
}

export default function AccountPrivacyRoute() {
  const { userId = '', email = '' } = useAuth()
  const reveals = useQuery(revealsQuery(userId))
  const secrets = useQuery(ownSecretsQuery(userId))
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-3xl">{words.title}</h1>
        <p className="max-w-read">
          {words.lead} <Link to={paths.privacy}>{words.noticeLink}</Link>.
        </p>
      </div>
      <FrozenNotice userId={userId} email={email} secrets={secrets.data} />
      <Panel title={words.looked}>
        <WhoAccessed query={reveals} />
      </Panel>
      <Panel title={words.agreed}>
        <MyConsents userId={userId} />
      </Panel>
      <Panel title={words.read}>
        <DownloadMyData
          secrets={secrets.data}
          onDownloaded={() => void queryClient.invalidateQueries(ownSecretsQuery(userId))}
        />
        <QueryState query={secrets} errorText={words.secretsUnknown}>
          {(state) => <OwnSecrets userId={userId} email={email} secrets={state} />}
        </QueryState>
      </Panel>
      <Panel title={words.downloads}>
        <QueryState query={secrets} errorText={words.downloadsUnknown}>
          {(state) => <MyDownloads secrets={state} describeDevice={describeDevice} />}
        </QueryState>
      </Panel>
      <EraseMyData userId={userId} />
      <Panel title={words.delete}>
        <DeleteAccount userId={userId} email={email} />
      </Panel>
    </>
  )
}
