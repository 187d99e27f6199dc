/** Beside "Kept on this device": what a visitor types on the phone of someone else ends with its tab. */
import { typedHereWords as words } from '#domain/registrations/notice-words.ts'
import { Button } from '#site/ui/button.tsx'
import type { LongForm } from './use-long-form.ts'

export function NotMyPhone({ form: { isTabOnly, setTabOnly } }: { form: LongForm }) {
  if (!setTabOnly) return null
  return (
    <>
      <Button size="sm" variant="quiet" onClick={() => setTabOnly(!isTabOnly)}>
        {isTabOnly ? words.undo : words.notMyPhone}
      </Button>
      <span role="status" className="sr-only">
        {isTabOnly && words.done}
      </span>
    </>
  )
}
