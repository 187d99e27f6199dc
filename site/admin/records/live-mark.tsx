/** Beside the count of a list: whether changes come by themselves, or that the line is gone. */
import { type LiveState, useLiveState } from '#site/admin/live.ts'

const words: Record<NonNullable<LiveState>, string> = {
  live: 'Live',
  reconnecting: 'Reconnecting',
  offline: 'Offline',
}

export function LiveMark() {
  const state = useLiveState()
  if (!state) return null
  return (
    <span className="live" data-state={state}>
      {words[state]}
    </span>
  )
}
