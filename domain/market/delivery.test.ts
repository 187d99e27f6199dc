import { expect, it } from 'vitest'
import { describeDayAndPlace } from './delivery.ts'

it("says beside 'You collect' and its price the place and the day alone, and nothing before they are known", () => {
  const depot = { name: 'Ikeja depot', address: '4 Allen Avenue, Ikeja', hours: 'Monday to Friday, 8 to 16' }
  const collect = { kind: 'collect', priceKobo: 0, isAgreed: true } as const
  expect(describeDayAndPlace({ ...collect, ...depot, day: '2026-12-01' })).toBe(
    'Ikeja depot, 4 Allen Avenue, Ikeja, from Tuesday 1\u00a0December, Monday to Friday, 8 to 16',
  )
  expect(describeDayAndPlace({ ...collect, ...depot })).toBe(
    'Ikeja depot, 4 Allen Avenue, Ikeja, Monday to Friday, 8 to 16',
  )
  expect(describeDayAndPlace(collect)).toBe('')
})
