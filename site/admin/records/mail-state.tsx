/** Waiting, sending, sent or failed, as a badge. */
import type { MailState as State } from '#domain/admin/admin.ts'
import { StatusBadge } from '#site/ui/status.tsx'
import { capitalise } from './admin-kind.ts'

const tones: Partial<Record<State, string>> = { sent: 'approved', failed: 'declined' }

export function MailState({ state }: { state: State }) {
  return <StatusBadge status={tones[state]} word={capitalise(state)} />
}
