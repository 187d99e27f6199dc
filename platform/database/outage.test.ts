import { describe, expect, it } from 'vitest'
import { isBrokenRequest } from '../broken-request.ts'
import { diskFull, watchOutage } from './outage.ts'
import { isDatabaseUnavailable } from './unavailable.ts'

const failure = (message: string, fields: object) => Object.assign(new Error(message), fields)

describe('what counts as a database that is away', () => {
  it.each([
    ['a statement that says 28P01', failure('no', { code: '28P01', severity: 'ERROR' })],
    ['a statement that fails', failure('no', { code: '23514', severity: 'ERROR' })],
    ['a client that breaks off its own request', failure('aborted', { code: 'ECONNRESET' })],
  ])('is not %s', (_what, error) => expect(isDatabaseUnavailable(error)).toBe(false))

  it.each([
    ['a refused password', failure('password', { code: '28P01', severity: 'FATAL' })],
    ['a database that is not there', failure('none', { code: '3D000', severity: 'FATAL' })],
    ['a server that shuts down', failure('bye', { code: '57P01', severity: 'FATAL' })],
    ['a connection that is cut', failure('read ECONNRESET', { code: 'ECONNRESET', syscall: 'read' })],
    ['a full pool', failure('timeout exceeded when trying to connect', {})],
  ])('is %s', (_what, error) => expect(isDatabaseUnavailable(error)).toBe(true))
})

describe('a client that breaks off', () => {
  it('is distinguished from a lost database', () => {
    expect(isBrokenRequest(failure('aborted', { code: 'ECONNRESET' }))).toBe(true)
    expect(isBrokenRequest(failure('read ECONNRESET', { code: 'ECONNRESET' }))).toBe(false)
  })
})

describe('an outage', () => {
  it('is one warning and one line when it is over, and so is the next', () => {
    const lines: string[] = []
    let nowMs = 0
    const write = (level: string) => () => void lines.push(level)
    const outage = watchOutage(
      { info: write('info'), warn: write('warn'), error: write('error') },
      { ...diskFull, overAfterMs: 5_000 },
      () => nowMs,
    )
    outage.answered()
    for (const passesMs of [0, 100, 4_000, 100]) {
      nowMs += passesMs
      outage.noticed('gone')
      outage.answered()
    }
    expect(lines).toEqual(['warn'])
    nowMs += 5_000
    outage.answered()
    outage.answered()
    expect(lines).toEqual(['warn', 'info'])
    outage.noticed('gone again')
    expect(lines).toEqual(['warn', 'info', 'warn'])
  })
})
