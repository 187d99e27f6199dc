import { describe, expect, it } from 'vitest'
import { findShare } from './photos-on-their-way.ts'

describe('the photo that a followed registration waits for', () => {
  it('is on its way until the registration has it', () => {
    expect(findShare(undefined, { hasPhoto: false })).toBeNull()
    expect(findShare(0.4, { hasPhoto: false })).toBe(0.4)
    expect(findShare('sent', { hasPhoto: false })).toBe(1)
    expect(findShare('sent', { hasPhoto: true })).toBeNull()
  })

  it.each([{ mergedInto: 'FMUCJ-QEFB' }, { erasedAt: '2026-11-29T10:00:00Z' }])(
    'is none once the registration is closed: %j',
    (closed) => {
      expect(findShare('sent', { hasPhoto: false, ...closed })).toBeNull()
      expect(findShare(0.4, { hasPhoto: false, ...closed })).toBeNull()
    },
  )
})
