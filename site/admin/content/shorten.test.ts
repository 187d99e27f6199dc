import { describe, expect, it } from 'vitest'
import { shortenBoth } from './shorten.ts'

describe('two versions of a text', () => {
  it('stay whole while they fit a line', () => {
    expect(shortenBoth('1000+', '1200+')).toEqual(['1000+', '1200+'])
  })

  it('are shown around their first difference, however far behind it is', () => {
    const start = 'She grows rice in Nasarawa, and has done so for longer than anybody here can say: '
    const [before, after] = shortenBoth(`${start}thirty years.`, `${start}forty years.`)
    expect(before).toBe('… here can say: thirty years.')
    expect(after).toBe('… here can say: forty years.')
    expect(shortenBoth('', 'x'.repeat(200))[1]).toHaveLength(60)
  })
})
