import { describe, expect, it } from 'vitest'
import { userLabel } from './account-menu.tsx'

describe('the name on the account menu', () => {
  it('is what stands before the @', () => {
    expect(userLabel('amina.bello@example.com')).toBe('amina.bello')
  })

  it('is "User" when there is no address', () => {
    expect(userLabel(undefined)).toBe('User')
    expect(userLabel('@example.com')).toBe('User')
  })
})
