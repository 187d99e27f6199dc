/** A correction as someone dictates it: the questions that were marked, how they came, and their consent on record. */
import { useState } from 'react'
import { intakeMessages, type StaffChannel } from '#domain/registrations/intake.ts'
import { SecondStepNotice } from '#site/admin/second-step.tsx'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { CorrectionForm } from '#site/registrations/records/correction-form.tsx'
import { Field } from '#site/ui/field.tsx'
import { Checkbox, Select } from '#site/ui/inputs.tsx'
import { type AssistedRegistration, sendDictated } from './assist-calls.ts'
import { channels } from './on-behalf.ts'

interface DictatedCorrectionProps {
  registration: AssistedRegistration
  definition: LongFormDefinition
  /** Whose draft it is: of this member of staff, apart from their own. */
  owner: string
  onSent: () => void
}

export function DictatedCorrection({ registration, definition, owner, onSent }: DictatedCorrectionProps) {
  const [channel, setChannel] = useState<StaffChannel>('walk_in')
  const [hasAgreed, setHasAgreed] = useState(false)
  const [isRequested, setIsRequested] = useState(false)
  const isMissing = isRequested && !hasAgreed
  if (!registration.correction) return null
  return (
    <div className="grid grid-cols-1 gap-6">
      <SecondStepNotice />
      <Field id="assist-channel" label="How they reached us">
        <Select
          value={channel}
          options={channels}
          onChange={({ target }) => setChannel(target.value === 'phone' ? 'phone' : 'walk_in')}
        />
      </Field>
      <Checkbox
        id="assist-consent"
        checked={hasAgreed}
        onChange={({ target }) => setHasAgreed(target.checked)}
        label="I have read out what is kept and why, and the person agreed to it and to this correction."
        error={isMissing ? intakeMessages.consentMissing : undefined}
      />
      <CorrectionForm
        definition={definition}
        correction={registration.correction}
        answers={registration.answers}
        storedAs={{ id: registration.id, owner }}
        send={async (answers, key) => {
          setIsRequested(true)
          if (!hasAgreed) return { ok: false, message: intakeMessages.consentMissing, problems: [] }
          return sendDictated(registration, channel, answers, key)
        }}
        onSent={onSent}
      />
    </div>
  )
}
