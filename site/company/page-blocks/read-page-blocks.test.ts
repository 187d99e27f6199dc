// What pages say of courses, projects, prices and states: nothing that is not there, and words where there is nothing.
import { describe, expect, it } from 'vitest'
import { blockPages, type Content, type Course } from '#domain/company/content.ts'
import { defaultContent } from '#domain/company/content-defaults.ts'
import { stateOutlines } from '#domain/nigeria/state-outlines.ts'
import { nigerianStates } from '#domain/nigeria/states.ts'
import { listPageBlocks } from './read-page-blocks.ts'

const course: Course = {
  id: 1,
  topic: 'poultry',
  title: 'Broilers',
  learns: 'To keep broilers.',
  gets: null,
  place: 'Hall',
  state: 'FCT',
  startsOn: '2027-03-01',
  endsOn: '2027-03-05',
  seats: 1200,
  priceKobo: 1_500_000,
  languages: 'Hausa',
  trainer: null,
  isDemo: false,
}
const blocksOf = (page: (typeof blockPages)[number], change: Partial<Content> = {}) =>
  listPageBlocks({ ...defaultContent, ...change }, page)
const titlesOf = (...args: Parameters<typeof blocksOf>) => blocksOf(...args).map(({ id }) => id)

describe('a page of a company that has entered nothing', () => {
  it('shows what anybody may check, and says where there is no course and no project', () => {
    expect(Object.fromEntries(blockPages.map((page) => [page, titlesOf(page)]))).toEqual({
      agriculture: [],
      'sustainable-farming': ['courses', 'guide'],
      'rural-education': ['courses', 'guide'],
      'poultry-development': ['courses'],
      'poultry-training': ['courses'],
      'real-estate-construction': ['guide', 'projects'],
      'general-contract': ['projects'],
      'company-representation': ['projects'],
      'franchise-partnership': [],
      board: [],
      contact: [],
    })
    expect(blocksOf('poultry-training')).toMatchObject([
      { empty: 'No date is fixed yet. We call everyone who is registered when there is one.' },
    ])
    expect(blocksOf('general-contract')).toMatchObject([
      { empty: expect.stringContaining('No project is shown') },
    ])
  })
})

describe('a course', () => {
  it.each([
    ['Dogondaji Hall, Sokoto', 'Dogondaji Hall, Sokoto'],
    ['Sokoto', 'Sokoto'],
    ['New Sokoto', 'New Sokoto, Sokoto'],
  ])('in %s says its town and state once where they have one name', (place, said) => {
    const [block] = blocksOf('poultry-development', { courses: [{ ...course, place, state: 'Sokoto' }] })
    expect(block?.entries?.[0]?.terms[0]?.value).toBe(said)
  })

  it('says when, where, for how much and in which language, on the pages of its topic alone', () => {
    const courses = [course, { ...course, id: 2, endsOn: course.startsOn, priceKobo: 0, trainer: 'Ada Obi' }]
    const [block] = blocksOf('poultry-development', { courses })
    expect(block?.entries?.map(({ mark, terms }) => [mark, terms.map(({ value }) => value)])).toEqual([
      ['1\u00a0March 2027', ['Hall, FCT (Abuja)', '5\u00a0March 2027', '₦15,000', '1,200', 'Hausa']],
      ['1\u00a0March 2027', ['Hall, FCT (Abuja)', 'One day', 'Free of charge', '1,200', 'Hausa', 'Ada Obi']],
    ])
    expect(blocksOf('rural-education', { courses })[0]?.entries).toBeUndefined()
  })
})

describe('a season', () => {
  it('may run over the end of the year, and comes in words and in months', () => {
    const season = { id: 1, crop: 'Yam', states: 'Benue', plantingFrom: 11, plantingTo: 3, note: null }
    const [block] = blocksOf('agriculture', {
      seasons: [
        { ...season, harvestFrom: 8, harvestTo: 8, source: 'Ministry of Agriculture', isDemo: false },
      ],
    })
    expect(block).toMatchObject({
      calendar: [{ planting: 'November to March', harvest: 'August', months: 'ppp    h  pp' }],
      note: 'Source: Ministry of Agriculture',
      isDemo: false,
    })
  })

  it('says for itself whether it is made up, and where it comes from, beside others of another kind', () => {
    const season = {
      states: 'Benue',
      plantingFrom: 4,
      plantingTo: 5,
      harvestFrom: 8,
      harvestTo: 9,
      note: null,
    }
    const real = { ...season, id: 1, crop: 'Yam', source: 'Ministry of Agriculture', isDemo: false }
    const demo = { ...season, id: 2, crop: 'Maize', source: 'Made up', isDemo: true }
    const [mixed] = blocksOf('agriculture', { seasons: [real, demo] })
    expect(mixed).toMatchObject({
      isDemo: false,
      note: undefined,
      calendar: [
        { crop: 'Yam', isDemo: false, source: 'Ministry of Agriculture' },
        { crop: 'Maize', isDemo: true, source: 'Made up' },
      ],
    })
    expect(blocksOf('agriculture', { seasons: [real, { ...real, id: 2, source: null }] })[0]).toMatchObject({
      note: undefined,
      calendar: [{ source: 'Ministry of Agriculture' }, { source: undefined }],
    })
    expect(blocksOf('agriculture', { seasons: [demo, { ...demo, id: 3 }] })[0]).toMatchObject({
      isDemo: true,
      note: 'Source: Made up',
      calendar: [
        { isDemo: false, source: undefined },
        { isDemo: false, source: undefined },
      ],
    })
  })
})

describe('facts of a page', () => {
  it('stand under their headings, and say their source once where it is one', () => {
    const fact = {
      id: 1,
      page: 'contact',
      label: 'Monday',
      value: '8 to 17',
      asOf: null,
      isDemo: false,
    } as const
    const pageFacts = [
      { ...fact, heading: 'Hours', source: 'Office' },
      { ...fact, id: 2, heading: 'Languages', label: 'By phone', value: 'Hausa', source: 'Office' },
    ]
    expect(blocksOf('contact', { pageFacts })).toMatchObject([
      {
        title: 'Facts and figures',
        ledgers: [
          { heading: 'Hours', terms: [{ label: 'Monday', value: '8 to 17', note: undefined }] },
          { heading: 'Languages', terms: [{ label: 'By phone', value: 'Hausa' }] },
        ],
        note: 'Source: Office',
      },
    ])
    expect(blocksOf('contact', { pageFacts: pageFacts.slice(0, 1) })[0]?.title).toBe('Hours')
    expect(titlesOf('board', { pageFacts })).toEqual([])
  })
})

describe('records', () => {
  it('mark states on the map and in words, and give prices by their unit', () => {
    const records: Content['records'] = {
      states: [{ state: 'Kano', kinds: ['courses', 'farmers'] }],
      prices: [{ product: 'Rice', unit: 'kg', priceKobo: 71_000 }],
      asOf: '2026-11-24',
    }
    const [prices, states] = blocksOf('agriculture', { records })
    expect(prices?.ledgers?.[0]?.terms).toEqual([{ label: 'Rice', value: '₦710 per kg' }])
    expect(states?.title).toBe('Where we work: 1 of 37')
    expect(states?.map?.outlines.filter(({ isReached }) => isReached).map(({ state }) => state)).toEqual([
      'Kano',
    ])
    expect(states?.ledgers?.[0]?.terms).toEqual([{ label: 'Kano', value: 'courses, farmers' }])
  })

  it('have an outline for each of the 37', () => {
    expect(Object.keys(stateOutlines).sort()).toEqual(nigerianStates.map(({ value }) => value).sort())
  })
})
