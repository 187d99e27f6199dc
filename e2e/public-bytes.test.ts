/** The weight of public pages and of the admin area, as their bars set it: what someone on a bad link pays before and after load. */
import { brotliCompressSync, constants } from 'node:zlib'
import type { Page, Request } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeContact } from '#tests/database/market/market-app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { createShopper } from '#tests/server/market/market-app.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'
import { forgetFiles, orderAnswers } from './actions.ts'
import { openStall } from './market/market-actions.ts'
import { aims, farm, farmer, newYou, passToReview, place } from './registrations/registration-farmer.ts'
import { adminBar, scriptBars } from './script-bars.ts'
import { phone, useStage } from './stage.ts'

const stage = useStage()

function packedSize(bytes: Buffer): number {
  return brotliCompressSync(bytes, {
    params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
  }).length
}

/** What it takes over the wire: a file is stored as small as can be; a page is so shortly after it was first requested. */
async function weigh(path: string): Promise<number> {
  const answer = await fetch(new URL(path, stage.app.url), { headers: { 'accept-encoding': 'br' } })
  const body = Buffer.from(await answer.arrayBuffer())
  const { pathname } = new URL(answer.url)
  return pathname.startsWith('/assets/') ? Number(answer.headers.get('content-length')) : packedSize(body)
}

/** Everything that travels over the wire until the page's load event, headers too. */
async function recordTrafficUntilLoad(page: Page, path: string) {
  await forgetFiles(page)
  const client = await page.context().newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Page.enable')
  const types: string[] = []
  let bytes = 0
  let isLoaded = false
  client.on('Network.requestWillBeSent', ({ type }) => {
    if (!isLoaded) types.push(type ?? 'Other')
  })
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    if (!isLoaded) bytes += encodedDataLength
  })
  // One session reports its events in their order: what comes after this one began after load.
  const loaded = new Promise<void>((resolve) => {
    client.once('Page.loadEventFired', () => {
      isLoaded = true
      resolve()
    })
  })
  await Promise.all([page.goto(path), loaded])
  return { bytes, requests: types.length, scripts: types.filter((type) => type === 'Script').length }
}

/** The scripts that a page fetches once it comes alive; `shown` is on it when all that it loads by itself is there. */
async function listScripts(page: Page, path: string, shown?: string): Promise<string[]> {
  const scripts = new Set<string>()
  // What the page before still fetches is not counted here.
  await page.goto('about:blank')
  const note = (request: Request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  }
  page.on('request', note)
  // A page behind the guard loads its own parts after it comes alive, and the admin area opens its live line once the answers are here.
  const isMembers = path in scriptBars.member
  const line = path.startsWith('/admin') && !isMembers && page.waitForEvent('websocket')
  await page.goto(path)
  await page.locator('html[data-live]').waitFor()
  await line
  if (shown) await page.getByText(shown).filter({ visible: true }).first().waitFor()
  if (line || shown || isMembers) await page.waitForLoadState('networkidle')
  page.off('request', note)
  return [...scripts]
}

const sizes = new Map<string, Promise<number>>()

/** As they travel. */
async function sumSizes(scripts: readonly string[]): Promise<number> {
  const sum = scripts.map((script) => {
    const size = sizes.get(script) ?? weigh(script)
    sizes.set(script, size)
    return size
  })
  return (await Promise.all(sum)).reduce((total, size) => total + size, 0)
}

describe('home', () => {
  it('until load: at most 50 kB, three requests and no script', async () => {
    const page = await stage.newPage({ viewport: phone })
    const traffic = await recordTrafficUntilLoad(page, '/')
    expect(traffic.bytes).toBeGreaterThan(10_000)
    expect(traffic.bytes).toBeLessThanOrEqual(50_000)
    expect(traffic.requests).toBeLessThanOrEqual(3)
    expect(traffic.scripts).toBe(0)
  })

  it('is a document of at most 14 kB with its styles', async () => {
    expect(await weigh('/')).toBeLessThanOrEqual(14_000)
  })
})

interface Link {
  saveData: boolean
  effectiveType: string
}

/** Until that is disposed of, the browser says that its link is this one. */
const setLink = (page: Page, connection: Link) =>
  page.addInitScript((value) => {
    Object.defineProperty(navigator, 'connection', { value })
  }, connection)

/** A visitor whose link is slow or metered, and the scripts that the pages request. */
async function visitOnLink(connection: Link) {
  const page = await stage.newPage({ viewport: phone })
  const link = await setLink(page, connection)
  const scripts: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url())
  })
  return { page, scripts, link }
}

const metered = { saveData: true, effectiveType: '4g' }
/** The last one is that of the visitor who touches the page. */
const slowLinks = [
  { saveData: false, effectiveType: '2g' },
  { saveData: false, effectiveType: '3g' },
]

