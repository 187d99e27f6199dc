/** The member pages on a phone, in the long form on an admin page too: nothing wider than the screen, no serious finding of axe. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#tests/harness/app.ts'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import {
  fillOrder,
  letMailPausePass,
  openAuth,
  openTab,
  orderAnswers,
  signIn,
  submitOrder,
} from './actions.ts'
import { expectSound, expectUsable } from './expect-sound.ts'
import { phone, useStage } from './stage.ts'

const stage = useStage()
let person: Person

beforeAll(async () => {
  person = await stage.app.newPerson()
})

/** What axe calls critical, serious, moderate and minor, against WCAG and against good practice. */
const unusable = `<h5></h5><img src="data:,"><input title="Only a title"><button></button><p tabindex="5" style="color: #ccc">Pale</p>
  <ul><p>No item</p></ul><a href="#one" accesskey="s">One</a><a href="#two" accesskey="s">Two</a><nav>1</nav><nav>2</nav>`

it('whatever axe finds that is serious or against WCAG is named', async () => {
  const page = await stage.newPage()
  await page.setContent(unusable)
  const refusal = await expectUsable(page, 'an unusable page').then(
    () => undefined,
    (error: { actual: string[] }) => error.actual,
  )
  // All its rules: those that are left out there find nothing that counts.
  const found = await page.evaluate<{ id: string; impact: string; tags: string[] }[]>(
    `axe.run({ rules: { 'target-size': { enabled: true } } }).then(({ violations }) => violations)`,
  )
  const [counts, lesser] = [true, false].map((wanted) =>
    found
      .filter(
        ({ impact, tags }) =>
          wanted === (['serious', 'critical'].includes(impact) || tags.some((tag) => tag.startsWith('wcag'))),
      )
      .map(({ id }) => id),
  )
  expect(refusal?.map((line) => line.replace(/:.*/, ''))).toEqual(counts)
  expect(counts).toEqual(
    expect.arrayContaining(['accesskeys', 'color-contrast', 'image-alt', 'label-title-only']),
  )
  expect(lesser).toEqual(expect.arrayContaining(['empty-heading', 'landmark-unique', 'region']))
})

describe('on a phone', () => {
  it('sign-in, sign-up and reset can be used by everybody', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openAuth(page)
    await expectSound(page)
    await openTab(page, 'Sign Up')
    await page.locator('#sign-up-password').fill('short')
    await expectSound(page)
    await openTab(page, 'Sign In')
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByRole('button', { name: 'Send Reset Email' }).click()
    await page.locator('.field-error').waitFor()
    await expectSound(page)
  })

  it('the order form, with and without errors, and its confirmation can be used by everybody', async () => {
    const page = await stage.newPage({ viewport: phone, as: person })
    await page.goto('/order')
    await page.locator('#companyName').waitFor()
    await expectSound(page)
    await submitOrder(page)
    await page.locator('.summary').waitFor()
    await expectSound(page, 'an order form with errors')
    await fillOrder(page, orderAnswers)
    await submitOrder(page)
    await page.locator('.confirmation').waitFor()
    await expectSound(page, 'an order form that was sent')
  })

  it('a thank-you can be read by everybody, with scripts and without', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.goto('/contact')
    await page.locator('html[data-live]').waitFor()
    await page.locator('#contact-name').fill('Ada Obi')
    await page.locator('#contact-email').fill('thanks@example.com')
    await page.locator('#contact-message').fill('Do you buy sesame in Keffi?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.locator('.sent-panel').getByText('Thank you. We have your message').first().waitFor()
    await expectSound(page, 'a short form that was sent')
    await page.goto('/forms/contact/sent')
    await expectSound(page)
    for (const path of ['/newsletter/confirm?token=x', '/newsletter/confirmed', '/dev/mailbox']) {
      await page.goto(path)
      await page.getByRole('main').waitFor()
      await expectSound(page)
    }
  })

  it('the account and the guarded pages can be used by everybody', async () => {
    const page = await stage.newPage({ viewport: phone, as: person })
    for (const [path, shown] of [
      ['/account', '.empty'],
      ['/account/profile', '#profile-phone'],
      ['/account/security', 'text=This device'],
      ['/account/notifications', '#notify-newsletter'],
      ['/account/privacy', 'text=Nobody has looked.'],
    ] as const) {
      await page.goto(path)
      await page.locator(shown).first().waitFor()
      await expectSound(page)
    }
    for (const path of ['/buyer-registration', '/investor-hub']) {
      await page.goto(path)
      await page.locator('h1:not(.sr-only)', { hasText: 'Registration' }).waitFor()
      await expectSound(page)
    }
  })

  it('the second step, its set-up and the way out of an account can be used by everybody', async () => {
    const member = await stage.app.newPerson()
    const page = await stage.newPage({ viewport: phone, as: member })
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Set up the second step' }).click()
    await page.locator('#proof').waitFor()
    await expectSound(page)
    await page.locator('#proof').fill(member.password)
    await page.keyboard.press('Enter')
    await page.locator('#enrol-code').waitFor()
    await expectSound(page)
    await letMailPausePass(stage.app)
    await page.goto('/account/privacy')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete for good' }).click()
    await page.locator('#delete-account-code-error').waitFor()
    await expectSound(page)
    await addSecondFactor(member)
    const fresh = await stage.newPage({ viewport: phone })
    await openAuth(fresh)
    await signIn(fresh, member)
    await fresh.locator('#second-step-code').waitFor()
    await expectSound(fresh, 'a second step')
  })

  it('the desk and its dialog can be used by everybody', async () => {
    const page = await stage.newPage({ viewport: phone, as: await stage.app.newAdmin() })
    await page.goto('/admin')
    await page.getByRole('row').nth(1).waitFor()
    await expectSound(page)
    await page
      .getByRole('button', { name: /^Decline order/ })
      .first()
      .click()
    await page.getByRole('dialog').waitFor()
    await expectSound(page)
  })
})
