/** Every registration on a phone of 360 px with the keyboard alone: each stop of Tab is seen, and the whole form is sent. */
import type { Page } from 'playwright-core'
import { expect, it, vi } from 'vitest'
import { type RegistrationFormName, registrationFormNames } from '#domain/registrations/registrations.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { expectSound } from '../expect-sound.ts'
import { isLong, phone, useStage } from '../stage.ts'
import { makePhoto, openForm } from './registration-actions.ts'

const stage = useStage()

const paths: Record<RegistrationFormName, string> = {
  farmer: '/farmer-registration',
  training: '/poultry-training',
  buyer_individual: '/buyer-form/individual',
  buyer_corporate: '/buyer-form/corporate',
  investor_individual: '/investor-form/individual',
  investor_corporate: '/investor-form/corporate',
  investor_crypto: '/investor-form/crypto',
}

interface Stop {
  tag: string
  type: string
  name: string
  value: string
  part: string
  text: string
  options: string[]
  isChecked: boolean
  /** Within the window and under nothing else. */
  isSeen: boolean
  isInForm: boolean
}

/** Where the focus is after Tab. */
async function goToNextStop(page: Page): Promise<Stop> {
  await page.keyboard.press('Tab')
  return page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement & HTMLSelectElement
    // A box without a picture of its own is seen by its label.
    const seen = ['radio', 'checkbox'].includes(element.type)
      ? (element.closest('label') ?? element)
      : element
    const { left, right, top, bottom } = seen.getBoundingClientRect()
    const at = document.elementFromPoint(
      Math.min(Math.max((left + right) / 2, 1), innerWidth - 1),
      Math.min(Math.max(top + Math.min(bottom - top, 24) / 2, 0), innerHeight - 1),
    )
    return {
      tag: element.tagName,
      type: element.type ?? '',
      name: element.name ?? '',
      value: element.value ?? '',
      part: /-(month|year|other)$/.exec(element.id)?.[1] ?? '',
      text: element.textContent ?? '',
      options: element.tagName === 'SELECT' ? [...element.options].map((option) => option.value) : [],
      isChecked: element.checked ?? false,
      isSeen:
        left >= 0 &&
        right <= innerWidth + 1 &&
        bottom > 0 &&
        top < innerHeight &&
        at !== null &&
        (seen.contains(at) || at.contains(seen)),
      isInForm: element.closest('.long-form-step') !== null,
    }
  })
}

async function answerStop(page: Page, stop: Stop, answers: Readonly<Record<string, unknown>>): Promise<void> {
  const { keyboard } = page
  const name = stop.name.replace(/-(day|month|year|chip)$/, '')
  const wanted = answers[name]
  if (wanted === undefined) return
  if (stop.tag === 'SELECT') {
    const steps = stop.options.indexOf(String(wanted)) - stop.options.indexOf(stop.value)
    for (let step = 0; step < steps; step++) await keyboard.press('ArrowDown')
  } else if (stop.type === 'checkbox') {
    const isWanted =
      typeof wanted === 'boolean'
        ? wanted
        : (Array.isArray(wanted) ? wanted : String(wanted).split(', ')).includes(stop.value)
    if (isWanted !== stop.isChecked) await keyboard.press('Space')
  } else if (stop.type === 'radio') {
    // One stop for the whole group: the arrows choose.
    await keyboard.press('Space')
    const chosen = () => page.evaluate(() => (document.activeElement as HTMLInputElement).value)
    for (let turns = 0; turns < 20 && (await chosen()) !== wanted; turns++) await keyboard.press('ArrowDown')
    expect(await chosen()).toBe(wanted)
  } else if (/^\d{4}-\d\d-\d\d$/.test(String(wanted))) {
    const [year = '', month = '', day = ''] = String(wanted).split('-')
    await keyboard.type(stop.part === 'month' ? month : stop.part === 'year' ? year : day)
  } else if (stop.part === '' && stop.value === '') await keyboard.type(String(wanted))
}

/** From wherever the focus is to the button that ends the step, which is pressed. */
async function doStep(page: Page, answers: Readonly<Record<string, unknown>>): Promise<void> {
  for (let stops = 0; stops < 120; stops++) {
    const stop = await goToNextStop(page)
    expect(stop, 'a stop of Tab that nobody sees').toMatchObject({ isSeen: true })
    if (!stop.isInForm) continue
    if (stop.type === 'submit') {
      await page.keyboard.press('Enter')
      return
    }
    if (stop.text === 'Upload Photo') {
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Remove photo' }).waitFor()
    } else await answerStop(page, stop, answers)
  }
  throw new Error('no button to go on')
}

/** An empty step is not taken: the summary has the focus, and its first link leads to the box that it names. */
async function goToFirstProblem(page: Page): Promise<void> {
  await doStep(page, {})
  const summary = page.locator('.summary')
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const focused = page.locator('.long-form-step :is(input, select, textarea):focus')
  await expect.poll(() => focused.getAttribute('aria-invalid')).toBe('true')
  // The next Tab comes to it again.
  await page.keyboard.press('Shift+Tab')
}

// The farmers' form is walked by hand in its own file; the others wait for the long form but for one of each kind.
const short: RegistrationFormName[] = ['training', 'investor_crypto']

it.each(isLong ? registrationFormNames : short)(
  '%s is filled in and sent by keyboard, and nothing stands out of a small screen',
  async (form) => {
    const isForMembers = form.startsWith('buyer') || form === 'investor_corporate'
    const page = await stage.newPage({
      viewport: phone,
      ...(isForMembers && { as: await stage.app.newPerson() }),
    })
    const photo = await makePhoto()
    page.on('filechooser', (chooser) => void chooser.setFiles(photo))
    await openForm(page, paths[form])
    const answers = { ...goodRegistrations[form], acceptTerms: true }
    await goToFirstProblem(page)
    const heading = page.locator('.long-form-step h2').first()
    let title = await heading.innerText()
    for (;;) {
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
      await doStep(page, answers)
      if (title === 'Check and send') break
      const before = title
      await vi
        .waitUntil(async () => (await heading.innerText()) !== before, within)
        .catch(async () => expect(await page.locator('.summary a').allInnerTexts(), title).toEqual([]))
      title = await heading.innerText()
      expect(title).not.toBe(before)
    }
    const code = page.locator('.confirmation-code')
    await code.waitFor()
    await page.keyboard.press('Escape')
    await expectSound(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width)
  },
)
