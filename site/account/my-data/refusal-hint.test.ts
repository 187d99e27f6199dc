import { expect, it } from 'vitest'
import { ServerError } from '#site/lib/call-server.ts'
import { networkHint } from '#site/lib/network.ts'
import { hintOf } from './refusal-hint.ts'

it('a refusal that came is not put down to the connection', () => {
  expect(hintOf(new ServerError(409, 'It is erased.'))).toBe('It is erased.')
  expect(hintOf({ code: 'P0002', message: 'No such consent', details: 'failed to fetch' })).toBe('')
})

it('the connection is named where nothing answered', () => {
  expect(hintOf(new ServerError(0, networkHint))).toBe(networkHint)
  expect(hintOf({ code: '', message: 'TypeError: Failed to fetch' })).toBe(networkHint)
})
