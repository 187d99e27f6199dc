// One visit of one page: a cold cache, a slow line, a slow processor; what was seen when, and what it cost.
import { setTimeout } from 'node:timers/promises'
import type { Chromium, DevtoolsPage } from './devtools.ts'

export interface Line {
  name: string
  kilobitsDown: number
  kilobitsUp: number
  latencyMs: number
}

export const slow4g: Line = { name: 'Slow 4G', kilobitsDown: 1600, kilobitsUp: 750, latencyMs: 150 }
export const slow3g: Line = { name: 'Slow 3G', kilobitsDown: 400, kilobitsUp: 400, latencyMs: 400 }

export interface Visit {
  fcpMs: number
  lcpMs: number
  cls: number
  /** What long tasks took above 50 ms each, from the first paint until the page had come to rest. */
  blockingMs: number
  loadMs: number
  untilLoad: Transfer
  /** Until the page had come to rest by itself: also what is fetched after load. */
  untilRest: Transfer
}

export interface Transfer {
  /** On the wire, with headers. */
  bytes: number
  requests: number
  /** Bodies of scripts as they came, compressed. */
  scriptBytes: number
}

export interface VisitOptions {
  line?: Line
  saveData?: boolean
  /** Touch the page when it has come to rest, so that every script comes that ever does. */
  touch?: boolean
}

const slowerProcessor = 4
const restMs = 1000
const longestVisitMs = 60_000

export async function visit(
  browser: Chromium,
  url: string,
  { line, saveData, touch }: VisitOptions = {},
): Promise<Visit> {
  const page = await browser.openPage()
  try {
    await page.send('Emulation.setDeviceMetricsOverride', {
      ...{ width: 360, height: 760, deviceScaleFactor: 2, mobile: true },
    })
    await page.send('Emulation.setTouchEmulationEnabled', { enabled: true })
    const transfers = await countTransfers(page)
    if (line) await slowDown(page, line)
    if (saveData) await page.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true })
    await page.send('Page.addScriptToEvaluateOnNewDocument', { source: `(${observePaints})()` })
    await page.send('Page.navigate', { url })
    const seen = await readAtRest(transfers)
    if (touch) {
      const shift = { key: 'Shift', code: 'ShiftLeft', windowsVirtualKeyCode: 16 }
      await page.send('Input.dispatchKeyEvent', { type: 'keyDown', ...shift })
      await page.send('Input.dispatchKeyEvent', { type: 'keyUp', ...shift })
      await transfers.rest()
    }
    return { ...seen, untilLoad: transfers.untilLoad(), untilRest: transfers.all() }
  } finally {
    await page.close()
    // The browser is still putting things away, and the next visit would pay for it.
    await setTimeout(500)
  }

  /** A page that draws by script may request nothing for longer than a rest takes, before it has painted anything. */
  async function readAtRest(
    transfers: Awaited<ReturnType<typeof countTransfers>>,
  ): Promise<ReturnType<typeof readPaints>> {
    const deadline = performance.now() + longestVisitMs
    for (;;) {
      await transfers.rest()
      const seen = await page.evaluate(readPaints)
      if (seen.lcpMs > 0) return seen
      if (performance.now() > deadline) throw new Error('a page never painted its content')
    }
  }
}

async function slowDown(page: DevtoolsPage, line: Line): Promise<void> {
  await page.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latencyMs,
    downloadThroughput: (line.kilobitsDown * 1000) / 8,
    uploadThroughput: (line.kilobitsUp * 1000) / 8,
  })
  await page.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
}

interface Request {
  isScript: boolean
  beforeLoad: boolean
  headerBytes: number
  wireBytes: number
  finished: boolean
}

async function countTransfers(page: DevtoolsPage) {
  const requests = new Map<string, Request>()
  let loaded = false
  let lastChange = performance.now()
  page.on('Network.requestWillBeSent', ({ requestId, type, request }) => {
    lastChange = performance.now()
    if (!/^https?:/.test(request.url)) return
    requests.set(requestId, {
      isScript: type === 'Script' || /\.js(\?|$)/.test(request.url),
      beforeLoad: !loaded,
      headerBytes: 0,
      wireBytes: 0,
      finished: false,
    })
  })
  page.on('Network.responseReceived', ({ requestId, response }) => {
    const request = requests.get(requestId)
    // Until the body begins, what has come is the headers.
    if (request) request.headerBytes = response.encodedDataLength
  })
  page.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    lastChange = performance.now()
    const request = requests.get(requestId)
    if (request) Object.assign(request, { wireBytes: encodedDataLength, finished: true })
  })
  page.on('Network.loadingFailed', ({ requestId }) => {
    lastChange = performance.now()
    const request = requests.get(requestId)
    if (request) request.finished = true
  })
  page.on('Page.loadEventFired', () => {
    loaded = true
    lastChange = performance.now()
  })
  await page.send('Network.enable')
  await page.send('Page.enable')

  const sum = (counted: Request[]): Transfer => ({
    bytes: counted.reduce((bytes, one) => bytes + one.wireBytes, 0),
    requests: counted.length,
    scriptBytes: counted
      .filter((one) => one.isScript)
      .reduce((bytes, one) => bytes + Math.max(0, one.wireBytes - one.headerBytes), 0),
  })
  return {
    untilLoad: () => sum([...requests.values()].filter((one) => one.beforeLoad)),
    all: () => sum([...requests.values()]),
    /** Resolves when nothing has been under way briefly. */
    async rest(): Promise<void> {
      lastChange = performance.now()
      const deadline = performance.now() + longestVisitMs
      for (;;) {
        const isIdle = loaded && [...requests.values()].every((one) => one.finished)
        const left = lastChange + restMs - performance.now()
        if (isIdle && left <= 0) return
        if (performance.now() > deadline) throw new Error('a page never came to rest')
        await setTimeout(Math.max(left, 50))
      }
    },
  }
}

interface Seen {
  lcp: number
  cls: number
  tasks: { start: number; duration: number }[]
}

/** Runs in the page, before anything of it. */
function observePaints(): void {
  const seen: Seen = { lcp: 0, cls: 0, tasks: [] }
  Object.assign(window, { seen })
  const observe = (
    type: string,
    use: (entry: PerformanceEntry & { value?: number; hadRecentInput?: boolean }) => void,
  ) => new PerformanceObserver((list) => list.getEntries().forEach(use)).observe({ type, buffered: true })
  observe('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime
  })
  observe('layout-shift', (entry) => {
    if (!entry.hadRecentInput) seen.cls += entry.value ?? 0
  })
  observe('longtask', (entry) => {
    seen.tasks.push({ start: entry.startTime, duration: entry.duration })
  })
}

/** Runs in the page, at its end. */
function readPaints() {
  const { seen } = window as unknown as { seen: Seen }
  const fcpMs = performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return {
    fcpMs,
    lcpMs: seen.lcp,
    cls: seen.cls,
    loadMs: navigation?.loadEventStart ?? Number.NaN,
    blockingMs: seen.tasks
      .filter(({ start, duration }) => start + duration > fcpMs)
      .reduce((sum, { duration }) => sum + Math.max(0, duration - 50), 0),
  }
}
