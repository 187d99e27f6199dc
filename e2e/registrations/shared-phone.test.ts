/** What one person leaves on a phone that others use too: once it is said that it is not theirs, the next one finds nothing of it. */
import type { Page, Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { cancelLabel } from '#domain/form-words.ts'
import type { RegistrationReceived } from '#domain/registrations/intake.ts'
import { draftPrefix, linksName, openLinkKey } from '#site/lib/draft.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { tokenOf } from '#tests/server/registrations/applicant.ts'
import { expectPath, forgetFiles, openAuth, signIn, signOutQuestion } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import {
  fillCart,
  fillContact,
  openCheckout,
  openStall,
  type Produce,
  showPaymentDetails,
} from '../market/market-actions.ts'
import { phone, useStage } from '../stage.ts'
import { enterAnswers } from './pass-steps.ts'
import { openForm } from './registration-actions.ts'
import { aims, farm, farmer, newYou, passToReview, place, readStored } from './registration-farmer.ts'
import { openAnswers, useTracking } from './tracking-actions.ts'

const stage = useStage({ FORM_LIMITS_FACTOR: '100' })
const { register, openTracking } = useTracking(stage)
const stall = openStall(() => stage.app)
let rice: Produce

beforeAll(async () => {
  await stall.setAccount(true)
  rice = await stall.addProduct('Rice', 3_500_000)
})

const readStores = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))

/** Its link is open here, a change was begun on its page, and the phone remembers that it was sent from it. */
async function openOnce(): Promise<{ page: Page; received: RegistrationReceived }> {
  const received = await register('farmer')
  const page = await stage.newPage({ viewport: phone })
  await page.goto('/robots.txt')
  // As its page does, which is opened in the tests of a sign-in below, and in those of `tracking.test.ts`.
  const token = tokenOf(received.trackingPath)
  await page.context().request.post('/track', { data: { token }, failOnStatusCode: true })
  expect(await page.context().cookies()).toMatchObject([{ name: 'track' }])
  await page.evaluate(
    ({ reference, token, openKey, linksKey }) => {
      localStorage.setItem(openKey, '1')
      sessionStorage.setItem(linksKey, JSON.stringify([{ reference, token }]))
    },
    { reference: received.reference, token, openKey: openLinkKey, linksKey: draftPrefix + linksName },
  )
  await beginHere(page, received)
  return { page, received }
}

async function beginHere(page: Page, received: RegistrationReceived): Promise<void> {
  await page.evaluate(
    ({ reference, id }) => {
      localStorage.setItem(
        'house-draft:sent',
        JSON.stringify([{ reference, kind: 'farmer', sentAt: Date.now() }]),
      )
      localStorage.setItem(`house-draft:correction:${id}:person`, JSON.stringify({ userId: 'guest' }))
      localStorage.setItem('house-draft:correction:other', JSON.stringify({ userId: 'a-member' }))
      sessionStorage.setItem('house-draft:about:FM222-2222:/forms/contact@/track', '{}')
    },
    { reference: received.reference, id: received.id },
  )
}

const forget = (page: Page) => page.getByRole('button', { name: 'Not my phone: forget it' }).click()

const isClosing = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith('/track') && request.postData() === '{"token":null}'

/** The next person opens the page for which no link is needed where one is open. */
async function expectClosed(page: Page, { reference }: RegistrationReceived): Promise<void> {
  const next = await page.context().newPage()
  await next.goto('/track')
  await next.getByRole('form', { name: 'Status' }).waitFor()
  expect(await next.getByText(reference).count()).toBe(0)
  await next.close()
}

