import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readEnvironment } from '#server/settings/env.ts'
import { readMasterKeys } from './master-key.ts'

const folder = mkdtempSync(join(tmpdir(), 'master-key-'))
afterAll(() => rmSync(folder, { recursive: true }))

const newKey = () => randomBytes(32).toString('base64')
const production = { NODE_ENV: 'production', SITE_URL: 'https://www.example.com', DATA_DIR: folder }
const read = (variables: Record<string, string>) => readMasterKeys(readEnvironment(variables))

describe('the master key', () => {
  it('is demanded in production, and never made up there', () => {
    expect(() => read(production)).toThrow(
      'VAULT_MASTER_KEY (or VAULT_MASTER_KEY_FILE) is needed in production',
    )
  })

  it('that cannot be read stops the start, without a word of what was found', () => {
    const path = join(folder, 'wrong')
    expect(() => read({ ...production, VAULT_MASTER_KEY_FILE: path })).toThrow('cannot be read (ENOENT)')
    writeFileSync(path, 'no key at all')
    expect(() => read({ ...production, VAULT_MASTER_KEY_FILE: path })).toThrow(
      /^VAULT_MASTER_KEY must be 32 bytes in base64, as `openssl rand -base64 32` makes them$/,
    )
  })

  it('comes from the environment or from a file, the same either way', () => {
    const key = newKey()
    const path = join(folder, 'key')
    writeFileSync(path, `${key}\n`)
    const fromFile = read({ ...production, VAULT_MASTER_KEY_FILE: path })
    expect(fromFile).toEqual(read({ ...production, VAULT_MASTER_KEY: key }))
    expect(fromFile.current.key.toString('base64')).toBe(key)
    expect(fromFile.current.id).not.toContain(key.slice(0, 8))
  })

  it('is made once in an evaluation, for this user alone to read', () => {
    const created = read({ DATA_DIR: folder })
    expect(read({ DATA_DIR: folder })).toEqual(created)
    expect(statSync(join(folder, 'secrets/vault-master-key')).mode & 0o777).toBe(0o600)
  })

  it('may have predecessors', () => {
    const [key, old, older] = [newKey(), newKey(), newKey()]
    const keys = read({ ...production, VAULT_MASTER_KEY: key, VAULT_PREVIOUS_KEYS: `${old}, ${older}` })
    expect(keys.previous.map((previous) => previous.key.toString('base64'))).toEqual([old, older])
  })
})
