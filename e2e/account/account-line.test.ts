/** The pages of the account over a line that breaks, or that lets a request wait for ever. */
import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { waitingWords } from '#domain/waiting-words.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { orderAnswers } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'

const stage = useStage()
let member: Awaited<ReturnType<typeof stage.app.newPerson>>
let orderId: string

beforeAll(async () => {
  member = await stage.app.newPerson()
  const order = await member.client.rpc('submit_order', {
    request: orderAnswers,
    idempotency_key: crypto.randomUUID(),
  })
  orderId = (mustWork(order) as { id: string }).id
})

const isRead = (url: URL) => url.pathname.startsWith('/rest/v1/') || url.pathname === '/vault/mine'

const said = (page: Page, words: string) => page.getByRole('main').getByText(words, { exact: true })

it.each([
  ['the overview', () => '/account'],
  ['orders', () => '/account/orders'],
  ['one order', () => `/account/orders/${orderId}`],
  ['an application', () => `/account/applications/farmers/${crypto.randomUUID()}`],
  ['documents', () => '/account/documents'],
  ['own products', () => '/account/products'],
  ['the profile', () => '/account/profile'],
  ['security', () => '/account/security'],
  ['choices of mails', () => '/account/notifications'],
  ['privacy', () => '/account/privacy'],
  ['the hub of investors', () => '/investor-hub'],
])(
  'a line that breaks before %s is read is named, and the page goes on by itself when it is back',
  async (_, path) => {
    const page = await stage.newPage({ as: member, viewport: phone })
    stage.expectError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch|could not be (claimed|read)/)
    await page.route(isRead, async (route: Route) => {
      await page.context().setOffline(true)
      await route.abort('internetdisconnected')
    })
    await page.goto(path())
    await said(page, waitingWords.offline).first().waitFor()
    await expect.poll(() => said(page, waitingWords.loading).count()).toBe(0)
    await expectSound(page)
    await page.unroute(isRead)
    await page.context().setOffline(false)
    await expect.poll(() => said(page, waitingWords.offline).count()).toBe(0)
    await expect.poll(() => said(page, waitingWords.loading).count()).toBe(0)
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
  },
)

it('a request that is not answered is named after a while, and waited for', async () => {
  const page = await stage.newPage({ as: member, viewport: phone })
  await page.clock.install()
  const waiting: Route[] = []
  await page.route('**/rest/v1/notification_choices*', (route) => void waiting.push(route))
  await page.goto('/account/notifications')
  await said(page, waitingWords.loading).waitFor()
  await expect.poll(() => waiting.length).toBe(1)
  await page.clock.fastForward(10_000)
  await said(page, waitingWords.late).waitFor()
  await waiting[0]?.continue()
  await page.getByLabel('News of my orders').waitFor()
  expect(await said(page, waitingWords.late).count()).toBe(0)
})
