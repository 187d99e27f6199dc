/** Leaves the sign-in page once the user is signed in: to the wanted page, else staff to the admin area and everybody else home. */
import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { greetings, linkProblemWords, signInPageWords } from '#domain/account/sign-in-words.ts'
import { useRole } from '#site/account/role.ts'
import { type CallbackOutcome, forgetCallbackOutcome } from '#site/lib/auth-state.ts'
import { paths } from '#site/paths.ts'
import { LoadingScreen } from '#site/ui/spinner.tsx'
import { toast } from '#site/ui/toast.tsx'

export function AfterSignIn({ next, outcome }: { next: string | null; outcome: CallbackOutcome }) {
  const navigate = useNavigate()
  const { status, role } = useRole()
  const hasLeft = useRef(false)

  useEffect(() => {
    if (hasLeft.current) return
    // Whether someone works here decides where they begin, unless they were on their way somewhere.
    if (!next && status === 'unknown') return
    hasLeft.current = true
    const greeting = outcome.kind === 'signedIn' && greetings[outcome.purpose]
    if (greeting) toast.success(greeting)
    // Who is signed in already and follows a mail's link sees here how it went.
    if (outcome.kind === 'message') toast.success(outcome.message)
    if (outcome.kind === 'failed') toast.error(outcome.message || linkProblemWords.ended)
    forgetCallbackOutcome()
    navigate(next ?? (role ? paths.adminHome : paths.home), { replace: true })
  }, [next, outcome, navigate, status, role])

  return <LoadingScreen label={signInPageWords.loading} />
}
