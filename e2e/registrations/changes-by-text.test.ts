/** Contacts and numbers changed by their person, with a code that comes to the phone of before as a text message. */
import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { answerWords } from '#domain/registrations/answer-words.ts'
import { changeWords, reportWords } from '#domain/registrations/correction-words.ts'
import { codeIn, openPhones } from '#tests/harness/phones.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { expectToast } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { allScreens, phone, useStage } from '../stage.ts'
import { openAnswers, useTracking } from './tracking-actions.ts'

const phones = await openPhones()
afterAll(() => phones.remove())
const stage = useStage(phones.env)
const tracking = useTracking(stage)
const { register, openTracking, requestCorrection, sql } = tracking

/** Opens the group, changes one box, and sends it with the code that its owner gets; a wrong one first. */
async function changeByText(page: Page, group: string, field: string, value: string, to: string) {
  await openAnswers(page)
  await page.getByRole('button', { name: `Change ${group}`, exact: true }).click()
  const form = page.getByRole('form', { name: `Change: ${group}` })
  const send = form.getByRole('button', { name: 'Send change' })
  await page.locator(`#correction-${field}`).fill(value)
  await send.click()
  await form.getByRole('heading', { name: 'One step more: a code' }).waitFor()
  await expectSound(page)
  await form.getByRole('button', { name: `Send a code to ••••\u00a0${to.slice(-4)}` }).click()
  const code = codeIn(await phones.waitFor(to))
  await page.locator('#correction-code').fill(code === '000000' ? '000001' : '000000')
  await send.click()
  await page.locator('.summary').getByText('This code is not right').waitFor()
  await page.locator('#correction-code').fill(code)
  await send.click()
  await page.getByRole('heading', { name: 'We have your change' }).waitFor()
}

it.each(allScreens)(
  'a bank account is changed with the old phone, which hears of it: on %s',
  async (_, viewport) => {
    const to = `+23480322${viewport.width}`.padEnd(14, '3')
    const { reference, trackingPath } = await register('investor_individual', {
      ...goodRegistrations.investor_individual,
      phone: to,
    })
    const page = await openTracking(trackingPath, viewport)
    await changeByText(page, 'Bank and identity', 'accountNumber', '0000024576', to)
    await page.getByText('••••••4576').waitFor()
    expect(await phones.waitFor(to, 2)).toContain(`a contact or a number of ${reference} was changed`)
  },
)

it('a person without e-mail has another number: the old one gets the code and hears of it, the new one nothing', async () => {
  const to = '+2348031112233'
  const { email: _, ...answers } = goodRegistrations.farmer
  const { id, reference, trackingPath } = await register('farmer', {
    ...answers,
    noEmail: true,
    phoneNumber: '0803 111 2233',
  })
  const page = await openTracking(trackingPath, phone)
  await changeByText(page, 'You', 'phoneNumber', '0803 999 8877', to)
  expect(await phones.waitFor(to, 2)).toContain(`a contact or a number of ${reference} was changed`)
  expect(await phones.read('+2348039998877')).toEqual([])
  expect(await sql('select phone from public.farmers where id = $1', [id])).toEqual([
    { phone: '+2348039998877' },
  ])
})

const noAddress = (phoneNumber: string) =>
  register('farmer', { ...goodRegistrations.farmer, email: undefined, noEmail: true, phoneNumber })

const emailOf = (id: string) =>
  sql(
    `select contact_email as email, (select answers -> 'noEmail' from public.registration_submissions
      where record_id = $1 order by version desc limit 1) as "noEmail" from private.registrations where id = $1`,
    [id],
  )

it('who registered without e-mail gives an address later: the tick is taken away, and the old phone gets the code', async () => {
  const to = '+2348034545501'
  const { id, trackingPath } = await noAddress(to)
  const page = await openTracking(trackingPath, phone)
  await openAnswers(page)
  await page.getByRole('button', { name: 'Change You', exact: true }).click()
  const form = page.getByRole('form', { name: 'Change: You' })
  await form.getByLabel('I have no e-mail').uncheck()
  const email = page.locator('#correction-email')
  await email.fill('ada.thought@example.com')
  // Ticked again, no address stands there that would not be sent.
  await form.getByLabel('I have no e-mail').check()
  await email.waitFor({ state: 'detached' })
  await form.getByLabel('I have no e-mail').uncheck()
  expect(await email.inputValue()).toBe('')
  await email.fill('ada.later@example.com')
  await form.getByRole('button', { name: 'Send change' }).click()
  await form.getByRole('button', { name: /^Send a code to/ }).click()
  await page.locator('#correction-code').fill(codeIn(await phones.waitFor(to)))
  await form.getByRole('button', { name: 'Send change' }).click()
  await page.getByRole('heading', { name: 'We have your change' }).waitFor()
  expect(await emailOf(id)).toEqual([{ email: 'ada.later@example.com', noEmail: false }])
})