describe('"Not my phone: forget it" closes the link that is open here', () => {
  const places: [string, (page: Page) => Promise<void>][] = [
    [
      'on the home page',
      async (page) => {
        const part = page.waitForResponse('**/assets/forgotten-*.js')
        await page.goto('/')
        const module = (await part).url()
        // The line may go from now on.
        await page.evaluate(async (url) => void (await import(url)), module)
      },
    ],
    ['above the form', (page) => openForm(page, '/farmer-registration')],
    [
      'on the page after sending',
      async (page) => {
        await farmer.fill(page, newYou())
        await page.locator('#farmer-acceptTerms').check()
        await farmer.submit(page)
        await page.getByRole('alertdialog').getByRole('button', { name: 'Send another one' }).click()
        await farmer.done(page).waitFor()
      },
    ],
    [
      'at a placed order',
      async (page) => {
        await fillCart(page, [{ ...rice, quantity: 1 }])
        await openCheckout(page)
        await fillContact(page, { email: '' })
        await showPaymentDetails(page)
      },
    ],
  ]
  it.each(places)('%s, and every reference goes with what was begun', async (_, arrive) => {
    const { page, received } = await openOnce()
    await arrive(page)
    const closed = page.waitForResponse(
      (response) => response.url().endsWith('/track') && response.request().method() === 'POST',
    )
    await forget(page)
    await closed
    await expectClosed(page, received)
    const kept = [received.reference, `correction:${received.id}`, 'correction:other', 'about:FM222-2222']
    for (const gone of kept) expect(await readStores(page)).not.toContain(gone)
    await page.getByRole('button', { name: 'Undo' }).click()
    for (const back of kept) await expect.poll(() => readStores(page)).toContain(back)
  })

  it.each(places.slice(0, 2))('%s, or says that it may be open still', async (_, arrive) => {
    const { page, received } = await openOnce()
    await arrive(page)
    const note = page.getByText('the next person can open it again for half an hour', { exact: false })
    stage.expectError(/ERR_INTERNET_DISCONNECTED|dynamically imported module/)
    await page.context().setOffline(true)
    await forget(page)
    await note.waitFor()
    await expectSound(page, 'a link that could not be closed')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try again' }).click()
    await note.waitFor({ state: 'detached' })
    await expectClosed(page, received)
  })
})

it('"Not my phone: forget it" on the home page takes what was begun where its part cannot be loaded', async () => {
  const { page, received } = await openOnce()
  stage.expectError(/ERR_FAILED|dynamically imported module/)
  await page.route('**/assets/forgotten-*', (route) => route.abort())
  await page.goto('/')
  // An order of this tab goes on in it.
  await page.evaluate(() => sessionStorage.setItem('house-draft:checkout-guest', '{"of":"this tab"}'))
  await forget(page)
  for (const left of [
    `correction:${received.id}`,
    'correction:other',
    'about:FM222-2222',
    received.reference,
  ])
    await expect.poll(() => readStores(page)).not.toContain(left)
  expect(await readStores(page)).toContain('this tab')
})

describe('a sign-out', () => {
  async function signOut(page: Page): Promise<void> {
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Sign out on this device' }).click()
  }
  it('closes the link that a member had opened, and sends nothing where none was', async () => {
    const received = await register('farmer')
    const page = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
    await page.goto(received.trackingPath ?? '')
    await page.getByText(received.reference).first().waitFor()
    const closed = page.waitForRequest(isClosing).then((request) => request.response())
    await signOut(page)
    await closed
    await page.locator('html[data-session=out]').waitFor()
    await expectClosed(page, received)

    const other = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
    let requests = 0
    other.on('request', (request) => {
      if (isClosing(request)) requests++
    })
    await signOut(other)
    await other.locator('html[data-session=out]').waitFor()
    await expectPath(other, '/')
    expect(requests).toBe(0)
  })

  it('asks before it forgets what somebody has sent without an account, and not of what is in one', async () => {
    const page = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
    await page.goto('/')
    const remember = (path?: string) =>
      page.evaluate((path) => {
        const sent = { reference: 'FM7K4-2X9Q', kind: 'farmer', sentAt: Date.now(), path }
        localStorage.setItem('house-draft:sent', JSON.stringify([sent]))
      }, path)
    await remember()
    await signOut(page)
    const question = signOutQuestion(page)
    await question.getByText('references and links of registrations', { exact: false }).waitFor()
    await expectSound(page, 'a sign-out where somebody has sent something')
    await question.getByRole('button', { name: 'Stay signed in' }).click()
    await question.waitFor({ state: 'hidden' })
    await expectPath(page, '/account/security')
    expect(await page.locator('html').getAttribute('data-session')).toBe('in')
    expect(await readStores(page)).toContain('FM7K4-2X9Q')
    await remember('/account/applications/farmer/1')
    await signOut(page)
    await expectPath(page, '/')
    expect(await readStores(page)).not.toContain('FM7K4-2X9Q')
  })
})

