import { describe, expect, it } from 'vitest'
import {
  findDatabaseRefusal,
  readDatabaseSentence,
  readFieldRefusal,
  refusals,
  ruleBroken,
} from './refusals.ts'

describe('a refusal of the database', () => {
  it.each([
    ['23514', 422],
    ['42501', 403],
    ['P0002', 404],
    ['PT409', 409],
    ['40001', 409],
    ['PT429', 429],
  ])('%s has the status %i', (code, status) => {
    const refusal = findDatabaseRefusal({ code })
    expect(refusal && refusals[refusal.code].status).toBe(status)
  })

  it.each([['08006'], ['42P01'], ['toString'], [undefined]])('is none by the code %s', (code) => {
    expect(findDatabaseRefusal({ code })).toBeNull()
    expect(readDatabaseSentence({ code, message: 'relation "orders" does not exist' })).toBeNull()
  })

  it('says its own sentence, and none of those in which PostgreSQL names tables', () => {
    expect(readDatabaseSentence(ruleBroken('Only 4 are left'))).toBe('Only 4 are left')
    expect(
      readDatabaseSentence({ code: '23505', message: 'duplicate key value violates x_key' }),
    ).not.toMatch(/key/)
    expect(readDatabaseSentence({ code: '42501', message: 'permission denied for table staff' })).toBe(
      refusals.forbidden.message,
    )
  })

  it('names its field by the hint, or by the details where the hint says something else', () => {
    const isField = (name: string): name is 'phone' => name === 'phone'
    const error = { ...ruleBroken('This is no number'), hint: 'seen', details: 'phone' }
    expect(readFieldRefusal(error, isField)).toEqual({ field: 'phone', message: 'This is no number' })
    expect(readFieldRefusal({ ...error, hint: 'phone', details: null })).toMatchObject({ field: 'phone' })
    expect(readFieldRefusal({ ...error, code: '42501' }, isField)).toBeNull()
  })
})
