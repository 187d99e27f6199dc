// The factor of the public forms' limits reaches every limit, and leaves at least one use of each.
import { describe, expect, it } from 'vitest'
import { defaultFormLimits } from '#server/http/form-limits.ts'
import { defaultLimits } from '#server/registrations/limits.ts'
import { multiplyLimits } from './limit-factor.ts'

describe('the factor of the limits', () => {
  it('is no change at 1', () => {
    expect(multiplyLimits(defaultLimits, 1)).toEqual(defaultLimits)
    expect(multiplyLimits(defaultFormLimits, 1)).toEqual(defaultFormLimits)
  })

  it('multiplies each kind, how deep it may lie, and no duration', () => {
    const { perAddress, perDevice } = multiplyLimits(defaultLimits, 2)
    expect(perAddress.photos).toEqual({ ...defaultLimits.perAddress.photos, count: 480 })
    expect(perDevice).toEqual({ ...defaultLimits.perDevice, count: 120 })
  })

  it('leaves one use of each kind', () => {
    expect(multiplyLimits({ posts: { count: 60, windowSeconds: 600 } }, 0.001).posts.count).toBe(1)
  })
})