describe('a sign-out without a line', () => {
  const session = (page: Page) => page.evaluate(() => localStorage.getItem('house-auth'))

  it('takes session and references from the device, and says what the service still lists', async () => {
    const page = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
    await page.goto('/account/security')
    await page.evaluate(() => {
      const sent = { reference: 'FM7K4-2X9Q', kind: 'farmer', sentAt: Date.now() }
      localStorage.setItem('house-draft:sent', JSON.stringify([sent]))
    })
    await page.getByRole('button', { name: 'Sign out on this device' }).click()
    const question = signOutQuestion(page)
    await question.waitFor()
    stage.expectError(/ERR_INTERNET_DISCONNECTED/)
    await page.context().setOffline(true)
    await question.getByRole('button', { name: 'Sign out', exact: true }).click()
    const said = page.getByRole('alertdialog', { name: 'You are signed out on this device' })
    await said.getByText('Nobody can open your account here without signing in.', { exact: false }).waitFor()
    await said.getByText('sign out the older entry of this device', { exact: false }).waitFor()
    await expectSound(page, 'a sign-out without a line')
    expect(await session(page)).toBeNull()
    expect(await readStores(page)).not.toContain('FM7K4-2X9Q')
    await page.context().setOffline(false)
    await said.getByRole('button', { name: 'OK' }).click()
    await page.locator('html[data-session=out]').waitFor()
  })

  it('is asked by the browser where its own question cannot be loaded', async () => {
    const page = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
    await page.goto('/account/security')
    const button = page.getByRole('button', { name: 'Sign out on this device' })
    await button.waitFor()
    stage.expectError(/ERR_INTERNET_DISCONNECTED|dynamically imported module|Error loading route module/)
    await forgetFiles(page)
    await page.context().setOffline(true)
    const press = async (answer: 'accept' | 'dismiss') => {
      const asked = page.waitForEvent('dialog').then(async (dialog) => {
        await dialog[answer]()
        return dialog.message()
      })
      await button.click()
      return asked
    }
    await press('dismiss')
    expect(await session(page)).not.toBeNull()
    expect(await press('accept')).toContain(
      'What is kept here goes. Security lists this device until you end it there.',
    )
    // The page for visitors is not there without a line, and the browser says so.
    await expect.poll(() => page.url()).toBe('chrome-error://chromewebdata/')
    await page.context().setOffline(false)
    await page.goto('/')
    expect(await session(page)).toBeNull()
  })

  it.each(['loaded', 'not loaded'])(
    'from the menu of a form without a line asks once and leads to the page that says so, its question %s',
    async (how) => {
      const page = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
      await page.goto('/')
      await openForm(page, '/farmer-registration')
      // The home page of this tab: its code is here.
      await page.getByRole('banner').getByRole('link').first().click()
      await expectPath(page, '/')
      await page.goBack()
      await page.locator('#farmer-fullName').waitFor()
      await enterAnswers(page, 'farmer', newYou())
      const workers = () =>
        page.evaluate(
          async () =>
            (await navigator.serviceWorker.getRegistrations()).filter(
              ({ active }) => active?.state === 'activated',
            ).length,
        )
      await expect.poll(workers).toBe(2)
      stage.expectError(
        /ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module|Failed to fetch|Error loading route|status of 503/,
      )
      const asked: string[] = []
      page.on('dialog', (dialog) => {
        asked.push(dialog.message())
        void dialog.accept()
      })
      await page.locator('.account summary').click()
      const press = page.locator('.account').getByRole('button', { name: 'Sign Out' })
      if (how === 'loaded') {
        await press.click()
        await signOutQuestion(page).waitFor()
      }
      await page.context().setOffline(true)
      if (how === 'loaded') {
        await signOutQuestion(page).getByRole('button', { name: 'Sign out', exact: true }).click()
        await page
          .getByRole('alertdialog', { name: 'You are signed out on this device' })
          .getByRole('button', { name: 'OK' })
          .click()
      } else await press.click()
      await page.getByRole('heading', { level: 1, name: 'There is no line' }).waitFor()
      expect(asked.map((question) => question.slice(0, 29))).toEqual(
        how === 'loaded' ? [] : ['Sign out without a connection'],
      )
      await page.context().setOffline(false)
      await page.getByRole('link', { name: /^Farmer/ }).click()
      await page.locator('html[data-session=out]').waitFor()
      expect(await page.locator('#farmer-fullName').inputValue()).toBe('')
      expect(await session(page)).toBeNull()
      expect(await readStores(page)).not.toContain('Ada Obi')
    },
  )

  it.each(['loaded', 'not loaded'])(
    'on a form goes as in the menu: the form begins once more, empty and as a guest, its question %s',
    async (how) => {
      const page = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
      await openForm(page, '/farmer-registration')
      await enterAnswers(page, 'farmer', newYou())
      // The form opens without a line from here on.
      await page.evaluate(async () => {
        await navigator.serviceWorker.ready
      })
      const button = page.getByRole('button', { name: 'Sign out, go on as a guest' })
      await button.waitFor()
      stage.expectError(
        /ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module|Failed to fetch|Error loading route/,
      )
      if (how === 'loaded') {
        await page.route('**/auth/v1/logout*', (route) => route.abort())
        await button.click()
        await signOutQuestion(page).getByRole('button', { name: 'Sign out', exact: true }).click()
        const said = page.getByRole('alertdialog', { name: 'You are signed out on this device' })
        await said.getByText('shows this device until you end it', { exact: false }).waitFor()
        expect(await session(page)).toBeNull()
        await expectSound(page, 'a sign-out on a form, without a line')
        await said.getByRole('button', { name: 'OK' }).click()
      } else {
        await forgetFiles(page)
        await page.context().setOffline(true)
        const asked = page.waitForEvent('dialog').then(async (dialog) => {
          await dialog.accept()
          return dialog.message()
        })
        await button.click()
        expect(await asked).toContain('Sign out without a connection?')
      }
      await page.locator('html[data-session=out]').waitFor()
      await expect.poll(() => page.locator('#farmer-fullName').inputValue()).toBe('')
      expect(await session(page)).toBeNull()
      expect(await readStores(page)).not.toContain('Ada Obi')
      expect(await page.getByText('You are sending this as').count()).toBe(0)
      await page.context().setOffline(false)
      await page.unrouteAll({ behavior: 'wait' })
    },
  )

  it.each(['loaded', 'not loaded'])(
    'keeps what others began where a sign-in was not finished, its question %s',
    async (how) => {
      const page = await stage.newPage({ viewport: phone, as: await stage.app.newPerson() })
      await page.goto('/')
      await page.evaluate(() => {
        const values = { values: { fields: {} }, userId: 'guest', savedAt: Date.now() }
        localStorage.setItem('house-draft:farmer', JSON.stringify(values))
        sessionStorage.setItem('house-recovery', 'recovery')
      })
      await page.goto('/auth')
      const button = page.getByRole('button', { name: cancelLabel, exact: true })
      await button.waitFor()
      stage.expectError(
        /ERR_INTERNET_DISCONNECTED|ERR_FAILED|dynamically imported module|Error loading route/,
      )
      if (how === 'loaded') {
        await page.route('**/auth/v1/logout*', (route) => route.abort())
        await button.click()
        const said = page.getByRole('alertdialog', { name: 'You are signed out on this device' })
        await said.getByText('What was begun on this device stays', { exact: false }).waitFor()
        await said.getByRole('button', { name: 'OK' }).click()
      } else {
        await forgetFiles(page)
        await page.context().setOffline(true)
        const asked = page.waitForEvent('dialog').then(async (dialog) => {
          await dialog.accept()
          return dialog.message()
        })
        await button.click()
        expect(await asked).toBe(
          'Sign out without a connection? Security lists this device until you end it there.',
        )
      }
      await expect.poll(() => session(page)).toBeNull()
      await page.locator('html[data-session=out]').waitFor()
      expect(await readStores(page)).toContain('house-draft:farmer')
    },
  )
})

