import { expect, it } from 'vitest'
import { joinPlace } from './places.ts'

it.each([
  [['Abakaliki', 'Ebonyi'], 'Abakaliki, Ebonyi'],
  [['Abakaliki, Ebonyi', 'Ebonyi'], 'Abakaliki, Ebonyi'],
  [['12 Ogoja Road, Abakaliki', 'Abakaliki', 'Ebonyi'], '12 Ogoja Road, Abakaliki, Ebonyi'],
  [['Lagos', 'Lagos', 'Nigeria'], 'Lagos, Nigeria'],
  [['', null, 'Kano', undefined], 'Kano'],
  [[null], ''],
])('a place of the parts %j is %s', (parts, place) => {
  expect(joinPlace(...parts)).toBe(place)
})
