/** /order in a browser: every sentence, list and busy label; what is typed is never lost; one tap, one order. */
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { draftPrefix } from '#site/lib/draft.ts'
import { sessionStorageKey } from '#site/lib/session-key.ts'
import type { Person } from '#tests/harness/app.ts'
import { asOwner } from '#tests/harness/database.ts'
import { mustWork } from '#tests/harness/must-work.ts'
import {
  expectPath,
  expectToast,
  fillOrder,
  holdCall,
  type OrderAnswers,
  openSignedIn,
  orderAnswers,
  readOrder,
  signIn,
  signOutQuestion,
  submitOrder,
} from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'

const stage = useStage()

let anyone: Person

beforeAll(async () => {
  anyone = await stage.app.newPerson()
})

interface OrderOptions {
  viewport?: typeof desktop
  as?: Person
  /** Typed on this device before, where typing is not what the test is about. */
  typed?: OrderAnswers
}

async function openOrder({ viewport = desktop, as = anyone, typed }: OrderOptions = {}): Promise<Page> {
  const page = await stage.newPage({ viewport, as })
  if (typed) await rememberTyped(page, as, typed)
  await page.goto('/order')
  await page.getByRole('form', { name: 'Agricultural Products Order Form' }).waitFor()
  if (typed) await expect.poll(() => readOrder(page)).toMatchObject(typed)
  return page
}

/** The draft of the form lies on the device when its first page begins; what the site makes of it stays. */
async function rememberTyped(page: Page, { id }: Person, fields: OrderAnswers): Promise<void> {
  await page.addInitScript(
    ({ key, draft }) => {
      if (sessionStorage.getItem('test-draft')) return
      sessionStorage.setItem('test-draft', '1')
      localStorage.setItem(key, JSON.stringify({ ...draft, savedAt: Date.now() }))
    },
    { key: `${draftPrefix}order`, draft: { userId: id, values: { fields, typed: Object.keys(fields) } } },
  )
}

/** Signed in on this device once more, where how they do so is not what the test is about. */
async function openAgainAs(page: Page, path: string, person: Person): Promise<void> {
  const { session } = mustWork(await stage.app.newClient().auth.signInWithPassword(person))
  await page.evaluate(([key, text]) => localStorage.setItem(key, text), [
    sessionStorageKey,
    JSON.stringify(session),
  ] as const)
  await page.goto(path)
}

async function readOptions(page: Page, id: string): Promise<string[]> {
  const all = await page.locator(`#${id} option`).allInnerTexts()
  return all.slice(1) // the first says what to choose
}

async function listOrders({ client }: Person) {
  const { data } = await client
    .from('orders')
    .select('code,status,crop_type')
    .order('created_at')
    .throwOnError()
  return data
}

