/** Courses, projects, the season calendar and photographs on their pages: with rows and without, drawn by the server or within the open site. */
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { startApp } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { within } from '#tests/harness/within.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'

const stage = useStage()

beforeAll(async () => {
  await asOwner(stage.app.databaseUrl, (client) =>
    client.query(`
      insert into public.courses (topic, title, learns, place, state, starts_on, ends_on, seats, price_kobo, languages)
        values ('poultry', 'Broilers', 'To keep broilers.', 'Town hall', 'Nasarawa', '2099-01-01', '2099-01-03', 20, 0, 'Hausa');
      insert into public.crop_seasons (crop, states, planting_from, planting_to, harvest_from, harvest_to, note, source)
        values ('Yam', 'Benue, Taraba', 11, 3, 8, 12, 'After the first rain.', 'Ministry of Agriculture');
      insert into public.projects (kind, title, place, state, year, progress, description, image, image_caption)
        values ('contract', 'Grain store', 'Makurdi', 'Benue', 2024, 'finished', 'Block walls and a raised floor.', '/card.png',
          'Plan of the store');
      insert into public.stories (page, title, text, place, happened_on, figures)
        values ('agriculture', 'Rice without stones', 'Dried on sheets.', 'Ebonyi', '2026-10-31',
          '32 | bags of 50 kg from a hectare | farm book');
      insert into public.photographs (page, image, caption, place, taken_on)
        values ('agriculture', '/card.png', 'Rice on sheets', 'Keffi', '2026-10-01');
      insert into public.page_facts (page, heading, label, value, source)
        values ('contact', 'Hours and languages', 'By phone', 'Monday to Friday, 8 to 17', 'Office');
    `),
  )
  await vi.waitUntil(
    async () => (await (await fetch(`${stage.app.url}/contact`)).text()).includes('Monday to Friday'),
    within,
  )
})

const shown = {
  '/agriculture': ['When to plant and when to harvest', 'Rice without stones', 'In pictures'],
  '/poultry-training': ['Broilers'],
  '/general-contract': ['Grain store'],
  '/contact': ['Hours and languages'],
}

describe.each([
  ['a phone', phone],
  ['a desktop', desktop],
])('on %s', (_, viewport) => {
  it('each page shows what was entered, before and after scripts have taken over, and is sound', async () => {
    const page = await stage.newPage({ viewport })
    for (const [path, headings] of Object.entries(shown)) {
      await page.goto(path)
      await page.mouse.wheel(0, 300)
      await page.locator('html[data-live]').waitFor()
      for (const name of headings) await page.getByRole('heading', { name, exact: true }).waitFor()
      await expectSound(page)
    }
  })
})

/** Five farmers of one state, and five sales to three buyers, as rows that have been there for a while. */
async function plantRecords(): Promise<void> {
  const product = randomUUID()
  const farmers = [1, 2, 3, 4, 5].map(
    (
      index,
    ) => `insert into public.farmers (reference, contact_name, phone, farm_name, location, state, crops_grown, status)
      values ('FM222-222${1 + index}', 'A farmer', '+23480320000${10 + index}', 'A farm', 'Kano', 'Kano', array['Rice'], 'approved')`,
  )
  const sales = [1, 1, 2, 2, 3].map((buyer, index) => {
    const id = randomUUID()
    return `insert into public.orders (id, code, kind, crop_type, quantity, quantity_text, unit, delivery_address, status, payment_status)
        values ('${id}', 'AG222-222${2 + index}', 'marketplace', 'Rice', 1, '1', 'Packs', 'Marina Road', 'approved', 'confirmed');
      insert into public.order_contacts (order_id, name, phone, state, lga)
        values ('${id}', 'A buyer', '+234803100000${buyer}', 'Oyo', 'Ibadan North');
      insert into public.order_items (order_id, position, product_id, product_name, farmer_name, pack_amount, pack_unit, price_kobo, quantity)
        values ('${id}', 1, '${product}', 'Rice', 'A farm', 50, 'kg', 3500000, 2);
      insert into public.order_events (order_id, axis, from_value, to_value, created_at)
        values ('${id}', 'payment', 'claimed', 'confirmed', now() - interval '1 day')`
  })
  await asOwner(stage.app.databaseUrl, (client) =>
    client.query(`begin; set local session_replication_role = replica;
      insert into public.products (id, name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, state, status)
        values ('${product}', 'Rice', 'Grains', 'A farm', 'Ebonyi', 50, 'kg', 3500000, 'Ebonyi', 'published');
      ${[...farmers, ...sales].join(';')}; commit`),
  )
}

