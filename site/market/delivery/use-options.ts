/** The options of delivery for what is in a basket and the place that is chosen, looked up again when either changes. */
import { useEffect, useState } from 'react'
import type { DeliveryOptions } from '#domain/market/delivery.ts'
import { type BasketLine, type DeliveryPlace, readDeliveryOptions } from './read-options.ts'

/** Long enough for the next letter of a place's name. */
const pauseMs = 350

export interface OptionsLookup {
  /** Null: no place is chosen, or they are not known yet. */
  options: DeliveryOptions | null
  isLoading: boolean
  hasFailed: boolean
  again: () => void
  /** They came along with another answer. */
  take: (options: DeliveryOptions) => void
}

interface Known {
  question: string
  state: string
  /** Null: nobody answered. */
  options: DeliveryOptions | null
}

/** `isEarly`: also before a state is chosen. */
export function useDeliveryOptions(
  items: readonly BasketLine[],
  place: DeliveryPlace,
  isEarly = false,
): OptionsLookup {
  const basket = JSON.stringify(items.map(({ productId, quantity }) => ({ productId, quantity })))
  const { state, lga } = place
  const isQueried = (isEarly || state !== '') && basket !== '[]'
  const [tries, setTries] = useState(0)
  const question = `${basket} ${state} ${lga} ${tries}`
  const [known, setKnown] = useState<Known | null>(null)
  useEffect(() => {
    if (!isQueried) return
    let isGone = false
    const settle = (options: DeliveryOptions | null) => {
      if (!isGone) setKnown({ question, state, options })
    }
    const timer = setTimeout(() => {
      readDeliveryOptions(JSON.parse(basket), { state, lga }).then(settle, () => settle(null))
    }, pauseMs)
    return () => {
      isGone = true
      clearTimeout(timer)
    }
  }, [basket, state, lga, question, isQueried])
  const isCurrent = known?.question === question
  return {
    // Options of the same state stay until the exact ones are there: nothing jumps while an area is typed.
    options: isCurrent || known?.state === state ? known.options : null,
    isLoading: isQueried && !isCurrent,
    hasFailed: isCurrent && known.options === null,
    again: () => setTries((count) => count + 1),
    take: (options) => setKnown({ question, state, options }),
  }
}
