import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { oneTimeCodeWords } from '#domain/one-time-codes.ts'
import { deriveSigningKey } from '#platform/auth/keys.ts'
import { readConfig } from '#platform/project/read-config.ts'
import { readEnvironment } from './env.ts'
import { platformSettings } from './platform-settings.ts'

const jwtSecret = 'a secret of more than thirty-two characters'
let folder = ''
afterEach(() => rm(folder, { recursive: true, force: true }))

async function settingsOf(toml: string) {
  folder = await mkdtemp(join(tmpdir(), 'app-settings-'))
  await writeFile(
    join(folder, 'keys.json'),
    JSON.stringify([{ ...(await deriveSigningKey('x'.repeat(32))), kid: 'mine' }]),
  )
  const where = { siteUrl: 'http://127.0.0.1:3000', listening: 'http://127.0.0.1:3000', jwtSecret }
  return platformSettings({ folder, ...readConfig(toml, {}) }, readEnvironment({}), where)
}

it('signs with the first key of the project’s file, and still knows its own: nobody is signed out', async () => {
  const own = (await deriveSigningKey(jwtSecret)).kid
  const { signingKeys } = await settingsOf('[auth]\nsigning_keys_path = "./keys.json"')
  expect(signingKeys?.map(({ kid }) => kid)).toEqual(['mine', own])
})

it('signs with its own without a file, and says which file it cannot read', async () => {
  expect((await settingsOf('')).signingKeys).toEqual([await deriveSigningKey(jwtSecret)])
  await expect(settingsOf('[auth]\nsigning_keys_path = "./none.json"')).rejects.toThrow(
    /none\.json.*cannot be read/,
  )
})

it('refuses the passwords that most people use, and retains what config.toml demands of the others', async () => {
  const { passwords } = await settingsOf('[auth]\nminimum_password_length = 10')
  expect(passwords).toMatchObject({ refuseCommon: true, minLength: 10 })
})

it('lets links and codes of mails work as long as the site says', async () => {
  const own = await readFile(join(import.meta.dirname, '../../supabase/config.toml'), 'utf8')
  expect((await settingsOf(own)).otpExpirySeconds).toBe(60 * 60)
  expect(oneTimeCodeWords.linksWork).toContain('for an hour')
})

it('lets as many sign up as config.toml says', async () => {
  const { limits } = await settingsOf('[auth.rate_limit]\nsign_in_sign_ups = 77')
  expect(limits?.signUpsPerClient).toEqual({ count: 77, windowSeconds: 300 })
})
