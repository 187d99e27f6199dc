// The admin area in Chromium with the processor 4 times slower: the longest that each action of a list holds up the main thread.
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { ensureChromium } from '../../scripts/chromium.ts'
import type { Question } from './questions.ts'

const slowerProcessor = 4
/** One of each action. */
const rounds = 5

export interface ActionFigures {
  action: string
  /** The longest task of each round; 0: none of 50 ms or more. */
  longestMs: number[]
}

/** `stored` is the session, as the site stores it. */
export async function timeActions(url: string, stored: string): Promise<ActionFigures[]> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: ['--no-sandbox'] })
  try {
    const context = await browser.newContext({
      baseURL: url,
      viewport: { width: 1280, height: 800 },
      storageState: {
        cookies: [],
        origins: [{ origin: url, localStorage: [{ name: 'house-auth', value: stored }] }],
      },
    })
    return [...(await timeList(context, 'orders')), ...(await timeList(context, 'farmers'))]
  } finally {
    await browser.close()
  }
}

async function timeList(context: BrowserContext, list: string): Promise<ActionFigures[]> {
  const page = await context.newPage()
  await page.goto(`/admin?tab=${list}`)
  await settle(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowerProcessor })
  await page.evaluate(() => {
    const seen: number[] = []
    Object.assign(window, { longTasks: seen })
    new PerformanceObserver((entries) => {
      for (const task of entries.getEntries()) seen.push(Math.round(task.duration))
    }).observe({ type: 'longtask' })
  })
  const figures = new Map<string, number[]>()
  async function time(name: string, act: () => Promise<unknown>): Promise<void> {
    await act()
    await settle(page)
    const longest = await page.evaluate(() =>
      Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks.splice(0)),
    )
    figures.set(name, [...(figures.get(name) ?? []), longest])
  }
  // By plain selectors: to find roles and names, Playwright reads the whole page on the thread that is timed.
  const statusFilter = page.locator('main select').first()
  const search = page.locator('main input[type=search]')
  const drawer = page.locator('dialog[data-place=side][open]')
  /** The router draws the new list when it can: only its answer says that this one stands. Live changes refetch as well. */
  async function listed(question: Partial<Question>, act: () => Promise<unknown>): Promise<void> {
    const answer = page.waitForResponse((response) => {
      if (!response.url().includes('/rpc/find_records?')) return false
      const requested = response.request().postDataJSON() as Record<string, unknown>
      return Object.entries(question).every(([name, value]) => requested[name] === value)
    })
    await act()
    await answer
  }
  for (let round = 0; round < rounds; round++) {
    await time('select the page', () => page.locator('thead input[type=checkbox]').check())
    await time('turn the page', () => listed({ page_index: 1 }, () => page.locator('a[rel=next]').click()))
    await time('filter', () => listed({ only_status: 'pending' }, () => statusFilter.selectOption('pending')))
    await time('decide', async () => {
      const button = page.locator('tr[data-record] button[aria-label^="Approve "]').first()
      const name = (await button.getAttribute('aria-label')) ?? ''
      const caution = await button.getAttribute('aria-describedby')
      await button.click()
      // What a row warns of asks first, such as an order without a price.
      if (caution) await page.locator('dialog[open] button:text-is("Approve")').click()
      await page.locator(`tr[data-record] button[aria-label="${name}"]`).waitFor({ state: 'detached' })
    })
    await time('open a record', async () => {
      await page.locator('tr[data-record] [data-open]').first().click()
      await drawer.waitFor()
    })
    await time('close it', async () => {
      await page.keyboard.press('Escape')
      await drawer.waitFor({ state: 'detached' })
    })
    const text = `${round + 2}k`
    await time('search', () => listed({ search: text }, () => search.fill(text)))
    await time('end the search and the filter', async () => {
      // What is chosen before the list has heard of the search would be let go again.
      await listed({ search: null }, () => search.fill(''))
      await listed({ only_status: null }, () => statusFilter.selectOption(''))
    })
  }
  await page.close()
  return [...figures].map(([action, longestMs]) => ({ action: `${list}: ${action}`, longestMs }))
}

/** Everything that was requested has come, was drawn, and its long tasks were recorded. */
async function settle(page: Page): Promise<void> {
  await page.locator('main [role=status]:has-text(" found")').waitFor()
  await page.locator('table[aria-busy]').waitFor({ state: 'detached' })
  await page.waitForLoadState('networkidle')
  await page.evaluate(
    () =>
      new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  )
}
