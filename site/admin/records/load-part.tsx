/** A part of the admin area that is loaded when it is first shown; when the line breaks meanwhile, it can be loaded again. */
import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useLoaded } from '#site/registrations/long-form/use-loaded.ts'
import { WaitingPart } from '#site/registrations/records/waiting-part.tsx'

type Part = (props: never) => ReactNode

interface Ahead {
  /** Before it is shown, where it is known that it will be. */
  fetch: () => void
  /** To spread on what opens it: fetched once the user goes for that, so that it is there when they press it. */
  ahead: { onPointerEnter: () => void; onFocus: () => void }
}

/** From then on it is there at once: a drawer that goes on to the next record does not flicker. */
export function loadPart<P extends Part>(load: () => Promise<P>): P & Ahead {
  let known: ComponentType<object> | null = null
  const loadOnce = async () => {
    known = (await load()) as unknown as ComponentType<object>
    return known
  }
  function LoadedPart(props: object) {
    const { module, retry } = useLoaded(loadOnce, known === null)
    const Shown = known ?? module
    return Shown ? <Shown {...props} /> : <WaitingPart retry={retry} />
  }
  // What fails now is loaded again, and its failure shown, when it is opened.
  const fetch = () => void (known ?? loadOnce().catch(() => {}))
  // It takes the part's own props, and passes them on.
  return Object.assign(LoadedPart as unknown as P, {
    fetch,
    ahead: { onPointerEnter: fetch, onFocus: fetch },
  })
}

/**
 * Fetched once somebody moves a pointer or presses a key: there before the first letter that is typed into it, and no weight
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

/** A dialog, whose `isOpen` says when it is wanted: mounted from then on, so that it can close by itself. */
export function loadDialog<P extends Part>(load: () => Promise<P>): P & Pick<Ahead, 'fetch'> {
  const part = loadPart(load)
  const Dialog = part as unknown as ComponentType<{ isOpen: boolean }>
  function LoadedDialog(props: { isOpen: boolean }) {
    const [wasOpen, setWasOpen] = useState(false)
    if (props.isOpen && !wasOpen) setWasOpen(true)
    if (!wasOpen) return null
    return (
      // Keys wait for it while it is on its way (admin-keys.ts).
      <div className="contents" data-wanted={props.isOpen || undefined}>
        <Dialog {...props} />
      </div>
    )
  }
  return Object.assign(LoadedDialog as unknown as P, { fetch: part.fetch })
}
