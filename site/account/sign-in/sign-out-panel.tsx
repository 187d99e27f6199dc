/** Leaving: this device only, or every device at once. */
import { signOutWords as words } from '#domain/account/sign-in-words.ts'
import { dropLostSession, signOut } from '#site/lib/auth-state.ts'
import { askToLeave } from '#site/lib/leaving.ts'
import { networkHint } from '#site/lib/network.ts'
import { isSessionOver } from '#site/lib/supabase.ts'
import { Button } from '#site/ui/button.tsx'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import { toast } from '#site/ui/toast.tsx'

export function SignOutPanel() {
  /** Rejects with a sentence. */
  async function leaveEverywhere() {
    const { error } = await signOut('global').catch((failure: Error) => ({ error: failure }))
    if (error && isSessionOver(error)) {
      toast.error(words.already.title, words.already.text)
      return dropLostSession()
    }
    if (error) throw new Error(`${words.failed}. ${networkHint}`)
    toast.success(words.doneEverywhere)
  }

  return (
    <div className="grid gap-4">
      <p>{words.text}</p>
      <div className="flex flex-wrap gap-3">
        <Button variant="outline" onClick={() => askToLeave()}>
          {words.here}
        </Button>
        <ConfirmButton
          label={words.everywhere}
          title={words.ask.title}
          confirmLabel={words.everywhere}
          keepLabel={words.ask.keep}
          busyLabel={words.busyLabel}
          run={leaveEverywhere}
          onDone={() => {}}
        >
          {() => <p>{words.ask.text}</p>}
        </ConfirmButton>
      </div>
    </div>
  )
}
