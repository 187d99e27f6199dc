/** "Not my phone: forget it": all that this device remembers of what was sent from it, the link that is open in this browser, and what was begun on its page. */
import { type ReactNode, useState } from 'react'
import { forgottenWords as words } from '#domain/not-my-phone-words.ts'
import { isForgotten } from '#site/page-forgotten.ts'
import { Button } from '#site/ui/button.tsx'

export interface Forgetting {
  isForgotten: boolean
  forget: () => void
  /** Gives all of it back. The link is opened again by itself, from where it is followed. */
  undo: () => void
  /** That the link may be open still, where it could not be closed. */
  notice: ReactNode
}

export function useForgetting(): Forgetting {
  const [mayBeOpen, setMayBeOpen] = useState(false)
  const [isForgotten, setIsForgotten] = useState(false)
  const [taken, setTaken] = useState<[Storage, string, string][]>([])

  function close() {
    import('./close-link.ts')
      .then(({ closeLink }) => closeLink())
      .then(
        () => setMayBeOpen(false),
        () => setMayBeOpen(true),
      )
  }

  return {
    isForgotten,
    forget() {
      setIsForgotten(true)
      setTaken(takeRemembered())
      close()
    },
    undo() {
      setIsForgotten(false)
      for (const [store, key, text] of taken) store.setItem(key, text)
      setMayBeOpen(false)
    },
    notice: (
      <>
        <span role="status">{mayBeOpen && words.mayBeOpen}</span>
        {mayBeOpen && (
          <Button size="sm" variant="quiet" onClick={close}>
            {words.again}
          </Button>
        )}
      </>
    ),
  }
}

function takeRemembered(): [Storage, string, string][] {
  const taken: [Storage, string, string][] = []
  try {
    for (const store of [window.localStorage, window.sessionStorage])
      for (const [key, text] of Object.entries<string>(store))
        if (isForgotten(key, store)) {
          taken.push([store, key, text])
          store.removeItem(key)
        }
  } catch {
    // nothing was stored
  }
  return taken
}
