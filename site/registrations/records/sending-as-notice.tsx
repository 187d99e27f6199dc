/** Says as whom a form is sent, with the way out of that account. */
import { useState } from 'react'
import { sendingAsWords as words } from '#domain/registrations/correction-words.ts'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

export default function SendingAsNotice({ email, allowsGuests }: { email: string; allowsGuests: boolean }) {
  const [isLeaving, setIsLeaving] = useState(false)

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
      toast.error(words.failed.title, words.failed.text)
    }
  }

  return (
    <Notice>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>
          {words.lead} <strong className="wrap-anywhere">{email}</strong>.
        </p>
        <Button
          size="sm"
          variant="outline"
          busy={isLeaving}
          busyLabel={words.busyLabel}
          onClick={() => void leave()}
        >
          {allowsGuests ? words.asGuest : words.notYou}
        </Button>
      </div>
    </Notice>
  )
}
