/** Whether a download has the secret numbers whole, why not yet, from when, and how to get there. */

import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router'
import { downloadWords, wholeSecretsWords } from '#domain/account/my-data-words.ts'
import { type OwnSecrets as OwnSecretsState, ownSecretsWords as words } from '#domain/account/own-secrets.ts'
import { formatDateTimeInWords, lagosTime } from '#domain/dates.ts'
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

export function OwnSecrets({ userId, email, secrets }: OwnSecretsProps) {
  const refresh = useRefresh(userId, secrets)
  if (secrets.state === 'frozen') return null
  return (
    <section className="mt-6 grid grid-cols-1 gap-4 border-t border-line pt-5" aria-labelledby="whole-title">
      <h3 id="whole-title" className="text-xl">
        {wholeSecretsWords.title}
      </h3>
      {secrets.state === 'open' && (
        <Notice kind="good">
          <p>
            {secrets.closesAt
              ? wholeSecretsWords.openUntil(formatDateTimeInWords(secrets.closesAt))
              : wholeSecretsWords.openByStep}{' '}
            {wholeSecretsWords.keepSafe}
          </p>
        </Notice>
      )}
      {secrets.state === 'second_factor' && <p>{wholeSecretsWords.byStep}</p>}
      {secrets.state === 'other_factor' && <p>{wholeSecretsWords.byOlderStep}</p>}
      {secrets.state === 'other_session' && (
        <>
          <p>
            {wholeSecretsWords.waitIsOver} <Time at={secrets.closesAt} />.
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
                {wholeSecretsWords.newStep.before} <Time at={secrets.factorOpensAt} />{' '}
                {wholeSecretsWords.newStep.after}
              </>
            ) : (
              <>
                {wholeSecretsWords.ways.before}{' '}
                <Link to={paths.accountSecurity}>{wholeSecretsWords.ways.link}</Link>{' '}
                {wholeSecretsWords.ways.after}
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
      <p>{wholeSecretsWords.why}</p>
      <p>{children}</p>
    </>
  )
}

function Waiting({ secrets, onChanged }: { secrets: OwnSecretsState; onChanged: () => void }) {
  return (
    <>
      <p role="status">
        {wholeSecretsWords.waiting.before} <Time at={secrets.opensAt} />
        {secrets.closesAt && (
          <>
            {' '}
            {wholeSecretsWords.waiting.close} <Time at={secrets.closesAt} />
          </>
        )}
        .
      </p>
      <p>{wholeSecretsWords.notYou}</p>
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
      <time dateTime={at}>{formatDateTimeInWords(at)}</time> {lagosTime}
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
  if (secrets.exports.length === 0) return <p className="font-semibold">{downloadWords.none}</p>
  return (
    <ul className="border-t border-ink">
      {secrets.exports.map(({ id, at, inClear, userAgent }) => (
        <li key={id} className="border-b border-line py-3">
          <p className="num text-sm text-stone">
            {formatDateTimeInWords(at)} {lagosTime}
          </p>
          <p>
            {inClear ? <strong>{downloadWords.wasWhole}</strong> : downloadWords.wasMasked}:{' '}
            {describeDevice(userAgent)}
          </p>
        </li>
      ))}
    </ul>
  )
}
