/** "Not my phone: forget it", of what leads to the answers themselves: the link that is open in this browser, and what was begun on its page. */
import { type ReactNode, useState } from 'react'
import { linkOpenWords as words } from '#domain/not-my-phone-words.ts'
import { Button } from '#site/ui/button.tsx'

// Written out: the first page of most visitors has it, and `draft.ts` weighs more than all of this. `correction-draft.ts` and
// `stored-answers.ts` write them.
const begun = /^house-draft:(correction|about):/
/** A message about this record, and a guest's change: its link alone shows it, and is closed. A member's own stays. */
const isOf = (reference: string, key: string, text: string) =>
  key.startsWith(`house-draft:about:${reference}:`) ||
  (key.startsWith('house-draft:correction:') && text.includes('"userId":"guest"'))

export interface Forgetting {
  /** Without a reference: of every record. */
  forget: (reference?: string) => void
  /** Gives back what was begun. The link is opened again by itself, from where it is followed. */
  undo: () => void
  /** That the link may be open still, where it could not be closed. */
  notice: ReactNode
}

export function useForgetting(): Forgetting {
  const [mayBeOpen, setMayBeOpen] = useState(false)
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
    forget(reference) {
      setTaken(takeBegun((key, text) => (reference ? isOf(reference, key, text) : begun.test(key))))
      close()
    },
    undo() {
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

function takeBegun(isWanted: (key: string, text: string) => boolean): [Storage, string, string][] {
  const taken: [Storage, string, string][] = []
  try {
    for (const store of [window.localStorage, window.sessionStorage])
      for (const [key, text] of Object.entries<string>(store))
        if (isWanted(key, text)) {
          taken.push([store, key, text])
          store.removeItem(key)
        }
  } catch {
    // nothing was stored
  }
  return taken
}
