/** What nobody loses at the desk: a colleague's price, the undo after another load, the focus, the commands of a page, and the way home. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { expectPath, expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone } from '../stage.ts'
import { expectSoundAgain, expectSoundAt, goToList, goWithin, row, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql, openAdmin, addFarmers, placeOrder } = adminPages
let colleague: Person

beforeAll(async () => {
  await addSecondFactor(adminPages.admin)
  colleague = await stage.app.newPerson()
  await sql(`insert into public.user_roles (user_id, role) values ($1, 'content')`, [colleague.id])
  await addSecondFactor(colleague)
  await sql(`update public.profiles set full_name = 'Ngozi Bello' where id = $1`, [colleague.id])
})

const focusedText = (page: Page) => page.evaluate(() => document.activeElement?.textContent ?? '')

async function addProduct(name: string): Promise<string> {
  const [product] = await sql<{ id: string }>(
    `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock)
     values ($1, 'Grains', 'Ada Farm', 'Keffi', 1, 'kg', 150000, 40) returning id`,
    [name],
  )
  return product?.id ?? ''
}
const numbersOf = (id: string) =>
  sql('select price_kobo::int as price, stock from public.products where id = $1', [id])

describe('a price and a stock that a colleague sets while the box is open', () => {
  it('are said with who set them and when, keep what was typed, and are set all the same by a second press', async () => {
    const id = await addProduct('Acha')
    const page = await openAdmin('/admin/queues/listings?q=Acha')
    const acha = row(page, 'Acha')
    await acha.getByRole('button', { name: 'Change: Price of Acha, ₦1,500' }).click()
    mustWork(
      await colleague.client.rpc('change_product', {
        product_id: id,
        changes: { price_kobo: 160_000 },
        seen: { price_kobo: 150_000, stock: 40 },
      }),
    )
    // What came behind the open box is not what was seen.
    await page.reload()
    await acha.getByRole('button', { name: 'Change: Price of Acha, ₦1,600' }).click()
    mustWork(
      await colleague.client.rpc('change_product', {
        product_id: id,
        changes: { price_kobo: 170_000 },
        seen: { price_kobo: 160_000, stock: 40 },
      }),
    )
    const price = acha.getByLabel('Price of Acha')
    await price.fill('1,550')
    await page.keyboard.press('Enter')
    await acha
      .getByText(
        /The price was changed meanwhile: it is ₦1,700 now \(Ngozi Bello, .+\)\. Nothing is saved yet\./,
      )
      .waitFor()
    expect(await price.inputValue()).toBe('1,550')
    expect(await numbersOf(id)).toEqual([{ price: 170_000, stock: 40 }])
    await expectSoundAt(page, [desktop, phone], 'a price that a colleague set')
    await acha.getByRole('button', { name: 'Set it all the same' }).click()
    // It waits for its approval.
    await expectToast(page, 'Price saved', 'Buyers see Acha once it is published.')
    expect(await numbersOf(id)).toEqual([{ price: 155_000, stock: 40 }])
    await page.setViewportSize(desktop)
    await acha.getByRole('button', { name: 'Change: On hand of Acha, 40' }).click()
    mustWork(
      await colleague.client.rpc('record_stock', {
        product_id: id,
        movement: { reason: 'spoiled', quantity: 4 },
      }),
    )
    await acha.getByLabel('On hand of Acha').fill('39')
    await page.keyboard.press('Enter')
    await acha.getByText(/The stock has changed meanwhile: 36 are on hand now \(Ngozi Bello, .+\)/).waitFor()
    expect(await numbersOf(id)).toEqual([{ price: 155_000, stock: 36 }])
    await acha.getByRole('button', { name: 'Set it all the same' }).click()
    await expectToast(page, 'Stock saved', 'Acha: 39 on hand.')
    expect(await numbersOf(id)).toEqual([{ price: 155_000, stock: 39 }])
  })

  it('are said at their boxes in the form of the product', async () => {
    const id = await addProduct('Tiger nuts')
    const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
    await page.goto(`/admin/products/${id}`)
    const price = page.getByLabel('Price of one pack, in naira')
    await price.fill('1,800')
    mustWork(
      await colleague.client.rpc('change_product', {
        product_id: id,
        changes: { price_kobo: 170_000 },
        seen: { price_kobo: 150_000, stock: 40 },
      }),
    )
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await page
      .getByText(/it is ₦1,700 now \(Ngozi Bello, .+\)/)
      .first()
      .waitFor()
    expect(await price.inputValue()).toBe('1,800')
    await page.getByRole('button', { name: 'Save', exact: true }).click()
    await expectToast(page, 'Product saved')
    expect(await numbersOf(id)).toEqual([{ price: 180_000, stock: 40 }])
  })
})

describe('a decision', () => {
  it('is still undone after the page was loaded again, by key and by button', async () => {
    await addFarmers('Zaria', 2)
    const page = await openAdmin('/admin?tab=farmers&q=Zaria')
    const statuses = () =>
      sql<{ status: string }>(
        `select status from public.farmers where location = 'Zaria' order by created_at desc`,
      )
    for (const [undo, number] of [
      [() => page.keyboard.press('z'), 1],
      [() => page.locator('.toast').getByRole('button', { name: 'Undo' }).click(), 2],
    ] as const) {
      await page.getByRole('button', { name: `Approve Zaria farm ${number}` }).click()
      await expectToast(page, 'Farmer Updated')
      await page.waitForFunction(() => Boolean(sessionStorage['desk-undo']))
      await page.reload()
      await expectToast(page, 'It can still be undone')
      await undo()
      await expectToast(page, 'Decision undone', 'The farmer is pending again, and no mail has left.')
      expect(await statuses()).toEqual([{ status: 'pending' }, { status: 'pending' }])
    }
    // Nothing of it is left for another load.
    await page.reload()
    await row(page, 'Zaria farm 1').waitFor()
    await page.keyboard.press('z')
    await expectToast(page, 'Nothing to undo')
  })

  it('is undone from another place of the desk as long as it can be, by key and by button, and not from outside', async () => {
    await addFarmers('Lokoja', 3)
    const page = await openAdmin('/admin?tab=farmers&q=Lokoja')
    const undo = page.locator('.toast').getByRole('button', { name: 'Undo' })
    const toTasks = async () => {
      await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Tasks' }).click()
      await page.getByRole('heading', { level: 1, name: 'Tasks' }).waitFor()
    }
    const pending = () =>
      sql<{ name: string }>(
        `select right(farm_name, 1) as name from public.farmers where location = 'Lokoja' and status = 'pending' order by 1`,
      )
    for (const [number, act] of [
      [1, () => page.keyboard.press('z')],
      [2, () => undo.click()],
    ] as const) {
      await page.getByRole('button', { name: `Approve Lokoja farm ${number}` }).click()
      await expectToast(page, 'Farmer Updated')
      await toTasks()
      await undo.waitFor()
      await act()
      await expectToast(page, 'Decision undone')
      expect(await pending()).toHaveLength(3)
      await page.goBack()
      await row(page, 'Lokoja farm 3').waitFor()
    }
    await page.getByRole('button', { name: 'Approve Lokoja farm 3' }).click()
    await expectToast(page, 'Farmer Updated')
    await page.getByRole('link', { name: 'View site' }).click()
    await page.locator('.toast').waitFor({ state: 'detached' })
    expect(await pending()).toEqual([{ name: '1' }, { name: '2' }])
  })

  it('without a price asks first, with what it means as its heading, whole at every width', async () => {
    const { code, id } = await placeOrder('Ginger')
    const isPending = async () =>
      (await sql(`select from public.orders where id = $1 and status = 'pending'`, [id])).length === 1
    const page = await openAdmin(`/admin?q=${code}`)
    for (const [path, viewport, expectIt] of [
      [`/admin?q=${code}`, desktop, expectSound],
      [`/admin?q=${code}`, phone, expectSoundAgain],
      [`/admin/queues/orders/${id}`, phone, expectSound],
      [`/admin/queues/orders/${id}`, desktop, expectSoundAgain],
    ] as const) {
      await page.setViewportSize(viewport)
      await goWithin(page, path)
      if (path.includes('/queues/'))
        await page.getByRole('heading', { level: 1, name: `Order ${code}` }).waitFor()
      await page.getByRole('button', { name: `Approve order ${code}` }).click()
      const question = page.getByRole('dialog', { name: `Approve order ${code} without a price?` })
      const words = question.getByText('First: quote it. Approved now, the buyer gets a yes without a price.')
      await words.waitFor()
      expect(await words.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true)
      await expectIt(page, `the question at ${viewport.width}`)
      await question.getByRole('button', { name: 'Keep it' }).click()
      await question.waitFor({ state: 'hidden' })
      expect(await isPending()).toBe(true)
      // What stands beside the button is not cut off either.
      for (const caution of await page.locator('.caution:visible').all())
        expect(
          await caution.evaluate(
            (text) => text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight + 1,
          ),
        ).toBe(true)
    }
    await goToList(page, `/admin?q=${code}`)
    await page.getByRole('button', { name: `Approve order ${code}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
    await row(page, code).getByText('Approved').waitFor()
    expect(await isPending()).toBe(false)
  })
})

it('news that is shown by key has the focus on its first row', async () => {
  await addFarmers('Bida', 2)
  const page = await openAdmin('/admin?tab=farmers&q=Bida')
  await page.getByText('Live', { exact: true }).waitFor()
  await sql(`insert into public.farmers (farm_name, location, contact_name, crops_grown)
    select 'Bida newcomer ' || n, 'Bida', 'Ada Obi', '{Maize}' from generate_series(1, 2) as n`)
  await page.getByRole('button', { name: '2 new, show' }).focus()
  await page.keyboard.press('Enter')
  await row(page, 'Bida newcomer').first().waitFor()
  expect(await focusedText(page)).toMatch(/^Bida newcomer/)
  await page.getByRole('status').getByText('2 new shown').waitFor({ state: 'attached' })
  // The next key goes on from there.
  await page.keyboard.press('j')
  expect(await focusedText(page)).toMatch(/^Bida/)
})

it('the palette begins with what the open record allows, on its page and in its drawer', async () => {
  const { code, id } = await placeOrder('Ginger')
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  await page.goto(`/admin/queues/orders/${id}?status=pending`)
  await page.getByRole('heading', { level: 1, name: `Order ${code}` }).waitFor()
  const palette = page.getByRole('dialog', { name: 'Find anything' })
  for (const address of [`/admin/queues/orders/${id}?status=pending`, `/admin/queues/orders?record=${id}`]) {
    await goWithin(page, address)
    const drawer = page.getByRole('dialog', { name: code })
    await drawer.waitFor({ state: address.includes('record=') ? 'visible' : 'hidden' })
    await page
      .getByRole('button', { name: `Approve order ${code}` })
      .first()
      .waitFor()
    await page.locator('.next-step:not([data-waiting])').first().waitFor()
    await page.keyboard.press('Control+k')
    const own = palette.getByRole('group', { name: 'This order' })
    await own.getByRole('option', { name: 'Quote...' }).waitFor()
    await page.keyboard.type('note')
    await own.getByRole('option', { name: 'Write a note...' }).waitFor()
    await page.keyboard.press('Enter')
    await palette.waitFor({ state: 'hidden' })
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-step')))
      .toBe('note')
    await expectPath(page, address)
  }
})

it('an address of the desk that leads nowhere is said in the desk to staff, and as anywhere to everybody else', async () => {
  stage.expectError(/404/)
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  const [answer] = await Promise.all([
    page.waitForResponse('**/admin/nothing/here'),
    page.goto('/admin/nothing/here'),
  ])
  expect(answer.status()).toBe(404)
  await page.getByRole('heading', { level: 1, name: 'There is no such page' }).waitFor()
  await page.getByRole('navigation', { name: 'Desk' }).waitFor()
  expect(await page.getByRole('contentinfo').count()).toBe(0)
  expect(await page.locator('main').count()).toBe(1)
  await expectSoundAt(page, [desktop, phone], 'no such page of the desk')
  await page.getByRole('link', { name: 'To your home' }).click()
  await expectPath(page, '/admin/home')
  for (const as of [undefined, adminPages.buyer]) {
    const other = await stage.newPage({ as })
    await other.goto('/admin/nothing')
    await other.locator('html[data-live]').waitFor()
    await other.getByRole('heading', { level: 1, name: 'Oops! Page not found' }).waitFor()
    await other.getByRole('contentinfo').waitFor()
    expect(await other.getByRole('navigation', { name: 'Desk' }).count()).toBe(0)
    await expectPath(other, '/admin/nothing')
  }
})