describe('a sign-in on a shared phone', () => {
  it('asks before it forgets what somebody has sent without an account, and names it', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openAuth(page)
    await page.evaluate(() => {
      const sent = { reference: 'FM7K4-2X9Q', kind: 'farmer', sentAt: Date.now() }
      localStorage.setItem('house-draft:sent', JSON.stringify([sent]))
    })
    await page.getByLabel('This is a shared phone').check()
    const person = await stage.app.newPerson()
    await signIn(page, person)
    const question = page.getByRole('alertdialog', { name: 'This phone forgets what was sent from it' })
    await question.getByText('FM7K4-2X9Q').waitFor()
    await expectSound(page, 'a sign-in on a shared phone where somebody has sent something')
    await question.getByRole('button', { name: 'Go back' }).click()
    await question.waitFor({ state: 'detached' })
    const button = page.getByRole('tabpanel').getByRole('button', { name: 'Sign In', exact: true })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
    expect(await readStores(page)).toContain('FM7K4-2X9Q')
    expect(await page.locator('html').getAttribute('data-session')).toBe('out')
    await signIn(page, person)
    await question.getByRole('button', { name: 'Sign in, and forget them' }).click()
    await expectPath(page, '/')
    await page.locator('html[data-session=in]').waitFor()
    expect(await readStores(page)).not.toContain('FM7K4-2X9Q')
  })

  it.each(['with', 'without'])(
    'closes the link that is open here, %s a reference on this phone',
    async (how) => {
      const received = await register('farmer')
      const page = await openTracking(received.trackingPath, phone)
      await beginHere(page, received)
      await expect.poll(() => readStores(page)).toContain('house-open-link')
      await openAuth(page)
      if (how === 'without') await page.evaluate(() => localStorage.removeItem('house-draft:sent'))
      await page.getByLabel('This is a shared phone').check()
      await signIn(page, await stage.app.newPerson())
      if (how === 'with') await page.getByRole('button', { name: 'Sign in, and forget them' }).click()
      await page.locator('html[data-session=in]').waitFor()
      await expect.poll(() => readStores(page)).not.toContain('house-open-link')
      await expectClosed(page, received)
    },
  )
})

