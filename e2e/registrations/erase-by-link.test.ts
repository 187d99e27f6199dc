/** Erasing by a link what was sent without an account, and what is seen afterwards. */
import { describe, expect, it } from 'vitest'
import { tokenOf } from '#tests/server/registrations/applicant.ts'
import { expectSound } from '../expect-sound.ts'
import { phone, useStage } from '../stage.ts'
import { useTracking } from './tracking-actions.ts'

const tracking = useTracking(useStage())
const { register, openTracking } = tracking

describe('erase my data', () => {
  it('by a link of one day says until when the link shows it, and names nothing that the form does not ask', async () => {
    const received = await register('training')
    await tracking.sql(
      `update private.registration_guest_links set expires_at = now() + interval '20 hours' where record_id = $1`,
      [received.id],
    )
    const page = await openTracking(received.trackingPath, phone)
    await page.getByRole('button', { name: 'Erase my data' }).click()
    const dialog = page.getByRole('alertdialog')
    await dialog.getByText(/This link shows until .+ \(Lagos\) that it was erased\./).waitFor()
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    await page.getByRole('heading', { level: 1, name: 'Your data is erased' }).waitFor()
    expect(await page.getByRole('main').innerText()).not.toContain('wallet')
  })

  it('asks once more, then what is secret is gone and the application closed', async () => {
    const received = await register('investor_individual')
    const page = await openTracking(received.trackingPath, phone)
    await page.getByRole('button', { name: 'Erase my data' }).click()
    const dialog = page.getByRole('alertdialog', {
      name: 'What you applied for ends, and your data is gone for good',
    })
    await dialog.getByRole('button', { name: 'Keep it' }).click()
    await dialog.waitFor({ state: 'hidden' })
    await page.getByRole('button', { name: 'Erase my data' }).click()
    await dialog.getByRole('button', { name: 'Save everything first' }).click()
    const read = page.getByRole('button', { name: 'Read it here' })
    await expect.poll(() => read.evaluate((one) => one === document.activeElement)).toBe(true)
    // What this device remembers of it goes too, and nothing of another form.
    const other = { reference: 'FM7K4-2X9Q', kind: 'farmer', sentAt: Date.now() }
    const token = tokenOf(received.trackingPath)
    await page.evaluate(
      ({ sent, link, id }) => {
        localStorage.setItem('house-draft:sent', JSON.stringify(sent))
        localStorage.setItem(`house-draft:correction:${id}:person`, JSON.stringify({ userId: 'guest' }))
        sessionStorage.setItem('house-draft:links', JSON.stringify([link]))
      },
      {
        sent: [{ reference: received.reference, kind: 'investor_individual', sentAt: Date.now() }, other],
        link: { reference: received.reference, token },
        id: received.id,
      },
    )
    await page.getByRole('button', { name: 'Erase my data' }).click()
    await dialog.getByRole('button', { name: 'Erase for good' }).click()
    const heading = page.getByRole('heading', { level: 1, name: 'Your data is erased' })
    await heading.waitFor()
    await expect
      .poll(() => heading.evaluate((element) => element.contains(document.activeElement)))
      .toBe(true)
    expect(await heading.evaluate((element) => element.getBoundingClientRect().top)).toBeGreaterThan(0)
    expect(await page.locator('.toast').count()).toBe(0)
    await expect
      .poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('house-draft:sent') ?? '[]')))
      .toEqual([other])
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]))
    for (const left of [token, received.reference, received.id]) expect(stored).not.toContain(left)
    await expectSound(page, 'an erased record')
    await page.reload()
    await heading.waitFor()
    await page.locator('.confirmation').getByText('Erased', { exact: true }).waitFor()
    for (const name of [
      'Erase my data',
      'Read it here',
      'Save as PDF',
      'Save the data file (JSON)',
      'Add your photo',
    ])
      expect(await page.getByRole('button', { name }).count()).toBe(0)
    expect(await page.getByRole('main').innerText()).not.toContain('Food that is grown here.')
    const rows = await tracking.sql<{ contact_email: string }>(
      `select status, contact_email from public.investors where id = $1`,
      [received.id],
    )
    expect(rows).toMatchObject([{ status: 'declined' }])
    expect(rows[0]?.contact_email).not.toBe('ada@example.com')
  })
})
