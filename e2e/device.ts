/**
 * The device of a visitor, whose browser remembers nothing but the files of the site, whose names change with what is in them:
 * wiped after each test, since a new one costs more than most pages.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { BrowserContext } from 'playwright-core'
import { within } from '#tests/harness/within.ts'
import { openChromium } from './chromium.ts'

export interface DeviceOptions {
  baseURL: string
  viewport: { width: number; height: number }
  camera: boolean
  scripts: boolean
}

export interface Device {
  readonly options: DeviceOptions
  readonly context: BrowserContext
  /** What the site finds in the storage of the device. */
  store(key: string, text: string): Promise<void>
  /** All pages closed, and what they left behind gone; false when that is not to be had, and the device is thrown away. */
  wipe(): Promise<boolean>
}

/** A service worker that runs answers in a hundredth of it. */
const stoppedWorkerMs = 2_000

export async function openDevice(options: DeviceOptions): Promise<Device> {
  const { baseURL, viewport, camera, scripts } = options
  const browser = await openChromium(camera ? 'camera' : 'plain')
  const context = await browser.newContext({
    viewport,
    baseURL,
    reducedMotion: 'reduce',
    javaScriptEnabled: scripts,
  })
  context.setDefaultTimeout(within.timeout)
  let isClosed = false
  context.on('close', () => {
    isClosed = true
  })
  // A page of the site that stays open keeps the process, which every page of this device shares (chromium.ts).
  const keeper = await context.newPage()
  await keeper.goto('/robots.txt')
  const browserData = await context.newCDPSession(keeper)
  const origins = new Set([new URL(baseURL).origin])
  context.on('page', (page) => {
    page.on('framenavigated', (frame) => origins.add(URL.parse(frame.url())?.origin ?? 'null'))
  })
  // A clock of the test's own stays in the context, and a line that breaks does so for the process, page by page: the one
  // goes with its device, and the other is the page's own once there is no keeper.
  let isSpent = false
  let isPermitted = false
  const { clock } = context
  const installClock = clock.install.bind(clock)
  clock.install = (time) => {
    isSpent = true
    return installClock(time)
  }
  const setOffline = context.setOffline.bind(context)
  context.setOffline = async (isOffline) => {
    isSpent = true
    await keeper.close()
    // The pages come first. A service worker that the browser stopped, as it does with idle ones, answers once it starts again.
    await Promise.race([setOffline(isOffline), delay(stoppedWorkerMs, undefined, { ref: false })])
  }

  const grantPermissions = context.grantPermissions.bind(context)
  context.grantPermissions = (...args) => {
    isPermitted = true
    return grantPermissions(...args)
  }

  return {
    options,
    context,
    async store(key, text) {
      await keeper.evaluate(([key, text]) => localStorage.setItem(key, text), [key, text] as const)
    },
    async wipe() {
      if (isClosed) return false
      if (isSpent) {
        await context.close()
        return false
      }
      await Promise.all(context.pages().map((page) => (page === keeper ? undefined : page.close())))
      await context.unrouteAll()
      if (isPermitted) await context.clearPermissions()
      isPermitted = false
      await context.clearCookies()
      origins.delete('null')
      for (const origin of origins)
        await browserData.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' })
      return true
    },
  }
}
