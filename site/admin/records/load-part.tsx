/** A part of the admin area that is loaded when it is first shown; when the line breaks meanwhile, it can be loaded again. */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import { WaitingPart } from '#site/registrations/records/waiting-part.tsx'
import { Dialog } from '#site/ui/dialog.tsx'

type Part = (props: never) => ReactNode

interface Ahead {
  /** Before it is shown, where it is known that it will be. */
  fetch: () => void
  /** To spread on what opens it: fetched once the user goes for that, so that it is there when they press it. */
  ahead: { onPointerEnter: () => void; onFocus: () => void }
}

/** What takes longer counts as failed: the user sees it, and may try again. */
const loadWithinMs = 15_000

/** From then on it is there at once: a drawer that goes on to the next record does not flicker. */
function cacheLoaded(load: () => Promise<Part>) {
  let known: ComponentType<object> | null = null
  function loadOnce(): Promise<ComponentType<object>> {
    const loading = load().then((part) => {
      known = part as unknown as ComponentType<object>
      return known
    })
    const late = new Promise<never>((_, fail) => {
      setTimeout(() => fail(new Error('It did not come in time')), loadWithinMs)
    })
    return Promise.race([loading, late])
  }
  return {
    // What fails now is loaded again, and its failure shown, when it is opened.
    fetch: () => void (known ?? loadOnce().catch(() => {})),
    useShown(isWanted: boolean) {
      const { module, retry } = useLoaded(loadOnce, isWanted && known === null)
      return { Shown: known ?? module, retry }
    },
  }
}

export function loadPart<P extends Part>(load: () => Promise<P>): P & Ahead {
  const { fetch, useShown } = cacheLoaded(load)
  function LoadedPart(props: object) {
    const { Shown, retry } = useShown(true)
    return Shown ? <Shown {...props} /> : <WaitingPart retry={retry} />
  }
  // It takes the part's own props, and passes them on.
  return Object.assign(LoadedPart as unknown as P, {
    fetch,
    ahead: { onPointerEnter: fetch, onFocus: fetch },
  })
}

/**
 * Fetched once the user moves a pointer or presses a key: there before the first letter that is typed into it, and no weight
 * of a page that is only looked at.
 */
export function useFetchAhead({ fetch }: Pick<Ahead, 'fetch'>): void {
  useEffect(() => {
    const waiting = new AbortController()
    const begin = () => {
      waiting.abort()
      fetch()
    }
    for (const sign of ['pointermove', 'pointerdown', 'keydown'])
      addEventListener(sign, begin, { signal: waiting.signal, passive: true })
    return () => waiting.abort()
  }, [fetch])
}

interface DialogState {
  isOpen: boolean
  onClose: () => void
}

/**
 * A dialog, mounted from when it is first wanted, so that it can close by itself. While it is on its way another one stands in
 * its place: keys wait (admin-keys.ts), and Escape ends the wait.
 */
export function loadDialog<P extends Part>(load: () => Promise<P>): P & Pick<Ahead, 'fetch'> {
  const { fetch, useShown } = cacheLoaded(load)
  function LoadedDialog(props: DialogState) {
    const { isOpen, onClose } = props
    const { Shown, retry } = useShown(isOpen)
    const [wasOpen, setWasOpen] = useState(false)
    if (isOpen && !wasOpen) setWasOpen(true)
    if (!wasOpen) return null
    return (
      <>
        <Dialog open={isOpen && !Shown} title="One moment" onClose={onClose}>
          {/* The button to try again goes away when it is pressed: the focus stays here. */}
          <div tabIndex={-1} data-focus onClickCapture={({ currentTarget }) => currentTarget.focus()}>
            <WaitingPart retry={retry} />
          </div>
        </Dialog>
        {Shown && <Shown {...props} />}
      </>
    )
  }
  return Object.assign(LoadedDialog as unknown as P, { fetch })
}
