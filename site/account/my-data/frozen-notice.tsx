/** The owner said "this was not me": what is shut, until when, and what to do. */

import { useQueryClient } from '@tanstack/react-query'
import { frozenWords, type OwnSecrets, ownSecretsWords as words } from '#domain/account/own-secrets.ts'
import { formatDateTimeInWords, lagosTime } from '#domain/dates.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { ByMailedCode } from './by-mailed-code.tsx'
import { ownSecretsQuery, requestThaw } from './own-secrets-data.ts'

interface FrozenNoticeProps {
  userId: string
  email: string
  secrets: OwnSecrets | undefined
}

export function FrozenNotice({ userId, email, secrets }: FrozenNoticeProps) {
  const queries = useQueryClient()
  if (secrets?.state !== 'frozen') return null
  return (
    <Notice kind="warn">
      <div className="grid grid-cols-1 gap-4">
        <p>
          <strong>{frozenWords.title}</strong>{' '}
          {frozenWords.since(formatDateTimeInWords(secrets.frozenAt ?? ''))}
        </p>
        <NextStep secrets={secrets} />
        {!secrets.obstacle && !secrets.opensAt && (
          <ByMailedCode
            id="thaw-code"
            label={words.thawLabel}
            email={email}
            send={requestThaw}
            onDone={() => {
              toast.success(words.thawRequested.title, words.thawRequested.text)
              void queries.invalidateQueries(ownSecretsQuery(userId))
            }}
          />
        )}
        {secrets.obstacle === 'mailbox' && (
          <div>
            <ButtonLink to={paths.contact} variant="outline">
              {frozenWords.contactLabel}
            </ButtonLink>
          </div>
        )}
      </div>
    </Notice>
  )
}

function NextStep({ secrets: { opensAt, obstacle } }: { secrets: OwnSecrets }) {
  if (obstacle === 'mailbox') return <p>{frozenWords.byStaff}</p>
  if (obstacle === 'password') return <p>{frozenWords.byPassword}</p>
  if (opensAt)
    return (
      <p role="status">
        {frozenWords.asked}{' '}
        <strong>
          <time dateTime={opensAt}>{formatDateTimeInWords(opensAt)}</time> {lagosTime}
        </strong>
        .
      </p>
    )
  return <p>{frozenWords.byCode}</p>
}
