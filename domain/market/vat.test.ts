import { expect, it } from 'vitest'
import { explainVat, nameVatSum, noteVat, sayVat } from './vat.ts'

it('says on a screen that there is no VAT and why, with the law beside it, and on papers what the law says', () => {
  const food = { rateBp: 0, reason: 'zero-rated: basic food, Nigeria Tax Act 2025, section 187' }
  expect(sayVat(food)).toEqual({ name: 'No VAT: basic food', law: 'Nigeria Tax Act 2025, section 187' })
  expect(explainVat(food)).toBe('VAT 0% (zero-rated: basic food, Nigeria Tax Act 2025, section 187)')
  expect(sayVat({ rateBp: 0, reason: 'exempt, Nigeria Tax Act 2025' })).toEqual({
    ...{ name: 'No VAT: exempt', law: 'Nigeria Tax Act 2025' },
  })
  expect(sayVat({ rateBp: 0, reason: 'not charged', isDelivery: true })).toEqual({
    ...{ name: 'No VAT on delivery: not charged', law: '' },
  })
  expect(sayVat({ rateBp: 750, reason: 'standard rate, Nigeria Tax Act 2025' })).toEqual({
    ...{ name: 'VAT 7.5%', law: 'standard rate, Nigeria Tax Act 2025' },
  })
  expect(sayVat({ rateBp: null, reason: 'as the goods that it brings', isDelivery: true }).name).toBe(
    'VAT on delivery',
  )
})

it('says of each line of goods what it bears, where they do not all bear the same', () => {
  const food = { vatClass: 'basic_food', rateBp: 0 }
  const bags = { vatClass: 'standard', rateBp: 750 }
  const exempt = { vatClass: 'exempt', rateBp: 0 }
  expect(noteVat(bags, [food, bags])).toBe('VAT 7.5%, standard rate')
  expect(noteVat(food, [food, bags])).toBe('VAT 0%, zero-rated: basic food')
  expect(noteVat(food, [food, exempt])).toBe('VAT 0%, zero-rated: basic food')
  expect(noteVat(exempt, [food, exempt])).toBe('VAT 0%, exempt')
  expect(noteVat({ vatClass: 'export', rateBp: 0 }, [food])).toBe('VAT 0%, zero-rated: exported goods')
  expect(noteVat({ vatClass: 'basic_food', rateBp: 500 }, [food])).toBe('VAT 5%, basic food')
  expect(noteVat(bags, [bags, { ...bags }])).toBeUndefined()
  expect(noteVat(undefined, [food, bags])).toBeUndefined()
  expect(noteVat(food, [food, undefined])).toBeUndefined()
})

it('says of a sum of nothing whether it is zero-rated or exempt, by the reason that is stored with it', () => {
  const name = (rateBp: number | null, reason: string, isDelivery = false) =>
    nameVatSum({ rateBp, reason, isDelivery })
  expect(name(0, 'zero-rated: basic food, Nigeria Tax Act 2025, section 187')).toBe('VAT 0%, zero-rated')
  expect(name(0, 'exempt, Nigeria Tax Act 2025')).toBe('VAT 0%, exempt')
  expect(name(0, 'not charged', true)).toBe('VAT 0% on delivery, not charged')
  expect(name(750, 'standard rate, Nigeria Tax Act 2025')).toBe('VAT 7.5%')
  expect(name(null, 'as the goods that it brings', true)).toBe('VAT on delivery')
})
