import { describe, expect, it } from 'vitest'
import { findActionTarget, findClaimConflicts, listFigures } from './content.ts'
import { defaultContent } from './content-defaults.ts'

describe('a button that only has a label', () => {
  it.each([
    ['Get Involved', 'sustainable-farming', '/farmer-registration'],
    ['Enroll Now', 'poultry-development', '/poultry-training'],
    ['Enroll Now', 'rural-education', '/farmer-registration?interest=rural-education'],
    ['Apply for Program', 'poultry-development', '/poultry-training'],
    ['Apply for Program', 'rural-education', '/franchise-partnership'],
  ])('%s on %s leads to %s', (label, page, target) => {
    expect(findActionTarget(defaultContent, label, page)).toBe(target)
  })

  it('leads nowhere when nobody has said where', () => {
    expect(findActionTarget(defaultContent, 'Click here', 'home')).toBeUndefined()
  })
})

describe('figures', () => {
  it('are those of the page, in their order', () => {
    expect(listFigures(defaultContent, 'home').map(({ value, label }) => `${value} ${label}`)).toEqual([
      '1000+ farmers supported',
      '50+ projects completed',
      '15 states reached',
    ])
  })

  it('that claim different numbers of the same thing are named together (decision 16)', () => {
    const conflicts = findClaimConflicts(defaultContent.figures)
    expect(conflicts.map(({ subject, claims }) => [subject, claims.map(({ value }) => value)])).toEqual([
      ['farmers', ['5,000+', '1000+', '3,500+', '15,000+']],
      ['projects', ['500+', '50+']],
    ])
  })
})
