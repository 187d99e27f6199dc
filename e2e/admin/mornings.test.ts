/** The first work of a morning in each role, by keyboard alone: no pointer touches the page from the home to what was done. */
import type { Locator, Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { roles, type StaffRole } from '#domain/admin/roles.ts'
import { mustWork, type Person } from '#tests/harness/app.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { expectPath, expectToast } from '../actions.ts'
import type { Answers } from '../registrations/registration-actions.ts'
import { allScreens, desktop, isLong } from '../stage.ts'
import { row, useAdmin } from './admin-stage.ts'

const { stage, sql, addFarmers, placeOrder } = useAdmin()

/** A colleague with this role, whose session has shown its second factor. */
async function addColleague(role: StaffRole): Promise<Person> {
  const person = await stage.app.newPerson()
  await sql('insert into public.user_roles (user_id, role) values ($1, $2)', [person.id, role])
  await addSecondFactor(person)
  return person
}

async function openHome(role: StaffRole, viewport = desktop): Promise<Page> {
  const page = await stage.newPage({ as: await addColleague(role), viewport })
  await page.goto('/admin/home')
  await page.getByRole('heading', { level: 1, name: /^Good/ }).waitFor()
  return page
}

/** Ctrl+K, the words, Enter. */
async function goTo(page: Page, words: string, heading: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox').waitFor()
  await page.keyboard.type(words)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
}

const hasFocus = (target: Locator) => target.evaluate((element) => element === document.activeElement)

/** Tab by Tab, as far as it takes and no further than 60. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await target.waitFor()
  for (let presses = 0; presses < 60 && !(await hasFocus(target)); presses += 1)
    await page.keyboard.press('Tab')
  expect(await hasFocus(target)).toBe(true)
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
      await tabTo(page, box)
      const option = box.locator(`option[value="${value}"]`)
      await page.keyboard.type((await option.count()) > 0 ? await option.innerText() : value)
    }
  }
}

async function goOnByKeys(page: Page, title: string): Promise<void> {
  await tabTo(page, page.locator('.long-form-step button[type=submit]'))
  await page.keyboard.press('Enter')
  await page.locator('.long-form-step').getByRole('heading', { level: 2, name: title }).waitFor()
}

const mornings: Record<(typeof roles)[number], (page: Page) => Promise<void>> = {
  async admin(page) {
    await goTo(page, 'people and rights', 'People')
    await tabTo(page, page.getByLabel('E-mail', { exact: true }))
    await page.keyboard.type('colleague@example.com')
    await tabTo(page, page.getByRole('button', { name: 'Invite', exact: true }))
    await page.keyboard.press('Enter')
    await expectToast(page, 'Invitation sent')
  },
  async reviewer(page) {
    await addFarmers('Argungu', 2)
    await goTo(page, 'farmers', 'Farmers')
    await row(page, 'Argungu farm 1').waitFor()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: 'Argungu farm 1' }).waitFor()
    await page.keyboard.press('a')
    await page.getByRole('dialog', { name: 'Argungu farm 2' }).waitFor()
    await page.keyboard.press('d')
    const dialog = page.getByRole('dialog', { name: 'Decline Argungu farm 2' })
    await tabTo(page, dialog.getByRole('textbox', { name: 'Reason' }))
    await page.keyboard.type('No road there yet.')
    await tabTo(page, dialog.getByRole('button', { name: 'Decline', exact: true }))
    await page.keyboard.press('Enter')
    await dialog.waitFor({ state: 'hidden' })
    expect(
      await sql("select status from public.farmers where location = 'Argungu' order by farm_name"),
    ).toEqual([{ status: 'approved' }, { status: 'declined' }])
  },
  async finance(page) {
    const { id, code } = await placeOrder('Garlic')
    await sql(
      `set session_replication_role = replica;
       update public.orders set status = 'approved', payment_status = 'claimed', total_amount_kobo = 100000 where id = '${id}'`,
    )
    await goTo(page, 'payments', 'Payments')
    await row(page, code).waitFor()
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: 'Confirm payment' })
    await tabTo(page, form.getByLabel('Bank reference'))
    await page.keyboard.type('TRF/2026/77')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Payment recorded', 'The buyer has been told.')
  },
  async content(page) {
    await sql(`insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock)
      values ('Acha', 'Grains', 'Demo farm', 'Jos', 1, 'kg', 150000, 40)`)
    await goTo(page, 'products', 'Products')
    await row(page, 'Acha').waitFor()
    await tabTo(page, page.getByRole('button', { name: 'Change: On hand of Acha, 40' }))
    await page.keyboard.press('Enter')
    await page.keyboard.type('44')
    await page.keyboard.press('Enter')
    await expectToast(page, 'Stock saved', 'Acha: 44 on hand.')
    await page.keyboard.press('Escape')
    await tabTo(page, page.getByRole('link', { name: 'Details of Acha' }))
    await page.keyboard.press('a')
    await expect
      .poll(() => sql("select status from public.products where name = 'Acha'"))
      .toEqual([{ status: 'published' }])
  },
  async field_agent(page) {
    await goTo(page, 'walk-ins', 'Walk-ins and callers')
    await tabTo(page, page.getByLabel('Form', { exact: true }))
    await page.keyboard.type('Farmer')
    await page.keyboard.press('Enter')
    await fillByKeys(page, { fullName: 'Sani Umar', phoneNumber: '0809 000 2222', noEmail: true })
    await fillByKeys(page, { dateOfBirth: '1971-12-24', gender: 'male' })
    await goOnByKeys(page, 'Where you live')
    await fillByKeys(page, { address: 'Behind the market', city: 'Akwanga', state: 'Nasarawa' })
    await goOnByKeys(page, 'Your farm')
    await fillByKeys(page, { farmSize: '1-5', farmingExperience: '20plus', cropTypes: ['Yam'] })
    await fillByKeys(page, { farmingMethods: 'organic' })
    await goOnByKeys(page, 'Your aims')
    await fillByKeys(page, { goals: 'A better price for the yams.' })
    await goOnByKeys(page, 'Check and send')
    await fillByKeys(page, { acceptTerms: true, consentRecorded: true })
    await tabTo(page, page.getByRole('button', { name: 'Submit Bio Data', exact: true }))
    await page.keyboard.press('Enter')
    await expectToast(page, 'Registration entered')
    expect(
      await sql("select channel, contact_name from public.farmers where phone = '+2348090002222'"),
    ).toEqual([{ channel: 'walk_in', contact_name: 'Sani Umar' }])
    await sql("delete from public.farmers where phone = '+2348090002222'")
  },
  async sales(page) {
    const { id, code } = await placeOrder('Sesame Seeds')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog', { name: 'Find anything' }).getByRole('combobox').waitFor()
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await expectPath(page, `/admin/queues/orders?record=${id}`)
    const quotes = page.getByRole('region', { name: 'Quotes' })
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
  },
  async auditor(page) {
    const { code } = await placeOrder('Ginger')
    await addFarmers('Funtua', 1)
    const admin = await stage.app.newAdmin()
    mustWork(
      await admin.client.from('farmers').update({ status: 'approved' }).eq('location', 'Funtua').select('id'),
    )
    await goTo(page, 'audit', 'Audit trail')
    await tabTo(page, page.getByRole('searchbox'))
    await page.keyboard.type('Funtua farm 1')
    await expect.poll(() => new URL(page.url()).search).toContain('Funtua')
    const found = page.getByRole('table').getByRole('row')
    await expect.poll(() => found.count()).toBe(2)
    expect(await found.last().innerText()).toContain('approved')
    await goTo(page, 'orders', 'Orders')
    await row(page, code).waitFor()
    expect(await page.getByRole('button', { name: /^(Approve|Decline) / }).count()).toBe(0)
  },
}

/** The short form has the three that decide, confirm and quote; what the others do by keyboard is in other files too. */
const tried = isLong ? roles : (['reviewer', 'finance', 'sales'] as const)
const screens = isLong ? allScreens : allScreens.slice(1)

describe.each(screens)('a morning by keyboard on %s', (_, viewport) => {
  it.each(tried)('of %s', async (role) => {
    await mornings[role](await openHome(role, viewport))
  })
})
