/** Where Back leads from the page after sending, with a browser's own history: out of the form, and into one that is begun later. */
import { describe, expect, it } from 'vitest'
import { expectPath, holdCall } from '../actions.ts'
import { phone, useStage } from '../stage.ts'
import { fillSteps } from './registration-actions.ts'
import { farmer, newYou } from './registration-farmer.ts'

const stage = useStage()

describe('the farmer form', () => {
  it('is led by Back from the page after sending to where OK leads', async () => {
    const page = await stage.newPage({ viewport: phone })
    await farmer.fill(page, newYou())
    await page.locator('#farmer-acceptTerms').check()
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    // A link to a part of the page is no step of the form.
    await page.locator('a.skip').evaluate((link: HTMLElement) => link.click())
    await expect.poll(() => new URL(page.url()).hash).not.toBe('#review')
    await page.goBack()
    await farmer.done(page).waitFor()
    await page.goBack()
    await expectPath(page, '/')
    await page.locator('[data-sent]').getByText('You sent ').waitFor()
    // Before the form nothing was open: its empty steps are passed by.
    await page.goBack()
    await expectPath(page, '/')
    await page.locator('[data-sent]').getByText('You sent ').waitFor()
    expect(await page.evaluate(() => history.state.idx)).toBe(0)
    // A form that is begun from here has its own steps behind it.
    await page.locator('.doors a', { hasText: 'I farm' }).click()
    await page.locator('.long-form-step button[type=submit]:enabled').waitFor()
    await fillSteps(page, 'farmer', [['You', newYou()]], farmer.steps[1][0])
    await page.goBack()
    await page.locator('#farmer-fullName').waitFor()
    await expectPath(page, '/farmer-registration')
  })

  it('leaves the steps of a form that is begun later to Back, wherever the person has been in between', async () => {
    const page = await stage.newPage({ viewport: phone })
    const start = () => page.locator('.long-form-step button[type=submit]:enabled').waitFor()
    await page.goto('/')
    await page.locator('html[data-live]').waitFor()
    await page.locator('#main a[href="/agriculture"]').first().click()
    await page.locator('#main').getByRole('link', { name: 'Register a farm' }).first().click()
    await start()
    await fillSteps(page, 'farmer', [['You', newYou()], ...farmer.steps.slice(1)])
    await page.locator('#farmer-acceptTerms').check()
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    await page.getByRole('button', { name: 'OK' }).click()
    await page.locator('[data-sent]').getByText('You sent ').waitFor()
    // Its effects have run: the page that it left has given back no title.
    await page.locator('html[data-live]').waitFor()
    expect(await page.title()).not.toContain('Farmer Bio Data')
    await page.goBack()
    await expectPath(page, '/agriculture')
    await page.getByRole('heading', { level: 1, name: 'Agriculture Division' }).waitFor()
    await page.goBack()
    await expectPath(page, '/')
    await page.locator('.doors a', { hasText: 'I farm' }).click()
    await start()
    await fillSteps(page, 'farmer', [['You', newYou()]], farmer.steps[1][0])
    await page.goBack()
    await page.locator('#farmer-fullName').waitFor()
    await expectPath(page, '/farmer-registration')
  })

  it('is left by Back alone where the answer came after a step back', async () => {
    const page = await stage.newPage({ viewport: phone })
    await farmer.fill(page, newYou())
    await page.locator('#farmer-acceptTerms').check()
    const { release } = await holdCall(page, '**/registrations/farmer')
    await farmer.submit(page)
    await page.goBack()
    await page.getByRole('heading', { level: 2, name: 'A photo of you' }).waitFor()
    release()
    await farmer.done(page).waitFor()
    await page.goForward()
    await expect.poll(() => new URL(page.url()).hash).toBe('#review')
    await farmer.done(page).waitFor()
    await page.goBack()
    await farmer.done(page).waitFor()
    await page.goBack()
    await expectPath(page, '/')
  })
})
