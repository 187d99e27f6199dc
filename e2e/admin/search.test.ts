/** The command palette in a browser: by keyboard alone from anywhere to a person, a record or a place, and on a phone. */
import { beforeAll, describe, expect, it } from 'vitest'
import { partWords } from '#domain/part-words.ts'
import { expectPath, forgetFiles, readPath } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone } from '../stage.ts'
import { goToList, useAdmin } from './admin-stage.ts'

const adminPages = useAdmin()
const { stage, sql, openAdmin, placeOrder } = adminPages
let order: { id: string; code: string }

const listPath = '/admin/queues/training'

beforeAll(async () => {
  order = await placeOrder()
  await sql(`insert into public.farmers (farm_name, location, contact_name, phone, crops_grown)
    values ('Zarewa farm', 'Zarewa, Kano', 'Hauwa Zarewa', '+2348039987001', '{Rice}'),
      ('Zarewa garden', 'Zarewa, Kano', 'Hauwa Zarewa', '+2348039987001', '{Beans}')`)
})

describe('the search over everything', () => {
  it('opens a person and an order by keyboard alone, and closes where it was opened', async () => {
    const page = await openAdmin(listPath)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find anything' })
    const field = palette.getByRole('combobox')
    await field.waitFor()
    await palette.getByRole('option', { name: 'Enter a registration' }).waitFor()
    await expectSound(page, 'the palette')

    await page.keyboard.type('0803 998 7001')
    const person = palette.getByRole('group', { name: 'People' }).getByRole('option')
    await person.waitFor()
    expect(await person.count()).toBe(1)
    expect(await person.innerText()).toMatch(
      /Hauwa Zarewa\s+0803 998 7001, Zarewa, Kano\s+farmer, pending \(2\)/,
    )
    await expect.poll(() => person.getAttribute('aria-selected')).toBe('true')
    expect(await field.getAttribute('aria-activedescendant')).toBe(await person.getAttribute('id'))
    await palette.getByRole('option', { name: /^Register somebody with this number/ }).waitFor()
    await expectSound(page, 'what was found')
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'hidden' })
    expect(readPath(page)).toBe(listPath)

    // Closed and opened again before the browser has reported the end of the first: it stays open.
    await page.keyboard.press('Control+k')
    await field.waitFor()
    await palette.evaluate(async (dialog: HTMLDialogElement) => {
      const isReported = new Promise((resolve) => dialog.addEventListener('close', resolve, { once: true }))
      dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
      while (dialog.open) await null
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
      while (!dialog.open) await null
      await isReported
    })
    await expect.poll(() => field.evaluate((box) => box === document.activeElement)).toBe(true)
    await page.keyboard.press('Escape')
    await palette.waitFor({ state: 'hidden' })

    // Faster than the answer: Enter waits for it, and never opens what was found before.
    await page.keyboard.press('Control+k')
    await field.waitFor()
    await page.keyboard.type(order.code.toLowerCase().replace('-', ''))
    await page.keyboard.press('Enter')
    await expectPath(page, `/admin/queues/orders?record=${order.id}`)
    await page.getByRole('dialog', { name: `Order ${order.code}` }).waitFor()
    await palette.waitFor({ state: 'hidden' })

    // An order by the phone of its buyer, from anywhere: one key, the digits, and it stands there.
    await page.keyboard.press('Control+k')
    await page.keyboard.type('0803 123 4567')
    await palette.getByRole('option', { name: order.code }).waitFor()

    await field.fill('')
    await page.keyboard.type('zarewa')
    await person.waitFor()
    await page.keyboard.press('Enter')
    await expect.poll(() => readPath(page)).toMatch(/^\/admin\/(queues\/farmers\?record=|persons\/farmers\/)/)
    // Its identifiers and its port may hold any three figures.
    expect(page.url()).not.toMatch(/803\D*998|zarewa/i)
  })

  it('goes to a place, lists what was opened before, and leads to a step without taking it', async () => {
    const page = await openAdmin(listPath)
    await page.keyboard.press('Control+k')
    const palette = page.getByRole('dialog', { name: 'Find anything' })
    await palette.getByRole('combobox').waitFor()
    await page.keyboard.type('audit')
    await page.keyboard.press('Enter')
    await expectPath(page, '/admin/audit')
    await page.getByRole('heading', { level: 1, name: 'Audit trail' }).waitFor()

    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').waitFor()
    await page.keyboard.type(order.code)
    await palette.getByRole('group', { name: 'Orders' }).getByRole('option').waitFor()
    await page.keyboard.press('Tab')
    await palette.getByRole('listbox', { name: `What to do with ${order.code}` }).waitFor()
    expect(await palette.getByRole('option').allInnerTexts()).toEqual([
      'Open',
      'Approve...',
      'Decline...',
      'Quote...',
      'Open its documents...',
      'I have contacted them...',
      'Log a call...',
      'Write to them...',
      'Assign...',
      'Write a note...',
      'Add a task...',
      'Copy the code',
    ])
    await page.keyboard.press('Escape')
    // Another drawer of the page, opened before, is not where the step is looked for.
    await page.goto('/admin/queues/orders')
    await page.getByRole('button', { name: /^Notices/ }).click()
    await page.getByRole('dialog', { name: 'Notices' }).waitFor()
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+k')
    await palette.getByRole('combobox').waitFor()
    await page.keyboard.type(order.code)
    await palette.getByRole('group', { name: 'Orders' }).getByRole('option').waitFor()
    await page.keyboard.press('Tab')
    await palette.getByRole('listbox', { name: `What to do with ${order.code}` }).waitFor()
    // What is typed there narrows the commands; what was searched for is there again.
    await page.keyboard.type('appr')
    await expect.poll(() => palette.getByRole('option').allInnerTexts()).toEqual(['Approve...'])
    await page.keyboard.type('x')
    await palette.getByText('None of its commands has these words.', { exact: false }).waitFor()
    await page.keyboard.press('Escape')
    await palette.getByRole('group', { name: 'Orders' }).waitFor()
    expect(await palette.getByRole('combobox').inputValue()).toBe(order.code)
    await page.keyboard.press('Tab')
    await palette.getByRole('listbox', { name: `What to do with ${order.code}` }).waitFor()
    await page.keyboard.press('ArrowLeft')
    await palette.getByRole('group', { name: 'Orders' }).waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    const answered = page.waitForResponse((response) => response.url().includes('/rest/v1/orders?select=*'))
    await page.keyboard.press('Enter')
    const record = page.getByRole('dialog', { name: `Order ${order.code}` })
    const decline = record.getByRole('button', { name: `Decline order ${order.code}` })
    await expect.poll(() => decline.evaluate((button) => button === document.activeElement)).toBe(true)
    await expectPath(page, `/admin/queues/orders?record=${order.id}`)
    expect(await sql('select status from public.orders where id = $1', [order.id])).toEqual([
      { status: 'pending' },
    ])

    await answered
    await page.keyboard.press('Escape')
    await record.waitFor({ state: 'hidden' })
    // It is remembered once it was read and the page has drawn that it is closed.
    await page.waitForFunction((id) => JSON.stringify(sessionStorage).includes(id), order.id)
    await page.keyboard.press('Control+k')
    await palette
      .getByRole('group', { name: 'Opened before' })
      .getByRole('option', { name: order.code })
      .waitFor()
    // A step that the record does not offer ends with it, also where a reader of the screen presses without key and pointer.
    const newer = await placeOrder()
    await page.goto(`/admin/queues/orders?record=${newer.id}&take=completed`)
    const opened = page.getByRole('dialog', { name: `Order ${newer.code}` })
    // The next one is known once the list is here.
    await page.locator(`[data-record="${order.id}"]`).waitFor()
    await opened.getByRole('button', { name: 'Next', exact: true }).dispatchEvent('click')
    await decline.waitFor()
    await expectPath(page, `/admin/queues/orders?record=${order.id}`)
    const stored = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    expect(stored).toContain(order.code)
    expect(stored).not.toContain(adminPages.buyer.email)
  })

  it.each([desktop, phone])(
    'leads to the money of an order, to its papers and to its buyer: %o',
    async (viewport) => {
      const { id, code } = await placeOrder()
      await sql(`set session_replication_role = replica;
      update public.orders set status = 'approved', payment_status = 'underpaid', total_amount_kobo = 100000 where id = '${id}';
      insert into public.payments (order_id, kind, amount_kobo, currency, value_date, bank_reference, recorded_by)
        values ('${id}', 'receipt', 40000, 'NGN', current_date, 'FT-${code}', '${adminPages.admin.id}')`)
      const page = await openAdmin(listPath, viewport)
      const palette = page.getByRole('dialog', { name: 'Find anything' })
      const drawer = page.getByRole('dialog', { name: `Order ${code}` })
      for (const [step, part, name] of [
        ['Confirm a payment...', 'payment', 'Bank reference'],
        ['Correct a payment...', 'correct', 'What really came for this order (NGN)'],
        ['Settle the rest without money...', 'settle', 'What became of it'],
        ['I have contacted them...', 'contacted', ''],
        ['Credit terms...', 'credit', 'On which terms'],
        ['Move the goods on...', 'goods', ''],
        ['Log a call...', 'call', 'What came of the call'],
        ['Write to them...', 'message', 'Write to the buyer'],
        ['Open its documents...', 'documents', ''],
      ] as const) {
        await page.keyboard.press('Control+k')
        await palette.getByRole('combobox').fill(code)
        await palette.getByRole('group', { name: 'Orders' }).getByRole('option').waitFor()
        await page.keyboard.press('Tab')
        await palette.getByRole('option', { name: step }).click()
        await drawer.waitFor()
        const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-step'))
        await expect.poll(focused).toBe(part)
        // What is folded is open then.
        if (name) await drawer.getByLabel(name).first().waitFor()
        if (part === 'payment' || part === 'message')
          expect(await drawer.getByLabel(name).evaluate((box) => box === document.activeElement)).toBe(true)
        await expectPath(page, `/admin/queues/orders?record=${id}`)
        await page.keyboard.press('Escape')
        await drawer.waitFor({ state: 'hidden' })
      }
      expect(await sql('select fulfilment_status from public.orders where id = $1', [id])).toEqual([
        { fulfilment_status: 'none' },
      ])
      await sql(
        "insert into public.order_deliveries (order_id, kind, day, price_kobo, quoted_at) values ($1, 'quote', current_date, 500000, now())",
        [id],
      )
      await page.goto(`/admin/queues/orders?record=${id}&take=delivery`)
      const delivery = drawer.locator('section[data-step=delivery]')
      await expect.poll(() => delivery.evaluate((part) => part === document.activeElement)).toBe(true)
    },
  )

  it('is opened by a tap on a phone, says that the line is gone, and fits', async () => {
    const page = await openAdmin(listPath, phone)
    // Opened for the first time without a line: the page stays, and it is asked for again.
    stage.expectError(/ERR_INTERNET_DISCONNECTED/)
    await forgetFiles(page)
    await page.context().setOffline(true)
    await page.getByRole('button', { name: /^Find: Name/ }).click()
    const palette = page.getByRole('dialog', { name: 'Find anything' })
    const again = palette.getByRole('button', { name: partWords.failed })
    await again.waitFor()
    await palette.getByRole('textbox').fill('zarewa')
    await expectSound(page, 'a palette that did not come')
    await page.context().setOffline(false)
    await again.click()
    await expect.poll(() => palette.getByRole('combobox').inputValue()).toBe('zarewa')
    const person = palette.getByRole('group', { name: 'People' }).getByRole('option')
    await person.waitFor()
    await expectSound(page, 'the palette on a phone')
    await page.context().setOffline(true)
    await palette.getByRole('combobox').fill('hauwa')
    await palette.getByText('You are offline', { exact: false }).waitFor()
    expect(await person.count()).toBe(0)
    await page.context().setOffline(false)
    await person.waitFor()
    await palette.getByRole('button', { name: 'Close' }).click()
    await palette.waitFor({ state: 'hidden' })
    // Who is this number? One search, one tap.
    await page.getByRole('button', { name: /^Find: Name/ }).click()
    await palette.getByRole('combobox').fill('08039987001')
    await person.click()
    await expect.poll(() => readPath(page)).toMatch(/^\/admin\/(queues\/farmers\?record=|persons\/farmers\/)/)
    await goToList(page, '/admin/queues/farmers')
    const answered = page.waitForResponse('**/rest/v1/rpc/find_records*')
    await page.getByRole('searchbox').fill('0803 998 7001')
    await answered
    await page.locator('table[aria-busy]').waitFor({ state: 'detached' })
    await expectPath(page, '/admin/queues/farmers?q=0803+998+7001')
    await page.getByText(/^2 found/).waitFor()
    await expectSound(page, 'a search in a list on a phone')
  })
})
