/** Says as whom a form is sent, with the way out of that account. */
import { sendingAsWords as words } from '#domain/registrations/correction-words.ts'
import { askToLeave } from '#site/lib/leaving.ts'
import '#site/styles/finish.css'
import { Button } from '#site/ui/button.tsx'
import { Notice } from '#site/ui/panel.tsx'

export default function SendingAsNotice({ email, allowsGuests }: { email: string; allowsGuests: boolean }) {
  return (
    <Notice>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p>
          {words.lead} <strong className="wrap-anywhere">{email}</strong>.
        </p>
        {/* The form then begins once more, with nothing of the account in it. */}
        <Button
          variant="outline"
          size="sm"
          onClick={() => askToLeave('here', () => window.location.reload())}
        >
          {allowsGuests ? words.asGuest : words.notYou}
        </Button>
      </div>
    </Notice>
  )
}
