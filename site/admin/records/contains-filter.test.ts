import { describe, expect, it } from 'vitest'
import { buildContainsFilter } from './contains-filter.ts'

describe('search in the admin area', () => {
  it('queries nothing for an empty search', () => {
    expect(buildContainsFilter(['code'], '  ')).toBeNull()
  })

  it('searches every column', () => {
    expect(buildContainsFilter(['code', 'crop_type'], ' rice ')).toBe(
      'code.ilike."%rice%",crop_type.ilike."%rice%"',
    )
  })

  it('keeps commas, brackets and dots inside the value', () => {
    expect(buildContainsFilter(['code'], 'a,b).or(c')).toBe('code.ilike."%a,b).or(c%"')
  })

  it('lets percent, underscore, backslash and quotes mean themselves', () => {
    expect(buildContainsFilter(['code'], '5%_\\"')).toBe('code.ilike."%5\\\\%\\\\_\\\\\\\\\\"%"')
  })

  it('reads a star as one character, because the service would read it as any number of them', () => {
    expect(buildContainsFilter(['code'], 'a*b')).toBe('code.ilike."%a_b%"')
  })
})
