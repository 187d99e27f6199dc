/** Names the account on a form with secret questions: anyone who was signed in to a stranger's account sees it here. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { readStoredSession } from '#site/lib/stored-session.ts'

/** Apart, so that guests do not load it. */
const Named = lazy(() => import('#site/registrations/records/sending-as-notice.tsx'))

/** `allowsGuests`: the form goes without an account, too. Nothing is shown to someone who is signed out. */
export function SendingAs(props: { allowsGuests: boolean }) {
  const [email, setEmail] = useState<string>()

  useEffect(() => {
    const read = () => setEmail(readStoredSession()?.email)
    read()
    window.addEventListener('storage', read)
    return () => window.removeEventListener('storage', read)
  }, [])

  return (
    email && (
      <Suspense>
        <Named email={email} {...props} />
      </Suspense>
    )
  )
}
