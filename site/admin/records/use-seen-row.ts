/** A row that several staff may edit, as its form was drawn. */
import { useState } from 'react'

/**
 * What others save is seen once nothing is typed into the form that is not stored.
 * `isBegun`: the form begins with words that were typed before.
 */
export function useSeenRow<Row>(row: Row, isBegun = false) {
  const [seen, setSeen] = useState(row)
  const [isTyped, setIsTyped] = useState(isBegun)
  if (!isTyped && seen !== row) setSeen(row)
  return { seen, type: () => setIsTyped(true), forget: () => setIsTyped(false) }
}

/** For a save that finds its row changed since it was seen; SeeRow then shows the row as it is. */
export const describeChangedMeanwhile = (noun: string) => ({
  code: 'PT409',
  message: `Somebody else changed this ${noun} in the meantime. Look at it as it is now, then try again.`,
  hint: 'seen',
})

/** For a save that nobody else has forestalled, and that the rights of the account do not allow. */
export const describeNotAllowed = (noun: string) => ({
  code: '42501',
  message: `Nothing was changed: your account may not change this ${noun}.`,
})
