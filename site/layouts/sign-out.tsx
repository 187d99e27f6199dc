/** The one way out of the account: at once, or after a question where a form that was begun on this device goes with it. */
import { useEffect, useEffectEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import { leavingWords as words } from '#domain/account/leaving-words.ts'
import { closeOpenLink, signOut, useAuth } from '#site/lib/auth-state.ts'
import { clearDrafts, draftPrefix, linksName, sentHereKey } from '#site/lib/draft.ts'
import type { Leaving } from '#site/lib/leaving.ts'
import { listGuestsSent } from '#site/lib/sent-here.ts'
import { sessionStorageKey } from '#site/lib/session-key.ts'
import { canStore, sessionStorageAdapter } from '#site/lib/session-storage.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { guestCheckoutName } from '#site/page-drafts.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { Dialog } from '#site/ui/dialog.tsx'
import '#site/styles/question.css'

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

/** Whether a reference may stand here alone. What has come into this person's account by now is found there, also from elsewhere. */
async function hasGuestsSent(userId: string | undefined): Promise<boolean> {
  const references = listGuestsSent().map(({ reference }) => reference)
  if (references.length === 0 || userId === undefined) return references.length > 0
  try {
    const client = await getSupabase()
    const signal = AbortSignal.timeout(maxWaitMs)
    const [registrations, orders] = await Promise.all([
      client.from('my_registrations').select('reference').in('reference', references).abortSignal(signal),
      client.from('orders').select('code').eq('user_id', userId).in('code', references).abortSignal(signal),
    ])
    const own = new Set([
      ...(registrations.data ?? []).map(({ reference }) => reference),
      ...(orders.data ?? []).map(({ code }) => code),
    ])
    return references.some((reference) => !own.has(reference))
  } catch {
    return true
  }
}

/** Anybody's draft, or this person's alone. */
function hasDraft(userId?: string): boolean {
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

/** On a bad line it is asked. */
const maxWaitMs = 4000

export interface SignOutProps {
  leaving: Leaving
}

export function SignOut({ leaving }: SignOutProps) {
  const { how } = leaving
  const { userId } = useAuth()
  const navigate = useNavigate()
  const [isPrompting, setPrompting] = useState(false)
  const [isRunning, setRunning] = useState(false)
  /** Out on this device alone, which is said first: answered by its button. */
  const [seen, setSeen] = useState<{ keepsDrafts: boolean; onSeen: () => void } | null>(null)

  async function leave(keepsDrafts = false) {
    const { error } = await signOut('local', { keepsDrafts }).catch((error: unknown) => ({ error }))
    if (error) {
      // The service did not hear of it: from here it goes all the same, and that is said before another page is needed.
      if (canStore()) sessionStorageAdapter.removeItem(sessionStorageKey)
      if (!keepsDrafts) {
        clearDrafts()
        closeOpenLink()
      }
      setPrompting(false)
      await new Promise<void>((onSeen) => setSeen({ keepsDrafts, onSeen }))
      setSeen(null)
      await signOut(null, { keepsDrafts })
    }
    leaving.onLeft?.()
    if (how) return
    // As a document where the service was not reached: what answers it without a line says so.
    if (error) location.assign(paths.home)
    else navigate(paths.home)
  }

  async function confirm() {
    if (isRunning) return
    setRunning(true)
    await leave()
    setRunning(false)
    setPrompting(false)
  }

  const begin = useEffectEvent(async () => {
    // Drawn again, as around a page of an error, it answers nothing twice.
    if (leaving === answered) return
    answered = leaving
    const isUnfinished = how === 'unfinished'
    // What was typed last into a form may not be stored yet.
    const isAsked =
      leaving.onLeft || (isUnfinished ? hasDraft(userId) : hasDraft() || (await hasGuestsSent(userId)))
    if (isAsked) return setPrompting(true)
    await leave(isUnfinished)
  })
  useEffect(() => void begin(), [leaving])

  function stay() {
    if (isRunning) return
    setPrompting(false)
  }

  if (seen)
    return (
      <Dialog
        key="out"
        open
        role="alertdialog"
        title={words.unreached.title}
        onClose={seen.onSeen}
        actions={<Button onClick={seen.onSeen}>{words.unreached.ok}</Button>}
      >
        <p>{words.unreached.text(seen.keepsDrafts)}</p>
      </Dialog>
    )
  return (
    <Dialog
      key="question"
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
    </Dialog>
  )
}