describe('what was sent as a guest and is in the account by now', () => {
  it('is no question of a sign-out', async () => {
    const person = await stage.app.newPerson()
    const received = await register('farmer', { ...goodRegistrations.farmer, email: person.email })
    const page = await stage.newPage({ viewport: phone, as: person })
    await page.goto('/')
    await page.evaluate((reference) => {
      const sent = { reference, kind: 'farmer', sentAt: Date.now() }
      localStorage.setItem('house-draft:sent', JSON.stringify([sent]))
    }, received.reference)
    await page.goto('/account')
    await page.getByText(received.reference).first().waitFor()
    await page.goto('/account/security')
    await page.getByRole('button', { name: 'Sign out on this device' }).click()
    await expectPath(page, '/')
    expect(await readStores(page)).not.toContain(received.reference)
  })
})

describe('a message about what was sent', () => {
  it('that was begun is found for its record alone, and goes with what else lies here of it', async () => {
    const [one, other] = [await register('farmer'), await register('farmer')]
    const page = await openTracking(one.trackingPath, phone)
    const box = page
      .getByRole('form', { name: 'Message to the company' })
      .getByRole('textbox', { name: /^Message/ })
    const openMessage = async () => {
      await openAnswers(page)
      await page.locator('summary', { hasText: 'Something wrong? Tell us' }).click()
      await box.waitFor()
    }
    await openMessage()
    await box.fill('My number is not the one that stands here.')
    await page.goto('about:blank')
    await page.goto(other.trackingPath ?? '')
    await page.locator('.confirmation-code', { hasText: other.reference }).waitFor()
    await openMessage()
    expect(await box.inputValue()).toBe(`About ${other.reference}: `)
    await page.goto('about:blank')
    await page.goto(one.trackingPath ?? '')
    await page.locator('.confirmation-code', { hasText: one.reference }).waitFor()
    // It stands open where it was begun, and a page that is loaded again goes on there.
    await box.waitFor()
    expect(await box.inputValue()).toBe('My number is not the one that stands here.')
    await page.reload()
    await box.waitFor()
    expect(await box.inputValue()).toBe('My number is not the one that stands here.')
    await expect
      .poll(() =>
        page
          .locator('details.panel')
          .filter({ has: box })
          .evaluate((fold) => {
            const { top, bottom } = fold.getBoundingClientRect()
            return top < innerHeight && bottom > 0 && fold.contains(document.activeElement)
          }),
      )
      .toBe(true)
    // Sent as it was given back, without another key.
    await page.getByRole('form', { name: 'Message to the company' }).locator('button[type=submit]').click()
    const thanks = page.locator('.sent-panel h3')
    await thanks.waitFor()
    await expect.poll(() => thanks.evaluate((heading) => heading === document.activeElement)).toBe(true)
    await page.getByRole('button', { name: 'Send another' }).click()
    await box.fill('My number is not the one that stands here.')
    await page.getByRole('button', { name: 'Close this page' }).click()
    await page.getByRole('button', { name: 'Forget it, and close' }).click()
    await page.getByRole('form', { name: 'Status' }).waitFor()
    expect(await readStores(page)).not.toContain('My number is not')
  })
})

