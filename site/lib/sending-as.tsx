/** Names the account on a form that asks for what is secret: whoever was signed in by a stranger's hand sees it here. */
import { useEffect, useState } from 'react'
import { readStoredSession } from '#site/lib/stored-session.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

/** `allowsGuests`: the form goes without an account, too. Nothing is shown to somebody who is signed out. */
export function SendingAs({ allowsGuests }: { allowsGuests: boolean }) {
  const [email, setEmail] = useState<string>()
  const [isLeaving, setIsLeaving] = useState(false)

  useEffect(() => {
    const read = () => setEmail(readStoredSession()?.email)
    read()
    window.addEventListener('storage', read)
    return () => window.removeEventListener('storage', read)
  }, [])

  async function leave() {
    setIsLeaving(true)
    try {
      const { signOut } = await import('#site/lib/auth-state.ts')
      const { error } = await signOut()
      if (error) throw error
      // The form begins once more, with nothing of the account in it.
      window.location.reload()
    } catch {
      setIsLeaving(false)
      toast.error('Sign out failed', 'Please check your connection and try again.')
    }
  }

  if (!email) return null
  return (
    <Notice>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>
          You are sending this as <strong className="wrap-anywhere">{email}</strong>.
        </p>
        <Button
          size="sm"
          variant="outline"
          busy={isLeaving}
          busyLabel="Signing Out..."
          onClick={() => void leave()}
        >
          {allowsGuests ? 'Sign out, go on as a guest' : 'Not you? Sign out'}
        </Button>
      </div>
    </Notice>
  )
}
