/** Which step of a long form is open: it stands in the address, so that the browser's Back goes one step back. */
import { type RefObject, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import type { LongFormDefinition } from './definition.ts'

const reviewId = 'review'

export interface FormSteps {
  /** 0 is the first; the number of steps is the review page. */
  index: number
  /** The furthest that was opened. */
  reached: number
  setReached: (reached: number) => void
  open: (index: number) => void
  startOver: () => void
  /** Another step has come on the screen, and nobody has led the focus there yet. */
  hasMoved: RefObject<boolean>
}

export function useFormSteps({ steps }: LongFormDefinition): FormSteps {
  const { hash, search } = useLocation()
  const isHydrated = useHydrated() // the server does not see what stands behind #
  const navigate = useNavigate()
  const [reached, setReached] = useState(0)
  const ids = [...steps.map(({ id }) => id), reviewId]
  const wanted = isHydrated ? ids.indexOf(hash.slice(1)) : 0
  const index = Math.min(Math.max(wanted, 0), reached)
  const last = useRef(index)
  const hasMoved = useRef(false)
  if (last.current !== index) {
    last.current = index
    hasMoved.current = true
  }
  return {
    index,
    reached,
    hasMoved,
    setReached: (count) => setReached((before) => Math.max(before, Math.min(count, steps.length))),
    open(index) {
      setReached((before) => Math.max(before, index))
      // As a link: the second of a double tap is no further step to go back from.
      const replace = window.location.hash.slice(1) === ids[index]
      navigate({ search, hash: ids[index] }, { preventScrollReset: true, replace })
    },
    startOver() {
      setReached(0)
      navigate({ search, hash: ids[0] }, { preventScrollReset: true, replace: true })
    },
  }
}
