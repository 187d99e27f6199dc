/** From the cart to an order and its payment with an account: what the order's page shows, and what becomes of it. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { makeContact } from '#tests/database/market/market-app.ts'
import type { Person } from '#tests/harness/app.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { createShopper } from '#tests/server/market/market-app.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'
import { expectToast, orderAnswers } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'
import {
  chooseDelivery,
  comeBack,
  fillCart,
  fillContact,
  openCheckout,
  openStall,
  type Produce,
  readCode,
  readContact,
  showPaymentDetails,
} from './market-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)

let admin: Person
let yam: Produce
beforeAll(async () => {
  await stall.setAccount(true)
  yam = await stall.addProduct('Yam', 4_500_000)
  admin = await stage.app.newAdmin()
})

describe('a member', () => {
  it('reads fifty orders as one table, at the width of a phone and of a desk', async () => {
    const person = await stage.app.newPerson()
    await stall.sql(
      `insert into public.orders (user_id, kind, crop_type, quantity, quantity_text, unit, delivery_address, total_amount_kobo,
         expires_at, created_at)
       select $1, case when is_bulk then 'bulk' else 'marketplace' end,
         case when is_bulk then 'Sesame Seeds' else 'Rice, Yam, Maize, Tomatoes, Palm oil in large canisters' end, 1250.5, '1,250.5',
         case when is_bulk then 'Tons' else 'Packs' end, 'Apapa port', case when not is_bulk then nr::bigint * 123456789 end,
         now() + interval '1 day', now() - nr * interval '1 hour'
       from generate_series(1, 50) as nr, lateral (select nr % 2 = 0 as is_bulk) as kind`,
      [person.id],
    )
    const page = await stage.newPage({ viewport: phone, as: person })
    await page.goto('/account/orders')
    const rows = page.getByRole('table', { name: 'My orders' }).getByRole('rowgroup').last().getByRole('row')
    await expect.poll(() => rows.count()).toBe(25)
    await page.getByRole('button', { name: 'Show older orders' }).click()
    await expect.poll(() => rows.count()).toBe(50)
    expect(await page.getByRole('button', { name: 'Show older orders' }).count()).toBe(0)
    await expectSound(page)
    await page.setViewportSize(desktop)
    await expectSound(page)
    expect(await rows.last().innerText()).toContain('Sesame Seeds')
    await page.getByLabel('Find an order').fill('palm oil')
    await expect.poll(() => rows.count()).toBe(25)
  })

  it('finds orders of both kinds in the account, accepts a quote of exactly the total shown, and withdraws', async () => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage({ viewport: phone, as: person })
    const { code } = await stall.placeOrder([{ ...yam, quantity: 2 }], { as: person })
    const bulk = await person.client
      .rpc('submit_order', {
        request: {
          companyName: 'Lowland Foods BV',
          contactPerson: 'Ada Obi',
          email: person.email,
          phone: '0803 123 4567',
          address: '12 Marina Road, Lagos Island',
          country: 'Nigeria',
          product: 'Sesame Seeds',
          quantity: '10',
          unit: 'Tons',
          deliveryLocation: 'Apapa port, Lagos',
          paymentTerms: '30% Advance 70% on Delivery',
          ...{ incoterms: 'FOB', namedPlace: 'Apapa' },
        },
        idempotency_key: crypto.randomUUID(),
      })
      .throwOnError()
    const { id, code: bulkCode } = bulk.data as unknown as { id: string; code: string }
    await stall.asStaff(admin, 'quote_order', {
      order_id: id,
      quote: {
        lines: [
          { description: 'Sesame seeds, 99%', quantity: 10, unit: 'Tons', priceKobo: 100_000_001 },
          // Two lines of one name are two lines.
          { description: 'Jute bags, free', quantity: 1, unit: 'Bags', priceKobo: 0 },
          { description: 'Jute bags, free', quantity: 2, unit: 'Bags', priceKobo: 0 },
        ],
        currency: 'NGN',
        note: 'Loaded at Apapa.',
        expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
      },
    })
    await page.goto('/account')
    await page.getByRole('link', { name: `Open order ${code}` }).waitFor()
    const card = (of: string) => page.getByRole('row').filter({ hasText: of })
    // What waits for the buyer stands on top, whatever else is there.
    await expect
      .poll(() => page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem').count())
      .toBe(2)
    await card(bulkCode)
      .getByText('Our quote waits for your answer: accept it, offer other terms, or decline.')
      .waitFor()
    await page.getByRole('link', { name: `Open order ${bulkCode}` }).click()
    await page.getByRole('heading', { name: 'Our quote' }).waitFor()
    const total = '₦10,000,000.10'
    const quote = await page.getByRole('main').innerText()
    for (const words of [total, '30% in advance', '₦3,000,000.03', '70% on delivery', '₦7,000,000.07'])
      expect(quote).toContain(words)
    await expectSound(page, 'a single order with its quote')
    await page.getByRole('button', { name: `Accept ${total}` }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: `Accept ${total}` })
      .click()
    await expectToast(page, 'Quote accepted', `The price is fixed at ${total}.`)
    await page.getByText('Amount now (30% in advance)').waitFor()
    await expectSound(page, 'a single order to be paid')
    // What was agreed stays on the sheet when the quote is no question any more.
    expect(await page.getByRole('heading', { name: 'Our quote' }).count()).toBe(0)
    const agreed = await page.locator('.confirmation').first().innerText()
    for (const words of [
      'Sesame seeds, 99%',
      '10 Tons × ₦1,000,000.01 = ₦10,000,000.10',
      '1 Bag × ₦0 = ₦0',
      '2 Bags × ₦0 = ₦0',
      '30% Advance 70% on Delivery',
      'Loaded at Apapa.',
    ])
      expect(agreed).toContain(words)
    await page.getByRole('button', { name: 'Mark as Payment Successful' }).click()
    await expectToast(page, 'Payment Successful', 'Your order has been placed successfully!')
    await page.getByRole('heading', { level: 2, name: 'Payment Successful!' }).waitFor()

    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Africa/Lagos' }).format(new Date())
    await stall.asStaff(admin, 'confirm_payment', {
      order_id: id,
      details: { amountKobo: 300_000_003, valueDate: today, bankReference: 'STATEMENT 2' },
    })
    const later = 'Nothing is due now; ₦7,000,000.07 on delivery.'
    const payment = page.locator('.panel', { hasText: 'Pay by bank transfer' })
    await comeBack(page, payment.getByText(later))
    expect(await page.getByRole('main').innerText()).not.toContain('0123456789')
    await expectSound(page)
    await payment.getByRole('button', { name: 'Show the account to pay early' }).click()
    await payment.getByText('0123456789').waitFor()
    await expectSound(page)
    await page.goto('/account')
    await page.getByText(later).waitFor()
    await page.getByText('2 packs').waitFor()

    // The documents of all orders, and all orders with a search, each a page of the account.
    const places = page.getByRole('navigation', { name: 'Your account' })
    await places.getByRole('link', { name: 'Documents' }).click()
    const contract = page.getByRole('row').filter({ hasText: 'Sales contract' })
    await contract.getByRole('link', { name: bulkCode }).waitFor()
    await expectSound(page)
    await places.getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('heading', { level: 1, name: 'My orders' }).waitFor()
    await card(bulkCode).getByText('Sesame seeds, 99%, 10 Tons').waitFor()
    await page.getByLabel('Find an order').fill(code)
    await card(bulkCode).waitFor({ state: 'detached' })
    await expectSound(page)
    await page.getByRole('link', { name: `Open order ${code}` }).click()
    await page.getByRole('button', { name: 'Withdraw order' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Withdraw it' }).click()
    await expectToast(page, 'Order withdrawn')
    await page.getByText('You withdrew this order.').waitFor()
    await page.locator('.confirmation .status').getByText('Withdrawn').waitFor()
  })

  it('gives the cart to its order, which the cart leads to and takes back; what came in since is another order', async () => {
    const person = await stage.app.newPerson()
    const inAccount = async () =>
      (await person.client.from('cart_items').select('quantity').throwOnError()).data.map(
        (line) => line.quantity,
      )
    const page = await stage.newPage({ viewport: phone, as: person })
    await fillCart(page, [{ ...yam, quantity: 2 }])
    await openCheckout(page)
    await page.locator(`#checkout-email[value="${person.email}"]`).waitFor()
    await fillContact(page)
    await showPaymentDetails(page)
    const code = await readCode(page)
    await page.getByText('0123456789').waitFor()
    await page.reload()
    expect(await readCode(page)).toBe(code)
    // A member's device remembers it too, by its code alone.
    await vi.waitFor(
      async () => expect(await page.evaluate(() => localStorage.getItem('house-draft:sent'))).toContain(code),
      within,
    )
    await vi.waitFor(async () => expect(await inAccount()).toEqual([]), within)
    await page.goto('/marketplace')
    for (let times = 0; times < 3; times++)
      await page.getByRole('button', { name: 'Add to Cart: Yam' }).click()
    await page.getByRole('button', { name: 'Cart, 3 items' }).click()
    const cart = page.getByRole('dialog', { name: 'Your cart' })
    await cart.getByText(`Order ${code}, ₦90,000, waits for your transfer until`).waitFor()
    await expectSound(page, 'a cart beside an order that waits')
    await cart.getByRole('button', { name: 'Change it' }).click()
    // The consequence is the heading of the question, and Keep it changes nothing.
    const question = page.getByRole('alertdialog', {
      name: 'This order ends, and its goods go back into your cart',
    })
    await question.getByRole('button', { name: 'Keep it' }).click()
    await question.waitFor({ state: 'hidden' })
    await cart.getByRole('button', { name: 'Change it' }).click()
    // It is gone also where the member's orders cannot be read again.
    const waiting = '**/rest/v1/orders?*status=eq.pending*'
    await page.route(waiting, (route) => route.abort())
    stage.expectError(/net::ERR_FAILED/)
    await question.getByRole('button', { name: 'Take it back' }).click()
    await cart.getByRole('link', { name: code, exact: true }).waitFor({ state: 'detached' })
    await page.unroute(waiting)
    await cart.getByText('₦225,000').first().waitFor()
    await vi.waitFor(async () => expect(await inAccount()).toEqual([5]), within)
    expect(await stall.sql('select decline_code from public.orders where code = $1', [code])).toEqual([
      { decline_code: 'withdrawn_by_buyer' },
    ])

    // What was typed for the order that was taken back serves the next one.
    await cart.getByRole('link', { name: 'Checkout' }).click()
    await page.getByRole('form', { name: 'Checkout' }).waitFor()
    await chooseDelivery(page)
    await showPaymentDetails(page)
    const next = await readCode(page)
    expect(next).not.toBe(code)
    await page.goto('/account')
    await page.getByRole('link', { name: `Open order ${next}` }).click()
    await page.getByRole('button', { name: 'Mark as Payment Successful' }).click()
    await page.getByText('Payment Successful!').first().waitFor()
    await page.goto('/marketplace/checkout')
    await page.getByText(`You sent order ${next} on `, { exact: false }).waitFor()
  })

  it('reads in the list of orders what its own page says, however far it is', async () => {
    const person = await stage.app.newPerson()
    const created = await createShopper({
      ...stage.app.keys,
      url: stage.app.url,
      address: '198.51.100.8',
    }).order([{ productId: yam.id, quantity: 1, priceKobo: yam.priceKobo }], {
      ...makeContact(),
      email: person.email,
    })
    const page = await stage.newPage({ viewport: phone, as: person })
    const states = [
      ['approved', 'confirmed', 'preparing', 'We are preparing your order.'],
      ['approved', 'confirmed', 'dispatched', 'Your order is ready to collect.'],
      ['approved', 'confirmed', 'disputed', 'We look at what you reported and answer you.'],
      ['completed', 'confirmed', 'delivered', 'This order is completed. Thank you for your trade.'],
    ] as const
    for (const [status, payment, fulfilment, sentence] of states) {
      await stall.sql(`set session_replication_role = replica;
        update public.orders set status = '${status}', payment_status = '${payment}', fulfilment_status = '${fulfilment}',
          delivered_at = case when '${fulfilment}' in ('delivered', 'disputed') then now() end
        where code = '${created.code}'`)
      // Back in the list it is read again.
      if (page.url() === 'about:blank') await page.goto('/account')
      else await page.goBack()
      const card = page.getByRole('row').filter({ hasText: created.code })
      await card.getByText(sentence).waitFor()
      await card.getByRole('link', { name: `Open order ${created.code}` }).click()
      await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor()
      await page.locator('.confirmation').first().getByText(sentence).waitFor()
    }
  })

  it('finds what they ordered as a guest with the same address; the secret link ends', async () => {
    const person = await stage.app.newPerson()
    const guest = createShopper({ ...stage.app.keys, url: stage.app.url, address: '198.51.100.7' })
    const created = await guest.order([{ productId: yam.id, quantity: 1, priceKobo: yam.priceKobo }], {
      ...makeContact(),
      email: person.email,
    })
    const page = await stage.newPage({ viewport: phone, as: person })
    await page.goto('/account')
    await page.getByRole('link', { name: `Open order ${created.code}` }).waitFor()
    await page.goto(created.trackingPath)
    await page.getByRole('heading', { level: 1, name: 'This link does not lead to' }).waitFor()
  })

  it('orders in bulk again: filled from the order, or from a template of it, and cleared with one press', async () => {
    const person = await stage.app.newPerson()
    await person.client.rpc('submit_order', {
      request: { ...orderAnswers, namedPlace: 'Tin Can Island', purchaseOrderNumber: 'PO 2026-117' },
      idempotency_key: crypto.randomUUID(),
    })
    const page = await stage.newPage({ viewport: phone, as: person })
    await page.goto('/order')
    await page.getByText('Filled in from your last order.').waitFor()
    await expect.poll(() => page.locator('#companyName').inputValue()).toBe(orderAnswers.companyName)
    expect(await page.locator('#quantity').inputValue()).toBe('')

    await page.goto('/account')
    await page.getByRole('link', { name: /^Open order/ }).click()
    await page.getByLabel('Save it as a template').fill('To Apapa')
    await page.getByRole('button', { name: 'Save template' }).click()
    await expectToast(page, 'Template saved')
    await stall.sql(
      `update public.order_templates set answers = answers || '{"purchaseOrderNumber": "PO 2026-117"}' where user_id = $1`,
      [person.id],
    )
    await page.getByRole('link', { name: 'Order again' }).click()
    await page.getByText(/^Filled in from order AG/).waitFor()
    await expect.poll(() => page.locator('#quantity').inputValue()).toBe(orderAnswers.quantity)
    // What is filled in is seen, without opening anything; the number of the buyer's own order was that order's.
    const place = page.getByLabel('Port or place of the Incoterm')
    await place.waitFor()
    expect(await place.inputValue()).toBe('Tin Can Island')
    expect(await page.getByLabel('Your order number').inputValue()).toBe('')
    await page.locator('#quantity').fill('12')
    await page.getByRole('button', { name: 'Clear' }).click()
    await expect.poll(() => page.locator('#companyName').inputValue()).toBe('')
    expect(await page.locator('#quantity').inputValue()).toBe('12')
    await page.getByRole('link', { name: 'Use To Apapa' }).click()
    await page.getByText('Filled in from your template "To Apapa".').waitFor()
    await expect.poll(() => page.locator('#product').inputValue()).toBe(orderAnswers.product)
    // What was typed for the other order is no part of it.
    expect(await page.locator('#quantity').inputValue()).toBe(orderAnswers.quantity)
    expect(await page.getByLabel('Your order number').inputValue()).toBe('')
    await expectSound(page)
    await page.getByRole('button', { name: 'Delete To Apapa' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('link', { name: 'Use To Apapa' }).waitFor({ state: 'detached' })

    const { data } = await person.client.auth.getSession()
    const applicant = createApplicant({
      url: stage.app.url,
      publishableKey: stage.app.keys.publishableKey,
      accessToken: data.session?.access_token ?? '',
    })
    expect((await applicant.submit('buyer_corporate')).status).toBe(201)
    const elsewhere = await stage.newPage({ as: person }) // without the draft of this device
    await elsewhere.goto('/order')
    await elsewhere.getByText(/^Filled in from your registration/).waitFor()
    const { companyName, country } = goodRegistrations.buyer_corporate
    await expect.poll(() => elsewhere.locator('#companyName').inputValue()).toBe(companyName)
    expect(await elsewhere.locator('#phone').inputValue()).toBe('+2348031234567')
    expect(await elsewhere.locator('#country').inputValue()).toBe(country)
  })

  it('begins a chosen template or order from empty, and goes on after a reload with what was typed into it', async () => {
    const person = await stage.app.newPerson()
    const sesame = {
      ...{ product: 'Sesame Seeds', quantity: '20', unit: 'Tons' },
      ...{ incoterms: 'CIF', namedPlace: 'Rotterdam', additionalRequirements: 'Only white sesame' },
    }
    const ginger = { product2: 'Ginger', quantity2: '5', unit2: 'Tons' }
    await stall.sql(
      `insert into public.order_templates (user_id, name, answers) values ($1, 'White sesame', $2), ($1, 'Cocoa alone', $3)`,
      [person.id, { ...sesame, ...ginger }, { product: 'Cocoa Beans', quantity: '7', unit: 'Tons' }],
    )
    const lines = [{ product: 'Ginger', quantity: '5', unit: 'Tons' }]
    const first = { ...orderAnswers, ...sesame, lines }
    const second = { ...orderAnswers, product: 'Raw Cashew Nuts', quantity: '9', unit: 'Tons' }
    const placed: string[] = []
    for (const request of [first, second]) {
      const answer = await person.client
        .rpc('submit_order', { request, idempotency_key: crypto.randomUUID() })
        .throwOnError()
      placed.push((answer.data as { id: string }).id)
    }
    const page = await stage.newPage({ viewport: phone, as: person })
    const expectGoods = async (product: string, rest: Record<string, string>) => {
      const empty = { quantity: '', product2: '', namedPlace: '', additionalRequirements: '', incoterms: '' }
      const read = (names: string[]) =>
        Object.fromEntries(
          names.map((name) => [name, document.querySelector<HTMLInputElement>(`#${name}`)?.value ?? '']),
        )
      await expect
        .poll(() => page.evaluate(read, ['product', ...Object.keys(empty)]))
        .toEqual({ product, ...empty, ...rest })
    }
    // Templates that could not be loaded are not "none".
    stage.expectError(/ERR_FAILED/)
    await page.route('**/rest/v1/order_templates*', (route) => route.abort())
    await page.goto('/order')
    const failed = page.locator('.notice', { hasText: 'Your templates could not be loaded.' })
    await failed.waitFor()
    await page.unroute('**/rest/v1/order_templates*')
    await failed.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Use White sesame' }).waitFor()
    const { product, unit, ...white } = { ...sesame, product2: 'Ginger' }
    await page.locator('#additionalRequirements').fill('Ring before noon')
    await page.getByText(/^Kept on this device/).waitFor()
    await page.getByRole('link', { name: 'Use White sesame' }).click()
    await page.getByText('Filled in from your template "White sesame".').waitFor()
    await expectGoods(product, white)
    await page.getByRole('link', { name: 'Use Cocoa alone' }).click()
    await page.getByText('Filled in from your template "Cocoa alone".').waitFor()
    await expectGoods('Cocoa Beans', { quantity: '7' })
    // Nobody has changed what was filled in: the draft is as it was left, and comes back by Clear.
    await page.getByRole('button', { name: 'Clear' }).click()
    await expectGoods('', { additionalRequirements: 'Ring before noon' })

    await page.goto(`/order?again=${placed[0]}`)
    await page.getByText(/^Filled in from order AG/).waitFor()
    await expectGoods(product, white)
    expect(await page.locator('#unit').inputValue()).toBe(unit)
    await page.goto(`/order?again=${placed[1]}`)
    await page.getByText(/^Filled in from order AG/).waitFor()
    const { additionalRequirements, incoterms, namedPlace } = { namedPlace: '', ...orderAnswers }
    const cashew = { quantity: '9', namedPlace, additionalRequirements, incoterms }
    await expectGoods('Raw Cashew Nuts', cashew)
    await page.locator('#quantity').fill('11')
    await page.getByText(/^Kept on this device/).waitFor()
    await page.reload()
    await page.getByText(/^Filled in from order AG/).waitFor()
    await expectGoods('Raw Cashew Nuts', { ...cashew, quantity: '11' })
    // What was filled in and taken out again stays out: a line at once, and whatever Clear emptied.
    await page.goto(`/order?again=${placed[0]}`)
    await expectGoods(product, white)
    await page.getByRole('button', { name: 'Remove product 2' }).click()
    await page.locator('#quantity').fill('21')
    await page.getByText(/^Kept on this device/).waitFor()
    await page.reload()
    const stored = { ...white, quantity: '21', product2: '' }
    await expectGoods(product, stored)
    await page.getByRole('button', { name: 'Add another product' }).click()
    await page.locator('#product2').waitFor()
    await expectGoods(product, stored)
    await page.getByRole('button', { name: 'Clear' }).click()
    await expectGoods('', { quantity: '21' })
    await page.locator('#quantity').fill('22')
    await page.reload()
    await expectGoods('', { quantity: '22' })
    expect(await page.getByText(/^Filled in from order AG/).count()).toBe(0)
    // "Order again" on the same order finds that draft: one press fills in what is empty, and it stays so.
    await page.goto(`/account/orders/${placed[0]}`)
    await page.getByRole('link', { name: 'Order again' }).click()
    await expectGoods('', { quantity: '22' })
    await page.getByText('You have cleared what was filled in.').waitFor()
    await expectSound(page)
    await page.getByRole('button', { name: 'Fill it in again' }).press('Enter')
    await expectGoods(product, { ...white, quantity: '22' })
    await page.getByText(/^Kept on this device/).waitFor()
    await page.reload()
    await page.getByText(/^Filled in from order AG/).waitFor()
    await expectGoods(product, { ...white, quantity: '22' })
    // Taken back at once, too.
    await page.getByRole('button', { name: 'Clear' }).press('Enter')
    await expectGoods('', { quantity: '22' })
    const fill = page.getByRole('button', { name: 'Fill it in again' })
    expect(await fill.evaluate((button) => button === document.activeElement)).toBe(true)
    await fill.press('Enter')
    await expectGoods(product, { ...white, quantity: '22' })
  })

  it('checks out for the first time with what the registration says, and with no place abroad', async () => {
    // A city that is a local government area of its state is the area.
    for (const [kind, city, lga] of [
      ['buyer_individual', 'Lagos', ''],
      ['buyer_individual', 'ikeja', 'Ikeja'],
      ['buyer_corporate', 'Accra', ''],
    ] as const) {
      const person = await stage.app.newPerson()
      const { data } = await person.client.auth.getSession()
      const applicant = createApplicant({
        url: stage.app.url,
        publishableKey: stage.app.keys.publishableKey,
        accessToken: data.session?.access_token ?? '',
      })
      const answers = { ...goodRegistrations[kind], city }
      expect((await applicant.submit(kind, { answers })).status).toBe(201)
      const page = await stage.newPage({ viewport: phone, as: person })
      await fillCart(page, [{ ...yam, quantity: 1 }])
      await openCheckout(page)
      await expect.poll(() => page.locator('#checkout-phone').inputValue()).toBe('+2348031234567')
      const isAbroad = goodRegistrations[kind].country !== 'Nigeria'
      expect(isAbroad).toBe(kind === 'buyer_corporate')
      expect(await readContact(page)).toMatchObject({
        ...{ name: 'Ada Obi', email: goodRegistrations[kind].email, lga },
        state: isAbroad ? '' : goodRegistrations[kind].state,
        address: isAbroad ? '' : goodRegistrations[kind].address,
      })
    }
  })

  it('does not see the order of another person', async () => {
    const [order] = await stall.orders()
    const page = await stage.newPage({ as: await stage.app.newPerson() })
    await page.goto(`/account/orders/${order?.id}`)
    await page.getByText('This is none of your orders').waitFor()
  })
})