describe('the order form', () => {
  it('has the titles, lists and keyboards that it should have', async () => {
    const page = await openOrder()
    await page.getByRole('heading', { level: 1, name: 'Place Your Order' }).waitFor()
    await page.getByRole('heading', { level: 2, name: 'Agricultural Products Order Form' }).waitFor()
    await page.getByRole('main').getByRole('link', { name: 'How we handle personal data' }).waitFor()
    // Spelled out, to the letter of the specification, and not taken from domain/.
    expect(await readOptions(page, 'product')).toEqual([
      'Ginger',
      'Sesame Seeds',
      'Groundnut',
      'Hibiscus Flowers',
      'Garlic',
      'Raw Cashew Nuts',
      'Soya Beans',
      'Gum Arabic',
      'Moringa Seeds',
      'Rice',
      'Palm Oil',
      'Cocoa Beans',
      'Yam',
      'Cassava',
      'Plantain',
    ])
    expect(await readOptions(page, 'unit')).toEqual([
      'Tons',
      'Kilograms',
      'Bags (50kg)',
      'Bags (100kg)',
      'Containers (20ft)',
      'Containers (40ft)',
    ])
    expect(await readOptions(page, 'paymentTerms')).toEqual([
      '30% Advance 70% on Delivery',
      '50% Advance 50% on Delivery',
      'Letter of Credit',
      'Cash on Delivery',
      'Bank Transfer',
    ])
    expect(await readOptions(page, 'incoterms')).toEqual(['FOB', 'CIF', 'CFR', 'EXW', 'DDP'])
    expect(await page.locator('#phone').getAttribute('inputmode')).toBe('tel')
    expect(await page.locator('#email').getAttribute('inputmode')).toBe('email')
    expect(await page.locator('#quantity').getAttribute('inputmode')).toBe('decimal')
    expect(await page.locator('#contactPerson').inputValue()).toBe('Ada Obi')
    expect(await page.locator('#email').inputValue()).toBe(anyone.email)
    await page.locator('#country').focus()
    await expect.poll(() => page.locator('#country-words option').count()).toBeGreaterThan(200)
  })

  it('is reached from the export catalogue with its product chosen, which the draft does not change back', async () => {
    await asOwner(stage.app.databaseUrl, (client) =>
      client.query(`update public.order_products set grade = 'Grade 1', price_kobo = 642050, price_currency = 'USD',
          price_unit = 'Tons', price_basis = 'FOB Lagos', price_on = '2026-11-02' where label = 'Cocoa Beans'`),
    )
    const page = await stage.newPage({ viewport: phone, as: anyone })
    const countOffers = async () => {
      await page.goto('/export')
      return page.getByText('US$6,420.50 a ton, FOB Lagos').count()
    }
    await expect.poll(countOffers).toBe(1)
    expect(await page.locator('.export-entry').count()).toBe(15)
    // The others, of which nothing is known here, stand after it.
    expect(await page.locator('.export-entry').first().innerText()).toContain('Cocoa Beans')
    await expectSound(page)
    await page.getByRole('link', { name: 'Ask for a quote: Cocoa Beans' }).click()
    await expect.poll(() => page.locator('#product').inputValue()).toBe('Cocoa Beans')
    await expectPath(page, '/order')
    await page.locator('#product').selectOption('Ginger')
    await page.locator('#companyName').fill('Ada Foods')
    await page.reload()
    await expect.poll(() => page.locator('#product').inputValue()).toBe('Ginger')
    await page.goto('/order?product=Yam')
    await expect.poll(() => page.locator('#product').inputValue()).toBe('Yam')
    await expect.poll(() => page.locator('#companyName').inputValue()).toBe('Ada Foods')
  })

  it('says for every field what to correct, at the field and in a summary that takes the focus', async () => {
    const page = await openOrder()
    await fillOrder(page, { contactPerson: '', email: '' })
    await submitOrder(page)
    const sentences = [
      'Company name must be at least 2 characters',
      'Contact person name is required',
      'Invalid email address',
      'Phone number must be at least 10 digits',
      'Address must be at least 10 characters',
      'Country is required',
      'Please select a product',
      'Quantity is required',
      'Please select a unit',
      'Delivery location is required',
      'Please select payment terms',
      'Please select incoterms',
    ]
    const summary = page.locator('.summary')
    await summary.waitFor()
    expect(await summary.getByRole('link').allInnerTexts()).toEqual(sentences)
    expect(await page.locator('.field-error').allInnerTexts()).toEqual(sentences)
    await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true)
    await summary.getByRole('link', { name: 'Country is required' }).click()
    await expect
      .poll(() => page.locator('#country').evaluate((input) => input === document.activeElement))
      .toBe(true)
    await page.locator('#country').fill('Ghana')
    expect(await summary.getByRole('link').allInnerTexts()).not.toContain('Country is required')
  })

  it('refuses answers that cannot be used, each with its sentence', async () => {
    const page = await openOrder()
    await fillOrder(page)
    let corrected: Partial<OrderAnswers> = {}
    for (const [wrong, sentence] of [
      [{ quantity: '0' }, 'Enter a quantity greater than 0'],
      [{ quantity: 'a lot' }, 'Enter a quantity greater than 0'],
      [{ phone: '0803 12' }, 'Phone number must be at least 10 digits'],
      [{ email: 'ada@' }, 'Invalid email address'],
      [{ address: 'Lagos' }, 'Address must be at least 10 characters'],
    ] as const) {
      await fillOrder(page, { ...corrected, ...wrong })
      corrected = Object.fromEntries(Object.keys(wrong).map((name) => [name, orderAnswers[name as never]]))
      await submitOrder(page)
      // The summary of the wrong answer before may still be there.
      await expect.poll(() => page.locator('.summary a').allInnerTexts()).toEqual([sentence])
    }
  })

  it('puts a further product that was removed back with its words, in the draft too', async () => {
    const page = await openOrder({ viewport: phone, as: await stage.app.newPerson() })
    const addProduct = async (place: number, product: string, quantity: string) => {
      await page.getByRole('button', { name: 'Add another product' }).click()
      await page.locator(`#product${place}`).selectOption(product)
      await page.locator(`#quantity${place}`).fill(quantity)
    }
    const readLine = async (place: number) => [
      await page.locator(`#product${place}`).inputValue(),
      await page.locator(`#quantity${place}`).inputValue(),
    ]
    await addProduct(2, 'Ginger', '12')
    await addProduct(3, 'Garlic', '13')
    await page.getByRole('button', { name: 'Remove product 2' }).click()
    await expectToast(page, 'Product 2 is removed')
    await expect.poll(() => page.locator('#product2').count()).toBe(0)
    await expectSound(page)
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readLine(2)).toEqual(['Ginger', '12'])
    await expect
      .poll(() => page.locator('#product2').evaluate((box) => box === document.activeElement))
      .toBe(true)
    expect(await readLine(3)).toEqual(['Garlic', '13'])
    await page.getByText(/^Kept on this device/).waitFor()
    await page.reload()
    await expect.poll(() => readLine(2)).toEqual(['Ginger', '12'])
    expect(await readLine(3)).toEqual(['Garlic', '13'])
    // Where another one stands in its place meanwhile, it takes the next.
    await page.getByRole('button', { name: 'Remove product 2' }).click()
    await expect.poll(() => page.locator('#product2').count()).toBe(0)
    await addProduct(2, 'Yam', '14')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readLine(4)).toEqual(['Ginger', '12'])
    expect(await readLine(2)).toEqual(['Yam', '14'])
    // One that is added again begins empty. Of one that was left empty there is nothing to put back, and it takes no Undo away.
    await page.getByRole('button', { name: 'Remove product 4' }).click()
    await page.getByRole('button', { name: 'Remove product 3' }).click()
    await page.getByRole('button', { name: 'Add another product' }).click()
    expect(await readLine(3)).toEqual(['', ''])
    await page.getByRole('button', { name: 'Remove product 3' }).click()
    // The last one first, then the one before.
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readLine(3)).toEqual(['Garlic', '13'])
    await expectToast(page, 'Product 4 is removed')
    await page.getByRole('button', { name: 'Undo' }).click()
    await expect.poll(() => readLine(4)).toEqual(['Ginger', '12'])
    expect(await page.getByRole('button', { name: 'Undo' }).count()).toBe(0)
  })

  it('hints that oil does not come in bags, and takes the order all the same', async () => {
    const page = await openOrder()
    await fillOrder(page, { product: 'Palm Oil', unit: 'Bags (50kg)' })
    await page.getByText('Palm Oil is not packed in bags.', { exact: false }).waitFor()
  })
})

