/** Messages stay until someone closes them, one at a time; and nothing that moves takes long. */
import { describe, expect, it } from 'vitest'
import { expectToast } from './actions.ts'
import { phone, useStage } from './stage.ts'

const stage = useStage()

/** /contact with its first message up. */
async function openRefused() {
  const page = await stage.newPage({ viewport: phone })
  await page.clock.install()
  await page.goto('/contact')
  await page.locator('html[data-live]').waitFor()
  await page.getByRole('button', { name: 'Send message' }).click()
  await page.locator('.toast').waitFor()
  return page
}

describe('a message', () => {
  it('stays for whoever reads slowly, until it is dismissed', async () => {
    const page = await openRefused()
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
    await page.locator('#contact-name').fill('Ada Obi')
    await page.locator('#contact-email').fill('ada@example.com')
    await page.locator('#contact-message').fill('Do you buy sesame in Keffi?')
    await page.getByRole('button', { name: 'Send message' }).click()
    await page.locator('.toast:not(.toast-error)').waitFor()
    const titles = await page.locator('.toast-title').allInnerTexts()
    expect(titles).toHaveLength(1)
    expect(titles).not.toContain(first)
    await expectToast(page, titles[0] ?? '')
  })
})

describe('what moves', () => {
  it('takes at most 200 milliseconds for people who have not asked for stillness', async () => {
    const page = await stage.newPage({ viewport: phone })
    await page.emulateMedia({ reducedMotion: 'no-preference' })
    await page.goto('/contact')
    await page.locator('html[data-live]').waitFor()
    await page.getByRole('button', { name: 'Send message' }).click()
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
