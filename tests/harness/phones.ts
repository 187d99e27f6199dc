// The phones of an application under test: its short messages are files, read back by the number that they went to.
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { vi } from 'vitest'
import { mustWork } from '#tests/harness/must-work.ts'
import { within } from '#tests/harness/within.ts'
import type { Person } from './app.ts'

export interface Phones {
  /** For the application's environment. */
  env: { SMS_URL: string }
  /** What came to this number, oldest first. */
  read(to: string): Promise<string[]>
  /** Waits until so many have come, and answers the newest. */
  waitFor(to: string, count?: number): Promise<string>
  /** The person's account proves this number, as its owner does. */
  prove(person: Pick<Person, 'client'>, phone: string): Promise<void>
  remove(): Promise<void>
}

export async function openPhones(): Promise<Phones> {
  const folder = await mkdtemp(join(tmpdir(), 'app-phones-'))
  const phones: Phones = {
    env: { SMS_URL: pathToFileURL(folder).href },
    async read(to) {
      const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
      const files = await Promise.all(
        names.map(async (name) => ({
          at: (await stat(join(folder, name))).mtimeMs,
          ...(JSON.parse(await readFile(join(folder, name), 'utf8')) as { to: string; text: string }),
        })),
      )
      return files
        .filter((sms) => sms.to === to)
        .sort((one, other) => one.at - other.at)
        .map(({ text }) => text)
    },
    waitFor: (to, count = 1) => vi.waitUntil(async () => (await phones.read(to))[count - 1], within),
    async prove({ client }, phone) {
      const { length } = await phones.read(phone)
      mustWork(await client.auth.updateUser({ phone }))
      const token = codeIn(await phones.waitFor(phone, length + 1))
      mustWork(await client.auth.verifyOtp({ phone, token, type: 'phone_change' }))
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  }
  return phones
}

export function codeIn(text: string): string {
  return /\b\d{6}\b/.exec(text)?.[0] ?? ''
}
