/** Products: farmers propose them and count their stock, staff review them and add the company's own. */
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it, vi } from 'vitest'
import { makeProductSlug } from '#domain/market/products.ts'
import type { Person } from '#tests/harness/app.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { within } from '#tests/harness/within.ts'
import { expectPath, expectToast, holdCall } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'
import { comeBack, openMarket, openStall } from './market-actions.ts'

const stage = useStage()
const stall = openStall(() => stage.app)

const readPage = async (path: string) => (await fetch(stage.app.url + path)).text()

async function expectPicture(page: Page, name: string): Promise<void> {
  const shown = page.getByRole('img', { name })
  await shown.scrollIntoViewIfNeeded()
  await expectDrawn(shown)
}

async function expectDrawn(shown: Locator): Promise<void> {
  await vi.waitFor(
    async () =>
      expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0),
    within,
  )
}

describe('farmers', () => {
  async function makeFarmer(status: 'pending' | 'approved'): Promise<Person> {
    const person = await stage.app.newPerson()
    await stall.sql(
      `insert into public.farmers (user_id, contact_name, phone, farm_name, location, state, crops_grown, status)
       values ($1, 'Ada Obi', '+2348031234567', 'Gwari Hills', 'Minna, Niger', 'Niger', array['Ginger'], $2)`,
      [person.id, status],
    )
    return person
  }

  it('who are not approved propose nothing, and visitors are shown the way', async () => {
    const waiting = await stage.newPage({ viewport: phone, as: await makeFarmer('pending') })
    await waiting.goto('/account/products')
    await waiting.getByText('We are still looking at your registration.').waitFor()
    expect(await waiting.getByRole('button', { name: 'Propose a product' }).count()).toBe(0)
    const nobody = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
    await nobody.goto('/account/products')
    await nobody.getByRole('link', { name: 'Register as Farmer' }).first().waitFor()
    await expectSound(nobody)
  })

  it('who are approved propose with a photo, wait for the review, and count their stock without one', async () => {
    const page = await stage.newPage({ viewport: phone, as: await makeFarmer('approved') })
    await page.goto('/account/products')
    await page.getByRole('button', { name: 'Propose a product' }).click()
    const form = page.getByRole('form', { name: 'Product' })
    await form.getByRole('button', { name: 'Send for review' }).click()
    const problems = () => page.locator('.summary a').allInnerTexts()
    await expect
      .poll(problems)
      .toEqual([
        'Product name must be at least 2 characters',
        'Please select a category',
        'Enter how much is in one pack, at most 1,000,000',
        'Enter the price of one pack in naira, from 1 to 1,000,000,000',
      ])
    await expectSound(page)
    await form.getByLabel('Product').fill('Ginger')
    await form.getByLabel('Category').selectOption('Spices')
    await form.getByLabel('In one pack').fill('25')
    await form.getByLabel('Price of one pack, in naira').fill('40,000')
    await form.getByText('Buyers see: ₦1,600 per kg.').waitFor()
    await form.getByLabel('Packs in stock').fill('12')
    // A phone that runs out of memory loads the page again: nothing typed is lost.
    await page.reload()
    await expect.poll(() => form.getByLabel('Product').inputValue()).toBe('Ginger')
    await expect.poll(() => form.getByLabel('Category').inputValue()).toBe('Spices')
    await form.getByText('Buyers see: ₦1,600 per kg.').waitFor()
    await form.getByLabel('Season').fill('November to March')
    const details = { Variety: 'Tafin Giwa', Grade: 'Dry, split', Harvest: 'December 2025', Lot: 'GH-7' }
    for (const [label, answer] of Object.entries(details)) await form.getByLabel(label).fill(answer)
    await form.getByLabel('State').selectOption('Niger')
    const picture = sharp({ create: { width: 900, height: 600, channels: 3, background: '#a83f22' } })
    await form
      .getByLabel('Photo')
      .setInputFiles({ name: 'ginger.png', mimeType: 'image/png', buffer: await picture.png().toBuffer() })
    // The photo arrives, the words do not: the second try sends the words alone.
    const uploads: string[] = []
    page.on('request', (request) => {
      if (request.url().includes('/storage/v1/object/upload/')) uploads.push(request.url())
    })
    await page.route('**/rest/v1/products*', (route) => route.abort(), { times: 1 })
    stage.expectError(/ERR_FAILED/)
    const upload = await holdCall(page, '**/storage/v1/object/upload/**')
    await form.getByRole('button', { name: 'Send for review' }).click()
    const progress = form.getByRole('progressbar', { name: 'Sending the photo…' })
    await progress.locator('.band').waitFor({ state: 'attached' })
    upload.release()
    await form.getByText('Not saved.').waitFor()
    await form.getByRole('button', { name: 'Send for review' }).click()
    await expectToast(page, 'Product sent for review', 'You see here when it is on the marketplace.')
    expect(uploads).toHaveLength(1)
    await page.getByText('Waiting for review').waitFor()
    await expectPicture(page, 'Ginger')
    await expectSound(page)
    const ginger = async () =>
      (
        await stall.sql<{
          id: string
          status: string
          stock: number
          photo_path: string
          is_verified: boolean
        }>(`select id, status, stock, photo_path, is_verified from public.products where name = 'Ginger'`)
      )[0]
    expect(await ginger()).toMatchObject({ status: 'pending', stock: 12, is_verified: true })
    expect(await readPage('/marketplace')).not.toContain('Ginger')

    await stall.sql(`update public.products set status = 'hidden', review_note = 'Please show the ginger alone'
      where name = 'Ginger'`)
    await comeBack(page, page.getByText('Please show the ginger alone'))

    await stall.sql(`update public.products set status = 'published' where name = 'Ginger'`)
    await vi.waitFor(async () => expect(await readPage('/marketplace')).toContain('Ginger'), within)
    await openMarket(page, '?q=ginger')
    await page.getByText('Verified').waitFor()
    await expectPicture(page, 'Ginger')
    const { id = '' } = (await ginger()) ?? {}
    const address = `/marketplace/${makeProductSlug({ id, name: 'Ginger' })}`
    const facts = await readPage(address)
    for (const [term, detail] of Object.entries(details))
      expect(facts).toContain(`<dt>${term}</dt><dd>${detail}</dd>`)
    await page.goto(address)
    await page.getByRole('img', { name: 'Map of Nigeria with Niger marked' }).scrollIntoViewIfNeeded()
    await expectDrawn(page.locator('.farm-map img'))
    await expectSound(page)
    await page.goto('/account/products')
    const stock = page.getByRole('form', { name: 'Stock of Ginger' })
    const sell = (left: number) =>
      stall.sql(`update public.products set stock = $1 where name = 'Ginger'`, [left])
    await stock.getByLabel('Packs in stock').fill('5')
    await sell(10)
    await stock.getByRole('button', { name: 'Save stock' }).click()
    await stock.getByText('the stock now is 10 packs').waitFor()
    expect(await ginger()).toMatchObject({ stock: 10 })
    expect(await stock.getByLabel('Packs in stock').inputValue()).toBe('5')
    await stock.getByRole('button', { name: 'Save stock' }).click()
    await expectToast(page, 'Stock saved', 'Buyers see the new count of Ginger.')
    expect(await ginger()).toMatchObject({ status: 'published', stock: 5 })
    await page.getByRole('button', { name: 'Change Ginger' }).click()
    await form.getByLabel('Price of one pack, in naira').fill('42,000')
    await sell(1)
    await form.getByRole('button', { name: 'Save the changes' }).click()
    await page.getByText('Waiting for review').waitFor()
    expect(await ginger()).toMatchObject({ status: 'pending', stock: 1 })
    await page.getByRole('button', { name: 'Change Ginger' }).click()
    await form.getByLabel('Packs in stock').fill('30')
    await form.getByLabel('Description').fill('Dry and clean')
    await sell(0)
    await form.getByRole('button', { name: 'Save the changes' }).click()
    await page.getByRole('link', { name: 'the stock now is 0 packs' }).waitFor()
    await expectSound(page)
    expect(await form.getByLabel('Description').inputValue()).toBe('Dry and clean')
    expect(await ginger()).toMatchObject({ stock: 0 })
    await form.getByRole('button', { name: 'Save the changes' }).click()
    await page.getByRole('button', { name: 'Change Ginger' }).waitFor()
    expect(await ginger()).toMatchObject({ stock: 30 })
  })
})

