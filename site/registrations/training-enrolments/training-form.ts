/** The poultry training enrolment as it is laid out: its questions in steps; its words stand in `domain/`. */
import {
  readTrainingEnrolment,
  trainingMessages,
  trainingRules,
  trainingWords,
} from '#domain/registrations/training-enrolments.ts'
import { paths } from '#site/paths.ts'
import { boxOf } from '#site/registrations/long-form/boxes.ts'
import { defineLongForm } from '#site/registrations/long-form/define-long-form.ts'
import {
  guardianConsentField,
  identityFields,
  photoFields,
} from '#site/registrations/long-form/identity-fields.ts'

export const trainingForm = defineLongForm(trainingRules, trainingWords, {
  form: 'training',
  steps: {
    // The guardian's are only for those who are under 18 by the birth date above them.
    ...identityFields([
      { name: 'guardianName', control: 'line' },
      { name: 'guardianPhone', ...boxOf('tel') },
      guardianConsentField,
    ]),
    knowledge: [
      { name: 'educationLevel', control: 'choice' },
      { name: 'experience', control: 'choice' },
    ],
    aims: [
      { name: 'motivation', control: 'area' },
      { name: 'trainingGoals', control: 'area' },
    ],
    photo: photoFields,
  },
  read: readTrainingEnrolment,
  success: { kind: 'alert', message: trainingMessages.submitted, to: paths.home },
})
