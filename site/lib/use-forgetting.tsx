/** "Not my phone: forget it": all that this device remembers of what was sent from it, the link that is open in this browser, and what was begun on its page. */
import { type ReactNode, useState } from 'react'
import { forgottenWords as words } from '#domain/not-my-phone-words.ts'
import { Button } from '#site/ui/button.tsx'

// Written out: the first page of most visitors has it, and `draft.ts` weighs more than all of this. The references (`sent-here.ts`), a
// guest's order that waits for its transfer, with its link and whom it goes to, the links of this tab, and what `correction-draft.ts`
// and `stored-answers.ts` write.
const remembered = /^house-draft:(sent$|checkout-guest$|links$|correction:|about:)/
/** On the phone of someone else an order goes on in its tab, and ends with it. */
const ofTabOnly = 'house-draft:checkout-guest'

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
        if (remembered.test(key) && !(store === window.sessionStorage && key === ofTabOnly)) {
          taken.push([store, key, text])
          store.removeItem(key)
        }
  } catch {
    // nothing was stored
  }
  return taken
}