describe('sending an order', () => {
  it('keeps the day on which it should arrive: on the confirmation, in the account, not in the past', async () => {
    const person = await stage.app.newPerson()
    const page = await openOrder({ as: person, typed: orderAnswers })
    await fillOrder(page, { country: 'Zanzibar' }) // a country that no list has is taken too
    await page.locator('#preferredDate').fill('2020-01-31')
    await submitOrder(page)
    await page
      .locator('#preferredDate-error')
      .getByText('Please choose a day that is not in the past')
      .waitFor()
    // A browser shows the day in its own order, 02/29 or 29/02: below it stands which one it is.
    await page.locator('#preferredDate').fill('2400-03-02')
    await page.locator('.field output').getByText('2\u00a0March 2400', { exact: true }).waitFor()
    await page.locator('#preferredDate').fill('2400-02-29')
    await page.locator('.field output').getByText('29\u00a0February 2400', { exact: true }).waitFor()
    await submitOrder(page)
    await page.locator('.confirmation').getByText('29 February 2400').waitFor()
    await page.getByRole('link', { name: 'Open this order' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your order' }).waitFor()
    await page.getByText('29 February 2400').first().waitFor()
  })

  it('keeps the phone number in the account only when a user says so', async () => {
    const person = await stage.app.newPerson()
    const page = await openOrder({ as: person, typed: orderAnswers })
    await submitOrder(page)
    const save = page.getByRole('button', { name: 'Keep this number' })
    await save.waitFor()
    const readPhone = () =>
      person.client.from('profiles').select('phone').eq('id', person.id).single().throwOnError()
    expect((await readPhone()).data.phone).toBeNull()
    await save.click()
    await page.getByText('Kept. Forms will fill it in for you.').waitFor()
    expect((await readPhone()).data.phone).toBe('+2348031234567')
    await page.getByRole('button', { name: 'Place another order' }).click()
    await expect.poll(() => page.locator('#phone').inputValue()).toBe('+2348031234567')
  })

  it('is busy while it works, then shows the toast and a confirmation with the code; a second tap changes nothing', async () => {
    const person = await stage.app.newPerson()
    const page = await openOrder({ viewport: phone, as: person, typed: orderAnswers })
    const call = await holdCall(page, '**/rest/v1/rpc/submit_order')
    await page.getByRole('button', { name: 'Submit Order' }).dblclick()
    const busy = page.getByRole('button', { name: 'Submitting Order...' })
    await busy.waitFor()
    expect(await busy.isDisabled()).toBe(true)
    call.release()
    await expectToast(
      page,
      'Order Submitted Successfully',
      'We have received your order request. Our team will contact you within 24 hours.',
    )
    const orders = await listOrders(person)
    expect(orders).toHaveLength(1)
    expect(await page.locator('.confirmation-code').innerText()).toBe(orders[0]?.code)
    expect(await page.locator('.confirmation .status').innerText()).toBe('Pending')
    await page.locator('.confirmation').getByText('1,500.5 Tons (1,500,500 kg)').waitFor()
    await page.getByRole('button', { name: 'Place another order' }).click()
    expect(await page.locator('#product').inputValue()).toBe('')
  })

  it('keeps every value when it fails, and trying again makes one order', async () => {
    const person = await stage.app.newPerson()
    const page = await openOrder({ as: person })
    await fillOrder(page)
    // The order is stored, but the answer is lost on the way.
    await page.route('**/rest/v1/rpc/submit_order', async (route) => {
      await route.fetch()
      await route.fulfill({ status: 503, json: { code: 'PGRST002', message: 'Try again later' } })
    })
    stage.expectError(/503/)
    await submitOrder(page)
    await expectToast(
      page,
      'Submission Failed',
      'There was an error submitting your order. Please try again.',
    )
    expect(await readOrder(page)).toEqual(orderAnswers)
    await page.unroute('**/rest/v1/rpc/submit_order')
    await page.reload()
    await page.getByRole('form', { name: 'Agricultural Products Order Form' }).waitFor()
    await expect.poll(() => readOrder(page)).toEqual(orderAnswers)
    await submitOrder(page)
    await expectToast(page, 'Order Submitted Successfully')
    expect(await listOrders(person)).toHaveLength(1)
  })

  it('says so when there is no network', async () => {
    const page = await openOrder({ typed: orderAnswers })
    stage.expectError(/net::ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await submitOrder(page)
    await expectToast(
      page,
      'Submission Failed',
      'There was an error submitting your order. Please try again.',
    )
    await page.getByText('We could not reach our services. Check your connection, then try again.').waitFor()
    expect(await readOrder(page)).toEqual(orderAnswers)
  })

  it('puts a refusal of the database at its field', async () => {
    const page = await openOrder({ typed: orderAnswers })
    await page.route('**/rest/v1/rpc/submit_order', (route) =>
      route.fulfill({
        status: 400,
        json: { code: '23514', message: 'Country is required', details: 'country', hint: 'country' },
      }),
    )
    await submitOrder(page)
    await page.locator('#country-error').getByText('Country is required').waitFor()
    expect(await page.locator('.summary a').allInnerTexts()).toEqual(['Country is required'])
  })
})

describe('a network that does not answer', () => {
  it('ends the wait after eight seconds: the stored session opens the form, and trying again works', async () => {
    const person = await stage.app.newPerson()
    const page = await stage.newPage({ as: person })
    await page.clock.install()
    await page.addInitScript(() => {
      const session = JSON.parse(localStorage.getItem('house-auth') ?? '{}')
      // The token is too old to use, so that the service must refresh it first.
      localStorage.setItem('house-auth', JSON.stringify({ ...session, expires_at: 1, expires_in: 0 }))
    })
    await page.route('**/auth/v1/token*', () => {})
    await page.goto('/order')
    await page.getByText('Loading...').waitFor()
    await page.clock.fastForward(8_100)
    await page.getByText('We cannot reach our services right now.', { exact: false }).waitFor()
    await page.getByRole('form', { name: 'Agricultural Products Order Form' }).waitFor()
    await page.getByRole('button', { name: 'Try again' }).first().waitFor()
  })
})

describe('what was typed', () => {
  it('survives a reload', async () => {
    const page = await openOrder()
    await fillOrder(page)
    await page.reload()
    await page.getByRole('form', { name: 'Agricultural Products Order Form' }).waitFor()
    await expect.poll(() => readOrder(page)).toEqual(orderAnswers)
  })

  it('sends nothing from a device that was signed out elsewhere: what was typed waits for the next sign-in', async () => {
    const person = await stage.app.newPerson()
    const page = await openOrder({ viewport: phone, as: person, typed: orderAnswers })
    const laptop = stage.app.newClient()
    mustWork(await laptop.auth.signInWithPassword(person))
    expect((await laptop.auth.signOut({ scope: 'global' })).error).toBeNull()
    await submitOrder(page)
    await expectPath(page, '/auth?next=%2Forder')
    await page.getByText('Your session has ended.', { exact: false }).waitFor()
    await page.reload()
    await page.getByText('Your session has ended.', { exact: false }).waitFor()
    await signIn(page, person)
    await expectPath(page, '/order')
    await page.getByRole('form', { name: 'Agricultural Products Order Form' }).waitFor()
    await expect.poll(() => readOrder(page)).toEqual(orderAnswers)
    await submitOrder(page)
    await expectToast(page, 'Order Submitted Successfully')
  })

  it('goes on by a newer token of the same session, and nobody reads of the refusal', async () => {
    const person = await stage.app.newPerson()
    const page = await openOrder({ as: person, typed: orderAnswers })
    let refusals = 1
    await page.route('**/rest/v1/rpc/submit_order', (route) =>
      refusals-- > 0
        ? route.fulfill({ status: 401, json: { code: 'PGRST303', message: 'JWT expired' } })
        : route.continue(),
    )
    await submitOrder(page)
    await expectToast(page, 'Order Submitted Successfully')
    expect(refusals).toBe(-1)
  })

  it('is not shown to the next person on a shared phone', async () => {
    const page = await openOrder()
    await fillOrder(page)
    await page.reload()
    await page.evaluate(() => localStorage.removeItem('house-auth'))
    const other = await stage.app.newPerson()
    await openSignedIn(page, '/order', other)
    await page.getByRole('form', { name: 'Agricultural Products Order Form' }).waitFor()
    expect(await page.locator('#companyName').inputValue()).toBe('')
  })

  it('is removed by Sign Out of the header after a question alone, which nobody is asked who has begun nothing', async () => {
    const person = await stage.app.newPerson()
    const page = await openOrder({ as: person, viewport: phone })
    const signOut = page.getByRole('button', { name: 'Sign Out', exact: true })
    const press = async () => {
      if (!(await signOut.isVisible())) await page.locator('.account-name').click()
      await signOut.click()
    }
    await fillOrder(page)
    await expect
      .poll(() => page.evaluate(() => localStorage.getItem('house-draft:order')))
      .toContain(Object.values(orderAnswers).at(-1))
    await press()
    const question = signOutQuestion(page)
    await question.waitFor()
    await expectSound(page, 'Sign Out in the middle of an order')
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await question.waitFor({ state: 'hidden' })
    expect(await page.locator('#companyName').inputValue()).not.toBe('')
    // From another page it is the same form.
    await page.goto('/agriculture')
    await press()
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    await expectPath(page, '/')
    await page.locator('html[data-session=out]').waitFor()
    await openAgainAs(page, '/order', person)
    await page.getByRole('form', { name: 'Agricultural Products Order Form' }).waitFor()
    expect(await page.locator('#companyName').inputValue()).toBe('')
    await page.goto('/agriculture')
    await press()
    await expectPath(page, '/')
    await page.locator('html[data-session=out]').waitFor()
    expect(await question.count()).toBe(0)
    // Whom an order goes to was typed at the checkout; once it is placed, nothing is lost.
    await openAgainAs(page, '/agriculture', person)
    const storeCheckout = (values: object) =>
      page.evaluate((text) => localStorage.setItem('house-draft:checkout', text), JSON.stringify({ values }))
    await storeCheckout({ fields: { name: 'Ada Obi' } })
    await press()
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await storeCheckout({ fields: { name: 'Ada Obi' }, placed: {} })
    await press()
    await page.locator('html[data-session=out]').waitFor()
  })

  it('is removed by Sign Out on the page of its account', async () => {
    const person = await stage.app.newPerson()
    const page = await openOrder({ as: person, typed: orderAnswers })
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Sign out on this device' }).click()
    await signOutQuestion(page).getByRole('button', { name: 'Sign out', exact: true }).click()
    await expectPath(page, '/')
    await openSignedIn(page, '/order', person)
    await page.getByRole('form', { name: 'Agricultural Products Order Form' }).waitFor()
    expect(await page.locator('#companyName').inputValue()).toBe('')
  })
})
