/** Until when someone has to have acted on what waits: the promise to the person, as a clock. */
import { formatDateTime } from '#domain/dates.ts'
import { Icon } from '#site/ui/icons.tsx'

const hourMs = 3_600_000

/** Nothing where nothing was promised, or it is done. */
export function Due({ at }: { at: string | null | undefined }) {
  if (!at) return null
  const dueAt = Date.parse(at)
  const left = dueAt - Date.now()
  return (
    <span
      className={left < 0 ? 'due due-late' : left < hourMs * 6 ? 'due due-soon' : 'due'}
      title={`Due ${formatDateTime(dueAt)}`}
    >
      <Icon name="clock" />
      {left < 0 ? `${describeSpan(-left)} late` : `${describeSpan(left)} left`}
    </span>
  )
}

function describeSpan(ms: number): string {
  const hours = Math.floor(ms / hourMs)
  if (hours < 1) return `${Math.max(1, Math.round(ms / 60_000))} min`
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`
}
