/** 'Farmer Bio Data' as it is laid out: its questions in steps, and where it leads; its words stand in `domain/`. */
import { farmerMessages, farmerRules, farmerWords, readFarmer } from '#domain/registrations/farmers.ts'
import { paths } from '#site/paths.ts'
import { defineLongForm } from '#site/registrations/long-form/define-long-form.ts'
import { identityFields, photoFields } from '#site/registrations/long-form/identity-fields.ts'

export const farmerForm = defineLongForm(farmerRules, farmerWords, {
  form: 'farmer',
  steps: {
    ...identityFields(),
    farm: [
      { name: 'farmName', control: 'line' },
      { name: 'farmSize', control: 'select' },
      { name: 'farmingExperience', control: 'select' },
      { name: 'cropTypes', control: 'several' },
      { name: 'otherCrops', control: 'line' },
      { name: 'farmingMethods', control: 'choice' },
    ],
    aims: [
      { name: 'challenges', control: 'area' },
      { name: 'goals', control: 'area' },
    ],
    photo: photoFields,
  },
  read: readFarmer,
  success: { kind: 'alert', message: farmerMessages.submitted, to: paths.home },
})
