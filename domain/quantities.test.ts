// Quantities and units: what counts as a quantity, and which weights are known.
import { describe, expect, it } from 'vitest'
import {
  convertToKilograms,
  describeWeight,
  findQuantityProblem,
  formatAmount,
  formatQuantity,
  parseQuantity,
  quantityMessages,
} from './quantities.ts'

describe('a quantity', () => {
  it.each([
    ['', quantityMessages.required],
    ['0', quantityMessages.notPositive],
    ['0.000', quantityMessages.notPositive],
    ['-5', quantityMessages.notPositive],
    ['ten', quantityMessages.notPositive],
    ['1,5', quantityMessages.notPositive],
    ['1e9', quantityMessages.notPositive],
    ['Infinity', quantityMessages.notPositive],
    ['1.2345', quantityMessages.tooManyDecimals],
    ['1,000,000,001', quantityMessages.tooLarge],
    ['9'.repeat(40), quantityMessages.tooLarge],
  ])('is refused: %j', (typed, message) => {
    expect(findQuantityProblem(typed)).toBe(message)
    expect(parseQuantity(typed)).toBeNull()
  })

  it.each([
    ['1', 1],
    ['1,250.5', 1250.5],
    ['.5', 0.5],
    ['007', 7],
    ['0.001', 0.001],
    ['1,000,000,000', 1e9],
  ])('is read: %s', (typed, number) => {
    expect(parseQuantity(typed)).toBe(number)
  })

  it('is shown with separators', () => {
    expect(formatQuantity(1250.5)).toBe('1,250.5')
    expect(formatQuantity(999)).toBe('999')
    expect(formatQuantity(0.1 + 0.2)).toBe('0.3')
    expect(formatQuantity(1_000_000_000.125)).toBe('1,000,000,000.125')
  })
})

describe('a weight', () => {
  it.each([
    [2.5, 'Tons', 2500],
    [0.1, 'Tons', 100],
    [7, 'Kilograms', 7],
    [3, 'Bags (50kg)', 150],
    [3, 'Bags (100kg)', 300],
  ])('of %d %s is %d kg', (quantity, unit, weightKg) => {
    expect(convertToKilograms(quantity, unit)).toBe(weightKg)
  })

  it('of a container, or of an unknown unit, is not invented', () => {
    expect(convertToKilograms(1, 'Containers (20ft)')).toBeNull()
    expect(convertToKilograms(1, 'Baskets')).toBeNull()
  })

  it('of a container is what staff have set for its product', () => {
    const containers = { 'Containers (20ft)': 19_500.5, 'Containers (40ft)': null }
    expect(convertToKilograms(2, 'Containers (20ft)', containers)).toBe(39_001)
    expect(describeWeight('2', 'Containers (20ft)', containers)).toBe(' (39,001 kg)')
    expect(describeWeight('2', 'Containers (40ft)', containers)).toBe('')
  })

  it.each([
    ['1,500.5', 'Tons', ' (1,500,500 kg)'],
    ['50', 'Bags (50kg)', ' (2,500 kg)'],
    ['50', 'Kilograms', ''],
    ['2', 'Containers (40ft)', ''],
    ['Rice 2, Yam 3', 'items', ''],
  ])('stands behind %s %s where it tells something: %s', (quantity, unit, words) => {
    expect(describeWeight(quantity, unit)).toBe(words)
  })
})

describe('an amount', () => {
  it('of packs is one pack or several, and of a bulk order what its form says', () => {
    expect([formatAmount('1', 'Packs'), formatAmount('12', 'Packs'), formatAmount('1', 'Tons')]).toEqual([
      '1 pack',
      '12 packs',
      '1 Ton',
    ])
  })

  it.each([
    ['1', 'Containers (20ft)', '1 Container (20ft)'],
    ['1.00', 'Bags (50kg)', '1.00 Bag (50kg)'],
    ['1', 'boxes', '1 box'],
    ['1', 'metric tonnes', '1 metric tonne'],
    ['1', 'Tons in jute bags', '1 Ton in jute bags'],
    ['1', 'lot', '1 lot'],
    ['21', 'Containers (20ft)', '21 Containers (20ft)'],
    ['1.5', 'Tons', '1.5 Tons'],
    ['1,000', 'Kilograms', '1,000 Kilograms'],
  ])('%s of %s is "%s"', (quantity, unit, words) => {
    expect(formatAmount(quantity, unit)).toBe(words)
  })
})
