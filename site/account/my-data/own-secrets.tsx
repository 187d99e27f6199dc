/** Whether a download has the secret numbers whole, why not yet, from when, and how to get there. */

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import {
  type OwnSecrets as OwnSecretsState,
  ownSecretsWait,
  ownSecretsWords as words,
} from '#domain/account/own-secrets.ts'
import { formatDateTimeInWords } from '#domain/dates.ts'
import { networkHint } from '#site/lib/network.ts'
import { useIsPast } from '#site/lib/use-is-past.ts'
import { paths } from '#site/paths.ts'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'
import { ByMailedCode } from './by-mailed-code.tsx'
import { cancelRequest, ownSecretsQuery, requestSecrets } from './own-secrets-data.ts'

interface OwnSecretsProps {
  userId: string
  email: string
  secrets: OwnSecretsState
}

const { hours, openDays } = ownSecretsWait

export function OwnSecrets({ userId, email, secrets }: OwnSecretsProps) {
  const refresh = useRefresh(userId, secrets)
  if (secrets.state === 'frozen') return null
  return (
    <section className="mt-6 grid grid-cols-1 gap-4 border-t border-line pt-5" aria-labelledby="whole-title">
      <h3 id="whole-title" className="text-xl">
        Secret numbers and photo, whole
      </h3>
      {secrets.state === 'open' && (
        <Notice kind="good">
          <p>
            {secrets.closesAt
              ? `Until ${formatDateTimeInWords(secrets.closesAt)}, Lagos time, your download has them whole.`
              : 'You have signed in with your second step: your download has them whole.'}{' '}
            Keep the file safe.
          </p>
        </Notice>
      )}
      {secrets.state === 'second_factor' && (
        <p>They are shown to anyone who signs in with the second step of this account.</p>
      )}
      {secrets.state === 'other_factor' && (
        <p>
          You signed in with a second step that is younger than {hours} hours. Sign in again with an older
          one, and your download has them whole.
        </p>
      )}
      {secrets.state === 'other_session' && (
        <>
          <p>
            The wait is over. You asked for them in another sign-in, so type one more code here to open them
            until <Time at={secrets.closesAt} />.
          </p>
          <ByMailedCode
            id="secrets-code"
            label={words.openHereLabel}
            email={email}
            send={requestSecrets}
            onDone={refresh}
          />
        </>
      )}
      {secrets.state === 'waiting' && <Waiting secrets={secrets} onChanged={refresh} />}
      {secrets.state === 'closed' && (
        <>
          <Why>
            {secrets.factorOpensAt ? (
              <>
                Your second step is new. From <Time at={secrets.factorOpensAt} /> your download has them
                whole, whenever you sign in with it.
              </>
            ) : (
              <>
                With a <Link to={paths.accountSecurity}>second step at sign-in</Link> they open {hours} hours
                after you set it up. Or ask for them with a code that we mail to you: they open {hours} hours
                later, for {openDays} days.
              </>
            )}
          </Why>
          {!secrets.factorOpensAt && (
            <ByMailedCode
              id="secrets-code"
              label={words.requestLabel}
              email={email}
              send={requestSecrets}
              onDone={() => {
                toast.success(words.requested.title, words.requested.text)
                refresh()
              }}
            />
          )}
        </>
      )}
    </section>
  )
}

/** What the wait is good for. */
function Why({ children }: { children: ReactNode }) {
  return (
    <>
      <p>
        They are not open yet. Somebody who learns your password could take them within a minute: the wait
        lets you stop it, since we mail you every step.
      </p>
      <p>{children}</p>
    </>
  )
}

function Waiting({ secrets, onChanged }: { secrets: OwnSecretsState; onChanged: () => void }) {
  return (
    <>
      <p role="status">
        You have asked for them. They open on <Time at={secrets.opensAt} />
        {secrets.closesAt && (
          <>
            {' '}
            and close on <Time at={secrets.closesAt} />
          </>
        )}
        .
      </p>
      <p>If it was not you who asked, press "This was not me" in our mail, or cancel it here.</p>
      <div>
        <ConfirmButton
          label={words.cancelLabel}
          variant="outline"
          title={words.cancelTitle}
          confirmLabel={words.cancelLabel}
          busyLabel={words.cancelBusyLabel}
          run={() =>
            cancelRequest().catch((error: unknown) => {
              throw new Error(`${words.notCancelled} ${error instanceof Error ? error.message : networkHint}`)
            })
          }
          onDone={() => {
            toast.success(words.cancelled.title, words.cancelled.text)
            onChanged()
          }}
        />
      </div>
    </>
  )
}

function Time({ at }: { at: string | null | undefined }) {
  return at ? (
    <strong>
      <time dateTime={at}>{formatDateTimeInWords(at)}</time> (Lagos)
    </strong>
  ) : null
}

/** Refetches, also by itself when something opens or closes while the page is visible. */
function useRefresh(userId: string, { state, opensAt, closesAt, factorOpensAt }: OwnSecretsState) {
  const queries = useQueryClient()
  const next = state === 'open' ? closesAt : state === 'waiting' ? opensAt : factorOpensAt
  const isOver = useIsPast(next ?? null)
  const refresh = () => void queries.invalidateQueries(ownSecretsQuery(userId))
  useEffect(() => {
    if (isOver) refresh()
  }, [isOver])
  return refresh
}

/** The downloads of this account, for its owner to see one that was not theirs. */
export function MyDownloads({
  secrets,
  describeDevice,
}: {
  secrets: OwnSecretsState
  describeDevice: (userAgent: string | null) => string
}) {
  if (secrets.exports.length === 0) return <p className="font-semibold">Nothing was read or downloaded.</p>
  return (
    <ul className="border-t border-ink">
      {secrets.exports.map(({ id, at, inClear, userAgent }) => (
        <li key={id} className="border-b border-line py-3">
          <p className="num text-sm text-stone">{formatDateTimeInWords(at)} (Lagos)</p>
          <p>
            {inClear ? <strong>With your secret numbers whole</strong> : 'Secret numbers masked'}:{' '}
            {describeDevice(userAgent)}
          </p>
        </li>
      ))}
    </ul>
  )
}
