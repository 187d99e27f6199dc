/** A real Chromium before a real application; a console error, an uncaught exception or a 5xx answer fails the test. */
import { once } from 'node:events'
import { createServer } from 'node:net'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { sessionStorageKey } from '#site/lib/session-key.ts'
import { type Person, startApp, type TestApp } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { type Device, openDevice } from './device.ts'
import { reportRequestsOnDemand } from './requests-on-demand.ts'

export const phone = { width: 360, height: 640 }
export const desktop = { width: 1280, height: 800 }

/** What a shorter run leaves to others: more screens (`expect-sound.ts`), and what another file shows too. */
export const isLong = Boolean(process.env.TEST_LONG)
export const allScreens = [
  ['a phone', phone],
  ['a desk', desktop],
] as const

interface PageOptions {
  viewport?: { width: number; height: number }
  /** Someone who has signed in on this device before. */
  as?: Person
  /** The device has a camera, and its person lets the page use it. */
  camera?: boolean
  scripts?: boolean
}

export interface Stage {
  readonly app: TestApp
  /** A visitor of their own: no cookies, no storage, nothing remembered but files of the site. */
  newPage(options?: PageOptions): Promise<Page>
  /** This test provokes what matches; it is no surprise. */
  expectError(pattern: RegExp): void
}

/** Devices that lie ready for the next test of this worker, whichever file it is in. */
let ready: Device[] = []
/** Each is a process. */
const maxReady = 3
/** Where its applications listen, one after the other: what a device has compiled is of its address. */
let port = '0'

/** That port, or any when another process has it by now. */
async function findPort(wanted: string): Promise<string> {
  const probe = createServer().listen(Number(wanted), '127.0.0.1')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return '0'
  await new Promise((done) => probe.close(done))
  return wanted
}

export function useStage(env?: Record<string, string>): Stage {
  let app: TestApp | undefined
  /** Those that the test uses. */
  let inUse: Device[] = []
  let errors: string[] = []
  let expected: RegExp[] = []

  beforeAll(async () => {
    app = await startApp({ PORT: await findPort(port), ...env })
    port = new URL(app.url).port
  })

  afterEach(async () => {
    const used = inUse
    inUse = []
    // What a page says while it is closed belongs to this test, not to the next one.
    const wiped = await Promise.all(used.map(async (device) => ((await device.wipe()) ? [device] : [])))
    ready.push(...wiped.flat())
    const surprises = errors.filter((text) => !expected.some((pattern) => pattern.test(text)))
    errors = []
    expected = []
    expect(surprises).toEqual([])
  })

  afterAll(async () => {
    // Those of another address, or of a rarer kind than the next file is likely to need, are closed.
    const spare = ready.filter(({ options }) => options.baseURL === app?.url).slice(-maxReady)
    await Promise.all(ready.map((device) => spare.includes(device) || device.context.close()))
    ready = spare
    await app?.stop()
  })

  return {
    get app() {
      if (!app) throw new Error('The application stands only inside a test')
      return app
    },
    async newPage({ viewport = desktop, as, camera = false, scripts = true } = {}) {
      if (!app) throw new Error('The application stands only inside a test')
      const options = { baseURL: app.url, viewport, camera, scripts }
      const device =
        ready.find((one) => isDeepStrictEqual(one.options, options)) ?? (await openDevice(options))
      ready = ready.filter((one) => one !== device)
      inUse.push(device)
      const page = await device.context.newPage()
      await reportRequestsOnDemand(page)
      if (as)
        await device.store(
          sessionStorageKey,
          JSON.stringify(mustWork(await as.client.auth.getSession()).session),
        )
      page.on('pageerror', (error) => errors.push(`uncaught: ${error.message}`))
      page.on('console', (message) => {
        if (message.type() !== 'error') return
        const text = message.text()
        if (!text.startsWith('Failed to load resource')) errors.push(`console: ${text}`)
        // The browser itself logs every refusal of the services; what the page makes of it is tested. It logs each answer
        // of 5xx, too: to listen to all answers for them costs more than they are worth.
        else if (!/status of 4\d\d/.test(text))
          errors.push(`console: ${text} ${URL.parse(message.location().url)?.pathname}`)
      })
      return page
    },
    expectError: (pattern) => expected.push(pattern),
  }
}
