/** The photo of a registration: with the camera and without, small, without the place where it was taken, and sent later by its link. */
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { takePhoto } from '#tests/server/registrations/applicant.ts'
import { expectToast, holdCall } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
import { passSteps } from './pass-steps.ts'
import { goOn, makePhoto, openForm, uploadPhoto } from './registration-actions.ts'
import { aims, farm, farmer, newYou, place } from './registration-farmer.ts'
import { useTracking } from './tracking-actions.ts'

const stage = useStage()
const tracking = useTracking(stage)
const { register, openTracking, requestCorrection } = tracking

describe('the photo', () => {
  async function openPhoto(page: Page): Promise<void> {
    await openForm(page, '/farmer-registration')
    await passSteps(page, 'farmer', { ...newYou(), ...place, ...farm, ...aims }, 'A photo of you')
  }
  const frame = (page: Page, state: string) => page.locator(`.selfie-frame[data-state=${state}]`)

  it('is taken with the camera: live, cancelled, live, captured, removed', async () => {
    const page = await stage.newPage({ viewport: phone, camera: true })
    await openPhoto(page)
    await page.getByRole('button', { name: 'Take Selfie' }).click()
    await frame(page, 'live').waitFor()
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
    await expectSound(page, 'a camera')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await frame(page, 'none').waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Take Selfie')
    await page.getByRole('button', { name: 'Take Selfie' }).click()
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
    await page.getByRole('button', { name: 'Capture Photo' }).click()
    await frame(page, 'captured').waitFor()
    expect(await page.locator('video').count()).toBe(0)
    await page.getByRole('button', { name: 'Remove photo' }).click()
    await frame(page, 'none').waitFor()
    await page.getByRole('button', { name: 'Take Selfie' }).click()
    await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)
    await page.getByRole('button', { name: 'Capture Photo' }).click()
    await frame(page, 'captured').waitFor()
    await goOn(page, 'Check and send')
    await page.locator('.review-photo').waitFor()
  })

  it('is uploaded where there is no camera, as the alert says', async () => {
    const page = await stage.newPage()
    await openPhoto(page)
    await page.getByRole('button', { name: 'Take Selfie' }).click()
    const alert = page.getByRole('alertdialog')
    await alert.getByText('Unable to access camera. Please use the upload option instead.').waitFor()
    await expectSound(page)
    await alert.getByRole('button', { name: 'OK' }).click()
    await uploadPhoto(page)
  })

  it('must be a picture that this browser can open', async () => {
    const page = await stage.newPage()
    await openPhoto(page)
    const input = page.locator('.selfie input[type=file]')
    await page.getByRole('button', { name: 'Upload Photo' }).waitFor()
    await input.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: Buffer.from('ftypheic') })
    await page.getByText('saved the photo as HEIC', { exact: false }).waitFor()
    await input.setInputFiles({ name: 'me.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') })
    await page.getByText('could not be opened as a photo', { exact: false }).waitFor()
    await frame(page, 'none').waitFor()
  })

  it('leaves the phone small, at most 1024 px, and without the place where it was taken', async () => {
    const page = await stage.newPage()
    const sent: Buffer[] = []
    await page.route('**/storage/v1/object/upload/sign/**', (route) => {
      sent.push(route.request().postDataBuffer() ?? Buffer.alloc(0))
      return route.continue()
    })
    await openPhoto(page)
    await uploadPhoto(page, await makePhoto('large'))
    await goOn(page, 'Check and send')
    await page.locator('#farmer-acceptTerms').check()
    await farmer.submit(page)
    await page.getByText('Your photo has arrived.').waitFor()
    const picture = await sharp(sent[0]).metadata()
    expect(picture.format).toBe('jpeg')
    expect(picture.exif).toBeUndefined()
    expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(1024)
    expect(sent[0]?.length).toBeLessThanOrEqual(150 * 1024)
    expect(sent[0]?.includes('Planted Camera')).toBe(false)
  })
})

