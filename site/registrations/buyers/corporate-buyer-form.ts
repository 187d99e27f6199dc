/** 'Corporate Buyer Registration' as it is laid out: its questions in groups; its words stand in `domain/`. */
import { orderProducts } from '#domain/order-products.ts'
import {
  corporateBuyerRules,
  corporateBuyerSuccess,
  corporateBuyerWords,
  readCorporateBuyer,
} from '#domain/registrations/corporate-buyers.ts'
import { boxOf } from '#site/registrations/long-form/boxes.ts'
import { defineLongForm } from '#site/registrations/long-form/define-long-form.ts'
import { addressFields, reachFields } from './address-fields.ts'
import { welcome } from './welcome.ts'

export const corporateBuyerForm = (companyName: string) =>
  defineLongForm(corporateBuyerRules, corporateBuyerWords, {
    form: 'buyer_corporate',
    steps: {
      company: [
        { name: 'companyName', control: 'line', autoComplete: 'organization' },
        { name: 'registrationNumber', control: 'line' },
        { name: 'website', ...boxOf('url'), autoComplete: 'url' },
      ],
      contact: [
        { name: 'contactPersonName', control: 'line', autoComplete: 'name' },
        { name: 'contactPersonTitle', control: 'line', autoComplete: 'organization-title' },
        ...reachFields,
        { name: 'alternativePhone', ...boxOf('tel') },
      ],
      address: addressFields('companyAddress'),
      business: [
        { name: 'businessType', control: 'select' },
        { name: 'yearsInBusiness', control: 'select' },
        { name: 'annualPurchaseVolume', control: 'select' },
      ],
      buying: [
        { name: 'productsOfInterest', control: 'chips-text', options: orderProducts },
        { name: 'targetMarkets', control: 'area' },
        { name: 'qualityCertifications', control: 'area' },
        { name: 'paymentTermsPreference', control: 'select' },
        { name: 'hearAboutUs', control: 'select' },
        { name: 'additionalInfo', control: 'area' },
      ],
    },
    read: readCorporateBuyer,
    success: welcome(corporateBuyerSuccess, companyName),
  })
