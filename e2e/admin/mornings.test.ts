/** A morning of each role by keyboard alone: sign-in, home, first queue, a record and what is done with it, the next, a search, sign-out. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { roles, type StaffRole } from '#domain/admin/roles.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { expectPath, expectToast, openAuth, readPath } from '../actions.ts'
import type { Answers } from '../registrations/registration-actions.ts'
import { allScreens, desktop, isLong } from '../stage.ts'
import { row, useAdmin } from './admin-stage.ts'

const { stage, sql, addFarmers, placeOrder } = useAdmin()

/** Before those of the other mornings in the list. */
async function addNewest(place: string, count: number): Promise<void> {
  await sql("update public.farmers set created_at = created_at - interval '1 hour'")
  await addFarmers(place, count)
}

/** A colleague with this role comes in by the sign-in page; who handles money or rights, with a second step. */
async function signInAs(role: StaffRole, viewport: typeof desktop): Promise<Page> {
  const person = await stage.app.newPerson()
  await sql('insert into public.user_roles (user_id, role) values ($1, $2)', [person.id, role])
  // Short, since each letter is typed.
  const email = `${role}${viewport.width}@example.com`
  await sql('update auth.users set email = $2 where id = $1', [person.id, email])
  const authenticator = role === 'admin' || role === 'finance' ? await addSecondFactor(person) : null
  const page = await stage.newPage({ viewport })
  await openAuth(page)
  const form = page.getByRole('form', { name: 'Sign In' })
  await tabTo(page, form.getByLabel('Email'))
  await page.keyboard.type(email)
  await tabTo(page, form.getByLabel('Password', { exact: true }))
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  if (authenticator) {
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('second-step-code')
    // The next one: this one has been used.
    await page.keyboard.type(authenticator.generate({ timestamp: Date.now() + 30_000 }))
    await page.keyboard.press('Enter')
  }
  await page.getByRole('heading', { level: 1, name: /^Good/ }).waitFor()
  return page
}

/** From the home's list of what waits. */
async function openQueue(page: Page, name: string): Promise<void> {
  await tabTo(page, page.getByRole('table', { name: 'What waits' }).getByRole('link', { name, exact: true }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name, exact: true }).waitFor()
}

/** The first record of the list, or the next of the open one. */
async function openByKey(page: Page, key: 'Enter' | 'j', name: string): Promise<Locator> {
  await page.keyboard.press(key)
  const drawer = page.getByRole('dialog', { name, exact: true })
  await drawer.locator('.record-sheet').waitFor()
  // No key decides before its details are there.
  await expect.poll(() => drawer.locator('[data-waiting]').count()).toBe(0)
  await expectFocusWithin(drawer)
  return drawer
}

const expectFocusWithin = (part: Locator) =>
  expect.poll(() => part.evaluate((element) => element.contains(document.activeElement))).toBe(true)

/** Ctrl+K, the words, Enter: as fast as the fingers are, also before the search is there. */
async function command(page: Page, words: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Find anything' }).waitFor({ state: 'hidden' })
}

async function goTo(page: Page, words: string, heading: string): Promise<void> {
  await command(page, words)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

async function signOut(page: Page): Promise<void> {
  await command(page, 'sign out')
  await expectPath(page, '/')
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Tab by Tab, as far as it takes and no further than 60. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  // It is looked for again only where the page has put another one in its place.
  let wanted = await target.elementHandle()
  for (let presses = 0; presses < 60; presses += 1) {
    const state = await wanted?.evaluate((element) =>
      element.isConnected ? element === document.activeElement : 'gone',
    )
    if (state === true) break
    if (state === 'gone') wanted = await target.elementHandle()
    else await page.keyboard.press('Tab')
  }
  expect(await hasFocus(target)).toBe(true)
}

/**
 * By its first letter, as often as it takes: a select forgets what was typed before the last second, which a slow machine
 * takes between two letters.
 */
async function chooseByKeys(page: Page, select: Locator, label: string): Promise<void> {
  await tabTo(page, select)
  const readLabel = () =>
    select.evaluate((element) => (element as HTMLSelectElement).selectedOptions[0]?.text ?? '')
  for (let presses = 0; presses < 40 && !(await readLabel()).startsWith(label); presses += 1)
    await page.keyboard.press(label.charAt(0).toLowerCase())
  expect(await readLabel()).toMatch(new RegExp(`^${label}`))
}

/** Questions of the farmers' form, each as its control is answered without a pointer. */
async function fillByKeys(page: Page, answers: Answers): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    const box = page.locator(`#farmer-${name}`)
    if (typeof value === 'boolean') {
      await tabTo(page, box)
      await page.keyboard.press('Space')
    } else if (typeof value !== 'string') {
      for (const each of value) {
        await tabTo(page, page.locator(`[name="${name}"][value="${each}"]`))
        await page.keyboard.press('Space')
      }
    } else if (name === 'dateOfBirth') {
      const [year = '', month = '', day = ''] = value.split('-')
      for (const [part, digits] of [
        ['', day],
        ['-month', month],
        ['-year', year],
      ] as const) {
        await tabTo(page, page.locator(`#farmer-${name}${part}`))
        await page.keyboard.type(digits)
      }
    } else if ((await page.locator(`input[type=radio][name="${name}"]`).count()) > 0) {
      const wanted = page.locator(`[name="${name}"][value="${value}"]`)
      await tabTo(page, page.locator(`[name="${name}"]`).first())
      await page.keyboard.press('Space')
      for (let presses = 0; presses < 20 && !(await wanted.isChecked()); presses += 1)
        await page.keyboard.press('ArrowDown')
      expect(await wanted.isChecked()).toBe(true)
    } else {
      const option = box.locator(`option[value="${value}"]`)
      if ((await option.count()) > 0) await chooseByKeys(page, box, await option.innerText())
      else {
        await tabTo(page, box)
        await page.keyboard.type(value)
      }
    }
  }
}

