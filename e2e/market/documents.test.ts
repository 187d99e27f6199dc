/** A guest takes the documents of an order along, and anyone who gets one checks it. */
import { createHash, randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { formatReference } from '#domain/reference-codes.ts'
import { makeContact } from '#tests/database/market/market-app.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
import { openStall } from './market-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)
const token = randomUUID().replaceAll('-', '').repeat(2)
let orderId = ''

beforeAll(async () => {
  await stall.setAccount(true)
  const rice = await stall.addProduct('Rice', 3_500_000)
  const items = [{ productId: rice.id, quantity: 2, priceKobo: rice.priceKobo }]
  const context = {
    idempotencyKey: randomUUID(),
    trackingTokenHash: createHash('sha256').update(token).digest('hex'),
  }
  const [row] = await stall.sql<{ answer: { id: string } }>(
    'select public.place_market_order($1, $2) as answer',
    [JSON.stringify({ items, contact: makeContact() }), JSON.stringify(context)],
  )
  orderId = row?.answer.id ?? ''
})

const codeOf = async (kind: string) =>
  (
    await stall.sql<{ verification_code: string }>(
      'select verification_code from public.order_documents where order_id = $1 and kind = $2',
      [orderId, kind],
    )
  )[0]?.verification_code ?? ''

describe('the documents of an order', () => {
  it('are on the page of the order: a pro-forma when it is requested, a receipt when the money is there', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto(`/track#${token}`)
    const documents = page.locator('section', { has: page.getByRole('heading', { name: 'Documents' }) })
    const saving = page.waitForEvent('download')
    await documents.getByRole('button', { name: 'Get a pro-forma invoice' }).click()
    expect((await saving).suggestedFilename()).toMatch(/^PF-AG.{8}\.pdf$/)
    await documents.getByText('Pro-forma invoice PF-AG').waitFor()

    await stall.sql(
      `insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
       values ($1, 'receipt', 7000000, 'NGN', now(), 'FT26325TEST01', gen_random_uuid())`,
      [orderId],
    )
    await page.reload()
    const saved = page.waitForEvent('download')
    await documents.getByRole('button', { name: /^Download Receipt RCT-/ }).click()
    expect((await saved).suggestedFilename()).toMatch(/^RCT-\d{4}-\d{5}\.pdf$/)
    await expectSound(page)
  })

  it('are checked at /verify by anyone who holds one', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto('/verify')
    // One word for what is checked; the menus around it speak of other things.
    expect(await page.getByRole('main').innerText()).not.toMatch(/document/i)
    // Without a code nothing is sent, and the browser says at the box that one is needed.
    await page.getByRole('button', { name: 'Check this paper' }).click()
    await page.locator('#verify-code:invalid:focus').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.getByLabel('Code on the paper').fill((await codeOf('receipt')).toLowerCase())
    await page.getByRole('button', { name: 'Check this paper' }).click()
    await page.getByRole('heading', { level: 1, name: 'We issued this paper' }).waitFor()
    expect(await page.locator('dl').innerText()).toContain('₦70,000')
    await page.goto('/verify/2222-2222-2222')
    await page.getByRole('heading', { level: 1, name: 'We issued no paper with this code' }).waitFor()
    // What was asked for stands there to be compared with the paper, and the way to us beside it.
    expect(await page.getByLabel('Code on the paper').inputValue()).toBe('2222-2222-2222')
    await page.getByRole('main').getByRole('link', { name: 'Contact us' }).waitFor()
  })

  it('are not what a reference of a registration is: it is followed elsewhere', async () => {
    const reference = formatReference('FM', 'PSUFQN')
    const page = await stage.newPage({ viewport: phone })
    stage.expectError(/status of 404/)
    await page.goto('/verify')
    await page.getByLabel('Code on the paper').fill(reference.toLowerCase())
    await page.getByRole('button', { name: 'Check this paper' }).click()
    await page
      .getByRole('heading', { level: 1, name: 'This is the reference of a registration or an order' })
      .waitFor()
    expect(await page.getByRole('main').innerText()).not.toMatch(/do not pay|not one of ours/i)
    await expectSound(page)
    await page.getByRole('link', { name: `Follow ${reference}` }).click()
    await page.getByRole('button', { name: 'Show the status' }).waitFor()
    await expect.poll(() => page.getByLabel('Reference').inputValue()).toBe(reference)
    // One that is mistyped is called neither a reference nor a forgery.
    const mistyped = `${reference.slice(0, -1)}${reference.endsWith('2') ? '3' : '2'}`
    await page.goto(`/verify/${mistyped}`)
    await page
      .getByRole('heading', { level: 1, name: 'This looks like a reference with something mistyped' })
      .waitFor()
    expect(await page.getByLabel('Code on the paper').inputValue()).toBe(mistyped)
    await page.getByText('If a paper carries this one alone, do not pay', { exact: false }).waitFor()
    await expectSound(page)
  })

  it('have a page that every reader can use', async () => {
    const page = await stage.newPage({ viewport: phone })
    for (const path of ['/verify', `/verify/${await codeOf('pro_forma')}`]) {
      await page.goto(path)
      await page.locator('h1').waitFor()
      await expectSound(page)
    }
  })
})
