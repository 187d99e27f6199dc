/** Settings in a browser: bank account, VAT, limits and periods; what guards money waits for a second person. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { within } from '#tests/harness/within.ts'
import { expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone } from '../stage.ts'
import { expectSoundAt, goWithin, useAdmin } from './admin-stage.ts'

const office = useAdmin()
const { stage, sql } = office

async function openSettings(of = ''): Promise<Page> {
  const page = await stage.newPage({ as: office.admin })
  await page.goto(`/admin/settings${of && `?of=${of}`}`)
  await page.getByRole('heading', { level: 1, name: 'Settings' }).waitFor()
  return page
}

beforeAll(async () => {
  await addSecondFactor(office.admin)
})

describe('settings', () => {
  it('a bank account is proposed by one and waits for another', async () => {
    const page = await openSettings()
    await page.getByRole('tab', { name: 'Company' }).click()
    await page.getByText('These claims about farmers differ', { exact: false }).waitFor()
    await page.getByRole('tab', { name: 'Bank and wallet' }).click()
    const form = page.getByRole('form', { name: 'Propose a bank account in naira', exact: true })
    await form.getByRole('button', { name: 'Propose a change' }).click()
    for (const [name, words] of [
      ['bankName', 'Bank is missing'],
      ['accountName', 'Name of the account is missing'],
      ['accountNumber', 'Account number (10 digits) is missing'],
    ] as const)
      await form.locator(`[id$=${name}-error]`).getByText(words, { exact: true }).waitFor()
    // What is wrong is named as what is missing is: all at once, each at its box.
    const abroad = page.getByRole('form', { name: 'Propose a bank account in euros', exact: true })
    await page.getByText('Propose a bank account in euros', { exact: true }).click()
    await abroad.getByLabel('IBAN or account number').fill('DE89 3704 0044 0532 0130 01')
    await abroad.getByLabel('SWIFT code (BIC)').fill('COBADE')
    await abroad.getByLabel('Address of the bank').fill('here')
    await abroad.getByLabel('Correspondent bank').fill('x')
    await abroad.getByRole('button', { name: 'Propose a change' }).click()
    for (const [name, words] of [
      ['bankName', 'Bank is missing'],
      ['accountNumber', 'Enter the IBAN or the account number as the bank writes it'],
      ['swiftBic', 'Enter the SWIFT code (BIC): 8 or 11 letters and digits'],
      ['bankAddress', 'Enter the address of the bank, in 5 to 300 characters'],
      ['correspondent', 'Enter the correspondent bank in 5 to 300 characters'],
    ] as const)
      await abroad.locator(`[id$=${name}-error]`).getByText(words, { exact: false }).waitFor()
    await form.getByLabel('Bank', { exact: true }).fill('Bank of Farms')
    await form.getByLabel('Name of the account').fill('Harvest Limited')
    await form.getByLabel('Account number').fill('12')
    await form.getByRole('button', { name: 'Propose a change' }).press('Enter')
    await form.locator('[id$=accountNumber-error]').getByText('Enter the account number: 10 digits').waitFor()
    await form.getByLabel('Account number').fill('0123456789')
    await form.getByRole('button', { name: 'Propose a change' }).press('Enter')
    // What was pressed is gone: reading goes on at the name of its part.
    const part = page.getByRole('heading', { name: 'Bank account in naira', exact: true })
    const expectReadingOn = () =>
      expect.poll(() => part.evaluate((heading) => heading === document.activeElement)).toBe(true)
    await expectReadingOn()
    await expectToast(
      page,
      'Change proposed',
      'Nobody else here can approve it yet: the address outside is mailed a code, and every admin is mailed.',
    )
    await page.getByText('waits for somebody else to confirm it', { exact: false }).waitFor()
    const attention = page.getByRole('button', { name: /^Needs attention/ })
    await attention.click()
    const notices = page.getByRole('dialog', { name: 'Needs attention' })
    await notices.getByText('A bank account is proposed.').waitFor()
    await page.setViewportSize(phone)
    await expectSound(page, 'what needs attention on a phone')
    await page.setViewportSize(desktop)
    await notices.getByRole('button', { name: 'Close' }).click()
    // Nobody approves what they proposed.
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    // Nobody else works here: the address outside has a code.
    const code = page.getByRole('form', { name: 'Confirm by a mailed code' })
    await code.getByLabel('Code from the mail').fill('00000-00000')
    await code.getByRole('button', { name: 'Confirm' }).click()
    await code.getByRole('alert').getByText('This is not the code. 4 tries are left.').waitFor()
    await expectSoundAt(page, [phone, desktop])
    const mail = await vi.waitUntil(
      async () =>
        (await stage.app.mailbox()).find(
          ({ to, subject }) =>
            to === 'settlement-alarm@example.com' && subject.startsWith('Confirm the first bank account'),
        ),
      within,
    )
    await code.getByLabel('Code from the mail').fill(/[0-9A-F]{5}-[0-9A-F]{5}/.exec(mail.text)?.[0] ?? '')
    const stalePage = await openSettings('money')
    const staleForm = stalePage.getByRole('form', { name: 'Confirm by a mailed code' })
    await staleForm.getByLabel('Code from the mail').fill('00000-00000')
    // It hears of nothing for now.
    let hear = () => {}
    const heard = new Promise<void>((done) => {
      hear = done
    })
    await stalePage.route(/settlement_(accounts|ways)/, async (route) => {
      await heard
      await route.continue()
    })
    await code.getByLabel('Code from the mail').press('Enter')
    await expectReadingOn()
    await expectToast(
      page,
      'Change confirmed',
      'It comes into force in 24 hours; until then it can be stopped.',
    )
    await attention.click()
    await notices.getByText('A bank account comes into force', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
    // Home has them written out, and once.
    await page.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Home' }).click()
    await page
      .getByRole('region', { name: 'Notices of the desk' })
      .getByText('comes into force', { exact: false })
      .waitFor()
    expect(await attention.count()).toBe(0)
    await page.goBack()
    await page.getByRole('tab', { name: 'Bank and wallet' }).click()
    await page
      .getByText(/^Proposed by .+, confirmed by the code from the address outside .+, comes into force/)
      .waitFor()
    // A page that still shows the proposal says what became of it.
    stage.expectError(/404|406|400/)
    await staleForm.getByRole('button', { name: 'Confirm' }).click()
    await stalePage
      .getByRole('alert')
      .getByText(
        'This account was confirmed in the meantime by the code from the address outside. Nothing was changed.',
      )
      .first()
      .waitFor()
    hear()
    await staleForm.waitFor({ state: 'detached' })
    expect(await stalePage.getByRole('alert').getByText('confirmed in the meantime').isVisible()).toBe(true)
    await page.getByRole('button', { name: 'Stop', exact: true }).click()
    await expectReadingOn()
    await expectToast(page, 'Change stopped')
    await page.getByText(/^Proposed by .+, confirmed by .+, stopped by .+/).waitFor()
    // Of a proposal that nobody confirmed the form to propose comes back with it: nobody asked for that one.
    for (const [name, words] of [
      ['Bank', 'Bank of Fields'],
      ['Name of the account', 'Harvest Limited'],
      ['Account number', '0123456788'],
    ] as const)
      await form.getByLabel(name, { exact: name === 'Bank' }).fill(words)
    await form.getByRole('button', { name: 'Propose a change' }).press('Enter')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Stop', exact: true }).press('Enter')
    await form.waitFor()
    await expectReadingOn()
  })

  it('a rate of VAT is added for a day to come, and taken back before it', async () => {
    const page = await openSettings('vat')
    await page.getByText('Add a rate', { exact: true }).click()
    const form = page.getByRole('form', { name: 'Add a rate of VAT' })
    await form.getByLabel('Class').selectOption('standard')
    await form.getByLabel('Rate in percent').fill('10')
    await form.getByLabel('From which day').fill('2026-01-02')
    await form.getByLabel('Reason on papers').fill('standard rate, a new law')
    await form.getByRole('button', { name: 'Add the rate' }).click()
    await form.getByText('A rate begins tomorrow at the earliest', { exact: false }).waitFor()
    const day = new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10)
    await form.getByLabel('From which day').fill(day)
    await form.getByRole('button', { name: 'Add the rate' }).click()
    await expectToast(page, 'Rate added', 'It holds from its day on.')
    await page.getByRole('button', { name: /^Take back: Standard rate/ }).click()
    await expectToast(page, 'Rate taken back', 'What held before goes on.')
  })

  it('a limit and a period are sentences that are changed with a reason; what guards money waits for another', async () => {
    const page = await openSettings('limits')
    await page.getByRole('button', { name: 'Change: An order has at most 50 different products.' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('New limit').fill('60')
    await dialog.getByRole('button', { name: 'Change the limit' }).click()
    await dialog.getByText('Please give a reason of at least 10 characters').waitFor()
    await dialog.getByLabel('Reason').fill('For the fair in December.')
    await dialog.getByRole('button', { name: 'Change the limit' }).click()
    await expectToast(page, 'Limit changed', 'It counts from now on.')
    await page.getByText('An order has at most 60 different products.').waitFor()
    await page.getByText(': For the fair in December.', { exact: false }).waitFor()
    await page.getByRole('button', { name: /^Change: One person alone records a payment/ }).click()
    await dialog.getByText('One person alone could then move more money.', { exact: false }).waitFor()
    await dialog.getByLabel('New limit').fill('6,000,000')
    await dialog.getByLabel('Reason').fill('Larger orders since May.')
    await dialog.getByRole('button', { name: 'Change the limit' }).click()
    await expectToast(page, 'Waits for a second person', 'Until then the limit stays as it is.')
    await page.getByText('would make it ₦6,000,000', { exact: false }).waitFor()
    await page.getByText('One person alone records a payment of up to ₦5,000,000.').waitFor()
    expect(await page.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    await page.getByRole('tab', { name: 'How long kept' }).click()
    await page.getByRole('button', { name: 'Change: Half-filled forms', exact: false }).click()
    await dialog.getByText('what is older is deleted', { exact: false }).waitFor()
    await dialog.getByLabel('Kept for').fill('20')
    await dialog.getByRole('button', { name: 'Change the period' }).click()
    await expectToast(page, 'Period changed', 'A longer time counts at once, a shorter one in a week.')
    await page.getByText('; counts from', { exact: false }).waitFor()
    await expectSoundAt(page, [phone, desktop])
  })
})

describe('two people', () => {
  it('change the same period and the same words: the second one saves over nothing that was not seen', async () => {
    const page = await openSettings()
    const dialog = page.getByRole('dialog')
    await page.getByRole('tab', { name: 'How long kept' }).click()
    await page.getByRole('button', { name: 'Change: Half-filled forms', exact: false }).click()
    await sql("update public.retention_periods set keep = '90 days' where subject = 'registration_drafts'")
    await dialog.getByLabel('Kept for').fill('60')
    await dialog.getByRole('button', { name: 'Change the period' }).click()
    await dialog
      .getByText('changed this period in the meantime: it is 90 days now.', { exact: false })
      .waitFor()
    expect(await dialog.getByLabel('Kept for').inputValue()).toBe('60')
    await dialog.getByRole('button', { name: 'Show it as it is now' }).click()
    expect(await dialog.getByLabel('Kept for').inputValue()).toBe('90')
    await dialog.getByLabel('Kept for').fill('60')
    await dialog.getByRole('button', { name: 'Change the period' }).click()
    await expectToast(page, 'Period changed')

    await sql("insert into public.reply_templates (title, body) values ('Opening hours', 'From 8 to 5')")
    await goWithin(page, '/admin/settings?of=words')
    await page.getByRole('button', { name: 'Change: Opening hours' }).click()
    const form = page.getByRole('form', { name: 'Change Opening hours' })
    await form.locator('textarea').fill('From 7 to 6')
    await sql("update public.reply_templates set body = 'From 9 to 4' where title = 'Opening hours'")
    await form.getByRole('button', { name: 'Save words' }).click()
    await form.getByText('What stands there now: Opening hours: From 9 to 4', { exact: false }).waitFor()
    expect(await form.locator('textarea').inputValue()).toBe('From 7 to 6')
    await form.getByRole('button', { name: 'Show it as it is now' }).click()
    expect(await form.locator('textarea').inputValue()).toBe('From 9 to 4')
    await form.locator('textarea').fill('From 7 to 4')
    await form.getByRole('button', { name: 'Save words' }).click()
    await expectToast(page, 'Words saved')
  })

  it('remove the words that the other one changes: what is typed stays, and can be saved as new words', async () => {
    await sql("insert into public.reply_templates (title, body) values ('Lunch', 'Closed from 1 to 2')")
    const page = await openSettings('words')
    await page.getByRole('button', { name: 'Change: Lunch' }).click()
    const form = page.getByRole('form', { name: 'Change Lunch' })
    await form.locator('textarea').fill('Closed from 12 to 1')
    await sql("delete from public.reply_templates where title = 'Lunch'")
    await form.getByRole('button', { name: 'Save words' }).click()
    await form.getByText('Somebody else removed these words in the meantime.', { exact: false }).waitFor()
    await form.getByRole('button', { name: 'Save as new words' }).waitFor()
    expect(await form.locator('textarea').inputValue()).toBe('Closed from 12 to 1')
    await form.getByRole('button', { name: 'Save as new words' }).click()
    await expectToast(page, 'Words added')
    await form.waitFor({ state: 'detached' })
    expect(await sql("select body from public.reply_templates where title = 'Lunch'")).toEqual([
      { body: 'Closed from 12 to 1' },
    ])
    await page.getByText('Closed from 12 to 1', { exact: true }).waitFor()
  })

  it('change the wallet: one proposes, another approves, and a day passes before a page shows it', async () => {
    const second = await stage.app.newPerson()
    await sql("insert into public.user_roles (user_id, role) values ($1, 'admin')", [second.id])
    await addSecondFactor(second)
    for (const days of [1, 2, 3])
      await sql(
        `insert into public.audit_trail (actor_id, actor_role, action, subject_type, aal, created_at)
         values ($1, 'admin', 'look', 'orders', 'aal2', now() - make_interval(days => $2))`,
        [second.id, days],
      )
    const address = 'SIDRA-0x52908400098527886E0F7030069857D2E4169EE7'
    const crypto = async () => (await fetch(`${stage.app.url}/investor-form/crypto`)).text()
    const page = await openSettings()
    await page.getByText('Propose a SIDRA wallet', { exact: true }).click()
    const form = page.getByRole('form', { name: 'Propose a SIDRA wallet' })
    await form.getByRole('button', { name: 'Propose a change' }).click()
    await form
      .locator('[id$=walletAddress-error]')
      .getByText('Wallet address is missing', { exact: true })
      .waitFor()
    await form.getByLabel('Wallet address').fill(address)
    await form.getByRole('button', { name: 'Propose a change' }).press('Enter')
    await expectToast(page, 'Change proposed', 'Somebody else here has to approve it. Every admin is mailed.')

    const theirs = await stage.newPage({ as: second })
    await theirs.goto('/admin/settings')
    const line = theirs.getByRole('listitem').filter({ hasText: address })
    await line.getByText('waits for somebody else to confirm it', { exact: false }).waitFor()
    await line.getByRole('button', { name: 'Approve', exact: true }).click()
    await expectToast(
      theirs,
      'Change approved',
      'It comes into force in 24 hours; until then it can be stopped.',
    )
    await line.getByText('comes into force', { exact: false }).waitFor()
    expect(await line.getByRole('button', { name: 'Approve', exact: true }).count()).toBe(0)
    await line.getByRole('button', { name: 'Stop', exact: true }).waitFor()
    const [reported] = await sql<{ hours: number }>(
      `select extract(epoch from effective_at - proposed_at)::integer / 3600 as hours
       from public.settlement_accounts where wallet_address = $1`,
      [address],
    )
    expect(reported?.hours).toBe(24)
    expect(await crypto()).not.toContain(address)
  })
})

describe('the products of the order form', () => {
  it('have a VAT class that is saved and seen again, and nobody writes over what a colleague saved meanwhile', async () => {
    const stored = async () =>
      (
        await sql<object>(
          "select label, container_20ft_kg::float as kg, vat_class, grade from public.order_products where label like 'Cocoa%'",
        )
      )[0]
    await sql(
      "update public.order_products set vat_class = 'basic_food', grade = 'Grade A' where label = 'Cocoa Beans'",
    )
    // Each product has the same form: two are enough.
    await sql("delete from public.order_products where label not in ('Cocoa Beans', 'Hibiscus Flowers')")
    const page = await stage.newPage({ as: office.admin })
    await page.goto('/admin/products/order-form')
    const form = page.getByRole('form', { name: 'Cocoa', exact: false }).first()
    const vat = form.getByLabel(/^VAT of Cocoa/)
    const save = form.getByRole('button', { name: 'Save', exact: true })
    await vat.selectOption('Standard rate')
    await save.click()
    await expectToast(page, 'Product saved')
    await page.reload()
    expect(await vat.inputValue()).toBe('standard')

    // What a colleague changed beside it is not sent.
    await sql("update public.order_products set vat_class = 'basic_food' where label = 'Cocoa Beans'")
    await form.getByLabel(/^Kilograms in a 20 ft container/).fill('12,500')
    await save.click()
    await expect.poll(() => vat.inputValue()).toBe('basic_food')
    expect(await stored()).toMatchObject({ kg: 12_500, vat_class: 'basic_food' })

    // The same was changed by both: refused, as often as it is tried, until it was looked at.
    await form.getByLabel(/^Name of/).fill('Cocoa of the south')
    await sql("update public.order_products set label = 'Cocoa of the west' where label = 'Cocoa Beans'")
    const refused = form.getByText(
      'Somebody else changed this product in the meantime. Look at it as it is now, then try again.',
    )
    for (const attempt of [1, 2]) {
      await save.click()
      await refused.waitFor()
      expect([attempt, await stored()]).toEqual([
        attempt,
        { label: 'Cocoa of the west', kg: 12_500, vat_class: 'basic_food', grade: 'Grade A' },
      ])
    }
    await page.setViewportSize(phone)
    await expectSound(page, 'a refused product on a phone')
    await form.getByRole('button', { name: 'Show it as it is now' }).click()
    await expect.poll(() => form.getByLabel(/^Name of/).inputValue()).toBe('Cocoa of the west')
    await refused.waitFor({ state: 'detached' })

    // What the export catalogue says of it is guarded alike.
    await page.setViewportSize(desktop)
    const item = page.getByRole('listitem').filter({ has: form })
    await item.locator('summary').click()
    const facts = item.getByRole('form', { name: /Cocoa of the west$/ }).last()
    await facts.getByLabel('Grade').fill('Grade B')
    await sql("update public.order_products set grade = 'Grade C' where label = 'Cocoa of the west'")
    await facts.locator('button[type=submit]').click()
    await facts.getByText('Somebody else changed this product in the meantime', { exact: false }).waitFor()
    await facts.getByRole('button', { name: 'Show it as it is now' }).click()
    await expect.poll(() => facts.getByLabel('Grade').inputValue()).toBe('Grade C')
  })
})