async function goOnByKeys(page: Page, title: string): Promise<void> {
  await tabTo(page, page.locator('.long-form-step button[type=submit]'))
  await page.keyboard.press('Enter')
  await page.locator('.long-form-step').getByRole('heading', { level: 2, name: title }).waitFor()
}

/** Prepared at a place of its own, since rows of another morning may be there; then worked through. */
const mornings: Record<(typeof roles)[number], (place: string) => Promise<(page: Page) => Promise<void>>> = {
  async admin(place) {
    const [older, newer] = [await placeOrder('Ginger'), await placeOrder('Ginger')]
    return async (page) => {
      await openQueue(page, 'Orders')
      await row(page, newer.code).waitFor()
      await openByKey(page, 'Enter', `Order ${newer.code}`)
      await page.keyboard.press('a')
      // It has no price yet: one question, answered by Enter.
      const question = page.getByRole('dialog', { name: `Approve order ${newer.code} without a price?` })
      await question.getByText('First: quote it.', { exact: false }).waitFor()
      await page.keyboard.press('Enter')
      await question.waitFor({ state: 'hidden' })
      // It stays open, for its next step.
      await page.getByText('Next: quote it').waitFor()
      await openByKey(page, 'j', `Order ${older.code}`)
      await page.keyboard.press('Escape')
      await goTo(page, 'people and rights', 'People')
      await tabTo(page, page.getByLabel('Email', { exact: true }))
      await page.keyboard.type(`${place.replace(' ', '.')}@example.com`)
      await tabTo(page, page.getByRole('button', { name: 'Invite', exact: true }))
      await page.keyboard.press('Enter')
      await expectToast(page, 'Invitation sent')
      await command(page, newer.code)
      await page
        .getByRole('dialog', { name: `Order ${newer.code}` })
        .getByText('Approved')
        .first()
        .waitFor()
    }
  },
  async reviewer(place) {
    await addNewest(place, 3)
    return async (page) => {
      await openQueue(page, 'Farmers')
      await row(page, `${place} farm 1`).waitFor()
      await openByKey(page, 'Enter', `${place} farm 1`)
      await page.keyboard.press('a')
      await page.getByRole('dialog', { name: `${place} farm 2` }).waitFor()
      await page.keyboard.press('d')
      const dialog = page.getByRole('dialog', { name: `Decline ${place} farm 2` })
      await tabTo(page, dialog.getByRole('textbox', { name: 'Reason' }))
      await page.keyboard.type('No road yet')
      await tabTo(page, dialog.getByRole('button', { name: 'Decline', exact: true }))
      await page.keyboard.press('Enter')
      const next = page.getByRole('dialog', { name: `${place} farm 3` })
      await next.waitFor()
      await expectFocusWithin(next)
      expect(
        await sql('select status from public.farmers where location = $1 order by farm_name', [place]),
      ).toEqual([{ status: 'approved' }, { status: 'declined' }, { status: 'pending' }])
      await command(page, `${place} farm 1`)
      await expect.poll(() => readPath(page)).toMatch(/^\/admin\/persons\/farmers\//)
      await page.getByRole('heading', { name: 'Who', exact: true }).waitFor()
    }
  },
  async finance() {
    const claimed = async (product: string) => {
      const order = await placeOrder(product)
      await sql(
        `set session_replication_role = replica;
         update public.orders set status = 'approved', payment_status = 'claimed', total_amount_kobo = 100000 where id = '${order.id}'`,
      )
      return order.code
    }
    const [older, newer] = [await claimed('Garlic'), await claimed('Garlic')]
    return async (page) => {
      await openQueue(page, 'Payments')
      await row(page, newer).waitFor()
      const drawer = await openByKey(page, 'Enter', `Order ${newer}`)
      const form = drawer.getByRole('form', { name: 'Confirm payment' })
      await tabTo(page, form.getByLabel('Bank reference'))
      const reference = `TRF/${newer}`
      await page.keyboard.type(reference)
      await page.keyboard.press('Enter')
      await expectToast(page, 'Payment recorded', 'The buyer has been told.')
      // The form is gone with what it did.
      await form.waitFor({ state: 'detached' })
      await expectFocusWithin(drawer.getByRole('region', { name: 'Payment' }))
      await openByKey(page, 'j', `Order ${older}`)
      await command(page, reference)
      await page.getByRole('dialog', { name: `Order ${newer}` }).waitFor()
    }
  },
  async content(place) {
    const [acha, beans] = [`${place} acha`, `${place} beans`]
    // The newest one, on top of the list, is not searched for.
    for (const name of [beans, acha, 'Rice'])
      await sql(
        `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock)
         values ($1, 'Grains', 'Demo farm', 'Jos', 1, 'kg', 150000, 40)`,
        [name],
      )
    return async (page) => {
      await openQueue(page, 'Products')
      await tabTo(page, page.getByRole('searchbox'))
      await page.keyboard.type(place)
      await page.keyboard.press('Enter')
      // Enter waits for nothing: the focus goes to the first one that was found.
      await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-open]'))).toBe(true)
      const [first, second] = await page.locator('[data-open]').allInnerTexts()
      expect([first, second].sort()).toEqual([acha, beans])
      await tabTo(page, page.getByRole('button', { name: `Change: On hand of ${first}, 40` }))
      await page.keyboard.press('Enter')
      await page.keyboard.type('44')
      await page.keyboard.press('Enter')
      await expectToast(page, 'Stock saved', `${first}: 44 on hand.`)
      const cell = page.getByRole('button', { name: `Change: On hand of ${first}, 44` })
      await expect.poll(() => hasFocus(cell)).toBe(true)
      await page.keyboard.press('a')
      await expect
        .poll(() => sql('select status from public.products where name = $1', [first]))
        .toEqual([{ status: 'published' }])
      // It stays where it is, for its next step.
      await row(page, first ?? '')
        .getByText('Published')
        .waitFor()
      await page.keyboard.press('j')
      await openByKey(page, 'Enter', second ?? '')
      await command(page, first ?? '')
      await page.getByRole('dialog', { name: first, exact: true }).waitFor()
    }
  },
  async field_agent() {
    return async (page) => {
      // They see no records: what waits for them are people.
      await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Enter a registration' }))
      await page.keyboard.press('Enter')
      await page.getByRole('heading', { level: 1, name: 'Walk-ins and callers' }).waitFor()
      await enterByKeys(page)
      // For the next one.
      await goTo(page, 'walk-ins', 'Walk-ins and callers')
      await tabTo(page, page.getByLabel('Form', { exact: true }))
    }
  },
  async sales() {
    const [older, newer] = [await placeOrder('Sesame Seeds'), await placeOrder('Sesame Seeds')]
    // What has no list price waits for a second person.
    await sql(`update public.order_products set price_kobo = 100000, price_currency = 'NGN', price_unit = 'Tons', price_on = current_date
      where label = 'Sesame Seeds'`)
    return async (page) => {
      await openQueue(page, 'Quotes')
      await row(page, newer.code).waitFor()
      const drawer = await openByKey(page, 'Enter', `Order ${newer.code}`)
      const quotes = drawer.getByRole('region', { name: 'Quotes' })
      await tabTo(page, quotes.getByRole('button', { name: 'Quote this order' }))
      await page.keyboard.press('Enter')
      const form = quotes.getByRole('form', { name: 'Quote' })
      await tabTo(page, form.getByLabel('Price per unit'))
      await page.keyboard.type('1200')
      await tabTo(page, form.getByLabel('Named place'))
      await page.keyboard.type('Apapa')
      await tabTo(page, form.getByRole('button', { name: 'Send quote' }))
      await page.keyboard.press('Enter')
      await expectToast(page, 'Quote sent', 'The buyer has been told.')
      await form.waitFor({ state: 'detached' })
      await expectFocusWithin(quotes)
      await openByKey(page, 'j', `Order ${older.code}`)
      await command(page, newer.code)
      await expectPath(page, `/admin/queues/orders?record=${newer.id}`)
      await page.getByRole('dialog', { name: `Order ${newer.code}` }).waitFor()
    }
  },
  async auditor(place) {
    const { id, code } = await placeOrder('Ginger')
    await addNewest(place, 2)
    const admin = await stage.app.newAdmin()
    mustWork(
      await admin.client
        .from('farmers')
        .update({ status: 'approved' })
        .eq('farm_name', `${place} farm 1`)
        .select('id'),
    )
    return async (page) => {
      await openQueue(page, 'Farmers')
      await row(page, `${place} farm 1`).waitFor()
      await openByKey(page, 'Enter', `${place} farm 1`)
      await openByKey(page, 'j', `${place} farm 2`)
      await page.getByText('Assigned to: nobody yet').waitFor()
      expect(
        await page.getByRole('button', { name: /^(Approve|Decline|Take it|Add|I have contacted)/ }).count(),
      ).toBe(0)
      await page.keyboard.press('Escape')
      await goTo(page, 'audit', 'Audit trail')
      await tabTo(page, page.getByRole('searchbox'))
      await page.keyboard.type(`${place} farm 1`)
      await expect.poll(() => new URL(page.url()).search).toContain(place.replace(' ', '+'))
      const listed = page.getByRole('table').getByRole('row')
      await expect.poll(() => listed.count()).toBe(2)
      expect(await listed.last().innerText()).toContain('approved')
      await command(page, code)
      await expectPath(page, `/admin/queues/orders?record=${id}`)
      await page.getByRole('dialog', { name: `Order ${code}` }).waitFor()
      expect(await page.getByRole('button', { name: /^(Approve|Decline) / }).count()).toBe(0)
    }
  },
}

