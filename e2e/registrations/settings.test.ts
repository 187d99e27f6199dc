/** What the operator has set holds wherever a registration form is shown: on the page for walk-ins, and in a correction. */
import { describe, expect, it } from 'vitest'
import { registrationPaths } from '#domain/registrations/intake.ts'
import { goodRegistrations } from '#tests/harness/registrations.ts'
import { createApplicant } from '#tests/server/registrations/applicant.ts'
import { useStage } from '../stage.ts'
import { openForm } from './registration-actions.ts'
import { fillUntilReview } from './registration-answers.ts'

const stage = useStage({ COLLECT_BVN: 'false', ESTABLISHED_YEAR_MAX: '2015', OFFLINE_FORMS: 'false' })

describe('the operator’s settings', () => {
  it('hold at the desk: no BVN is asked for', async () => {
    const page = await stage.newPage({ as: await stage.app.newAdmin() })
    await page.goto('/admin/enter?form=investor_individual')
    await page.locator('.long-form button[type=submit]:enabled').waitFor()
    const { bvn: _notRequested, ...answers } = goodRegistrations.investor_individual as Record<
      string,
      unknown
    >
    await fillUntilReview(page, 'investor_individual', answers)
    expect(await page.locator('.review').innerText()).not.toContain('BVN')
  })

  it('hold in a correction: a year after the last one is refused', async () => {
    const admin = await stage.app.newAdmin()
    const { url, keys } = stage.app
    const { body } = await createApplicant({ url, publishableKey: keys.publishableKey }).submit(
      'investor_corporate',
      { answers: { ...goodRegistrations.investor_corporate, establishedYear: '2012' } },
    )
    await admin.client
      .rpc('request_correction', {
        record_type: body.recordType,
        record_id: body.id,
        notes: [{ field: 'establishedYear', note: 'The register has another year.' }],
        message: 'One thing.',
      })
      .throwOnError()
    const page = await stage.newPage()
    const calls: string[] = []
    page.on('request', (request) => calls.push(new URL(request.url()).pathname))
    await page.goto(body.trackingPath ?? '')
    await page.locator('#correction-establishedYear').fill('2018')
    await page.getByRole('button', { name: 'Send correction' }).click()
    await page.locator('.summary').waitFor()
    expect(calls).not.toContain(registrationPaths.trackResubmit)
  })

  it('remove what a device has stored of the long forms, with the worker that stored it', async () => {
    const page = await stage.newPage()
    await openForm(page, '/farmer-registration')
    const stored = () =>
      page.evaluate(async () => [
        ...(await window.caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
      ])
    await page.evaluate(() => window.caches.open('long-forms of-before'))
    expect(await stored()).toHaveLength(1)
    await page.locator('#farmer-fullName').fill('Ada Obi')
    await expect.poll(stored).toEqual([])
  })
})