describe('on a link that is slow or saves data', () => {
  it.each([
    '/',
    '/marketplace',
    '/board',
    '/careers',
    '/contact',
    '/careers/general',
    '/franchise-partnership',
  ])('%s asks for no script at all until a user touches the page', async (path) => {
    const { page, scripts, link } = await visitOnLink(metered)
    await page.goto(path, { waitUntil: 'networkidle' })
    expect(scripts).toEqual([])
    await link.dispose()
    for (const slow of slowLinks) {
      const another = await setLink(page, slow)
      await page.goto(path, { waitUntil: 'networkidle' })
      expect(scripts, slow.effectiveType).toEqual([])
      await another.dispose()
    }
    await page.mouse.click(2, 300)
    await page.locator('html[data-live]').waitFor()
    expect(scripts.length).toBeGreaterThan(0)
  })

  it.each([
    ['tab', 'Investors', 'aria-selected'],
    ['button', 'List', 'aria-pressed'],
  ] as const)('the %s %s of the board answers its first tap', async (role, name, state) => {
    const { page, scripts } = await visitOnLink({ saveData: false, effectiveType: '3g' })
    await page.goto('/board', { waitUntil: 'networkidle' })
    expect(scripts).toEqual([])
    await page.getByRole(role, { name }).click()
    await page.locator(`[${state}=true]`, { hasText: name }).waitFor()
  })

  it('a page that is nothing without scripts starts at once all the same', async () => {
    const { page } = await visitOnLink({ saveData: true, effectiveType: '2g' })
    await page.goto('/auth')
    await page.locator('html[data-live]').waitFor()
  })
})

/**
 * What a visit has received so far: each answer of this site once (the browser's cache has it then), with its headers; the
 * body of a page or a file as small as brotli makes it, which it is shortly after the server got the first request for it.
 */
function weighVisit(page: Page): () => Promise<number> {
  const received = new Map<string, Promise<number>>()
  const weighAnswer = async (request: Request) => {
    const { responseHeadersSize, responseBodySize } = await request.sizes()
    const body = request.method() === 'GET' ? await weigh(request.url()) : Number.POSITIVE_INFINITY
    return responseHeadersSize + Math.min(responseBodySize, body)
  }
  page.on('requestfinished', (request) => {
    const { origin, protocol, pathname } = new URL(request.url())
    if (protocol === 'http:' && origin === stage.app.url)
      received.set(`${request.method()} ${pathname}`, weighAnswer(request))
  })
  return async () => {
    await page.waitForLoadState('networkidle')
    return (await Promise.all(received.values())).reduce((sum, size) => sum + size, 0)
  }
}

describe('a farmer whose phone is on 2G', () => {
  it('receives at most 19 kB of the home page, 150 kB until the form answers, 210 kB until it is sent', async () => {
    const { page } = await visitOnLink({ saveData: false, effectiveType: '2g' })
    await forgetFiles(page)
    const received = weighVisit(page)
    await page.goto('/')
    expect(await received()).toBeLessThanOrEqual(19_000)
    await page.locator('.doors a', { hasText: 'I farm' }).click()
    await page.locator('.long-form-step button[type=submit]:enabled').waitFor()
    expect(await received()).toBeLessThanOrEqual(150_000)
    await passToReview(page, { ...newYou(), ...place, ...farm, ...aims })
    await page.locator('#farmer-acceptTerms').check()
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    await page.getByText('Your photo has arrived.').waitFor()
    const total = await received()
    expect(total).toBeGreaterThan(100_000)
    expect(total).toBeLessThanOrEqual(210_000)
  })
})

describe.each([
  ['visitor', scriptBars.visitor],
  ['member', scriptBars.member],
] as const)('a page of any kind, open before a %s', (who, bars) => {
  // What comes when a user gets there, as camera, review and sending do, is not counted.
  it('comes alive with no more script than its bar', async () => {
    const as = who === 'member' ? await stage.app.newPerson() : undefined
    const page = await stage.newPage({ viewport: phone, as })
    stage.expectError(/404: no page at/)
    const over: string[] = []
    for (const [path, max] of Object.entries(bars)) {
      const bytes = await sumSizes(await listScripts(page, path))
      expect(bytes, path).toBeGreaterThan(60_000)
      if (bytes > max) over.push(`${path}: ${bytes} of ${max}`)
    }
    expect(over).toEqual([])
  })
})

