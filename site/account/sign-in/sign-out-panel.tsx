/** Leaving: this device only, or every device at once. */
import { useState } from 'react'
import { signOutWords as words } from '#domain/account/sign-in-words.ts'
import { dropLostSession, signOut } from '#site/lib/auth-state.ts'
import { networkHint } from '#site/lib/network.ts'
import { isSessionOver } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'

export function SignOutPanel() {
  const [busy, setBusy] = useState<'local' | 'global' | null>(null)

  async function leave(scope: 'local' | 'global') {
    setBusy(scope)
    const { error } = await signOut(scope).catch((failure: Error) => ({ error: failure }))
    setBusy(null)
    if (error && isSessionOver(error)) {
      toast.error(words.already.title, words.already.text)
      return dropLostSession()
    }
    if (error) return toast.error(words.failed, networkHint)
    toast.success(scope === 'global' ? words.doneEverywhere : words.done)
  }

  return (
    <div className="grid gap-4">
      <p>{words.text}</p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          busy={busy === 'local'}
          busyLabel={words.busyLabel}
          disabled={busy !== null}
          onClick={() => void leave('local')}
        >
          {words.here}
        </Button>
        <Button
          variant="danger"
          busy={busy === 'global'}
          busyLabel={words.busyLabel}
          disabled={busy !== null}
          onClick={() => void leave('global')}
        >
          {words.everywhere}
        </Button>
      </div>
    </div>
  )
}
