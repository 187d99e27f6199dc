/** Says as whom a form is sent, with the way out of that account. */
import { sendingAsWords as words } from '#domain/registrations/correction-words.ts'
import '#site/styles/finish.css'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import { Notice } from '#site/ui/panel.tsx'

async function leave() {
  try {
    const { signOut } = await import('#site/lib/auth-state.ts')
    const { error } = await signOut()
    if (error) throw error
  } catch {
    throw new Error(words.failed)
  }
}

export default function SendingAsNotice({ email, allowsGuests }: { email: string; allowsGuests: boolean }) {
  return (
    <Notice>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>
          {words.lead} <strong className="wrap-anywhere">{email}</strong>.
        </p>
        <ConfirmButton
          label={allowsGuests ? words.asGuest : words.notYou}
          variant="outline"
          size="sm"
          title={words.ask.title}
          confirmLabel={words.ask.confirmLabel}
          keepLabel={words.ask.keepLabel}
          busyLabel={words.busyLabel}
          run={leave}
          // The form begins once more, with nothing of the account in it.
          onDone={() => window.location.reload()}
        >
          {() => <p>{words.ask.text}</p>}
        </ConfirmButton>
      </div>
    </Notice>
  )
}
