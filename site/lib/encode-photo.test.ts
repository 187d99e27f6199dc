/** The sizes of a photo: never larger than it was, never longer than 1024 px, smaller and smaller. */
import { describe, expect, it } from 'vitest'
import { planSizes, readableSize } from './encode-photo.ts'

describe('the sizes that a photo is tried in', () => {
  it('begin at 1024 px on the longest side', () => {
    expect(planSizes(4000, 3000)[0]).toEqual({ width: 1024, height: 768 })
    expect(planSizes(1500, 3000)[0]).toEqual({ width: 512, height: 1024 })
  })

  it('begin at 1600 px where small print has to be read', () => {
    expect(planSizes(4000, 3000, readableSize)[0]).toEqual({ width: 1600, height: 1200 })
  })

  it('never enlarge a small picture, and never make it vanish', () => {
    expect(planSizes(300, 200)[0]).toEqual({ width: 300, height: 200 })
    expect(planSizes(1, 1).at(-1)).toEqual({ width: 1, height: 1 })
  })

  it('get smaller', () => {
    const widths = planSizes(4000, 3000).map(({ width }) => width)
    expect(widths).toEqual(widths.toSorted((a, b) => b - a))
  })
})
