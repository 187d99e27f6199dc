/** The order form's fields, once: their groups, labels, keyboards and help; the form draws what stands here. */

import {
  incoterms,
  type OrderRequestField,
  orderRequestRules,
  orderUnits,
  paymentTerms,
} from '#domain/market/orders.ts'
import { orderProducts } from '#domain/order-products.ts'

export interface OrderFieldLook {
  name: OrderRequestField
  label: string
  control: 'line' | 'area' | 'select' | 'country'
  help?: string
  type?: 'text' | 'email' | 'tel' | 'date'
  inputMode?: 'decimal' | 'tel' | 'email'
  autoComplete?: string
  placeholder?: string
  options?: readonly string[]
  /** Stands beside its neighbour where there is room. */
  half?: boolean
}

export interface OrderGroup {
  title: string
  fields: readonly OrderFieldLook[]
}

export const orderGroups: readonly OrderGroup[] = [
  {
    title: 'Who is ordering',
    fields: [
      { name: 'companyName', label: 'Company name', control: 'line', autoComplete: 'organization' },
      { name: 'contactPerson', label: 'Contact person', control: 'line', autoComplete: 'name' },
      {
        name: 'email',
        label: 'Email',
        control: 'line',
        type: 'email',
        inputMode: 'email',
        autoComplete: 'email',
        help: 'The confirmation and every decision go there.',
      },
      {
        name: 'phone',
        label: 'Phone number',
        control: 'line',
        type: 'tel',
        inputMode: 'tel',
        autoComplete: 'tel',
        help: 'We call this number about the order. Nothing else.',
      },
      { name: 'address', label: 'Address', control: 'area', autoComplete: 'street-address' },
      {
        name: 'country',
        label: 'Country',
        control: 'country',
        autoComplete: 'country-name',
        help: 'Choose from the list or type it.',
      },
    ],
  },
  {
    title: 'What you need',
    fields: [
      {
        name: 'product',
        label: 'Product',
        control: 'select',
        options: orderProducts,
        placeholder: 'Select a product',
      },
      {
        name: 'quantity',
        label: 'Quantity',
        control: 'line',
        inputMode: 'decimal',
        half: true,
      },
      {
        name: 'unit',
        label: 'Unit',
        control: 'select',
        options: orderUnits,
        placeholder: 'Select a unit',
        half: true,
      },
    ],
  },
  {
    title: 'Delivery and terms',
    fields: [
      {
        name: 'deliveryLocation',
        label: 'Delivery location',
        control: 'area',
        help: 'Port, warehouse or address where the goods should arrive.',
      },
      {
        name: 'paymentTerms',
        label: 'Payment terms',
        control: 'select',
        options: paymentTerms,
        placeholder: 'Select payment terms',
      },
      {
        name: 'incoterms',
        label: 'Incoterms',
        control: 'select',
        options: incoterms,
        placeholder: 'Select incoterms',
        help: 'Who pays for transport and insurance, and up to where.',
      },
      {
        name: 'additionalRequirements',
        label: 'Additional requirements',
        control: 'area',
        help: 'Grade, packing, certificates: whatever we should know.',
      },
      {
        name: 'preferredDate',
        label: 'Preferred delivery date',
        control: 'line',
        type: 'date',
        help: 'We confirm the date with you.',
        half: true,
      },
    ],
  },
]

export const orderFieldNames = orderGroups.flatMap((group) => group.fields.map((field) => field.name))

export function isOptionalOrderField(name: OrderRequestField): boolean {
  return orderRequestRules[name].min === 0
}