async function enterByKeys(page: Page): Promise<void> {
  await chooseByKeys(page, page.getByLabel('Form', { exact: true }), 'Farmer')
  await fillByKeys(page, { fullName: 'Sani Umar', phoneNumber: '0809 000 2222', noEmail: true })
  await fillByKeys(page, { dateOfBirth: '1971-12-24', gender: 'male' })
  await goOnByKeys(page, 'Where you live')
  await fillByKeys(page, { address: 'Behind the market', city: 'Akwanga', state: 'Nasarawa' })
  await goOnByKeys(page, 'Your farm')
  await fillByKeys(page, { farmSize: '1-5', farmingExperience: '20plus', cropTypes: ['Yam'] })
  await fillByKeys(page, { farmingMethods: 'organic' })
  await goOnByKeys(page, 'Your aims')
  await fillByKeys(page, { goals: 'Fair prices' })
  await goOnByKeys(page, 'Check and send')
  await fillByKeys(page, { acceptTerms: true, consentRecorded: true })
  await tabTo(page, page.getByRole('button', { name: 'Submit Bio Data', exact: true }))
  await page.keyboard.press('Enter')
  await expectToast(page, 'Registration entered')
  expect(
    await sql("select channel, contact_name from public.farmers where phone = '+2348090002222'"),
  ).toEqual([{ channel: 'walk_in', contact_name: 'Sani Umar' }])
  await sql("delete from public.farmers where phone = '+2348090002222'")
}

/** The short form has each role once, by turns on the two screens. */
const onPhone: readonly StaffRole[] = ['finance', 'field_agent', 'auditor']

const places: Record<StaffRole, string> = {
  admin: 'Argungu',
  reviewer: 'Bida',
  finance: 'Gusau',
  content: 'Keffi',
  field_agent: 'Akwanga',
  sales: 'Lafia',
  auditor: 'Funtua',
}

describe.each(allScreens)('a morning by keyboard on %s', (_, viewport) => {
  const isPhone = viewport.width < desktop.width
  it.each(roles.filter((role) => isLong || onPhone.includes(role) === isPhone))('of %s', async (role) => {
    const work = await mornings[role](`${places[role]} ${isPhone ? 'East' : 'West'}`)
    const page = await signInAs(role, viewport)
    await work(page)
    await signOut(page)
  })
})
