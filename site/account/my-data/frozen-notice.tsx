/** The owner said "this was not me": what is shut, until when, and what to do. */

import { useQueryClient } from '@tanstack/react-query'
import { type OwnSecrets, ownSecretsWait, ownSecretsWords as words } from '#domain/account/own-secrets.ts'
import { formatDateTimeInWords } from '#domain/dates.ts'
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
          <strong>Your account is frozen.</strong> On {formatDateTimeInWords(secrets.frozenAt ?? '')}, Lagos
          time, you told us that somebody else was in it. Nothing can be downloaded for now.
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
              Contact us
            </ButtonLink>
          </div>
        )}
      </div>
    </Notice>
  )
}

function NextStep({ secrets: { opensAt, obstacle } }: { secrets: OwnSecrets }) {
  if (obstacle === 'mailbox')
    return (
      <p>
        The email address of the account has changed since. Our staff alone can open it again, once they know
        that it is you.
      </p>
    )
  if (obstacle === 'password')
    return (
      <p>
        First choose a new password: sign out, then choose "Forgot password" where you sign in. After that,
        ask here to open it again.
      </p>
    )
  if (opensAt)
    return (
      <p role="status">
        You have asked to open it again. It opens on{' '}
        <strong>
          <time dateTime={opensAt}>{formatDateTimeInWords(opensAt)}</time> (Lagos)
        </strong>
        .
      </p>
    )
  return (
    <p>
      Change the password of your mailbox, if somebody else may know it. Then ask here with a code that we
      mail to you: the account opens {ownSecretsWait.hours} hours later.
    </p>
  )
}
