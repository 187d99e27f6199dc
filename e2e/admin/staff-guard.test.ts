/** The admin area and the second step: an evaluation offers it, production opens the admin area to nobody without it. */
import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import { addSecondFactor } from '#tests/harness/second-factor.ts'
import { expectPath, signIn, waitForAuth } from '../actions.ts'
import { useStage } from '../stage.ts'

const offer = 'In production staff need a second step'

describe('in production', () => {
  const stage = useStage({
    NODE_ENV: 'production',
    SITE_URL: 'http://127.0.0.1',
    VAULT_MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  })

  it.each(['/admin', '/admin/enter'])('staff without a second step are led from %s to it', async (path) => {
    const page = await stage.newPage({ as: await stage.app.newAdmin() })
    await page.goto(path)
    await expectPath(page, '/account/security?for=desk')
    await page.getByText('The desk opens with a second step at sign-in alone.').waitFor()
    expect(await page.getByRole('link', { name: 'go back to the desk' }).getAttribute('href')).toBe(path)
    await page.getByRole('button', { name: 'Set up the second step' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Admin Dashboard' }).count()).toBe(0)
  })

  it('the desk opens once it is set up', async () => {
    const admin = await stage.app.newAdmin()
    await addSecondFactor(admin)
    const page = await stage.newPage({ as: admin })
    await page.goto('/admin')
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
    expect(await page.getByText(offer).count()).toBe(0)
  })
})

describe('a person who knows the password and refreshes a copied token all the time', () => {
  const stage = useStage()

  it('gets nothing of the code that the admin types, and is out', async () => {
    const admin = await stage.app.newAdmin()
    const authenticator = await addSecondFactor(admin)
    const page = await stage.newPage()
    await page.goto('/admin')
    await waitForAuth(page)
    await signIn(page, admin)
    const box = page.getByLabel('Code from your app')
    await box.waitFor()
    const copied = await page.evaluate(() => JSON.parse(localStorage.getItem('house-auth') ?? '{}'))
    expect(copied.refresh_token).toBeTruthy()

    const levels: unknown[] = []
    const thief = (async () => {
      let refresh_token = String(copied.refresh_token)
      for (;;) {
        const { data, error } = await stage.app.newClient().auth.refreshSession({ refresh_token })
        if (error || !data.session) return error?.code
        refresh_token = data.session.refresh_token
        levels.push(decodeJwt(data.session.access_token).aal)
      }
    })()
    await expect.poll(() => levels.length).toBeGreaterThan(2)
    // The next one: each works once.
    await box.fill(authenticator.generate({ timestamp: Date.now() + 30_000 }))
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
    await page.getByRole('tab', { name: 'Orders' }).waitFor()

    expect(await thief).toBe('refresh_token_not_found')
    expect(new Set(levels)).toEqual(new Set(['aal1']))
    const early = await fetch(`${stage.app.url}/rest/v1/rpc/my_permissions`, {
      method: 'POST',
      headers: {
        apikey: stage.app.keys.publishableKey,
        authorization: `Bearer ${copied.access_token}`,
      },
    })
    expect(early.status).toBe(401)
    // The admin's own session goes on.
    await page.reload()
    await page.getByRole('tab', { name: 'Orders' }).waitFor()
  })
})

describe('in an evaluation', () => {
  const stage = useStage()

  it('staff without a second step work, and are offered one', async () => {
    const admin = await stage.app.newAdmin()
    const page = await stage.newPage({ as: admin })
    await page.goto('/admin/enter')
    await page.getByText(offer).waitFor()
    await page.getByRole('heading', { level: 1, name: 'Walk-ins and callers' }).waitFor()
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
    // What a password alone does not do is said before its form is filled in, with the way there and back.
    await page.goto('/admin/people?tab=roles')
    await page.getByRole('button', { name: 'Make a role' }).click()
    const form = page.getByRole('form', { name: 'Role' })
    await form.getByText('This takes a second step at sign-in', { exact: false }).waitFor()
    await form.getByRole('link', { name: 'Set up the second step' }).click()
    await page.getByRole('link', { name: 'go back to the desk' }).click()
    await expectPath(page, '/admin/people?tab=roles')
    await admin.client
      .rpc('save_draft', {
        id: null as never,
        title: 'Email',
        changes: [
          {
            verb: 'update',
            table: 'company_facts',
            key: { key: 'email' },
            values: { value: 'a@example.com' },
          },
        ],
      })
      .throwOnError()
    await page.goto('/admin/content?of=legal')
    for (const what of ['Publishing what the site says about the company', 'What is saved or published here'])
      await page.getByText(`${what} takes a second step at sign-in`, { exact: false }).waitFor()
    await addSecondFactor(admin)
    const later = await stage.newPage({ as: admin })
    await later.goto('/admin')
    await later.getByRole('heading', { level: 1, name: 'Admin Dashboard' }).waitFor()
    await later.getByRole('tab', { name: 'Orders' }).waitFor()
    expect(await later.getByText(offer).count()).toBe(0)
  })
})
