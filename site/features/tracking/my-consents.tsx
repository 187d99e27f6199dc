/** What was agreed to with this application, each with its day and its way back. */
import { useState } from 'react'
import { formatDateInWords } from '#domain/dates.ts'
import { type TrackedRegistration, withdrawTrackedConsent } from '#site/features/tracking/track-calls.ts'
import { describePurpose } from '#site/lib/registrations/describe-purpose.ts'
import { Button } from '#site/ui/button.tsx'
import { Panel } from '#site/ui/panel.tsx'
import { toast } from '#site/ui/toast.tsx'

interface MyConsentsProps {
  token: string
  consents: TrackedRegistration['consents']
  onChanged: () => void
}

export function MyConsents({ token, consents, onChanged }: MyConsentsProps) {
  const [withdrawing, setWithdrawing] = useState<string | null>(null)

  async function withdraw(purpose: string) {
    setWithdrawing(purpose)
    try {
      await withdrawTrackedConsent(token, purpose)
      toast.success('Taken back', 'We have written it down, with today’s date.')
      onChanged()
    } catch (error) {
      toast.error('This could not be taken back', error instanceof Error ? error.message : undefined)
    }
    setWithdrawing(null)
  }

  if (consents.length === 0) return null
  return (
    <Panel title="What I agreed to">
      <ul className="border-t border-ink">
        {consents.map(({ purpose, textVersion, isGiven, createdAt }) => (
          <li key={purpose} className="grid gap-2 border-b border-line py-3">
            <p className="font-semibold">{describePurpose(purpose)}</p>
            <p className="text-sm text-stone">
              {isGiven ? 'Agreed' : 'Taken back'} on {formatDateInWords(createdAt)}, text of {textVersion}
            </p>
            {isGiven && (
              <div>
                <Button
                  size="sm"
                  variant="outline"
                  busy={withdrawing === purpose}
                  busyLabel="Taking back..."
                  onClick={() => void withdraw(purpose)}
                >
                  Take back
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