describe('staff', () => {
  it('add a product of the company’s own, which waits among the listings, and change any', async () => {
    const admin = await stage.app.newAdmin()
    // Who sets a price has shown the second factor.
    await addSecondFactor(admin)
    const page = await stage.newPage({ viewport: phone, as: admin })
    await page.goto('/admin/queues/listings')
    await page.getByRole('link', { name: 'Add a product' }).click()
    const form = page.getByRole('form', { name: 'Product' })
    for (const [label, answer] of Object.entries({
      Farmer: 'Company store',
      Place: 'Keffi, Nasarawa',
      Product: 'Sorghum',
      'In one pack': '50',
      'Weight of one full pack': '51.5',
      'Price of one pack, in naira': '21,000.50',
    }))
      await form.getByLabel(label).fill(answer)
    await form.getByLabel('Category').selectOption('Grains')
    await expectSound(page)
    await form.getByRole('button', { name: 'Save' }).click()
    await expectToast(page, 'Product saved')
    await expectPath(page, '/admin/queues/listings')
    const sorghum = async () =>
      (
        await stall.sql<{ id: string; status: string; price_kobo: string; farmer_name: string }>(
          `select id, status, price_kobo, weight_grams, farmer_name from public.products where name = 'Sorghum'`,
        )
      )[0]
    const created = await sorghum()
    expect(created).toMatchObject({
      ...{ status: 'pending', price_kobo: '2100050', weight_grams: 51_500, farmer_name: 'Company store' },
    })
    await page.goto(`/admin/products/${created?.id}`)
    await expect.poll(() => form.getByLabel('Price of one pack, in naira').inputValue()).toBe('21000.50')
    await form.getByLabel('Farmer').fill('')
    await form.getByLabel('Weight of one full pack').fill('51500')
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('link', { name: 'Farmer must be at least 2 characters' }).waitFor()
    await page.getByRole('link', { name: 'A pack of 50 kg weighs from 50 to 150 kg' }).waitFor()
    await form.getByLabel('Weight of one full pack').fill('51.5')
    await form.getByLabel('Farmer').fill('Keffi store')
    await form.getByRole('button', { name: 'Save' }).click()
    await expectPath(page, '/admin/queues/listings')
    expect(await sorghum()).toMatchObject({ farmer_name: 'Keffi store', price_kobo: '2100050' })

    await stall.sql(`insert into public.farmers (farm_name, location, crops_grown, status, phone)
      values ('Oke Ogun Farm', 'Saki, Oyo', array['Sorghum'], 'approved', '+2348035510066')`)
    await page.goto(`/admin/products/${created?.id}`)
    await form.getByLabel('Whose it is').fill('0803 551 0066')
    await form.getByRole('button', { name: 'Choose Oke Ogun Farm' }).click()
    await form.getByText('Offered by Oke Ogun Farm, Saki, Oyo').waitFor()
    await page.setViewportSize(desktop)
    await expectSound(page)
    await form.getByRole('button', { name: 'Save' }).click()
    await expectPath(page, '/admin/queues/listings')
    expect(await sorghum()).toMatchObject({ farmer_name: 'Oke Ogun Farm', price_kobo: '2100050' })
    await page.goto('/admin/queues/listings?q=Sorghum')
    await page.getByRole('button', { name: 'Change: Price of Sorghum, ₦21,000.50' }).click()
    await page.keyboard.type('22,000')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Price saved')
    expect(await sorghum()).toMatchObject({ price_kobo: '2200000' })
  })

  it('give a product several photographs, and a buyer looks at each of them in full', async () => {
    const admin = await stage.app.newPerson()
    await stall.sql(`insert into public.user_roles (user_id, role) values ($1, 'admin')`, [admin.id])
    await addSecondFactor(admin)
    const { id } = await stall.addProduct('Millet', 3_000_000)
    const page = await stage.newPage({ as: admin })
    await page.goto(`/admin/products/${id}`)
    const form = page.getByRole('form', { name: 'Product' })
    const draw = async (name: string, background: string) => ({
      ...{ name, mimeType: 'image/png' },
      buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
        .png()
        .toBuffer(),
    })
    await form.getByLabel(/^Photo/).setInputFiles(await draw('pack.png', '#a83f22'))
    await form
      .getByLabel('More photos')
      .setInputFiles([await draw('grain.png', '#22a83f'), await draw('field.png', '#3f22a8')])
    await form.getByText('2 photos are sent when you save.').waitFor()
    await form.getByRole('button', { name: 'Save' }).click()
    await expectPath(page, '/admin/queues/listings')

    const buyer = await stage.newPage({ viewport: phone })
    await vi.waitFor(
      async () => expect(await readPage(`/marketplace/${id}`)).toContain('More photographs of Millet'),
      within,
    )
    await buyer.goto(`/marketplace/${id}`)
    const more = buyer.getByRole('list', { name: 'More photographs of Millet' }).getByRole('link')
    expect(await more.count()).toBe(2)
    await expectSound(buyer)
    const seen: string[] = []
    // The browser's own page around a picture styles itself, which the policy of a photograph does not allow: it is shown without.
    stage.expectError(/Applying inline style violates/)
    for (const place of [0, 1]) {
      if (place > 0) await buyer.goto(`/marketplace/${id}`)
      await more.nth(place).click()
      await buyer.waitForURL(/market\/photos/)
      // The photograph alone, as large as it was sent.
      expect(
        await buyer.locator('img').evaluate((shown: HTMLImageElement) => shown.naturalWidth),
      ).toBeGreaterThan(600)
      seen.push(buyer.url())
    }
    expect(new Set(seen).size).toBe(2)
  })
})
