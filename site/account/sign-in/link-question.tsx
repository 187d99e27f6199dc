/** A link from a mail: whose account it opens, and a press before it does. Nothing happens by itself. */

import { type FormEvent, useEffect, useRef, useState } from 'react'
import { describeLink, linkLabel, linkWords as words } from '#domain/account/mail-links.ts'
import { authCallback } from '#site/lib/auth-callback.ts'
import { acceptLink, declineLink, failLink, useAuth } from '#site/lib/auth-state.ts'
import { ServerError } from '#site/lib/call-server.ts'
import { networkHint } from '#site/lib/network.ts'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { Button } from '#site/ui/button.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { type LinkAccount, readLinkAccount } from './auth-link.ts'

/** `errorText`: the press did not arrive; the link may still be good. */
export function LinkQuestion({ errorText: pressErrorText }: { errorText: string | undefined }) {
  const auth = useAuth()
  const [account, setAccount] = useState<LinkAccount | null>(null)
  const [errorText, setErrorText] = useState<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    let isGone = false
    setErrorText(null)
    readLinkAccount()
      .then((result) => {
        if (!isGone) setAccount(result)
      })
      .catch((error: unknown) => {
        if (isGone) return
        const problem = error instanceof ServerError ? error : new ServerError(0, networkHint)
        if (problem.mayTryAgain) setErrorText(problem.message || networkHint)
        else failLink({ code: problem.code ?? '', message: problem.message })
      })
    return () => {
      isGone = true
    }
  }, [attempt])

  // The question is read first; the answer is one key further, never under a key that was meant for something else.
  useEffect(() => {
    if (account || errorText) heading.current?.focus()
  }, [account, errorText])

  function accept(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if (account) void acceptLink(account).catch(() => {})
  }

  if (!account && !errorText) return <LoadingScreen label={words.loading} />
  if (!account)
    return (
      <div className="grid content-start gap-6">
        <h1 ref={heading} tabIndex={-1} className="text-3xl">
          {linkLabel}
        </h1>
        <Notice kind="warn">
          <div className="grid justify-items-start gap-4" role="alert">
            <p>{errorText}</p>
            <Button variant="outline" size="sm" onClick={() => setAttempt((count) => count + 1)}>
              {words.again}
            </Button>
          </div>
        </Notice>
      </div>
    )

  const purpose = authCallback.kind === 'link' || authCallback.kind === 'tokens' ? authCallback.purpose : ''
  // The stored session is there before the service has answered for it. Masked addresses are no answer: a stranger's may
  // look like one's own.
  const mine = auth.status === 'loading' ? readStoredSession() : auth
  const isOther = mine?.userId !== undefined && mine.userId !== account.userId
  const { title, text, yes } = describeLink(account, purpose, isOther)
  return (
    <form className="grid content-start gap-6" aria-label={linkLabel} onSubmit={accept}>
      <h1 ref={heading} tabIndex={-1} className="wrap-anywhere text-3xl">
        {title}
      </h1>
      <ErrorNotice text={pressErrorText} />
      {isOther && (
        <Notice kind="warn">
          {words.other[0]} <strong className="wrap-anywhere">{mine.email ?? words.somebodyElse}</strong>.{' '}
          {words.other[1]} <strong className="wrap-anywhere">{account.email}</strong>
          {words.other[2]}
        </Notice>
      )}
      <p className="max-w-read">{text}</p>
      <p className="max-w-read">{words.ownOnly}</p>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit">{yes}</Button>
        <Button variant="quiet" onClick={declineLink}>
          {words.no}
        </Button>
      </div>
    </form>
  )
}
