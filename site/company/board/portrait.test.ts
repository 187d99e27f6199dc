import { describe, expect, it } from 'vitest'
import { initialsOf } from './portrait.tsx'

describe('the initials in place of a picture', () => {
  it.each([
    ['Amina Bello', 'AB'],
    ['Dr. Chief Tunde Adebayo Alabi', 'TA'],
    ['Ọlá', 'Ọ'],
    ['Demo: Adaeze Okonkwo', 'AO'],
    ['Savannah Growth Partners (Ltd)', 'SP'],
  ])('of %s are %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials)
  })
})
