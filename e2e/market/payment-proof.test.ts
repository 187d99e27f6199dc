/** The photo that proves a payment, at the end of the checkout. */
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { orderUploadBuckets } from '#domain/market/market-orders.ts'
import { holdCall } from '../actions.ts'
import { phone, useStage } from '../stage.ts'
import {
  fillCart,
  fillContact,
  openCheckout,
  openStall,
  readCode,
  showPaymentDetails,
} from './market-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)

describe('the proof of a payment', () => {
  it('is made small on the device, and its small print stays readable', async () => {
    await stall.setAccount(true)
    const rice = await stall.addProduct('Rice', 3_500_000, 50)
    const page = await stage.newPage({ viewport: phone })
    await fillCart(page, [{ ...rice, quantity: 1 }])
    await openCheckout(page)
    await fillContact(page)
    await showPaymentDetails(page)
    await readCode(page)
    const photo = { width: 2400, height: 1800, channels: 3 as const, background: '#fbf8f1' }
    const buffer = await sharp({ create: photo }).jpeg().toBuffer()
    const sent = page.waitForRequest((request) => request.method() === 'PUT')
    const upload = await holdCall(page, '**/storage/v1/**')
    await page.getByLabel('Proof of payment').setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer })
    // The woven band, and not the browser's own bar.
    const progress = page.getByRole('progressbar', { name: 'Sending a.jpg…' })
    await progress.locator('.band').waitFor({ state: 'attached' })
    expect(await page.locator('progress').count()).toBe(0)
    upload.release()
    await page.getByRole('button', { name: 'Remove a.jpg' }).waitFor()
    expect((await sent).postDataBuffer()?.length ?? 0).toBeLessThan(500 * 1024)
    const [stored] = await stall.sql<{ path: string }>(
      'select path from private.order_uploads order by created_at desc limit 1',
    )
    const { data } = await stage.app
      .newClient(stage.app.keys.secretKey)
      .storage.from(orderUploadBuckets.proof)
      .download(stored?.path ?? '')
    const { width, height } = await sharp(await data?.arrayBuffer()).metadata()
    expect([width, height]).toEqual([1600, 1200])
  })
})
