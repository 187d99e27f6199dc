// The order form's rules and options, to the letter of the specification.
import { describe, expect, it } from 'vitest'
import { orderProducts } from '../order-products.ts'
import { canChangeStatus, describeStatus } from '../status-machines.ts'
import {
  findUnitWarning,
  incoterms,
  moreAboutGoods,
  orderQuestionGroups,
  orderRequestRules,
  orderUnits,
  paymentTerms,
  readOrderRequest,
} from './order-request.ts'
import { findTermsNote, orderMachine, orderStatuses } from './orders.ts'

const good = {
  companyName: 'Rotterdam Cocoa BV',
  contactPerson: 'Ada Obi',
  email: 'ada@example.com',
  phone: '0803 123 4567',
  address: '12 Marina Road, Lagos',
  country: 'Nigeria',
  product: 'Cocoa Beans',
  quantity: '1,250.5',
  unit: 'Tons',
  deliveryLocation: 'Apapa Port',
  paymentTerms: 'Letter of Credit',
  incoterms: 'FOB',
}

const problemsOf = (input: object) => {
  const verdict = readOrderRequest({ ...input })
  return verdict.ok ? [] : verdict.problems
}

describe('the order form', () => {
  it('asks every question of an order once, in the order in which the answers are checked', () => {
    const groups = [...orderQuestionGroups, moreAboutGoods]
    expect(groups.flatMap(({ questions }) => Object.keys(questions))).toEqual(Object.keys(orderRequestRules))
  })

  it('reads further products by their number, each problem at its own box', () => {
    const further = { product3: 'Ginger', quantity3: '1,000', unit3: 'Kilograms' }
    expect(readOrderRequest({ ...good, ...further })).toMatchObject({
      ok: true,
      answers: { lines: [{ product: 'Ginger', quantity: '1,000', unit: 'Kilograms' }] },
    })
    expect(
      readOrderRequest({ ...good, ...further, product3: '', quantity3: '1.5', unit3: 'Bags (50kg)' }),
    ).toEqual({
      ok: false,
      problems: [
        { field: 'product3', message: 'Please select a product' },
        {
          field: 'quantity3',
          message: 'Bags, containers and other packs are counted whole: enter a number without decimals',
        },
      ],
    })
  })

  it.each([
    ['companyName', 'x', 'Company name must be at least 2 characters'],
    ['contactPerson', 'x', 'Contact person name is required'],
    ['email', 'ada@example', 'Invalid email address'],
    ['phone', '080312345', 'Phone number must be at least 10 digits'],
    ['address', 'Marina Rd', 'Address must be at least 10 characters'],
    ['country', 'N', 'Country is required'],
    ['product', '', 'Please select a product'],
    ['product', 'Gold', 'Please select a product'],
    ['quantity', '', 'Quantity is required'],
    ['quantity', '0', 'Enter a quantity greater than 0'],
    ['unit', '', 'Please select a unit'],
    ['deliveryLocation', 'Apap', 'Delivery location is required'],
    ['paymentTerms', '', 'Please select payment terms'],
    ['incoterms', '', 'Please select incoterms'],
    ['companyName', 'x'.repeat(201), 'Company name must be at most 200 characters'],
    ['preferredDate', '2020-01-01', 'Please choose a day that is not in the past'],
    ['preferredDate', '2400-02-30', 'Please choose a day that is not in the past'],
    ['additionalRequirements', 'x'.repeat(2001), 'Additional requirements must be at most 2000 characters'],
  ])('refuses %s %j with its own sentence', (field, value, message) => {
    expect(problemsOf({ ...good, [field]: value })).toEqual([{ field, message }])
  })

  it('says all sentences at once when nothing was filled in, in the order of the page', () => {
    const required = Object.entries(orderRequestRules).filter(([, rule]) => rule.min > 0)
    expect(problemsOf({}).map(({ field }) => field)).toEqual(required.map(([field]) => field))
  })

  it('returns clean answers', () => {
    const typed = { ...good, companyName: ' Rotterdam <b>Cocoa</b>  BV ', email: ' Ada@Example.com ' }
    expect(readOrderRequest(typed)).toEqual({
      ok: true,
      answers: { ...good, phone: '+2348031234567' },
    })
  })

  it('offers the specification’s options', () => {
    expect(orderProducts).toHaveLength(15)
    expect(orderProducts.join(', ')).toBe(
      'Ginger, Sesame Seeds, Groundnut, Hibiscus Flowers, Garlic, Raw Cashew Nuts, Soya Beans, Gum Arabic, Moringa Seeds, Rice, Palm Oil, Cocoa Beans, Yam, Cassava, Plantain',
    )
    expect(orderUnits.join(', ')).toBe(
      'Tons, Kilograms, Bags (50kg), Bags (100kg), Containers (20ft), Containers (40ft)',
    )
    expect(paymentTerms.join('; ')).toBe(
      '30% Advance 70% on Delivery; 50% Advance 50% on Delivery; Letter of Credit; Cash on Delivery; Bank Transfer',
    )
    expect(incoterms.join(', ')).toBe('FOB, CIF, CFR, EXW, DDP')
  })

  it('warns of palm oil in bags, and of nothing usual', () => {
    expect(findUnitWarning('Palm Oil', 'Bags (50kg)')).toMatch(/not packed in bags/)
    expect(findUnitWarning('Palm Oil', 'Containers (20ft)')).toBeNull()
    expect(findUnitWarning('Rice', 'Bags (50kg)')).toBeNull()
  })

  it('notes for staff that cash on delivery seldom goes with CIF, and takes it all the same', () => {
    expect(findTermsNote('Cash on Delivery', 'CIF')).toMatch(/unpaid/)
    expect(findTermsNote('Cash on Delivery', 'EXW')).toBeNull()
    expect(readOrderRequest({ ...good, paymentTerms: 'Cash on Delivery', incoterms: 'CIF' }).ok).toBe(true)
  })
})

describe('the status of an order', () => {
  it('goes from pending to approved or declined, from approved to completed, and to declined where nothing came of it', () => {
    const ways = orderStatuses.flatMap((from) =>
      orderStatuses.filter((to) => canChangeStatus(orderMachine, from, to)).map((to) => `${from} to ${to}`),
    )
    expect(ways).toEqual([
      'pending to approved',
      'pending to declined',
      'approved to declined',
      'approved to completed',
    ])
    expect(canChangeStatus(orderMachine, 'shipped', 'approved')).toBe(false)
  })

  it.each([
    ['completed', 'Completed'],
    ['shipped', 'Pending'],
    ['constructor', 'Pending'],
    ['', 'Pending'],
    [null, 'Pending'],
  ])('%j is displayed as %s', (status, label) => {
    expect(describeStatus(status)).toBe(label)
  })
})
