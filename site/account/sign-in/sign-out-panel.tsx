/** Leaving: this device only, or every device at once. */
import { useState } from 'react'
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
      toast.error(
        'This device was signed out already',
        'Other devices may still be signed in: sign in here, then sign out everywhere.',
      )
      return dropLostSession()
    }
    if (error) return toast.error('You are still signed in', networkHint)
    toast.success(scope === 'global' ? 'Signed out on every device' : 'Signed out')
  }

  return (
    <div className="grid gap-4">
      <p>Is this a shared phone or computer? Sign out when you are done. Drafts kept on it are removed.</p>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="outline"
          busy={busy === 'local'}
          busyLabel="Signing Out..."
          disabled={busy !== null}
          onClick={() => void leave('local')}
        >
          Sign out on this device
        </Button>
        <Button
          variant="danger"
          busy={busy === 'global'}
          busyLabel="Signing Out..."
          disabled={busy !== null}
          onClick={() => void leave('global')}
        >
          Sign out everywhere
        </Button>
      </div>
    </div>
  )
}
