/** A registration form as staff fill it in for someone else: no photo, and the person's consent on record. */
import { intakeMessages, type StaffChannel } from '#domain/registrations/intake.ts'
import type { LongFormDefinition, TickField } from '#site/registrations/long-form/definition.ts'

export const channels = [
  { value: 'walk_in', label: 'The person is here' },
  { value: 'phone', label: 'The person is on the phone' },
] as const satisfies readonly { value: StaffChannel; label: string }[]

const consentRecorded: TickField = {
  name: 'consentRecorded',
  control: 'tick',
  label: 'I have read out what is kept and why, and the person agreed to every box above.',
  shortLabel: 'The person agreed',
}

export function onBehalf(definition: LongFormDefinition): LongFormDefinition {
  return {
    ...definition,
    // The person takes a photo themselves, with their guest link.
    steps: definition.steps.filter(({ fields }) => !fields.every(({ control }) => control === 'selfie')),
    reviewFields: [...definition.reviewFields, consentRecorded],
    read(input, settings) {
      const verdict = definition.read(input, settings)
      const problems = verdict.ok ? [] : [...verdict.problems]
      if (input[consentRecorded.name] !== true) {
        problems.push({ field: consentRecorded.name, message: intakeMessages.consentMissing })
      }
      return problems.length > 0 ? { ok: false, problems } : { ok: true }
    },
    success: {
      kind: 'toast',
      title: 'Registration entered',
      description: 'It waits for review like any other. Give the person the reference.',
    },
  }
}