it('a registration that is a part of another one says so before anything beside it is read', async () => {
  await addFarmers('Gusau', 2)
  const [younger, older] = await sql<{ id: string; reference: string }>(
    `select id, reference from public.farmers where location = 'Gusau' order by created_at desc`,
  )
  await sql(
    `insert into private.registration_merges
       (record_type, older_id, older_reference, younger_id, younger_reference, reason, actor_id)
     select 'farmers', $1, $2, $3, $4, 'She rang and said so.', $5`,
    [older?.id, older?.reference, younger?.id, younger?.reference, adminPages.admin.id],
  )
  await sql(
    `update public.farmers set status = 'declined', decline_reason = 'We received this twice.' where id = $1`,
    [younger?.id],
  )
  const page = await stage.newPage({ as: adminPages.admin, viewport: desktop })
  let release = () => {}
  const released = new Promise<void>((done) => {
    release = done
  })
  // What is read beside the record comes late.
  await page.route(/\/rpc\/find_(record_work|merges)/, async (route) => {
    await released
    await route.continue()
  })
  for (const [path, part] of [
    [`/admin/queues/farmers/${younger?.id}`, '.record-top'],
    ['/admin?tab=farmers&q=Gusau&status=declined', '.records tbody'],
  ] as const) {
    await (path.includes('/queues/') ? page.goto(path) : goWithin(page, path))
    const whole = page.locator(part).getByRole('link', { name: `Merged into ${older?.reference}` })
    await whole.waitFor()
    expect(await whole.getAttribute('href')).toBe(`/admin/queues/farmers?record=${older?.id}`)
    expect(await page.locator(part).getByText('Declined', { exact: true }).count()).toBe(0)
    // Its code, too, stands within the column.
    const isWhole = await whole.evaluate((link) => {
      const badge = link.firstElementChild?.getBoundingClientRect()
      const cell = (link.closest('td') ?? document.body).getBoundingClientRect()
      return badge && badge.right <= cell.right && badge.bottom <= cell.bottom
    })
    expect(isWhole, path).toBe(true)
    await expectSound(page, path)
  }
  release()
  await page.unrouteAll({ behavior: 'wait' })
})

it('the list of products stands still while the number of those that run low comes and goes', async () => {
  const id = await addProduct('Zobo')
  const page = await openAdmin('/admin/queues/listings?q=Zobo')
  await page.getByText('Live', { exact: true }).waitFor()
  const zobo = row(page, 'Zobo')
  for (const [viewport, expectIt] of [
    [desktop, expectSound],
    [phone, expectSoundAgain],
  ] as const) {
    await page.setViewportSize(viewport)
    await page.getByText('No product runs low.').waitFor()
    const before = await zobo.boundingBox()
    expect(before).not.toBeNull()
    await sql('update public.products set stock = 3, name = name where id = $1', [id])
    await page.getByText('1 product runs low.').waitFor()
    await page.getByRole('link', { name: 'Show low stock' }).waitFor()
    expect(await zobo.boundingBox()).toEqual(before)
    await expectIt(page, `a product that runs low at ${viewport.width}`)
    await sql('update public.products set stock = 40, name = name where id = $1', [id])
  }
})
