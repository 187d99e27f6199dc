import { expect, it } from 'vitest'
import { listLocalGovernments } from '../nigeria/local-governments.ts'
import { readPrices, readWeekdays, readZone, writePrices, writeWeekdays } from './delivery-zones.ts'

it('prices and days are read as they are written', () => {
  const prices = readPrices('25 = 2,500\n100 kg = 4,500.50\n')
  expect(prices).toEqual({ step_grams: [25_000, 100_000], step_kobo: [250_000, 450_050] })
  expect(readPrices(writePrices(prices ?? { step_grams: [], step_kobo: [] }))).toEqual(prices)
  for (const wrong of ['', '25', '25 = cheap', '100 = 1\n25 = 2', '25 = 1 = 2', '-1 = 5'])
    expect(readPrices(wrong), wrong).toBeNull()
  expect(readWeekdays('tue, Saturday thu')).toEqual([2, 4, 6])
  expect(readWeekdays(writeWeekdays([1, 7]))).toEqual([1, 7])
  for (const wrong of ['', 'T', 'Someday']) expect(readWeekdays(wrong), wrong).toBeNull()
})

it('a zone names the box that is wrong', () => {
  const good = { name: 'Lagos', areas: 'Lagos\nLagos: Epe', prices: '50 = 100', weekdays: 'Mon', cutoff: '1' }
  const problems: string[] = []
  const refuse = (field: string) => void problems.push(field)
  expect(readZone(good, refuse, listLocalGovernments)).toMatchObject({
    areas: ['Lagos', 'Lagos: Epe'],
    capacity_kg: null,
  })
  for (const [field, value] of Object.entries({
    name: 'L',
    areas: 'Atlantis',
    prices: 'x',
    weekdays: '',
    cutoff: '31',
  }))
    expect(readZone({ ...good, [field]: value }, refuse, listLocalGovernments), field).toBeUndefined()
  expect(readZone({ ...good, capacityKg: '0' }, refuse, listLocalGovernments)).toBeUndefined()
  expect(problems).toEqual(['name', 'areas', 'prices', 'weekdays', 'cutoff', 'capacityKg'])
})

it.each([
  ['lagos: surulere', ['Lagos: Surulere']],
  ['Lagos: Ifako Ijaiye\nPlateau: Quaan Pan', ['Lagos: Ifako-Ijaiye', "Plateau: Qua'an Pan"]],
  ['Lagos: Suruleree', 'Suruleree is no local government area of Lagos. Did you mean Surulere?'],
  // An area of another state.
  ['Kano\nKano: Epe', expect.stringMatching(/^Epe is no local government area of Kano[.] Did you mean /)],
  ['Lagoss: Epe', 'Lagoss is no state. Write its name as in the list of states.'],
])(
  'of the places of a zone, %s is read as the lists write it, or refused with the nearest name',
  (areas, expected) => {
    const typed = { name: 'Zone', areas, prices: '50 = 100', weekdays: 'Mon', cutoff: '1' }
    const said: string[] = []
    const zone = readZone(typed, (field, message) => void said.push(field, message), listLocalGovernments)
    if (Array.isArray(expected)) expect([zone?.areas, said]).toEqual([expected, []])
    else expect([zone, said]).toEqual([undefined, ['areas', expected]])
  },
)
