/** Messages stay until someone closes them, one at a time; and nothing that moves takes long. */
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { makeProductSlug } from '#domain/market/products.ts'
import { expectToast, setTextSize, waitForToastPlace } from './actions.ts'
import { openStall } from './market/market-actions.ts'
import { allScreens, phone, useStage } from './stage.ts'

const stage = useStage()
const stall = openStall(() => stage.app)

/** Nothing lies over it, none of it is off the screen; by its own words where it fails. */
function findHidden(used: Element): string[] {
  const { top, bottom, left, right } = used.getBoundingClientRect()
  const middle = (left + right) / 2
  return [top + 2, (top + bottom) / 2, bottom - 2].flatMap((y) => {
    const over = document.elementFromPoint(middle, y)
    return over && used.contains(over) ? [] : [`${over?.outerHTML.slice(0, 80) ?? 'nothing'} at ${y}`]
  })
}

/** The partnership form, whose messages are the specification's, with its first one up. */
async function openRefused({ hasClock = false } = {}) {
  const page = await stage.newPage({ viewport: phone })
  if (hasClock) await page.clock.install()
  await page.goto('/franchise-partnership')
  await page.locator('html[data-live]').waitFor()
  await page.getByRole('button', { name: 'Submit Application' }).click()
  await page.locator('.toast').waitFor()
  return page
}

