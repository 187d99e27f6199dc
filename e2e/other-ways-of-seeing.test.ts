/** Twice the size, the device's own colours, paper: the same pages for anyone who reads them in another way. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { openAuth } from './actions.ts'
import { useStage } from './stage.ts'

const stage = useStage()
const paths = [
  '/',
  '/agriculture',
  '/board',
  '/careers',
  '/contact',
  '/franchise-partnership',
  '/terms',
  '/auth',
]

/** SCREENSHOTS=folder saves a picture of each page, to be looked at. */
async function savePicture(page: Page, name: string): Promise<void> {
  const folder = process.env.SCREENSHOTS
  if (!folder) return
  await mkdir(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
}

const nameOf = (path: string) => path.slice(1) || 'home'

/** Texts that are cut off by their own box: it hides what does not fit, and something does not. */
const findCut = () =>
  [...document.querySelectorAll<HTMLElement>('h1, h2, h3, p, a, button, label, dt, dd, summary, td, th, li')]
    .filter((element) => element.checkVisibility() && element.textContent?.trim())
    .filter((element) => {
      const { overflowX, textOverflow } = getComputedStyle(element)
      return (
        overflowX === 'hidden' && textOverflow !== 'ellipsis' && element.scrollWidth > element.clientWidth + 1
      )
    })
    .map((element) => element.textContent?.trim().slice(0, 40))

it('at 200 % nothing is cut, and nobody has to scroll sideways', async () => {
  // A window of 1280 by 800 at 200 % is one of 640 by 400.
  const page = await stage.newPage({ viewport: { width: 640, height: 400 } })
  for (const path of paths) {
    await page.goto(path)
    await page.locator('h1').first().waitFor()
    await savePicture(page, `zoom-${nameOf(path)}`)
    const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([path, wider]).toEqual([path, 0])
    expect([path, await page.evaluate(findCut)]).toEqual([path, []])
    // The bar stays at the top: it must leave most of the small window to the page.
    const head = await page.locator('.site-head').evaluate((bar) => bar.getBoundingClientRect().height)
    expect(head).toBeLessThanOrEqual(100)
  }
})

it('in the device’s own colours every control keeps its outline, and the focus is seen', async () => {
  const page = await stage.newPage()
  await page.emulateMedia({ forcedColors: 'active' })
  for (const path of paths) {
    await page.goto(path)
    if (path === '/auth') await openAuth(page)
    await savePicture(page, `forced-${nameOf(path)}`)
    const bare = await page.evaluate(() =>
      [
        ...document.querySelectorAll<HTMLElement>(
          '.btn, input:not(.trap, [type=hidden], [type=checkbox], [type=radio]), select, textarea',
        ),
      ]
        .filter((control) => control.checkVisibility())
        .filter((control) => {
          const { borderTopStyle, borderTopWidth, outlineStyle } = getComputedStyle(control)
          return (borderTopStyle === 'none' || borderTopWidth === '0px') && outlineStyle === 'none'
        })
        .map((control) => control.outerHTML.slice(0, 80)),
    )
    expect([path, bare]).toEqual([path, []])
    const dim = await page.evaluate(() =>
      [...document.querySelectorAll('.icon')]
        .filter((icon) => icon.checkVisibility() && icon.parentElement)
        .filter(
          (icon) => getComputedStyle(icon).color !== getComputedStyle(icon.parentElement as Element).color,
        )
        .map((icon) => icon.outerHTML.slice(0, 80)),
    )
    expect([path, dim]).toEqual([path, []])
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    const outline = await page.evaluate(() => {
      const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body)
      return outlineStyle !== 'none' && outlineWidth !== '0px'
    })
    expect([path, outline]).toEqual([path, true])
  }
})

it('on paper there is the text without the bars, in black, with the addresses of its links', async () => {
  const page = await stage.newPage()
  await page.emulateMedia({ media: 'print' })
  for (const path of ['/terms', '/privacy', '/agriculture', '/contact']) {
    await page.goto(path)
    await savePicture(page, `print-${nameOf(path)}`)
    for (const bar of ['.site-head', '.toasts', '.skip'])
      expect([path, bar, await page.locator(bar).first().isVisible()]).toEqual([path, bar, false])
    expect(await page.locator('h1').isVisible()).toBe(true)
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    expect(ground).toBe('rgb(255, 255, 255)')
    // What is light on dark grounds on a screen is dark on paper.
    const pale = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLElement>('main h1, main h2, main h3, main p, main li')]
        .filter((element) => element.checkVisibility())
        .filter((element) => {
          const [red = 0, green = 0, blue = 0] =
            getComputedStyle(element).color.match(/\d+/g)?.map(Number) ?? []
          return red + green + blue > 3 * 150
        })
        .map((element) => element.textContent?.slice(0, 40)),
    )
    expect([path, pale]).toEqual([path, []])
  }
})
