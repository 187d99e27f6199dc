/** 'Individual Buyer Registration' as it is laid out: its questions in groups; its words stand in `domain/`. */
import { orderProducts } from '#domain/order-products.ts'
import {
  individualBuyerRules,
  individualBuyerSuccess,
  individualBuyerWords,
  readIndividualBuyer,
} from '#domain/registrations/individual-buyers.ts'
import { defineLongForm } from '#site/registrations/long-form/define-long-form.ts'
import { addressFields, reachFields } from './address-fields.ts'
import { welcome } from './welcome.ts'

export const individualBuyerForm = (companyName: string) =>
  defineLongForm(individualBuyerRules, individualBuyerWords, {
    form: 'buyer_individual',
    steps: {
      you: [
        { name: 'firstName', control: 'line', autoComplete: 'given-name', half: true },
        { name: 'lastName', control: 'line', autoComplete: 'family-name', half: true },
        ...reachFields,
        { name: 'businessName', control: 'line', autoComplete: 'organization' },
      ],
      address: addressFields('address'),
      buying: [
        { name: 'businessType', control: 'select' },
        { name: 'productsOfInterest', control: 'chips-text', options: orderProducts },
        { name: 'averageOrderQuantity', control: 'select' },
        { name: 'hearAboutUs', control: 'select' },
        { name: 'additionalInfo', control: 'area' },
      ],
    },
    read: readIndividualBuyer,
    success: welcome(individualBuyerSuccess, companyName),
  })
