/** Messages stay until someone closes them, one at a time; and nothing that moves takes long. */
import { describe, expect, it } from 'vitest'
import { expectToast, waitForToastPlace } from './actions.ts'
import { phone, useStage } from './stage.ts'

const stage = useStage()

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
