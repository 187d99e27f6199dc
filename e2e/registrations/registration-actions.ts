/** What people do in a long registration form, as verbs; the forms differ only in their answers. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { expect } from 'vitest'

export type Answers = Readonly<Record<string, string | boolean | readonly string[]>>

/** Opens a page with a long form, once its scripts listen. */
export async function openForm(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.locator('.long-form-step button[type=submit]:enabled').waitFor()
}

/** Answers questions of the step that is open, each as its control wants it. */
export async function answer(page: Page, form: string, answers: Answers): Promise<void> {
  for (const [name, value] of Object.entries(answers)) {
    const box = page.locator(`#${form}-${name}`)
    // Counting and looking do not wait: the step may still be on its way.
    if (!Array.isArray(value)) await box.waitFor()
    if (Array.isArray(value)) {
      for (const each of value) await page.locator(`[name="${name}"][value="${each}"]`).check()
    } else if (typeof value === 'boolean') await box.setChecked(value)
    else if ((await page.locator(`[name="${name}-day"]`).count()) > 0) {
      const [year = '', month = '', day = ''] = String(value).split('-')
      await box.fill(day)
      await page.locator(`#${form}-${name}-month`).fill(month)
      await page.locator(`#${form}-${name}-year`).fill(year)
    } else {
      const kind = await box.evaluate((element) =>
        element instanceof HTMLInputElement ? element.type : element.tagName,
      )
      if (kind === 'SELECT') await box.selectOption(String(value))
      else if (kind === 'radio') await page.locator(`[name="${name}"][value="${value}"]`).check()
      else await box.fill(String(value))
    }
  }
}

/** The button that goes on; waits until the next step, or the summary of errors, is there. */
export async function goOn(page: Page, title: string | RegExp): Promise<void> {
  await page.locator('.long-form-step button[type=submit]').click()
  await page.locator('.long-form-step').getByRole('heading', { level: 2, name: title }).waitFor()
}

/** One step after the other, up to the page where everything is checked once more, or to the step named. */
export async function fillSteps(
  page: Page,
  form: string,
  steps: readonly (readonly [title: string, answers: Answers | 'photo'])[],
  goal = 'Check and send',
): Promise<void> {
  for (const [index, [, answers]] of steps.entries()) {
    if (answers === 'photo') await uploadPhoto(page)
    else await answer(page, form, answers)
    await goOn(page, steps[index + 1]?.[0] ?? goal)
  }
}

/** The messages that a step shows: the same in the summary, which has the focus, and at the fields. */
export async function readProblems(page: Page): Promise<string[]> {
  const summary = page.locator('.summary')
  // The summary of the answers before may still be there: of this try it is once it has the focus.
  await expect.poll(() => summary.evaluate((box) => box === document.activeElement)).toBe(true)
  const sentences = await summary.getByRole('link').allInnerTexts()
  const atFields = await page.locator('.long-form-step > :not(.confirmation) .field-error').allInnerTexts()
  // On the last page most of what is wrong stands on other steps.
  if ((await page.locator('.review').count()) === 0) expect(atFields).toEqual(sentences)
  else for (const sentence of atFields) expect(sentences).toContain(sentence)
  return sentences
}

export async function uploadPhoto(page: Page, file?: { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByRole('button', { name: 'Upload Photo' }).waitFor()
  await page.locator('.selfie input[type=file]').setInputFiles(file ?? (await makePhoto()))
  await page.getByRole('button', { name: 'Remove photo' }).waitFor()
}

const photoSizes = { small: { width: 320, height: 240 }, large: { width: 2400, height: 1800 } }
const photos = new Map<keyof typeof photoSizes, Promise<Buffer>>()

/** A picture as a phone takes it: noisy, and with the place where it was taken; `large` where its size is what counts. */
export async function makePhoto(size: keyof typeof photoSizes = 'small') {
  const buffer = photos.get(size) ?? drawPhoto(photoSizes[size])
  photos.set(size, buffer)
  return { name: 'me.jpg', mimeType: 'image/jpeg', buffer: await buffer }
}

function drawPhoto({ width, height }: { width: number; height: number }): Promise<Buffer> {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#7a5230',
      noise: { type: 'gaussian', mean: 120, sigma: 40 },
    },
  })
    .withExif({
      IFD0: { Make: 'Planted Camera' },
      IFD3: { GPSLatitude: '8/1 50/1 0/1', GPSLatitudeRef: 'N' },
    })
    .jpeg({ quality: 92 })
    .toBuffer()
}

export async function sendForm(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click()
}