describe('a message', () => {
  it('stays for anyone who reads slowly, until it is dismissed', async () => {
    const page = await openRefused({ hasClock: true })
    await page.clock.fastForward(30 * 60_000)
    expect(await page.locator('.toast').count()).toBe(1)
    await page.getByRole('button', { name: 'Dismiss message' }).click()
    await page.locator('.toast').waitFor({ state: 'detached' })
  })

  it('is closed by Escape', async () => {
    const page = await openRefused()
    await page.keyboard.press('Escape')
    await page.locator('.toast').waitFor({ state: 'detached' })
  })

  it('is closed by Escape without a line', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.route('**/assets/toast-place*.js', (route) => route.abort())
    stage.expectError(/ERR_FAILED/)
    await page.goto('/franchise-partnership')
    await page.locator('html[data-live]').waitFor()
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await page.locator('.toast').waitFor()
    await page.keyboard.press('Escape')
    await page.locator('.toast').waitFor({ state: 'detached' })
  })

  it('gives way to the next one', async () => {
    const page = await openRefused()
    const first = await page.locator('.toast-title').innerText()
    await page.locator('#partnership-termsAccepted').check()
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await expectToast(page, 'Please fill in all required fields.')
    expect(await page.locator('.toast-title').allInnerTexts()).not.toContain(first)
  })

  it('stands above the header, and the page gives it room: no control is covered, at the top and further down', async () => {
    const page = await openRefused()
    await waitForToastPlace(page)
    const covered = () =>
      page.evaluate(() => {
        const card = document.querySelector('.toast')?.getBoundingClientRect()
        const head = document.querySelector('.site-head')?.getBoundingClientRect()
        if (!card || !head) throw new Error('nothing is shown')
        return {
          headIsBelow: Math.round(head.top) >= Math.round(card.bottom),
          controls: [...document.querySelectorAll('main :is(a, button, input, select, textarea)')]
            .map((element) => ({
              text: element.id || element.textContent,
              box: element.getBoundingClientRect(),
            }))
            .filter(
              ({ box }) =>
                box.height > 0 && box.bottom > card.top && box.top < card.bottom && box.bottom > head.bottom,
            )
            .map(({ text }) => text),
        }
      })
    expect(await covered()).toEqual({ headIsBelow: true, controls: [] })
    await page.evaluate(() => scrollTo(0, 0))
    expect(await covered()).toEqual({ headIsBelow: true, controls: [] })
    // Its words run to the button that closes it, and nothing is left under the foot of the page.
    const [words, close] = [
      await page.locator('.toast > div').boundingBox(),
      await page.getByRole('button', { name: 'Dismiss message' }).boundingBox(),
    ]
    expect((close?.x ?? 0) - (words?.x ?? 0) - (words?.width ?? 0)).toBeLessThanOrEqual(24)
    await page.evaluate(() => scrollTo(0, 1e6))
    const gap = await page.evaluate(
      () => innerHeight - (document.querySelector('.site-foot')?.getBoundingClientRect().bottom ?? 0),
    )
    expect(Math.round(gap)).toBe(0)
  })

  it('leaves the control that was used in sight with text of twice the size', async () => {
    const rice = await stall.addProduct('Rice', 3_500_000)
    for (const [screen, viewport] of allScreens) {
      const page = await stage.newPage({ viewport })
      const expectRoom = async (control: Locator, which: string) => {
        await waitForToastPlace(page)
        expect(await control.evaluate(findHidden), `${which} on ${screen}`).toEqual([])
        const share = await page.locator('.toast').evaluate((card) => card.clientHeight / innerHeight)
        expect(share, `${which} on ${screen}`).toBeLessThanOrEqual(0.4)
        // Always within reach, however long the words are.
        expect(await page.getByRole('button', { name: 'Dismiss message' }).evaluate(findHidden)).toEqual([])
      }
      await page.goto('/franchise-partnership')
      await page.locator('html[data-live]').waitFor()
      await setTextSize(page, 32)
      await page.locator('#partnership-termsAccepted').check()
      await page.getByRole('button', { name: 'Submit Application' }).click()
      await expectRoom(page.locator('.summary h2'), 'what is to be corrected')
      await page.goto(`/marketplace/${makeProductSlug(rice)}`)
      await page.locator('html[data-live]').waitFor()
      const add = page.getByRole('button', { name: /^Add to Cart/ })
      await add.click()
      await expectRoom(add, 'a button that stays')
      await setTextSize(page, 16)
    }
  })

  it('is not said again by the page, whatever is wrong', async () => {
    const page = await openRefused()
    const terms = 'Please accept the terms and conditions to proceed.'
    await expectToast(page, terms)
    await page.locator('.summary').getByText('The terms are not accepted yet').waitFor()
    expect(await page.getByText(terms).count()).toBe(1)
    await page.locator('#partnership-termsAccepted').check()
    for (const name of ['companyName', 'contactPerson', 'country', 'businessDescription'])
      await page.locator(`#partnership-${name}`).fill('Something')
    await page.locator('#partnership-phone').fill('0803 123 4567')
    await page.locator('#partnership-partnershipType').selectOption({ index: 1 })
    await page.locator('#partnership-email').fill('nobody')
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await expectToast(page, 'Invalid email address')
    await page.locator('#partnership-email-error').getByText('Write it like name@example.com').waitFor()
    expect(await page.getByText('Invalid email address').count()).toBe(1)
  })

  it('does not follow anyone who leaves the page', async () => {
    const page = await openRefused()
    await page.locator('.brand').click()
    await page.getByRole('heading', { level: 1, name: 'Growing' }).waitFor()
    await page.locator('.toast').waitFor({ state: 'detached' })
  })
})

describe('what moves', () => {
  it('takes at most 200 milliseconds for people who have not set reduced motion', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/franchise-partnership')
    await page.locator('html[data-live]').waitFor()
    await page.getByRole('button', { name: 'Submit Application' }).click()
    await page.locator('.toast').waitFor()
    const longest = await page.evaluate(() => {
      const seconds = (list: string) => list.split(',').map((text) => Number.parseFloat(text))
      const durations = [...document.querySelectorAll('*')].flatMap((element) => {
        const { animationName, animationDuration, transitionDuration } = getComputedStyle(element)
        return [
          ...(animationName === 'none' ? [] : seconds(animationDuration)),
          ...seconds(transitionDuration),
        ]
      })
      return Math.max(...durations)
    })
    expect(longest).toBeGreaterThan(0)
    expect(longest).toBeLessThanOrEqual(0.2)
  })
})
