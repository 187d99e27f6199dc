/** What every page owes every eye: nothing wider than the screen, no finding of axe that is serious or against WCAG. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { isDeepStrictEqual } from 'node:util'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { devtoolsOf, setTextSize } from './actions.ts'
import { desktop, isLong, phone } from './stage.ts'

/** Its source, once it is needed. */
let axe = ''

/** What has no room on the page as it stands, each thing by its name; runs in the page, at once. */
function findUnfit() {
  const name = (one: Element) => [one.tagName.toLowerCase(), ...one.classList].join('.')
  const surplus = document.documentElement.scrollWidth - innerWidth
  // Text that runs out of its box leaves the box in its place: the page itself is always named.
  const wide = surplus <= 0 ? [] : [`the page by ${surplus} px`]
  if (surplus > 0)
    for (const one of document.querySelectorAll('body, body *')) {
      const { right } = one.getBoundingClientRect()
      if (right > innerWidth && one.checkVisibility({ visibilityProperty: true }))
        wide.push(`${name(one)} by ${Math.ceil(right - innerWidth)} px`)
    }
  // An open dialog scrolls by itself, so the page does not grow with it.
  const widerThanDialog = [...document.querySelectorAll('dialog[open], dialog[open] .dialog-body')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .flatMap((dialog) => {
      const { left } = dialog.getBoundingClientRect()
      const edge = left + dialog.clientLeft + dialog.clientWidth
      return [...dialog.querySelectorAll('*')]
        .filter((one) => one.getBoundingClientRect().right > edge)
        .map(name)
    })
  // What is chosen in a list can be read in full, in as many lines as it takes: a browser cuts what has no room.
  const cutInLists = [...document.querySelectorAll('select')].flatMap((list) => {
    const chosen = list.selectedOptions[0]?.text ?? ''
    if (!list.checkVisibility() || list.clientWidth === 0) return []
    const { font, whiteSpace, paddingLeft, paddingRight, paddingTop, paddingBottom } = getComputedStyle(list)
    // The same words in a box of the same room.
    const box = document.body.appendChild(document.createElement('div'))
    box.textContent = chosen
    const width = list.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight)
    Object.assign(box.style, { position: 'absolute', font, whiteSpace, width: `${width}px` })
    const { scrollWidth, clientWidth, clientHeight } = box
    box.remove()
    const height = list.clientHeight - Number.parseFloat(paddingTop) - Number.parseFloat(paddingBottom)
    return scrollWidth > clientWidth || clientHeight > Math.ceil(height) ? [chosen] : []
  })
  return { wide, widerThanDialog, cutInLists }
}

/** Nothing is wider than its place, which is named for tests that look at many pages. */
export async function expectFits(page: Page, where: string): Promise<void> {
  let found: ReturnType<typeof findUnfit> | undefined
  const findWide = async () => {
    found = await page.evaluate(findUnfit)
    return found.wide
  }
  // A chart is drawn again once it is told of its new width; nothing else gets a second look.
  await expect.poll(findWide, { message: `${where} wider than the screen` }).toEqual([])
  expect(found?.widerThanDialog, `${where} wider than its dialog`).toEqual([])
  expect(found?.cutInLists, `${where} lists that cut their answer`).toEqual([])
}

/** A rule of axe, or what it found. It runs in the page, too: it needs nothing from outside. */
const counts = ({ impact, tags }: { impact: string; tags: string[] }) =>
  impact === 'serious' || impact === 'critical' || tags.some((tag) => tag.startsWith('wcag'))

/** Null where axe is not on the page. */
const runAxe = `(() => {
  if (window.axe === undefined) return null
  const counts = ${counts}
  const rules = { 'target-size': { enabled: true } }
  // A rule's impact is that of all its findings. What would not count is not searched for: a sixth of the time.
  for (const rule of axe._audit.rules)
    if (rule.impact && !counts(rule)) rules[rule.id] = { enabled: false }
  return axe.run({ resultTypes: ['violations'], rules }).then((result) => result.violations)
})()`

interface Finding {
  id: string
  impact: string
  tags: string[]
  nodes: { target: string[] }[]
}

