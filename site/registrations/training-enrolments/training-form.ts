/** The poultry training enrolment as data: its questions, in which steps, why, and what is said when it is sent. */

import {
  educationLevels,
  readTrainingEnrolment,
  trainingExperiences,
  trainingMessages,
  trainingRules,
} from '#domain/registrations/training-enrolments.ts'
import { paths } from '#site/paths.ts'
import { phoneBox } from '#site/registrations/long-form/contact-fields.ts'
import type { LongFormDefinition, LongFormField } from '#site/registrations/long-form/definition.ts'
import {
  acceptTermsField,
  guardianConsentField,
  identitySteps,
  photoStep,
} from '#site/registrations/long-form/identity-fields.tsx'

/** Only for those who are under 18 by the birth date above them. */
const guardianFields: readonly LongFormField[] = [
  {
    name: 'guardianName',
    label: 'Name of a parent or guardian',
    control: 'line',
    why: 'You are under 18: the law wants an adult to agree, and us to be able to reach them.',
  },
  {
    name: 'guardianPhone',
    label: 'Phone number of the parent or guardian',
    ...phoneBox,
  },
  guardianConsentField,
]

export const trainingForm: LongFormDefinition = {
  form: 'training',
  title: 'Poultry Training Enrolment',
  steps: [
    ...identitySteps(guardianFields),
    {
      id: 'knowledge',
      title: 'What you know',
      lead: 'So that the group fits you. No level is too low.',
      fields: [
        {
          name: 'educationLevel',
          label: 'Education level',
          control: 'choice',
          options: educationLevels,
        },
        {
          name: 'experience',
          label: 'Experience with poultry',
          control: 'choice',
          options: trainingExperiences,
        },
      ],
    },
    {
      id: 'aims',
      title: 'What you want',
      lead: 'So that the trainers prepare for it.',
      fields: [
        {
          name: 'motivation',
          label: 'Motivation',
          control: 'area',
          help: 'Why you want to keep poultry, in a sentence or two.',
        },
        {
          name: 'trainingGoals',
          label: 'Training goals',
          control: 'area',
          help: 'What you want to be able to do afterwards.',
        },
      ],
    },
    photoStep('A selfie is enough. You can take it now, or choose one that you have.'),
  ],
  reviewFields: [acceptTermsField],
  rules: trainingRules,
  read: readTrainingEnrolment,
  submitLabel: 'Submit Enrollment',
  busyLabel: 'Submitting...',
  success: { kind: 'alert', message: trainingMessages.submitted, to: paths.home },
  failure: {
    title: 'Submission Failed',
    description: 'There was an error submitting your enrollment. Please try again.',
  },
}