describe('a photo that is still being sent', () => {
  it('goes on when its person follows the registration, whose page shows it once it is there', async () => {
    const page = await stage.newPage({ viewport: phone })
    const who = newYou()
    await farmer.fill(page, who)
    await page.locator('#farmer-acceptTerms').check()
    const upload = await holdCall(page, '**/storage/v1/object/upload/sign/**')
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    const progress = page.getByRole('progressbar', { name: 'Sending your photo' })
    await progress.waitFor()
    const box = await progress.boundingBox()
    expect((box?.y ?? phone.height) + (box?.height ?? 0)).toBeLessThan(phone.height)
    await page.getByRole('link', { name: 'Follow your registration' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your application' }).waitFor()
    await progress.waitFor()
    await page.locator('.confirmation').getByText('Being sent').waitFor()
    expect(await page.getByRole('heading', { name: 'Your photo is missing' }).count()).toBe(0)
    await expectSound(page, 'a photo that is being sent')
    upload.release()
    await page.locator('.confirmation').getByText('Received').waitFor()
    expect(await progress.count()).toBe(0)
    expect(await farmer.find(stage, who.email)).toMatchObject([{ has_photo: true }])
  })
})

describe('a photo that is being sent while the line goes', () => {
  async function sendWithPhoto(page: Page) {
    await farmer.fill(page, newYou())
    await page.locator('#farmer-acceptTerms').check()
    const upload = await holdCall(page, '**/storage/v1/object/upload/sign/**')
    await farmer.submit(page)
    await farmer.done(page).waitFor()
    const progress = page.getByRole('progressbar', { name: 'Sending your photo' })
    await progress.waitFor()
    await page.evaluate(() => document.documentElement.setAttribute('data-same', ''))
    return { upload, progress, follow: page.getByRole('link', { name: 'Follow your registration' }) }
  }

  it('is not broken off by following the registration: what its page needs is there before', async () => {
    const page = await stage.newPage({ viewport: phone })
    const route = page.waitForResponse('**/assets/track-route-*.js')
    const { upload, progress, follow } = await sendWithPhoto(page)
    const module = (await route).url()
    await page.evaluate(async (url) => void (await import(url)), module)
    stage.expectError(/ERR_FAILED|dynamically imported module/)
    await page.route('**/assets/*.js', (asset) => asset.abort())
    await follow.click()
    await page.getByText('could not be loaded', { exact: false }).waitFor()
    await page.unroute('**/assets/*.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await progress.waitFor()
    await page.locator('html[data-same]').waitFor()
    upload.release()
    await page.locator('.confirmation').getByText('Received').waitFor()
  })

  it('goes on where that could not be had', async () => {
    const page = await stage.newPage({ viewport: phone })
    stage.expectError(/ERR_FAILED/)
    await page.route('**/assets/track-route-*.js', (asset) => asset.abort())
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/track-route-'))
    const { upload, progress, follow } = await sendWithPhoto(page)
    await lost
    await page.unroute('**/assets/track-route-*.js')
    await follow.click()
    await page.getByRole('heading', { level: 1, name: 'Your application' }).waitFor()
    await progress.waitFor()
    await page.locator('html[data-same]').waitFor()
    upload.release()
    await page.locator('.confirmation').getByText('Received').waitFor()
  })
})

describe('a request for another photo', () => {
  it('is answered with a photo and the answers as they were', async () => {
    const received = await register('farmer')
    await tracking.applicant.upload(received.photo ?? { receipt: '', path: '', token: '' }, await takePhoto())
    if (received.photo) await tracking.applicant.attach(received.photo, received)
    await requestCorrection(received, [{ field: 'selfieImage', note: 'Your face is in the dark.' }])
    const page = await openTracking(received.trackingPath, phone)
    await page.getByRole('heading', { name: 'A new photo of you' }).waitFor()
    const form = page.getByRole('form', { name: 'Correction' })
    await form.getByText('Your face is in the dark.').waitFor()
    await uploadPhoto(page)
    await page.getByRole('button', { name: 'Send photo' }).click()
    await expectToast(page, 'Your photo has arrived')
    await form.getByRole('button', { name: 'Send correction' }).click()
    await expectToast(page, 'Correction sent', 'We are looking at it again.')
    await form.waitFor({ state: 'detached' })
    await page.getByRole('heading', { name: 'A new photo of you' }).waitFor({ state: 'detached' })
  })
})

describe('a photo that did not arrive', () => {
  it('can be sent from the page', async () => {
    const received = await register('farmer')
    const page = await openTracking(received.trackingPath, phone)
    await page.getByRole('heading', { name: 'Your photo is missing' }).waitFor()
    await uploadPhoto(page)
    await page.getByRole('button', { name: 'Send photo' }).click()
    await expectToast(page, 'Your photo has arrived')
    await page.getByRole('heading', { name: 'Your photo is missing' }).waitFor({ state: 'detached' })
  })
})
