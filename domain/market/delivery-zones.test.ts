import { expect, it } from 'vitest'
import { listLocalGovernments } from '../nigeria/local-governments.ts'
import {
  readDepot,
  readPrices,
  readWeekdays,
  readZone,
  writePrices,
  writeWeekdays,
} from './delivery-zones.ts'

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

const depot = {
  ...{ name: ' Ikeja  depot ', address: '1 Market Road', state: 'Lagos', lga: 'ikeja' },
  ...{ hours: 'Every day, 8 to 17', weekdays: 'sat, Mon', lead: '2' },
}

it('a depot is read as it is stored, its area as the lists write it', () => {
  const problems: string[] = []
  const refuse = (field: string) => void problems.push(field)
  expect(readDepot(depot, refuse, listLocalGovernments)).toEqual({
    ...{ name: 'Ikeja depot', address: '1 Market Road', state: 'Lagos', lga: 'Ikeja' },
    ...{ hours: 'Every day, 8 to 17', weekdays: [1, 6], lead_days: 2 },
  })
  expect(problems).toEqual([])
})

it.each([
  ['name', ' I ', 'The name needs at least 2 characters'],
  ['address', '1 Rd', 'The address needs at least 5 characters'],
  ['state', '', 'Please choose a state'],
  ['state', 'Atlantis', 'Please choose a state'],
  ['lga', '', 'Local government area is required'],
  ['lga', 'Ikejaa', 'Ikejaa is no local government area of Lagos. Did you mean Ikeja?'],
  // An area of another state.
  ['lga', 'Dala', expect.stringMatching(/^Dala is no local government area of Lagos[.] Did you mean /)],
  ['hours', '8', 'Write the opening hours'],
  ['weekdays', 'Someday', 'Write days of the week, like Tue, Thu, Sat'],
  ['lead', '31', 'Write a number from 0 to 30'],
  ['lead', '', 'Write a number from 0 to 30'],
])('a depot whose %s is "%s" is refused at that box alone', (field, value, message) => {
  const said: string[][] = []
  const refuse = (box: string, words: string) => void said.push([box, words])
  expect(readDepot({ ...depot, [field]: value }, refuse, listLocalGovernments)).toBeUndefined()
  expect(said).toEqual([[field, message]])
})

it('of an empty depot every box that has to be filled is named, in their order', () => {
  const said: string[] = []
  const refuse = (box: string) => void said.push(box)
  expect(readDepot({}, refuse, listLocalGovernments)).toBeUndefined()
  expect(said).toEqual(['name', 'address', 'state', 'lga', 'hours', 'weekdays', 'lead'])
})
