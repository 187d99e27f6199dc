/** Where staff enter a registration for someone who walked in or rang: which form, how they came, then the form. */
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { StaffChannel } from '#domain/registrations/intake.ts'
import {
  isRegistrationForm,
  type RegistrationFormName,
  registrationForms,
} from '#domain/registrations/registrations.ts'
import { addressParams } from '#site/lib/address-params.ts'
import { dropLostSession } from '#site/lib/auth-state.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { LongForm } from '#site/registrations/long-form/long-form.tsx'
import { Button } from '#site/ui/button.tsx'
import { Field } from '#site/ui/field.tsx'
import { Select } from '#site/ui/inputs.tsx'
import { channels, onBehalf } from './on-behalf.ts'

const formOptions = Object.entries(registrationForms).map(([value, { title }]) => ({ value, label: title }))

interface WalkInViewProps {
  /** The route knows where the forms are. */
  renderWith: (form: RegistrationFormName, render: (definition: LongFormDefinition) => ReactNode) => ReactNode
}

export function WalkInView({ renderWith }: WalkInViewProps) {
  const [params, setParams] = useSearchParams()
  const [count, setCount] = useState(0)
  const form = params.get('form') ?? ''
  const channel: StaffChannel = params.get('channel') === 'phone' ? 'phone' : 'walk_in'

  function choose(name: 'form' | 'channel', value: string) {
    const next = addressParams()
    next.set(name, value)
    setParams(next, { preventScrollReset: true, replace: true })
  }

  return (
    <div className="grid gap-10">
      <div className="form-pair max-w-[46rem]">
        <Field id="walk-in-form" label="Form">
          <Select
            value={form}
            options={formOptions}
            placeholder="Select a form"
            onChange={({ target }) => choose('form', target.value)}
          />
        </Field>
        <Field id="walk-in-channel" label="How they reached us">
          <Select
            value={channel}
            options={channels}
            onChange={({ target }) => choose('channel', target.value)}
          />
        </Field>
      </div>
      {isRegistrationForm(form) &&
        renderWith(form, (definition) => (
          <LongForm
            // Another person, another form.
            key={`${form} ${count}`}
            definition={onBehalf(definition)}
            onBehalf={channel}
            onSessionLost={() => void dropLostSession()}
            renderDone={() => (
              <Button onClick={() => setCount((entered) => entered + 1)}>Enter another</Button>
            )}
          />
        ))}
    </div>
  )
}