describe('the page of one record', () => {
  it('comes alive with no more script than its bar, what it loads of the record among it', async () => {
    const { url, keys } = stage.app
    const stall = openStall(() => stage.app)
    await stall.setAccount(true)
    const yam = await stall.addProduct('Yam', 4_500_000)
    const [member] = await stall.sql<{ id: number }>(
      `insert into public.board_members (id, name, position, bio, type, sort_order)
       values (1, 'Amina Bello', 'Chair of the Board', 'Thirty years in produce trade.', 'board', 1) returning id`,
    )
    const person = await stage.app.newPerson()
    const { session } = mustWork(await person.client.auth.getSession())
    const shopper = createShopper({ ...keys, url, address: '198.51.100.8' })
    const items = [{ productId: yam.id, quantity: 1, priceKobo: yam.priceKobo }]
    const order = await shopper.order(items, { ...makeContact(), email: person.email })
    const guests = await shopper.order(items)
    const { body: registered } = await createApplicant({ ...keys, url }).submit('farmer')
    const asMember = { ...keys, url, accessToken: session?.access_token }
    const { body: own } = await createApplicant(asMember).submit('farmer')
    // What was ordered with their address becomes theirs.
    const account = await stage.newPage({ viewport: phone, as: person })
    await account.goto('/account')
    await account.getByRole('link', { name: `Open order ${order.code}` }).waitFor()
    const records: Record<keyof typeof scriptBars.record, [path: string | null, shown: string]> = {
      '/board/:id': [`/board/${member?.id}`, 'Amina Bello'],
      '/marketplace/:product': [`/marketplace/yam-${yam.id}`, 'Yam'],
      '/track, of a registration': [registered.trackingPath, 'Nobody has looked.'],
      '/track, of an order': [guests.trackingPath, 'Puts the same products into your cart'],
      '/account/orders/:id': [`/account/orders/${order.id}`, 'Puts the same products into your cart'],
      '/account/applications/:recordType/:id': [
        `/account/applications/${own.recordType}/${own.id}`,
        'What you sent',
      ],
    }
    const visitor = await stage.newPage({ viewport: phone })
    const over: string[] = []
    for (const [name, [path, shown]] of Object.entries(records)) {
      const page = name.startsWith('/account/') ? account : visitor
      const max = scriptBars.record[name as keyof typeof records]
      const bytes = await sumSizes(await listScripts(page, path ?? '', shown))
      expect(bytes, name).toBeGreaterThan(60_000)
      if (bytes > max) over.push(`${name}: ${bytes} of ${max}`)
    }
    expect(over).toEqual([])
  })
})

describe('the desk', () => {
  it('shows any page that is opened first with at most 180 kB of script, its live line among it', async () => {
    const admin = await stage.app.newAdmin()
    const buyer = await stage.app.newPerson()
    const placeOrder = async () => {
      const request = { ...orderAnswers, namedPlace: 'Apapa', email: buyer.email }
      return mustWork(
        await buyer.client.rpc('submit_order', { request, idempotency_key: crypto.randomUUID() }),
      ) as { id: string }
    }
    const [requested, agreed] = [await placeOrder(), await placeOrder()]
    const quote = {
      expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      lines: [{ description: 'Ginger', quantity: 2, unit: 'Tons', priceKobo: 500_000 }],
      paymentTerms: 'Bank Transfer',
    }
    const quoteId = mustWork(await admin.client.rpc('quote_order', { order_id: agreed.id, quote })) as string
    mustWork(await buyer.client.rpc('accept_quote', { quote_id: quoteId, total_kobo: 1_000_000 }))
    const applicant = createApplicant({
      url: stage.app.url,
      publishableKey: stage.app.keys.publishableKey,
    })
    const { body: registered } = await applicant.submit('farmer')
    const page = await stage.newPage({ viewport: phone, as: admin })
    const over: string[] = []
    for (const path of [
      '/admin/home',
      '/admin',
      '/admin/queues/listings',
      `/admin/queues/farmers/${registered.id}`,
      `/admin/queues/orders/${requested.id}`,
      `/admin/queues/orders/${agreed.id}`,
      `/admin/queues/quotes/${requested.id}`,
      `/admin/persons/farmers/${registered.id}`,
      '/admin/products/new',
      '/admin/products/order-form',
      '/admin/mails',
      '/admin/enter',
      '/admin/tasks',
      '/admin/delivery',
      '/admin/content',
      '/admin/settings',
      '/admin/people',
      '/admin/audit',
      '/admin/figures',
    ]) {
      const scripts = await listScripts(page, path)
      if (/queues\/.*\//.test(path)) await page.getByRole('region', { name: 'Notes' }).waitFor()
      const bytes = await sumSizes(scripts)
      expect(bytes, path).toBeGreaterThan(130_000)
      if (bytes > adminBar) over.push(`${path}: ${bytes}`)
    }
    expect(over).toEqual([])
  })
})

describe('while it loads and comes alive', () => {
  it.each([
    '/',
    '/agriculture',
    '/marketplace',
    '/board',
    '/careers',
    '/franchise-partnership',
    '/farmer-registration',
    '/terms',
  ])('%s does not move under the eye', async (path) => {
    const page = await stage.newPage({ viewport: phone })
    await page.addInitScript(() => {
      const shifts: number[] = []
      Object.assign(window, { shifts })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value)
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await page.goto(path)
    await page.locator('html[data-live]').waitFor()
    const total = await page.evaluate(() =>
      (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
    )
    expect(total).toBeLessThanOrEqual(0.01)
  })
})
