/** A device that is used again remembers nothing of the test before. */
import { chromium, type Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { serviceWorkerPath } from '#domain/service-worker.ts'
import { findChromium } from '../scripts/chromium.ts'
import { devtoolsOf, setTextSize } from './actions.ts'
import { playwrightDisables } from './chromium.ts'
import { slowDown } from './market/market-actions.ts'
import { useStage } from './stage.ts'

const stage = useStage()
/** No other test uses this size: the first device is a new one, and not one that another file has left. */
const viewport = { width: 361, height: 640 }

/** All that a browser could remember of a visit, or have set for it. */
async function look(page: Page): Promise<Record<string, unknown>> {
  await page.goto('/contact')
  await page.locator('html[data-live]').waitFor()
  const cookies = await page.context().cookies()
  const seen = await page.evaluate(async () => {
    const entry = performance.getEntriesByType('navigation')[0] as PerformanceNavigationTiming
    const files = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
    const fetched = new Set(
      files.filter(({ transferSize }) => transferSize > 0).map(({ name }) => new URL(name).pathname),
    )
    return {
      local: Object.keys(localStorage).filter((key) => key.startsWith('device-')),
      session: Object.keys(sessionStorage).filter((key) => key.startsWith('device-')),
      databases: (await indexedDB.databases()).map(({ name }) => name),
      caches: (await caches.keys()).filter((name) => name.startsWith('device-')),
      workers: (await navigator.serviceWorker.getRegistrations()).length,
      isControlled: navigator.serviceWorker.controller !== null,
      isFromWire: entry.transferSize > 0,
      // The files of the site, whose names change with what is in them, stay.
      fromCache: files
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => !path.startsWith('/assets/') && !fetched.has(path)),
      clipboard: (await navigator.permissions.query({ name: 'clipboard-read' as PermissionName })).state,
      isOnLine: navigator.onLine,
      link: (navigator as unknown as { connection: { effectiveType: string } }).connection.effectiveType,
      textSize: getComputedStyle(document.documentElement).fontSize,
      isStored: 'device' in window,
      width: innerWidth,
    }
  })
  return { ...seen, cookies: cookies.map(({ name }) => name).filter((name) => name.startsWith('device')) }
}

let first: Page
let fresh: Record<string, unknown>

it('is fresh at first', async () => {
  first = await stage.newPage({ viewport })
  fresh = await look(first)
  const context = first.context()
  await context.grantPermissions(['clipboard-read'])
  await context.addCookies([{ name: 'device', value: '1', url: stage.app.url, httpOnly: true }])
  await first.evaluate(async (worker) => {
    localStorage.setItem('device-local', '1')
    sessionStorage.setItem('device-session', '1')
    await new Promise((resolve) => {
      const request = indexedDB.open('device-database')
      request.onsuccess = () => {
        request.result.close()
        resolve(null)
      }
    })
    await caches.open('device-cache')
    await navigator.serviceWorker.register(worker)
    await navigator.serviceWorker.ready
    Object.assign(window, { device: true })
  }, serviceWorkerPath)
  await context.route('**/contact', (route) => route.fulfill({ body: 'of the test before' }))
  await setTextSize(first, 32)
  await slowDown(first)
  await first.setViewportSize({ width: 280, height: 640 })
})

it('is the same device, and as fresh, in the next test', async () => {
  const page = await stage.newPage({ viewport })
  expect(page.context()).toBe(first.context())
  expect(await look(page)).toEqual(fresh)
})

it('reports requests from the first call that is about them', async () => {
  const page = await stage.newPage({ viewport })
  expect(await page.goto('/contact')).toBeNull()
  const [answer] = await Promise.all([page.waitForResponse('**/careers'), page.goto('/careers')])
  expect(answer.status()).toBe(200)
  await page.route('**/terms', (route) => route.fulfill({ body: 'as the test says' }))
  await page.goto('/terms')
  expect(await page.locator('body').innerText()).toBe('as the test says')
})

it('loses its line also when the browser has stopped its service worker', async () => {
  const page = await stage.newPage({ viewport })
  await page.goto('/contact')
  await page.evaluate(async (worker) => {
    await navigator.serviceWorker.register(worker)
    await navigator.serviceWorker.ready
  }, serviceWorkerPath)
  const devtools = await devtoolsOf(page)
  await devtools.send('ServiceWorker.enable')
  await devtools.send('ServiceWorker.stopAllWorkers')
  await page.context().setOffline(true)
  expect(await page.evaluate(() => navigator.onLine)).toBe(false)
})

it('lacks all features of the browser that Playwright turns off', async () => {
  const plain = await chromium.launchServer({ executablePath: findChromium(), args: ['--no-sandbox'] })
  const prefix = '--disable-features='
  const switches = plain.process().spawnargs.filter((one) => one.startsWith(prefix))
  await plain.close()
  expect(switches.map((one) => one.slice(prefix.length).split(',').toSorted())).toEqual([
    playwrightDisables.toSorted(),
  ])
})
