/** 'Individual Buyer Registration' as data: its questions, in which groups, and what is said when it is sent. */

import { orderProducts } from '#domain/order-products.ts'
import {
  averageOrderQuantities,
  individualBusinessTypes,
  individualBuyerRules,
  individualHearAboutUs,
  readIndividualBuyer,
} from '#domain/registrations/buyers.ts'
import { reachFields } from '#site/registrations/long-form/contact-fields.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { addressFields } from './address-fields.ts'
import { acceptBuyerTerms, buyerFailure } from './shared-parts.ts'

export function individualBuyerForm(companyName: string): LongFormDefinition {
  return {
    form: 'buyer_individual',
    title: 'Individual Buyer Registration',
    steps: [
      {
        id: 'you',
        title: 'About you',
        fields: [
          { name: 'firstName', label: 'First name', control: 'line', autoComplete: 'given-name', half: true },
          { name: 'lastName', label: 'Last name', control: 'line', autoComplete: 'family-name', half: true },
          ...reachFields,
          {
            name: 'businessName',
            label: 'Business name',
            control: 'line',
            autoComplete: 'organization',
          },
        ],
      },
      {
        id: 'address',
        title: 'Where you are',
        lead: 'So that we know what reaches you, and by which road.',
        fields: addressFields('address', 'Address'),
      },
      {
        id: 'buying',
        title: 'What you buy',
        fields: [
          {
            name: 'businessType',
            label: 'Business type',
            control: 'select',
            options: individualBusinessTypes,
            placeholder: 'Select business type',
          },
          {
            name: 'productsOfInterest',
            label: 'Products of interest',
            control: 'chips-text',
            options: orderProducts,
            otherLabel: 'Other products',
            help: 'Tick what you buy, or write it.',
          },
          {
            name: 'averageOrderQuantity',
            label: 'Average order quantity',
            control: 'select',
            options: averageOrderQuantities,
            placeholder: 'Select average order quantity',
          },
          {
            name: 'hearAboutUs',
            label: 'How did you hear about us?',
            control: 'select',
            options: individualHearAboutUs,
            placeholder: 'Select one',
          },
          {
            name: 'additionalInfo',
            label: 'Additional information',
            control: 'area',
            help: 'Grades, packing, seasons: whatever we should know.',
          },
        ],
      },
    ],
    reviewFields: [acceptBuyerTerms],
    rules: individualBuyerRules,
    read: readIndividualBuyer,
    submitLabel: 'Register as Buyer',
    busyLabel: 'Processing Registration...',
    success: {
      kind: 'toast',
      title: 'Registration Successful',
      description: `Welcome to ${companyName}! Our team will contact you within 48 hours to discuss your requirements.`,
    },
    failure: buyerFailure,
  }
}
