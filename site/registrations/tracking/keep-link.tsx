/** Above what a guest link shows: that it is private, and the way to close it on a device that others use too. */
import { useState } from 'react'
import { trackWords as words } from '#domain/registrations/tracking-words.ts'
import { paths } from '#site/paths.ts'
import { Button } from '#site/ui/button.tsx'
import { toast } from '#site/ui/toast.tsx'
import { closeLink } from './open-link.ts'

interface LinkProps {
  /** Undefined where the link leads to something that could not be read now. */
  shown: { id: string; reference: string } | undefined
  /** Loads what removes what else of it lies on this device. */
  loadForget?: () => Promise<() => void>
}

export function KeepLink(props: LinkProps) {
  return (
    <div className="grid max-w-read justify-items-start gap-3">
      <p>{words.keep}</p>
      <CloseLink {...props} />
    </div>
  )
}

export function CloseLink({ shown, loadForget }: LinkProps) {
  const [isClosing, setIsClosing] = useState(false)

  async function close() {
    setIsClosing(true)
    try {
      // All of it before the link is closed: a line that breaks afterwards leaves nothing behind.
      const [{ forgetHere }, forgetMore] = await Promise.all([import('./forget-here.ts'), loadForget?.()])
      await closeLink()
      forgetHere(shown)
      forgetMore?.()
      // Reloaded, so that nothing of it stays in this tab's memory.
      window.location.replace(paths.track)
    } catch (error) {
      setIsClosing(false)
      toast.error(words.closeFailed, error instanceof Error ? error.message : undefined)
    }
  }

  return (
    <Button variant="outline" size="sm" busy={isClosing} onClick={() => void close()}>
      {words.close}
    </Button>
  )
}
