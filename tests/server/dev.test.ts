// `npm run dev`: the server starts anew when a file of its own changes, and ends when it is told to.
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Child, startChild } from './child.ts'

let folder: string
let child: Child

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'house-dev-'))
  child = startChild('server/dev.ts', { PORT: '0', DATA_DIR: folder })
})
afterAll(async () => {
  child.process.kill('SIGTERM')
  await child.ended
  await rm(folder, { recursive: true, force: true })
})

/** As an editor does that saves a file as it was. */
async function save(path: string) {
  const now = new Date()
  await utimes(join(import.meta.dirname, '../..', path), now, now)
}

describe('the server of a developer', { timeout: 120_000 }, () => {
  it('starts anew when a file of the server is saved, and serves its pages again', async () => {
    await child.says(/Ready at (\S+)/)
    await save('server/main.ts')
    const [, url = ''] = await child.says(
      /A file of the server has changed: starting it anew\.[\s\S]*Stopped\.[\s\S]*Ready at (\S+)/,
    )
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    const page = await (await fetch(`${url}/terms`)).text()
    expect(page).toContain('Terms and Conditions')
  })
})