it.each([
  ['the address alone, whose tick goes with what is typed', ['email'], false],
  ['the address and the tick', ['noEmail', 'email'], true],
] as const)('staff mark %s: the address is stored', async (_, fields, unticks) => {
  const received = await noAddress(`+23480345455${unticks ? '02' : '03'}`)
  const notes = fields.map((field) => ({ field, note: 'Please write your address.' }))
  await requestCorrection(received, notes)
  const page = await openTracking(received.trackingPath, phone)
  const form = page.getByRole('form', { name: 'Correction' })
  const tick = form.getByLabel('I have no e-mail')
  expect(await tick.isChecked()).toBe(true)
  if (unticks) await tick.uncheck()
  await page.locator('#correction-email').fill('ada.marked@example.com')
  expect(await tick.isChecked()).toBe(false)
  await expectSound(page)
  await form.getByRole('button', { name: 'Send correction' }).click()
  await expectToast(page, 'Correction sent', 'We are looking at it again.')
  expect(await emailOf(received.id)).toEqual([{ email: 'ada.marked@example.com', noEmail: false }])
})

it("a wrong guardian's number is named before a code is sent", async () => {
  const to = '+2348034545504'
  const { trackingPath } = await register('training', {
    ...goodRegistrations.training,
    dateOfBirth: `${new Date().getFullYear() - 16}-01-01`,
    phoneNumber: to,
  })
  const page = await openTracking(trackingPath, phone)
  await openAnswers(page)
  await page.getByRole('button', { name: 'Change You', exact: true }).click()
  const form = page.getByRole('form', { name: 'Change: You' })
  await page.locator('#correction-guardianPhone').fill('0803 12')
  await form.getByRole('button', { name: 'Send change' }).click()
  await page.locator('.summary').getByText('Guardian phone number must be at least 10 digits').waitFor()
  expect(await form.getByRole('heading', { name: 'One step more: a code' }).count()).toBe(0)
  await page.locator('#correction-guardianPhone').fill('0803 765 9999')
  await form.getByRole('button', { name: 'Send change' }).click()
  await form.getByRole('heading', { name: 'One step more: a code' }).waitFor()
  expect(await phones.read(to)).toEqual([])
})

it('a page that the phone drops while its owner reads the message still has the box for that code, and its answers', async () => {
  const to = '+2348034445566'
  const { id, trackingPath } = await register('farmer', {
    ...goodRegistrations.farmer,
    email: undefined,
    noEmail: true,
    phoneNumber: '0803 444 5566',
  })
  const page = await openTracking(trackingPath, phone)
  await openAnswers(page)
  await page.getByRole('button', { name: 'Change You', exact: true }).click()
  const form = page.getByRole('form', { name: 'Change: You' })
  await page.locator('#correction-phoneNumber').fill('0803 777 6655')
  await form.getByRole('button', { name: 'Send change' }).click()
  await form.getByRole('button', { name: /^Send a code to/ }).click()
  const code = codeIn(await phones.waitFor(to))
  await page.locator('#correction-code').waitFor()

  // What was sent is open where a change has begun.
  await page.reload()
  await page.getByRole('button', { name: `${answerWords.goOn} You`, exact: true }).click()
  await form.getByText('We have sent a code to ••••\u00a05566').waitFor()
  expect(await page.locator('#correction-phoneNumber').inputValue()).toBe('0803 777 6655')
  await page.locator('#correction-code').fill(code)
  await form.getByRole('button', { name: 'Send change' }).click()
  await page.getByRole('heading', { name: 'We have your change' }).waitFor()
  expect(await sql('select phone from public.farmers where id = $1', [id])).toEqual([
    { phone: '+2348037776655' },
  ])
  // Nothing of it stays on the device.
  expect(
    await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('correction'))),
  ).toEqual([])
})

it('a person whose old phone is lost says where to reach them now, and staff have that with the message', async () => {
  const { email: _, ...answers } = goodRegistrations.farmer
  const { reference, trackingPath } = await register('farmer', {
    ...answers,
    noEmail: true,
    phoneNumber: '0803 222 1100',
  })
  const page = await openTracking(trackingPath, phone)
  await openAnswers(page)
  await page.getByRole('button', { name: 'Change You', exact: true }).click()
  const form = page.getByRole('form', { name: 'Change: You' })
  // Nothing is another answer yet: no failure, and nothing is sent.
  await form.getByRole('button', { name: 'Send change' }).click()
  await form.getByRole('status').getByText(changeWords.unchanged).waitFor()
  expect(await form.getByText(changeWords.notConfirmed).count()).toBe(0)
  await page.locator('#correction-phoneNumber').fill('0803 999 1100')
  expect(await form.getByText(changeWords.unchanged).count()).toBe(0)
  await form.getByRole('button', { name: 'Send change' }).click()
  await form.getByRole('button', { name: 'Tell us what is wrong' }).click()
  const message = page.getByRole('form', { name: 'Message to the company' })
  await page.getByText(reportWords.lost.lead).waitFor()
  expect(await page.getByText(reportWords.lead).count()).toBe(0)
  await message.getByRole('textbox', { name: /^Message/ }).fill(`About ${reference}, You: my phone is lost.`)
  // Where no answer can go, it says so.
  await message.getByRole('button', { name: 'Send message' }).click()
  await message.locator('.summary').waitFor()
  await message.getByRole('textbox', { name: reportWords.lost.phone }).fill('0803 999 1100')
  await expectSound(page)
  await message.getByRole('button', { name: 'Send message' }).click()
  await page.getByText('Thank you. We have your message and will answer it.').waitFor()
  expect(
    await sql('select name, email, phone from public.contact_messages where message like $1', [
      `About ${reference}%`,
    ]),
  ).toEqual([{ name: 'Ada Obi', email: null, phone: '+2348039991100' }])
})
