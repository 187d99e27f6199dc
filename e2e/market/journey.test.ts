/** The whole way of a bulk order, from a visitor's first tap to a completed order, in a browser. */
import { expect, it } from 'vitest'
import {
  expectPath,
  expectToast,
  fillOrder,
  inventMember,
  openAsAdmin,
  openAuth,
  openMailLink,
  orderAnswers,
  signIn,
  signOutQuestion,
  signUp,
  submitOrder,
  waitForAuth,
  waitForMail,
} from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'

const stage = useStage()

it('a visitor becomes a member, orders, and an admin approves and completes the order', async () => {
  const email = `buyer${Date.now()}withanaddressthatnolinebreakhelps@example.com`
  const member = { ...inventMember(), email }
  const page = await stage.newPage({ viewport: phone })

  // A visitor wants to order and is sent to sign in first; the way back is stored.
  await page.goto('/order')
  await expectPath(page, '/auth?next=%2Forder')
  await waitForAuth(page)
  await signUp(page, member)
  await expectToast(
    page,
    'Account created successfully! Please check your email to verify your account before signing in.',
  )
  await expectSound(page)
  await openMailLink(page, stage.app, member.email, /confirm/i)
  await expectToast(page, 'E-mail verified')
  await expectPath(page, '/order')

  // The session ends in the middle of the form; what was typed waits on the device.
  await fillOrder(page, { ...orderAnswers, email: member.email })
  await page.reload()
  await page.evaluate(() => localStorage.removeItem('house-auth'))
  await page.goto('/order')
  await expectPath(page, '/auth?next=%2Forder')
  await waitForAuth(page)
  await signIn(page, member)
  await expectPath(page, '/order')
  await expect.poll(() => page.locator('#companyName').inputValue()).toBe(orderAnswers.companyName)

  await submitOrder(page)
  await expectToast(
    page,
    'Order Submitted Successfully',
    'We have received your order request. Our team will contact you within 24 hours.',
  )
  await expectSound(page)
  const code = await page.locator('.confirmation-code').innerText()
  expect((await waitForMail(stage.app, member.email, /order/i)).text).toContain(code)

  // The admin sees it first in the list.
  const admin = await stage.newPage()
  await openAsAdmin(admin)
  await admin.getByRole('row').nth(1).filter({ hasText: code }).waitFor()
  await admin.getByRole('button', { name: `Approve order ${code}` }).click()
  await admin
    .getByRole('dialog', { name: `Approve order ${code} without a price?` })
    .getByRole('button', { name: 'Approve', exact: true })
    .click()
  await expectToast(admin, 'Order Updated', 'Order status has been updated successfully.')
  expect((await waitForMail(stage.app, member.email, /approved/i)).text).toContain(code)
  await admin.getByRole('button', { name: `Complete order ${code}` }).click()
  await admin.getByRole('row').filter({ hasText: code }).getByText('Completed').waitFor()

  // The buyer sees it completed.
  await page.goto('/account')
  await page
    .getByRole('table', { name: 'My orders' })
    .getByRole('row')
    .filter({ hasText: code })
    .getByText('Completed', { exact: true })
    .waitFor()
})

it('the header is right on a public page before and after sign-out, and the guard holds', async () => {
  const person = await stage.app.newPerson()
  const page = await stage.newPage()
  for (const path of ['/order', '/buyer-registration', '/investor-hub', '/admin', '/account']) {
    await page.goto(path)
    await expectPath(page, `/auth?next=${encodeURIComponent(path)}`)
  }
  await waitForAuth(page)
  await signIn(page, person)
  await expectPath(page, '/account')
  await page.goto('/agriculture')
  await page
    .getByText(person.email.split('@')[0] ?? '')
    .first()
    .click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
  await page.goto('/order')
  await expectPath(page, '/auth?next=%2Forder')
})

it('Sign Out asks where a guest’s order would be lost, and not where nothing of it is there', async () => {
  const person = await stage.app.newPerson()
  const page = await stage.newPage({ as: person })
  const write = (values: object) =>
    page.evaluate(
      (text) => localStorage.setItem('house-draft:checkout-guest', text),
      JSON.stringify({ userId: 'guest', values, savedAt: Date.now() }),
    )
  const question = signOutQuestion(page)
  const placed = { id: 'order', code: 'AG222-2222', trackingPath: '/track#secret' }
  await page.goto('/agriculture')
  const menu = page.getByText(person.email.split('@')[0] ?? '').first()
  for (const values of [{ fields: {}, placed }, { fields: { name: 'Ada Obi' } }]) {
    await write(values)
    await menu.click()
    await page.getByRole('button', { name: 'Sign Out' }).click()
    await question
      .getByText(
        'references and links of registrations and orders that were sent from it without an account',
        { exact: false },
      )
      .waitFor()
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await question.waitFor({ state: 'hidden' })
    await page.reload()
  }
  await write({ fields: { name: '' } })
  await menu.click()
  await page.getByRole('button', { name: 'Sign Out' }).click()
  await page.getByRole('link', { name: 'Sign In' }).first().waitFor()
  expect(await question.count()).toBe(0)
})

it('a guard leads to the sign-in once, and stays led', async () => {
  const page = await stage.newPage()
  await page.addInitScript(() => {
    const replace = history.replaceState.bind(history)
    let count = 0
    history.replaceState = (state, unused, url) => {
      if (String(url).startsWith('/auth')) document.documentElement.dataset.redirects = String(++count)
      replace(state, unused, url)
    }
  })
  await page.goto('/account')
  await waitForAuth(page)
  expect(await page.locator('html').getAttribute('data-redirects')).toBe('1')
})

it('a guarded page says without scripts why it stays empty', async () => {
  for (const path of ['/order', '/admin', '/account']) {
    const html = await (await fetch(stage.app.url + path)).text()
    expect(html, path).toContain('Loading...')
    expect(/<noscript>.*?<\/noscript>/s.exec(html)?.[0], path).toContain('This page needs JavaScript')
  }
})

it('a sign-up and a sign-in need no mouse', async () => {
  const person = await stage.app.newPerson()
  const page = await stage.newPage()
  await openAuth(page, '/auth?next=/order')
  await page.getByText('To place an order in bulk, sign in first. New here?').waitFor()
  await page.getByRole('tab', { name: 'Sign In' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('heading', { level: 1, name: 'Create your account' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(person.password)
  await page.keyboard.press('Enter')
  await expectPath(page, '/order')
  await page.locator('#companyName').focus()
  const { email: _known, contactPerson: _name, ...answers } = orderAnswers
  for (const [name, value] of Object.entries(answers)) {
    for (let tabs = 0; tabs < 4; tabs++) {
      if (await page.locator(`#${name}`).evaluate((field) => field === document.activeElement)) break
      await page.keyboard.press('Tab')
    }
    await page.keyboard.type(value)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectToast(page, 'Order Submitted Successfully')
})
