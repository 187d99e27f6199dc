/** The corporate buyer registration as data: five groups of questions, and what is said when it is sent. */

import { orderProducts } from '#domain/order-products.ts'
import {
  annualPurchaseVolumes,
  corporateBusinessTypes,
  corporateBuyerRules,
  corporateHearAboutUs,
  paymentTermsPreferences,
  readCorporateBuyer,
  yearsInBusiness,
} from '#domain/registrations/buyers.ts'
import {
  companyNameField,
  phoneBox,
  reachFields,
  websiteField,
} from '#site/registrations/long-form/contact-fields.ts'
import type { LongFormDefinition } from '#site/registrations/long-form/definition.ts'
import { addressFields } from './address-fields.ts'
import { acceptBuyerTerms, buyerFailure } from './shared-parts.ts'

export function corporateBuyerForm(companyName: string): LongFormDefinition {
  return {
    form: 'buyer_corporate',
    title: 'Corporate Buyer Registration',
    steps: [
      {
        id: 'company',
        title: 'The company',
        fields: [
          companyNameField,
          {
            name: 'registrationNumber',
            label: 'Registration number',
            control: 'line',
            help: 'As it stands in the register of companies (RC or BN number in Nigeria).',
            why: 'So that we can find the company in the register before we trade with it.',
          },
          websiteField,
        ],
      },
      {
        id: 'contact',
        title: 'The person who buys',
        lead: 'One name, so that nothing is lost between desks.',
        fields: [
          { name: 'contactPersonName', label: 'Contact person', control: 'line', autoComplete: 'name' },
          {
            name: 'contactPersonTitle',
            label: 'Title or position',
            control: 'line',
            autoComplete: 'organization-title',
          },
          ...reachFields,
          {
            name: 'alternativePhone',
            label: 'Alternative phone number',
            ...phoneBox,
          },
        ],
      },
      {
        id: 'address',
        title: 'Where the company is',
        fields: addressFields('companyAddress', 'Company address'),
      },
      {
        id: 'business',
        title: 'The business',
        fields: [
          {
            name: 'businessType',
            label: 'Business type',
            control: 'select',
            options: corporateBusinessTypes,
            placeholder: 'Select business type',
          },
          {
            name: 'yearsInBusiness',
            label: 'Years in business',
            control: 'select',
            options: yearsInBusiness,
            placeholder: 'Select years in business',
          },
          {
            name: 'annualPurchaseVolume',
            label: 'Annual purchase volume',
            control: 'select',
            options: annualPurchaseVolumes,
            placeholder: 'Select annual purchase volume',
            help: 'All products together, in tonnes a year.',
          },
        ],
      },
      {
        id: 'buying',
        title: 'What it buys, and for whom',
        fields: [
          {
            name: 'productsOfInterest',
            label: 'Products of interest',
            control: 'chips-text',
            options: orderProducts,
            otherLabel: 'Other products',
            help: 'Tick what the company buys, or write it.',
          },
          {
            name: 'targetMarkets',
            label: 'Target markets',
            control: 'area',
            help: 'Countries, regions or kinds of customer.',
          },
          {
            name: 'qualityCertifications',
            label: 'Quality certifications',
            control: 'area',
            help: 'For example organic, HACCP or ISO 22000.',
          },
          {
            name: 'paymentTermsPreference',
            label: 'Payment terms preference',
            control: 'select',
            options: paymentTermsPreferences,
            placeholder: 'Select payment terms preference',
          },
          {
            name: 'hearAboutUs',
            label: 'How did you hear about us?',
            control: 'select',
            options: corporateHearAboutUs,
            placeholder: 'Select one',
          },
          {
            name: 'additionalInfo',
            label: 'Additional information',
            control: 'area',
          },
        ],
      },
    ],
    reviewFields: [acceptBuyerTerms],
    rules: corporateBuyerRules,
    read: readCorporateBuyer,
    submitLabel: 'Register as Corporate Buyer',
    busyLabel: 'Processing Registration...',
    success: {
      kind: 'toast',
      title: 'Registration Successful',
      description: `Welcome to ${companyName}! Our team will contact you within 48 hours to discuss partnership opportunities.`,
    },
    failure: buyerFailure,
  }
}
