/** The desk and the second step: an evaluation offers it, production opens the desk to nobody without it. */
import { describe, expect, it } from 'vitest'
import { addSecondFactor } from '#tests/server/second-factor.ts'
import { expectPath } from './actions.ts'
import { useStage } from './stage.ts'

const offer = 'In production staff need a second step'

describe('in production', () => {
  const stage = useStage({
    NODE_ENV: 'production',
    SITE_URL: 'http://127.0.0.1',
    VAULT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })

  it.each(['/admin', '/admin/enter'])('staff without a second step are led from %s to it', async (path) => {
    const page = await stage.newPage({ as: await stage.house.newAdmin() })
    await page.goto(path)
    await expectPath(page, '/account/security?for=desk')
    await page.getByText('The desk opens with a second step at sign-in alone.').waitFor()
    expect(await page.getByRole('link', { name: 'go back to the desk' }).getAttribute('href')).toBe(path)
    await page.getByRole('button', { name: 'Set up the second step' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Admin Dashboard' }).count()).toBe(0)
  })

  it('the desk opens once it is set up', async () => {
    const admin = await stage.house.newAdmin()
    await addSecondFactor(admin)
    const page = await stage.newPage({ as: admin })
    await page.goto('/admin')
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
    expect(await page.getByText(offer).count()).toBe(0)
  })
})

describe('in an evaluation', () => {
  const stage = useStage()

  it('staff without a second step work, and are offered one', async () => {
    const admin = await stage.house.newAdmin()
    const page = await stage.newPage({ as: admin })
    await page.goto('/admin/enter')
    await page.getByText(offer).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Enter a registration' }).waitFor()
    await page
      .getByRole('navigation', { name: 'Desk' })
      .getByRole('link', { name: 'Admin Dashboard' })
      .click()
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
    await page.getByText(offer).waitFor()
    await page.getByRole('link', { name: 'Set up the second step' }).click()
    await expectPath(page, '/account/security?for=desk')
    await page.getByRole('link', { name: 'go back to the desk' }).click()
    await expectPath(page, '/admin')
    await addSecondFactor(admin)
    const later = await stage.newPage({ as: admin })
    await later.goto('/admin')
    await later.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
    await later.getByRole('tab', { name: 'Orders' }).waitFor()
    expect(await later.getByText(offer).count()).toBe(0)
  })
})
