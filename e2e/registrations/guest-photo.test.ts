/** A guest's photo in what we keep about them: registered with it, the code from the mail, seen on the page and in the PDF. */
import { buffer as readBytes } from 'node:stream/consumers'
import { expect, it, vi } from 'vitest'
import { dataReportTitle } from '#domain/data-report.ts'
import { photoCodeWords as words } from '#domain/registrations/photo-code-words.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { within } from '#tests/harness/within.ts'
import { takePhoto } from '#tests/server/registrations/applicant.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
import { farmer, newYou } from './registration-farmer.ts'
import { useTracking } from './tracking-actions.ts'

const stage = useStage()
const tracking = useTracking(stage)

it('a farmer registers with a photo, and sees it on the page and in the PDF after a code from the mail', async () => {
  const who = newYou()
  const page = await stage.newPage({ viewport: phone })
  await farmer.fill(page, who)
  await page.locator('#farmer-acceptTerms').check()
  await farmer.submit(page)
  await page.getByText('Your photo has arrived.').waitFor()
  await page.getByRole('link', { name: 'Follow your registration' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your application' }).waitFor()

  await page.getByText(words.locked).waitFor()
  await page.getByRole('button', { name: words.askLabel }).click()
  const form = page.getByRole('form', { name: words.askLabel })
  await form.getByRole('heading', { name: words.step.title }).waitFor()
  const code = await tracking.mailedCode(form, who.email)
  const box = form.getByLabel('Code')
  await expectSound(page, 'a code for a photo')
  await box.fill(code === '000000' ? '000001' : '000000')
  await form.getByRole('button', { name: words.submitLabel }).click()
  await form.getByText('This code is not right').waitFor()
  // A code that stands in its box is meant: a wrong one leaves nothing out in silence.
  await page.getByRole('button', { name: 'Read it here' }).click()
  await page.getByText(words.notConfirmed).waitFor()
  await form.getByText('This code is not right').waitFor()
  expect(await page.getByRole('article', { name: dataReportTitle }).count()).toBe(0)
  await box.fill(code)
  await form.getByRole('button', { name: words.submitLabel }).click()
  const shown = page.getByText(words.shown)
  await shown.waitFor()
  await expect.poll(() => shown.evaluate((element) => element === document.activeElement)).toBe(true)

  await page.getByRole('button', { name: 'Read it here' }).click()
  const report = page.getByRole('article', { name: dataReportTitle })
  await report.getByRole('heading', { name: 'Your photo', exact: true }).click()
  const picture = report.getByRole('img', { name: /^Your photo, sent with registration / })
  await picture.scrollIntoViewIfNeeded()
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  expect(await report.textContent()).not.toContain('9\u00a0March 1990')
  await expectSound(page, 'all that we keep, with the photo')
  await page.getByText('Somebody with your link read your photo').first().waitFor()
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save as PDF' }).click()
  const pdf = await readBytes(await (await downloading).createReadStream())
  expect(pdf.includes('/Subtype /Image')).toBe(true)

  // The proof lies in the memory of that page alone.
  await page.reload()
  await page.getByText(words.locked).waitFor()
  await page.getByRole('button', { name: words.askLabel }).click()
  await form.getByRole('heading', { name: words.step.title }).waitFor()
  // What needs the code confirms it, too.
  await form.getByRole('button', { name: /^Send a code to / }).click()
  const second = await vi.waitUntil(async () => {
    const mails = (await stage.app.mailbox()).filter(
      ({ to, subject }) => to === who.email && /Your code/.test(subject),
    )
    return mails.map(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? '').find((digits) => digits !== code)
  }, within)
  await box.fill(second)
  await page.getByRole('button', { name: 'Read it here' }).click()
  await shown.waitFor()
  await report.getByRole('heading', { name: 'Your photo', exact: true }).waitFor()
})

it('a farmer whom neither mail nor text reaches reads whom to call', async () => {
  await tracking.sql(
    `insert into public.company_facts (key, value) values ('phone_primary', '+234 800 000 0000')
     on conflict (key) do update set value = excluded.value`,
  )
  const { email: _, ...answers } = goodRegistrations.farmer
  const received = await tracking.register('farmer', { ...answers, noEmail: true })
  if (!received.photo) throw new Error('a place for the photo')
  await tracking.applicant.upload(received.photo, await takePhoto())
  await tracking.applicant.attach(received.photo, received)
  // What staff publish reaches the pages shortly after.
  await vi.waitUntil(
    async () => (await (await fetch(`${stage.app.url}/contact`)).text()).includes('tel:+2348000000000'),
    within,
  )
  const page = await tracking.openTracking(received.trackingPath, phone)
  const panel = page.locator('.panel').filter({ hasText: words.noWay })
  expect(await panel.getByRole('link', { name: '+234 800 000 0000' }).getAttribute('href')).toBe(
    'tel:+2348000000000',
  )
  expect(await page.getByRole('button', { name: words.askLabel }).count()).toBe(0)
  await expectSound(page, 'a photo that no code reaches')
})
