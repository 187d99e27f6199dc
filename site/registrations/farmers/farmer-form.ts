/** 'Farmer Bio Data' as data: its questions, in which steps, why, and what is said when it is sent. */
import {
  cropTypes,
  farmerMessages,
  farmerRules,
  farmingExperiences,
  farmingMethods,
  farmSizes,
  readFarmer,
} from '#domain/registrations/farmers.ts'
import { paths } from '#site/paths.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { acceptTermsField, identitySteps, photoStep } from '#site/registrations/long-form/identity-fields.tsx'

export const farmerForm: LongFormDefinition = {
  form: 'farmer',
  title: 'Farmer Bio Data',
  steps: [
    ...identitySteps(),
    {
      id: 'farm',
      title: 'Your farm',
      lead: 'So that advice, inputs and buyers fit it.',
      fields: [
        {
          name: 'farmName',
          label: 'Farm name',
          control: 'line',
          help: 'Leave it empty, and your farm is called after you.',
        },
        {
          name: 'farmSize',
          label: 'Farm size',
          control: 'select',
          options: farmSizes,
          placeholder: 'Select farm size',
          help: 'All your plots together. A football field is a little less than two acres.',
        },
        {
          name: 'farmingExperience',
          label: 'Farming experience',
          control: 'select',
          options: farmingExperiences,
          placeholder: 'Select farming experience',
        },
        {
          name: 'cropTypes',
          label: 'Crop types',
          control: 'several',
          options: cropTypes,
          help: 'Tick all that you grow.',
        },
        {
          name: 'otherCrops',
          label: 'Which other crops?',
          shortLabel: 'Other crops',
          control: 'line',
          help: 'For example beans, onion, wheat. Animals too.',
        },
        { name: 'farmingMethods', label: 'Farming methods', control: 'choice', options: farmingMethods },
      ],
    },
    {
      id: 'aims',
      title: 'Your aims',
      lead: 'So that we begin where you want to go.',
      fields: [
        {
          name: 'challenges',
          label: 'Challenges',
          control: 'area',
          help: 'Water, seed, prices, roads, thieves: whatever holds you back.',
        },
        {
          name: 'goals',
          label: 'Goals',
          control: 'area',
          help: 'What your farm should be in a few years.',
        },
      ],
    },
    photoStep('A selfie is enough. You can take it now, or choose one that you have.'),
  ],
  reviewFields: [acceptTermsField],
  rules: farmerRules,
  read: readFarmer,
  submitLabel: 'Submit Bio Data',
  busyLabel: 'Submitting...',
  success: { kind: 'alert', message: farmerMessages.submitted, to: paths.home },
  failure: {
    title: 'Submission Failed',
    description: 'There was an error submitting your bio data. Please try again.',
  },
}
