/** What cart and checkout say of an order of which a part of the money has come. */
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
import {
  fillCart,
  fillContact,
  openCart,
  openCheckout,
  openMarket,
  openStall,
  type Produce,
  readCode,
  showPaymentDetails,
} from './market-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const stall = openStall(() => stage.app)

let admin: Person
let yam: Produce
beforeAll(async () => {
  await stall.setAccount(true)
  yam = await stall.addProduct('Yam', 4_500_000, 50)
  admin = await stage.app.newAdmin()
})

/** Staff find so much of this order on the statement. */
async function find(code: string, amountKobo: number) {
  const [own] = await stall.sql<{ id: string }>('select id from public.orders where code = $1', [code])
  await stall.asStaff(admin, 'confirm_payment', {
    order_id: own?.id ?? '',
    details: {
      ...{ amountKobo, valueDate: new Date().toISOString().slice(0, 10) },
      bankReference: `STATEMENT ${code}`,
    },
  })
}

it('is due with what is left of it and until when, as on its page: on its device, beside other goods, on another device', async () => {
  const person = await stage.app.newPerson()
  const page = await stage.newPage({ viewport: phone, as: person })
  await fillCart(page, [{ ...yam, quantity: 1 }])
  await openCheckout(page)
  await fillContact(page)
  await showPaymentDetails(page)
  const code = await readCode(page)
  await find(code, 1_500_025)
  await page.getByRole('link', { name: 'See your order' }).first().click()
  const step = page.getByText('₦29,999.75 is due now. Please transfer before')
  const [, until] = /before (.*?)\. After/.exec(await step.innerText()) ?? []
  expect(until).toBeTruthy()
  const words = `${code}, ₦29,999.75 due now, waits for your transfer until ${until}.`

  await openMarket(page)
  const cart = await openCart(page)
  await cart.getByText(words).waitFor()
  await expectSound(page, 'a cart beside an order that was paid in part')
  await cart.getByRole('button', { name: 'Close' }).first().click()
  await page.getByRole('button', { name: 'Add to Cart: Yam' }).click()
  await openCheckout(page)
  await page.getByText(words).waitFor()

  const other = await stage.newPage({ viewport: phone, as: person })
  await openMarket(other)
  await (await openCart(other)).getByText(words).waitFor()
})

it('is not taken back without saying which sum goes back', async () => {
  const page = await stage.newPage({ viewport: phone })
  await fillCart(page, [{ ...yam, quantity: 1 }])
  await openCheckout(page)
  await fillContact(page)
  await showPaymentDetails(page)
  const code = await readCode(page)
  await find(code, 1_500_025)
  await openMarket(page)
  const cart = await openCart(page)
  await cart.getByRole('button', { name: 'Change it' }).click()
  const question = page.getByRole('alertdialog')
  await question
    .getByText(
      'The goods are for sale again at once, for everybody. ₦15,000.25 that you paid goes back to you.',
    )
    .waitFor()
  await expectSound(page, 'a question before an order ends of which money has come')
  await question.getByRole('button', { name: 'Take it back' }).click()
  await cart.getByRole('link', { name: code, exact: true }).waitFor({ state: 'detached' })
  expect(
    await stall.sql('select payment_status, refund_due_kobo::int from public.orders where code = $1', [code]),
  ).toEqual([{ payment_status: 'refund_due', refund_due_kobo: 1_500_025 }])
})
