/** "This was not me": what was done to whose account, a press, and what comes next. Nothing happens by itself. */
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Alarm, ownSecretsWait, sayWhatHappened } from '#domain/account/own-secrets.ts'
import { formatDateTimeInWords } from '#domain/dates.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { networkHint } from '#site/lib/network.ts'
import { paths } from '#site/paths.ts'
import { Button, ButtonLink } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { raiseAlarm, readAlarm } from './alarm-calls.ts'

export const notMeTitle = 'This was not me'

export function NotMe({ token }: { token: string | null }) {
  const [alarm, setAlarm] = useState<Alarm | null>(null)
  const [isRaised, setIsRaised] = useState(false)
  const [problem, setProblem] = useState<ServerError | null>(null)
  const [busy, setBusy] = useState(false)
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    if (token === null) return
    let isGone = false
    setProblem(null)
    readAlarm(token)
      .then((result) => {
        if (!isGone) setAlarm(result)
      })
      .catch((error: unknown) => {
        if (!isGone) setProblem(asProblem(error))
      })
    return () => {
      isGone = true
    }
  }, [token, attempt])

  async function raise() {
    if (token === null || busy) return
    setBusy(true)
    setProblem(null)
    try {
      setAlarm(await raiseAlarm(token))
      setIsRaised(true)
    } catch (error) {
      setProblem(asProblem(error))
    }
    setBusy(false)
  }

  if (token === null || problem?.status === 404)
    return (
      <Frame title={token === null ? notMeTitle : 'This link does not work'}>
        <p className="max-w-read">
          Open the link from the mail, the whole of it. It works for {ownSecretsWait.linkDays} days. If
          somebody else is in your account, choose "Forgot password" where you sign in, or call us.
        </p>
        <WaysBack />
      </Frame>
    )
  if (!alarm)
    return problem ? (
      <Frame title={notMeTitle}>
        <Problem>
          <p>{problem.message}</p>
          <Button size="sm" variant="outline" onClick={() => setAttempt((count) => count + 1)}>
            Try again
          </Button>
        </Problem>
      </Frame>
    ) : (
      <LoadingScreen label="Loading..." title={notMeTitle} />
    )
  if (isRaised || alarm.isUsed) return <Raised alarm={alarm} isNow={isRaised} />
  return (
    <Frame title={`Was somebody else in the account ${alarm.email}?`}>
      <p className="max-w-read">
        On {formatDateTimeInWords(alarm.at)}, Lagos time, {sayWhatHappened(alarm.template)}.
      </p>
      <p className="max-w-read">If that was not you, we do this at once:</p>
      <ul className="grid max-w-read list-disc gap-2 ps-6">
        <li>Every device is signed out, also the one in your hand.</li>
        <li>The password no longer works. You choose a new one by a link that we mail.</li>
        <li>
          A second step that is younger than {ownSecretsWait.hours} hours is taken away, where there is no
          older one.
        </li>
        <li>Nothing leaves the account until you have it back.</li>
      </ul>
      {problem && (
        <Problem>
          <p>{problem.message}</p>
        </Problem>
      )}
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button variant="danger" busy={busy} busyLabel="One moment..." onClick={() => void raise()}>
          This was not me
        </Button>
        <ButtonLink to={paths.home} variant="quiet">
          It was me, do nothing
        </ButtonLink>
      </div>
    </Frame>
  )
}

function Raised({ alarm, isNow }: { alarm: Alarm; isNow: boolean }) {
  return (
    <Frame title="Your account is frozen">
      <Notice kind={isNow ? 'good' : 'info'}>
        <p role="status">
          {isNow
            ? 'Every device is signed out, the password no longer works, and nothing leaves your account.'
            : 'This link has done its work already: every device was signed out, and the password ended.'}
        </p>
      </Notice>
      <h2 className="text-xl">What to do now</h2>
      <ol className="grid max-w-read list-decimal gap-3 ps-6">
        <li>
          Does somebody else know the password of your mailbox{' '}
          <span className="wrap-anywhere">{alarm.email}</span>? Change it first.
        </li>
        <li>Choose a new password here, by the link that we mail to you.</li>
        <li>
          Under Privacy, ask for your data to be opened again. That happens {ownSecretsWait.hours} hours
          later.
        </li>
      </ol>
      <WaysBack />
    </Frame>
  )
}

function WaysBack() {
  return (
    <div className="flex flex-wrap gap-3">
      <ButtonLink to={paths.auth}>Choose a new password</ButtonLink>
      <ButtonLink to={paths.contact} variant="outline">
        Contact us
      </ButtonLink>
    </div>
  )
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  // The question is read before it is answered, and the outcome takes the place of the button that was pressed.
  useEffect(() => heading.current?.focus(), [title])
  return (
    <div className="wrap grid grid-cols-1 gap-6 py-10 lg:py-16">
      <h1 ref={heading} tabIndex={-1} className="max-w-read wrap-anywhere text-3xl">
        {title}
      </h1>
      {children}
    </div>
  )
}

function Problem({ children }: { children: ReactNode }) {
  return (
    <Notice kind="warn">
      <div className="grid justify-items-start gap-4" role="alert">
        {children}
      </div>
    </Notice>
  )
}

function asProblem(error: unknown): ServerError {
  return error instanceof ServerError ? error : new ServerError(0, networkHint)
}
