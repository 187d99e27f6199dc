/** Says that there is no line, while something of the page waits for one; it goes out by itself when there is one again. */
import { useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { offlineHint } from '#site/lib/network.ts'
import { ErrorNotice } from '#site/ui/error-notice.tsx'

export function WaitingForLine() {
  const queries = useQueryClient().getQueryCache()
  const isWaiting = useSyncExternalStore(
    (listener) => queries.subscribe(listener),
    () =>
      queries
        .findAll({ type: 'active', fetchStatus: 'paused' })
        .some(({ state }) => state.data === undefined),
    () => false,
  )
  return isWaiting && <ErrorNotice text={offlineHint} />
}