describe('what records say', () => {
  it('prices of real sales and the map of states are sound on a phone and at a desk', async () => {
    await plantRecords()
    // They are counted once a day, and when a process starts.
    const app = await startApp({}, stage.app.databaseUrl)
    onTestFinished(() => app.stop())
    const address = `${app.url}/agriculture`
    await vi.waitUntil(
      async () => (await (await fetch(address)).text()).includes('What buyers paid on our marketplace'),
      within,
    )
    const page = await stage.newPage({ viewport: phone })
    await page.goto(address)
    await page.mouse.wheel(0, 300)
    await page.locator('html[data-live]').waitFor()
    for (const viewport of [phone, desktop]) {
      await page.setViewportSize(viewport)
      await page.getByRole('img', { name: /^Map of Nigeria with these states marked: .*Kano/ }).waitFor()
      await page.getByText('₦700 per kg').waitFor()
      await expectSound(page, 'prices of the week, and a map of states')
    }
  })
})

describe('within the open site', () => {
  it('a page on the way from another one draws the same', async () => {
    const page = await stage.newPage({ viewport: desktop })
    await page.goto('/franchise-partnership')
    await page.mouse.wheel(0, 300)
    await page.locator('html[data-live]').waitFor()
    await page
      .getByRole('navigation', { name: 'Business' })
      .getByRole('link', { name: 'General Contract' })
      .click()
    await page.getByRole('heading', { name: 'Grain store' }).waitFor()
    await page.getByRole('img', { name: 'Grain store: Plan of the store' }).waitFor()
    const gap = () =>
      page
        .locator('.block')
        .first()
        .evaluate((block) => getComputedStyle(block).paddingTop)
    expect(await gap()).toBe('0px')
    await page
      .getByRole('navigation', { name: 'Business' })
      .getByRole('link', { name: 'Company Representation' })
      .click()
    await page.getByText('No project is shown here yet.', { exact: false }).waitFor()
  })
})

describe('the season calendar', () => {
  it('is a table for anyone who listens, folded on a phone', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto('/agriculture')
    const row = page.getByRole('row').filter({ hasText: 'Yam' })
    expect(await row.getByRole('cell').allInnerTexts()).toEqual([
      expect.stringMatching(/^Benue, Taraba\s+After the first rain\.$/),
      'November to March',
      'August to December',
    ])
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual([
      'Crop',
      'States',
      'Planting',
      'Harvest',
    ])
    // What the colours of the months mean stands above them, also where planting and harvest meet.
    const names = await page.locator('.months-key > li').allInnerTexts()
    expect(names).toEqual(['Planting', 'Harvest', 'Both'])
    const colourOf = (selector: string) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) => {
          const { backgroundColor, backgroundImage, borderBottomColor } = getComputedStyle(element)
          return [backgroundColor, backgroundImage, borderBottomColor].join(' ')
        })
    const kinds = ['p', 'h', 'b'].map((kind) => `.months-key > .month-${kind}`)
    const colours = await Promise.all(kinds.map(colourOf))
    expect(new Set(colours).size).toBe(3)
    for (const [index, kind] of ['p', 'h', 'b'].entries())
      expect(await colourOf(`.months > .month-${kind}`), kind).toBe(colours[index])
    const [cell, next] = [row.getByRole('cell').nth(0), row.getByRole('cell').nth(1)]
    const [above, below] = [await cell.boundingBox(), await next.boundingBox()]
    expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
  })
})