describe('a form on the phone of someone else', () => {
  it('is said to be kept until its page is closed, wherever it is named', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openForm(page, '/farmer-registration')
    await page.locator('#farmer-fullName').fill('Ada Obi')
    await page.getByRole('button', { name: 'Not my phone' }).click()
    await page.getByText('Nothing of this form is kept on this phone once you close this page.').waitFor()
    await page.context().setOffline(true)
    await page
      .getByText('what you type is kept until you close this page, and you can send it', { exact: false })
      .waitFor()
    expect(await page.getByText('on this device').count()).toBe(0)
    await page.context().setOffline(false)
    await page.goto('/')
    await page.getByText('Your form is kept until you close this page.', { exact: false }).waitFor()
  })
})

describe('the farmer form on such a phone', () => {
  it('leaves nothing on a shared phone', async () => {
    const page = await stage.newPage({ viewport: phone })
    // As the choice at sign-in sets it, for as long as the tab is open.
    await page.addInitScript(() => sessionStorage.setItem('house-shared-phone', '1'))
    await farmer.fill(page, newYou())
    await page.locator('#farmer-acceptTerms').check()
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    const reference = await page.locator('.confirmation-code').innerText()
    expect(await page.getByText('This device remembers').count()).toBe(0)
    await page.getByRole('button', { name: 'OK' }).click()
    await expectPath(page, '/')
    expect(await page.locator('[data-sent]').isVisible()).toBe(false)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(reference)
  })

  it('finds on the phone of someone else what this tab has sent, until it is closed or told to forget', async () => {
    const page = await stage.newPage({ viewport: phone })
    await openForm(page, '/farmer-registration')
    await page.locator('#farmer-fullName').fill('Ada Obi')
    await page.getByRole('button', { name: 'Not my phone' }).click()
    await page.getByText('Nothing of this form is kept on this phone once you close this page.').waitFor()
    await passToReview(page, { ...newYou(), ...place, ...farm, ...aims })
    await page.locator('#farmer-acceptTerms').check()
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    const reference = await page.locator('.confirmation-code').innerText()
    // As a phone that had dropped the tab opens it again.
    await page.reload()
    const line = page.getByText(`You sent ${reference} today.`)
    await line.waitFor()
    expect(await page.getByRole('link', { name: 'Follow it' }).getAttribute('href')).toMatch(/^\/track#.{20}/)
    await page.goto('/track')
    await expect.poll(() => page.locator('#reference').inputValue()).toBe(reference)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain(reference)
    const next = await page.context().newPage()
    await openForm(next, '/farmer-registration')
    expect(await next.getByText(reference).count()).toBe(0)

    await openForm(page, '/farmer-registration')
    await line.waitFor()
    await page.getByRole('button', { name: 'Not my phone: forget it' }).click()
    await page.getByText('This phone has forgotten every reference that was sent from it.').waitFor()
    expect(await readStored(page)).not.toContain(reference)
  })
})
