/** What every page owes every eye: nothing wider than the screen, no finding of axe that is serious or against WCAG. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { setTextSize } from './actions.ts'
import { phone } from './stage.ts'

let axe = ''

/** Names the place, for tests that look at many pages. */
export async function expectFits(page: Page, where = ''): Promise<void> {
  const surplus = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(surplus, `${where} wider than the screen`).toBeLessThanOrEqual(0)
  // An open dialog scrolls by itself, so the page does not grow with it.
  const inside = await page.evaluate(() =>
    [...document.querySelectorAll('dialog[open], dialog[open] .dialog-body')].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  )
  expect(Math.max(0, ...inside), `${where} wider than its dialog`).toBeLessThanOrEqual(0)
}

/** What is chosen in a list can be read in full, in as many lines as it takes: a browser cuts what has no room. */
async function expectChosenFits(page: Page, where: string): Promise<void> {
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll('select')].flatMap((list) => {
      const chosen = list.selectedOptions[0]?.text ?? ''
      if (!list.checkVisibility() || list.clientWidth === 0) return []
      const { font, whiteSpace, paddingLeft, paddingRight, paddingTop, paddingBottom } =
        getComputedStyle(list)
      // The same words in a box of the same room.
      const box = document.body.appendChild(document.createElement('div'))
      box.textContent = chosen
      const width = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
      Object.assign(box.style, { position: 'absolute', font, whiteSpace, width: `${width}px` })
      const { scrollWidth, clientWidth, clientHeight } = box
      box.remove()
      const height = list.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
      return scrollWidth > clientWidth || clientHeight > Math.ceil(height) ? [chosen] : []
    }),
  )
  expect(cut, `${where} lists that cut their answer`).toEqual([])
}

export async function expectSound(page: Page, where = ''): Promise<void> {
  await expectFits(page, where)
  await expectChosenFits(page, where)
  // Injected by the debugger, to which the content policy of the page does not apply; once for each document.
  if (!(await page.evaluate('window.axe !== undefined'))) {
    axe ||= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    await page.evaluate(axe)
  }
  const findings = await page.evaluate<
    { id: string; impact: string; tags: string[]; nodes: { target: string[] }[] }[]
  >(
    `axe.run({ resultTypes: ['violations'], rules: { 'target-size': { enabled: true } } })
      .then((result) => result.violations)`,
  )
  const serious = findings.filter(
    ({ impact, tags }) =>
      impact === 'serious' || impact === 'critical' || tags.some((tag) => tag.startsWith('wcag')),
  )
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`),
    where,
  ).toEqual([])
}

/** What is in the header stands side by side, inside the screen. */
async function expectHeader(page: Page, where: string): Promise<void> {
  const places = await page.evaluate(() =>
    [...document.querySelectorAll('.brand, .account > *, .menu-button')]
      .filter((part) => part.checkVisibility())
      .map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ left, right }) => [left, right] as const),
  )
  expect(places.length, where).toBeGreaterThan(1)
  const edges = places.flat()
  expect(edges, `${where}: header`).toEqual(edges.toSorted((a, b) => a - b))
  expect(edges.at(-1), `${where}: header`).toBeLessThanOrEqual(await page.evaluate(() => innerWidth))
}

/** A phone of 280 px, then text of twice the size, on one visit: a page is loaded once. */
export async function expectNarrow(page: Page, place: string, { hasHeader = true } = {}): Promise<void> {
  for (const [kind, viewport, textSize] of [
    ['at 280 px', { width: 280, height: 640 }, 16],
    ['with text of twice the size', phone, 32],
  ] as const) {
    const where = `${place} ${kind}`
    await setTextSize(page, textSize)
    await page.setViewportSize(viewport)
    await expectFits(page, where)
    await expectChosenFits(page, where)
    if (hasHeader) await expectHeader(page, where)
  }
}
