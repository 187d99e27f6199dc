/** The one way out of the account: at once, or after a question where a form that was begun on this device goes with it. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { sendingAsWords as words } from '#domain/registrations/correction-words.ts'
import { signOut, useAuth } from '#site/lib/auth-state.ts'
import { draftPrefix, linksName, sentHereKey } from '#site/lib/draft.ts'
import type { Leaving } from '#site/lib/leaving.ts'
import { listSentHere } from '#site/lib/sent-here.ts'
import { guestCheckoutName } from '#site/page-drafts.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import { ErrorNotice } from '#site/ui/error-notice.tsx'

/** Stored beside the drafts, and nothing that is typed and not sent; the cart of a member lies on the account. */
const remembered = [
  sentHereKey,
  ...['cart', 'wishes', 'stock-alerts', 'delivery-place', 'typed-here', linksName].map(
    (name) => draftPrefix + name,
  ),
]

/** Whom an order goes to was typed; or a guest has placed it, and the link to it lies here alone. A member's is in the account. */
function isOrderBegun(key: string, text: string): boolean {
  const { fields, placed } = JSON.parse(text).values ?? {}
  return placed ? key === draftPrefix + guestCheckoutName : Object.values(fields ?? {}).some(Boolean)
}

/** Anybody may have sent it: where it has no page in an account, its reference may stand here alone. */
const hasGuestsSent = () => listSentHere().some(({ path }) => !path)

/** Anybody's draft, or this person's alone. */
function hasDraft(userId?: string): boolean {
  if (userId === undefined && hasGuestsSent()) return true
  try {
    return Object.entries<string>({ ...localStorage, ...sessionStorage }).some(
      ([key, text]) =>
        key.startsWith(draftPrefix) &&
        !remembered.includes(key) &&
        (userId === undefined || text.includes(`"userId":"${userId}"`)) &&
        (!key.startsWith(`${draftPrefix}checkout`) || isOrderBegun(key, text)),
    )
  } catch {
    return false // nothing is stored here
  }
}

let answered: Leaving | null = null

export interface SignOutProps {
  leaving: Leaving
  /** Where nothing was asked: the person is still signed in. */
  onFailed: () => void
}

export function SignOut({ leaving, onFailed }: SignOutProps) {
  const { how } = leaving
  const { userId } = useAuth()
  const navigate = useNavigate()
  const [isPrompting, setPrompting] = useState(false)
  const [isRunning, setRunning] = useState(false)
  const [errorText, setErrorText] = useState<string | null>(null)

  async function leave(keepsDrafts = false): Promise<boolean> {
    const { error } = await signOut('local', { keepsDrafts }).catch((error: unknown) => ({ error }))
    if (error) return false
    if (!how) navigate(paths.home)
    return true
  }

  async function confirm() {
    if (isRunning) return
    setErrorText(null)
    setRunning(true)
    const isOut = await leave()
    setRunning(false)
    if (isOut) setPrompting(false)
    else setErrorText(words.failed)
  }

  const begin = useEffectEvent(async () => {
    // Drawn again, as around a page of an error, it answers nothing twice.
    if (leaving === answered) return
    answered = leaving
    const isUnfinished = how === 'unfinished'
    if (hasDraft(isUnfinished ? userId : undefined)) return setPrompting(true)
    if (!(await leave(isUnfinished))) onFailed()
  })
  useEffect(() => void begin(), [leaving])

  function stay() {
    if (isRunning) return
    setPrompting(false)
    setErrorText(null)
  }

  return (
    <Dialog
      open={isPrompting}
      role="alertdialog"
      title={words.ask.title}
      onClose={stay}
      actions={
        <>
          <Button
            variant="danger"
            busy={isRunning}
            busyLabel={words.busyLabel}
            onClick={() => void confirm()}
          >
            {words.ask.confirmLabel}
          </Button>
          <Button variant="outline" disabled={isRunning} onClick={stay}>
            {words.ask.keepLabel}
          </Button>
        </>
      }
    >
      <p>{words.ask.text}</p>
      <ErrorNotice text={errorText} />
    </Dialog>
  )
}