/** No finding of axe that is serious or against WCAG. */
export async function expectUsable(page: Page, where: string): Promise<void> {
  let findings = await page.evaluate<Finding[] | null>(runAxe)
  if (!findings) {
    axe ||= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
    // By the debugger itself, to which the content policy of the page does not apply; once for each document.
    const client = await devtoolsOf(page)
    await client.send('Runtime.evaluate', { expression: axe })
    findings = await page.evaluate<Finding[] | null>(runAxe)
  }
  if (!findings) throw new Error(`${where}: axe did not come to the page`)
  const serious = findings.filter(counts)
  expect(
    serious.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`),
    where,
  ).toEqual([])
}

/** What is in the header stands side by side, inside the screen. */
async function expectHeader(page: Page, where: string): Promise<void> {
  const found = await page.evaluate(() => {
    const parts = [...document.querySelectorAll('.brand, .account > *, .menu-button')]
    const places = parts
      .filter((part) => part.checkVisibility())
      .map((part) => part.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ left, right }) => [left, right] as const)
    return { hasParts: parts.length > 0, places, width: innerWidth }
  })
  // The pages that the server draws by itself have no header of ours.
  if (!found.hasParts) return
  expect(found.places.length, where).toBeGreaterThan(1)
  const edges = found.places.flat()
  expect(edges, `${where}: header`).toEqual(edges.toSorted((a, b) => a - b))
  expect(edges.at(-1), `${where}: header`).toBeLessThanOrEqual(found.width)
}

/** Each change of the size lays the whole page out again, also one to the size that it has. */
async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  if (!isDeepStrictEqual(page.viewportSize(), size)) await page.setViewportSize(size)
}

/** A phone of 280 px, text of twice the size, and both: nothing is loaded for it, and the page stands afterwards as it stood. */
export async function expectNarrow(page: Page, place: string): Promise<void> {
  const standing = page.viewportSize() ?? phone
  let textSize = 16
  for (const [kind, viewport, wanted] of [
    ['with text of twice the size', phone, 32],
    ['at 280 px with text of twice the size', { width: 280, height: 640 }, 32],
    ['at 280 px', { width: 280, height: 640 }, 16],
  ] as const) {
    // The desk is measured with each alone: few work there with large letters on the smallest phone.
    if (viewport !== phone && wanted !== 16 && new URL(page.url()).pathname.startsWith('/admin')) continue
    await resize(page, viewport)
    if (textSize !== wanted) await setTextSize(page, wanted)
    textSize = wanted
    await expectFits(page, `${place} ${kind}`)
    await expectHeader(page, `${place} ${kind}`)
  }
  await resize(page, standing)
}

/** The screens on which a long run looks at every state; a short one looks at it as it stands. */
const grid = [{ width: 320, height: 640 }, phone, desktop]

/** States that no address names, each with what its page shows then. Who looks at which: `narrow.test.ts`. */
export const states = {
  'a first step with errors': '.long-form:not(.is-further) .summary',
  'a later step with errors': '.long-form.is-further .summary',
  'a review': '.review',
  'a review with errors': '.long-form:has(.review) .summary',
  'a confirmation': '.confirmation-page .confirmation-code',
  'a home that remembers': '[data-sent] a',
  'the same form sent today': 'dialog[open] .code',
  'a photo that did not arrive': '.done-photo button',
  'a camera': '.selfie-frame[data-state=live] video',
  'a form without scripts, refused': 'main:has(.plain-form) .summary',
  'a form without scripts that was sent': '.plain-form-sent .confirmation-code',
  'what a form without scripts forgets': 'h1:has-text("This phone forgets your link")',
  'a status that has to wait': '.problems:has-text("That was too often.")',
  'a link that was sent again': 'h1:has-text("Your link")',
  'prices of the week, and a map of states': 'main:has(#prices):has(.states .reached)',
  'a short form that was sent': '.sent-panel',
  'a link that leads nowhere': 'h1:has-text("does not lead to")',
  'a record': '.confirmation .status:has-text("Pending")',
  'a declined record': '.confirmation .status:has-text("Declined")',
  'a stopped record': '.confirmation:has-text("Stopped by you")',
  'an erased record': 'main:has-text("Your data is erased") .confirmation-code',
  'all that we keep': 'article:has-text("Everything we keep about you")',
  'a correction': 'form[aria-label="Correction"]',
  'an application with a refused correction': '#correction-city[aria-invalid=true]',
  'a change': 'form[aria-label^="Change"]',
  'a code before a change': 'form:has-text("One step more: a code")',
  'a change that was sent': '.notice:has-text("We have your change")',
  'an application that was changed': '.notice:has-text("We have your change")',
  'a second step': '#second-step-code',
  'an order form with errors': 'main:has(#companyName) .summary',
  'an order form that was sent': '.confirmation .confirmation-code',
  'a search that finds nothing': 'main :text("No product matches.")',
  'a product': '.buy .stepper',
  'an empty cart': 'dialog[open]:has-text("Your cart is empty")',
  'a full cart': 'dialog[open] .stepper',
  'a cart beside an order that waits': 'dialog[open]:has-text("waits for your transfer until")',
  'a checkout of nothing': 'main:has-text("Your cart is empty")',
  'a checkout with errors': 'main:has(#checkout-name) .summary',
  'a price that has changed': '[role=alert]:has-text("Something has changed since you chose it.")',
  'an order that was not confirmed': 'main :text("Your order was not confirmed.")',
  'where to pay': 'main :text("We never send other account details")',
  'an order that ran out': 'main :text("This order ran out on")',
  'a payment that the buyer has reported': 'h1:has-text("Payment Successful!")',
  'an order by its link': 'main:has(h1:has-text("Your order")) .confirmation-code',
  'a complaint': 'main :text("What do you wish?")',
  'a single order with its quote': 'main :text("Our quote")',
  'a single order to be paid': 'main :text("Amount now")',
} as const

export type State = keyof typeof states

const isState = (where: string): where is State => where in states

/** The state that a page is in, as it stands and on the narrowest screens; one of `states` must be what the page shows. */
export async function expectSound(page: Page, where: State | (string & {}) = ''): Promise<void> {
  const path = new URL(page.url()).pathname
  if (isState(where))
    await expect
      .poll(() => page.locator(states[where]).filter({ visible: true }).count(), {
        message: `${path} shows ${where}`,
      })
      .toBeGreaterThan(0)
  const place = isState(where) ? `${path}, ${where}` : where || path
  const standing = page.viewportSize() ?? phone
  const others = isLong ? grid.filter(({ width }) => width !== standing.width) : []
  for (const viewport of [standing, ...others]) {
    await resize(page, viewport)
    // What a new size moves under the bar would count as covered.
    if (viewport !== standing) await page.evaluate(() => window.scrollTo(0, 0))
    await expectFits(page, `${place} at ${viewport.width} px`)
    await expectUsable(page, `${place} at ${viewport.width} px`)
  }
  await resize(page, standing)
  await expectNarrow(page, place)
}
