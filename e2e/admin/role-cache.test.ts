/** How long the site caches a member's role: a minute, then it refetches when the tab is used. */
import { describe, expect, it } from 'vitest'
import { asOwner } from '#tests/harness/database.ts'
import { useStage } from '../stage.ts'

const stage = useStage()

describe('the role of a member', () => {
  it('is cached for a minute and refetched after it; a role that was taken away shuts the desk', async () => {
    const admin = await stage.app.newAdmin()
    const page = await stage.newPage({ as: admin })
    await page.clock.install()
    let lookups = 0
    page.on('request', (request) => {
      if (request.method() === 'GET' && request.url().includes('/rest/v1/user_roles')) lookups++
    })
    await page.goto('/admin')
    const adminPages = page.getByRole('tab', { name: 'Orders' })
    await adminPages.waitFor()
    expect(lookups).toBe(1)

    await asOwner(stage.app.databaseUrl, (client) =>
      client.query('delete from public.user_roles where user_id = $1', [admin.id]),
    )
    const comeBack = () => page.evaluate(() => void window.dispatchEvent(new Event('focus')))
    await comeBack()
    await page.clock.fastForward(30_000)
    await comeBack()
    expect(lookups).toBe(1)
    expect(await adminPages.count()).toBe(1)

    await page.clock.fastForward(31_000)
    await comeBack()
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    expect(lookups).toBe(2)
  })
})
