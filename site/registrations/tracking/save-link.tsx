/** Above what a guest link shows: that it is private, and the way to close it on a device that others use too. */
import { formatDateTimeInWords, lagosTime } from '#domain/dates.ts'
import type { LinkChannel } from '#domain/guest-links.ts'
import { trackWords as words } from '#domain/registrations/tracking-words.ts'
import { paths } from '#site/paths.ts'
import { ConfirmButton } from '#site/ui/confirm-button.tsx'
import type { Shown } from './forget-here.ts'

interface EndProps {
  /** Only of a link that ends within days. */
  endsAt?: string | null | undefined
  /** Where it can be sent once more. */
  channel?: LinkChannel | undefined
}

interface LinkProps {
  /** Undefined where the link leads to something that could not be read now. */
  shown: Shown | undefined
  /** Loads what removes what else of it lies on this device. */
  loadForget?: () => Promise<(shown: Shown | undefined) => void>
}

export function SaveLink({ endsAt, channel = 'phone', ...props }: LinkProps & EndProps) {
  return (
    <div className="grid max-w-read justify-items-start gap-3">
      <p>{endsAt ? words.ends(`${formatDateTimeInWords(endsAt)} ${lagosTime}`, channel) : words.keep}</p>
      <CloseLink {...props} />
    </div>
  )
}

export function CloseLink({ shown, loadForget }: LinkProps) {
  async function close() {
    // All of it before the link is closed: a line that breaks afterwards leaves nothing behind.
    const [{ forgetHere }, { closeLink }, forgetMore] = await Promise.all([
      import('./forget-here.ts'),
      import('#site/lib/close-link.ts'),
      loadForget?.(),
    ])
    await closeLink()
    forgetHere(shown)
    forgetMore?.(shown)
  }

  return (
    <ConfirmButton
      label={words.close.label}
      variant="outline"
      size="sm"
      title={shown ? words.close.title : words.close.titleOfAll}
      confirmLabel={words.close.confirmLabel}
      busyLabel={words.close.busyLabel}
      run={() =>
        close().catch((error: unknown) => {
          throw new Error(words.close.failed(error instanceof Error ? error.message : ''))
        })
      }
      // Reloaded, so that nothing of it stays in this tab's memory.
      onDone={() => window.location.replace(paths.track)}
    >
      {() => (
        <p>
          {shown && <strong className="code">{shown.reference}</strong>}{' '}
          {shown ? words.close.text : words.close.textOfAll}
        </p>
      )}
    </ConfirmButton>
  )
}
