import { expect, it } from 'vitest'
import { changeCurrency, type Line, readLines } from './quote-lines-form.tsx'

const line = (change: Partial<Line>): Line => ({
  ...{ id: 0, kind: 'goods', description: 'Rice', quantity: '2', unit: 'Tons', price: '' },
  ...change,
})

it('a price that was typed in another currency is no price, and is kept as it was typed', () => {
  const typed = [
    line({ price: '35,000' }),
    line({}),
    line({ kind: 'tax', quantity: '1', price: '7.5%' }),
    line({ kind: 'delivery', quantity: '1', price: '0' }),
  ]
  const inDollars = changeCurrency(typed, 'NGN', 'USD')
  expect(inDollars.map(({ price, typedIn }) => [price, typedIn])).toEqual([
    ['35,000', 'NGN'],
    ['', undefined],
    ['7.5%', undefined],
    ['0', 'NGN'],
  ])
  expect(readLines(inDollars)).toEqual([null, null, expect.anything(), null])
  // By way of a third currency it is still of the first; back in that one it counts again.
  const inEuros = changeCurrency(inDollars, 'USD', 'EUR')
  expect(inEuros[0]?.typedIn).toBe('NGN')
  const back = changeCurrency(inEuros, 'EUR', 'NGN')
  expect(back.map(({ typedIn }) => typedIn)).toEqual([undefined, undefined, undefined, undefined])
  expect(readLines(back)[0]).toMatchObject({ priceKobo: 3_500_000 })
  // A line that was typed in dollars meanwhile is of dollars.
  const mixed = changeCurrency([line({ price: '20' }), ...inDollars.slice(0, 1)], 'USD', 'NGN')
  expect(mixed.map(({ typedIn }) => typedIn)).toEqual(['USD', undefined])
})
