import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadOrStoreSecret } from './secrets.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

it('makes a secret once, stores it for the next start, and lets nobody else read it', () => {
  const first = loadOrStoreSecret(folder, 'jwt-secret')
  expect(first.length).toBeGreaterThanOrEqual(32)
  expect(loadOrStoreSecret(folder, 'jwt-secret')).toBe(first)
  expect(statSync(join(folder, 'secrets/jwt-secret')).mode & 0o777).toBe(0o600)
  expect(statSync(join(folder, 'secrets')).mode & 0o777).toBe(0o700)
})

it('never replaces the secret of a process that was first', () => {
  const first = loadOrStoreSecret(folder, 'raced', () =>
    loadOrStoreSecret(folder, 'raced', () => 'the winner of the race'),
  )
  expect(first).toBe('the winner of the race')
})

it.each([
  ['below a file', import.meta.filename, 'ENOTDIR'],
  ['where the system takes no folders', '/proc/app/data', 'ENOENT'],
])('says in one line that the data directory cannot be used: %s', (_, dataDir, reason) => {
  expect(() => loadOrStoreSecret(dataDir, 'jwt-secret')).toThrow(
    `DATA_DIR ${dataDir} cannot be used (${reason}): set it to a folder that this user may write to`,
  )
})

it('makes a data directory of several folders', () => {
  expect(loadOrStoreSecret(join(folder, 'a/b/c'), 'jwt-secret')).toMatch(/^\S{32,}$/)
})
