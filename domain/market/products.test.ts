import { describe, expect, it } from 'vitest'
import {
  describeRating,
  formatPack,
  formatUnitPrice,
  makeProductSlug,
  matchesSearch,
  readProductId,
} from './products.ts'

describe('a product', () => {
  it('states its pack and the price of a kilogram or a litre', () => {
    expect(formatPack(50, 'kg')).toBe('50 kg')
    expect(formatPack(6000, 'kg')).toBe('6,000 kg')
    expect(formatUnitPrice(70_000, 'kg')).toBe('₦700 per kg')
    expect(formatUnitPrice(140_000, 'L')).toBe('₦1,400 per litre')
  })

  it('says when nobody has rated it', () => {
    expect(describeRating(null, 0)).toBe('No reviews yet')
    expect(describeRating(4.5, 1)).toBe('4.5 (1 review)')
    expect(describeRating(4, 12)).toBe('4.0 (12 reviews)')
  })

  it('is found by a part of its name in any capitals, and by more besides', () => {
    const yam = { name: 'Ìṣu (Yam)', search_text: 'isu (yam) ɓaure farm keffi'.replace('ɓ', 'b') }
    for (const query of ['yam', 'ÌṢU', 'isu', ' Yam ', 'Ɓaure', 'KEFFI', ''])
      expect(matchesSearch(yam, query)).toBe(true)
    expect(matchesSearch(yam, 'rice')).toBe(false)
  })

  it('has an address to be read, which its id alone finds', () => {
    const id = 'd0000000-0000-4000-8000-000000000507'
    for (const name of ['Bene seed/millet', 'Ìṣu', '***', 'rice-d0000000-0000-4000-8000-000000000501'])
      expect(readProductId(makeProductSlug({ id, name }))).toBe(id)
    expect(makeProductSlug({ id, name: 'Bene seed/millet' })).toBe(`bene-seed-millet-${id}`)
    expect(makeProductSlug({ id, name: 'Ìṣu' })).toBe(`isu-${id}`)
    for (const slug of ['rice', id.slice(1), `rice${id}`, `${id}-rice`])
      expect(readProductId(slug)).toBeNull()
  })
})
