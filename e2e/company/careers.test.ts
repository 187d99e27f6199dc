/** Careers: the departments and their positions, and what every button does. */
import { readFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { asOwner } from '#tests/harness/database.ts'
import { within } from '#tests/harness/within.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'

const stage = useStage()

beforeAll(async () => {
  const seed = await readFile(new URL('../../supabase/seed.sql', import.meta.url), 'utf8')
  await asOwner(stage.app.databaseUrl, (client) => client.query(`begin;\n${seed}\n;commit`))
  await vi.waitUntil(
    async () => (await (await fetch(`${stage.app.url}/careers`)).text()).includes('Apply Now'),
    within,
  )
})

async function openCareers() {
  const page = await stage.newPage()
  await page.goto('/careers')
  await page.locator('html[data-live]').waitFor()
  return page
}

describe('careers', () => {
  it.each([phone, desktop])('can be used by everybody, as can one position, at %o', async (viewport) => {
    const page = await stage.newPage({ viewport })
    await page.goto('/careers')
    await expectSound(page)
    if (viewport === phone) await page.locator('.department summary').first().click()
    await page
      .getByRole('link', { name: /^Apply Now for/ })
      .first()
      .click()
    await page.locator('form[action*=job], form[enctype="multipart/form-data"]').waitFor()
    await expectSound(page)
  })

  it('folds its departments on a phone, with and without scripts, and shows one level where that is chosen', async () => {
    const page = await stage.newPage({ viewport: phone, scripts: false })
    await page.goto('/careers')
    const shown = () => page.locator('.position:visible').count()
    expect(await shown()).toBe(0)
    await page.locator('.department summary').first().getByText('4 open positions').click()
    expect(await shown()).toBe(4)
    await page.getByRole('radio', { name: 'Senior' }).check()
    const levels = page.locator('.position:visible .tag:first-child')
    expect(new Set(await levels.allInnerTexts())).toEqual(new Set(['Senior']))
    await page.getByRole('radio', { name: 'All levels' }).check()
    await page.setViewportSize(desktop)
    expect(await shown()).toBe(28)
    // The terms fold the same way, their addresses open what they lead to, and paper shows everything.
    await page.setViewportSize(phone)
    await page.goto('/terms')
    const part = page.locator('.terms-fold > .prose').nth(4)
    expect(await part.isVisible()).toBe(false)
    await page.goto(`/terms#${await part.getAttribute('id')}`)
    expect(await part.isVisible()).toBe(true)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('.terms-fold > .prose:visible').count()).toBe(14)
  })

  it('groups four full-time positions under each of the seven departments', async () => {
    const page = await openCareers()
    expect(await page.locator('.department h3').allInnerTexts()).toEqual([
      'Farming & Agriculture',
      'Warehousing & Storage',
      'Trading & Sales',
      'Processing & Value Addition',
      'Export & International Trade',
      'Research & Development',
      'Inventory & Supply Chain',
    ])
    const leaps = page.getByRole('navigation', { name: 'Departments' }).getByRole('link')
    expect(await leaps.evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual(
      await page.locator('.department').evaluateAll((parts) => parts.map(({ id }) => `#${id}`)),
    )
    for (const department of await page.locator('.department').all()) {
      const positions = department.locator('.position')
      expect(await positions.count()).toBe(4)
      for (const position of await positions.all()) {
        const [level, location, type] = await position.locator('.tag').allInnerTexts()
        expect(['Entry-level', 'Mid-level', 'Senior']).toContain(level)
        expect(location).not.toBe('')
        expect(type).toBe('Full-time')
        expect(await position.locator('h4').innerText()).not.toBe('')
        expect(await position.getByRole('link', { name: /^Apply Now/ }).innerText()).toBe('Apply Now')
      }
    }
  })

  it('holds the reasons, the eight benefits and the four steps', async () => {
    const page = await openCareers()
    for (const title of ['Growth and development', 'Training and certification', 'Meaningful impact'])
      await page.getByRole('heading', { name: title }).waitFor()
    for (const name of ['How to Apply', 'Employee benefits'])
      await page.getByRole('heading', { level: 2, name, exact: true }).waitFor()
    expect(await page.locator('.ticks-wide li').count()).toBe(8)
    expect(await page.locator('.steps h3').allInnerTexts()).toEqual([
      'Browse positions',
      'Submit application',
      'Interview process',
      'Join the team',
    ])
  })

  it('leads to the list, to an application for that position, to a general one, and to HR', async () => {
    const page = await openCareers()
    await page.getByRole('link', { name: 'View All Positions' }).click()
    await expect
      .poll(() => page.locator('#positions').evaluate((list) => Math.abs(list.getBoundingClientRect().top)))
      .toBeLessThan(200)
    const card = page.locator('.position').first()
    const title = await card.locator('h4').innerText()
    await card.getByRole('link', { name: /^Apply Now/ }).click()
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.locator('#application-cv').waitFor()
    expect(await page.locator('input[name=positionId]').inputValue()).not.toBe('')
    await page.goBack()
    await page.getByRole('link', { name: 'Contact HR Department' }).click()
    await expect.poll(() => new URL(page.url()).hash).toBe('#contact-hr')
    expect(await page.locator('input[name=topic]').inputValue()).toBe('hr')
    expect(await page.locator('#contact-hr a[href^="mailto:"]').count()).toBe(1)
    await page.getByRole('link', { name: 'Submit Your Resume' }).click()
    await page.getByRole('heading', { level: 1, name: 'Submit Your Resume' }).waitFor()
    expect(await page.locator('input[name=positionId]').inputValue()).toBe('')
  })

  it('describes each position to search engines on its own page', async () => {
    const html = await (await fetch(`${stage.app.url}/careers/agronomist`)).text()
    const facts = JSON.parse(/<script type="application\/ld\+json">(.*?)<\/script>/s.exec(html)?.[1] ?? '{}')
    expect(facts).toMatchObject({
      '@type': 'JobPosting',
      title: 'Agronomist',
      employmentType: 'FULL_TIME',
      hiringOrganization: { '@type': 'Organization' },
      jobLocation: { address: { addressLocality: 'Lafia', addressRegion: 'Nasarawa', addressCountry: 'NG' } },
    })
    expect(facts.datePosted).toMatch(/^\d{4}-\d{2}-\d{2}$/)
  })

  it('answers 404 for a position that is not open, with the general application', async () => {
    const response = await fetch(`${stage.app.url}/careers/no-such-position`)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('Submit Your Resume')
  })
})

describe('what the company has set', () => {
  it('opens the chat in a window of its own with the message written, from home and from real estate', async () => {
    const page = await stage.newPage()
    for (const [path, words] of [
      ['/', /I would like to know more about your services/],
      ['/real-estate-construction', /real estate and construction/],
      ['/contact', /contact page/],
    ] as const) {
      await page.goto(path)
      const link = page.getByRole('main').getByRole('link', { name: 'Chat with us' }).first()
      expect(await link.getAttribute('target')).toBe('_blank')
      expect(await link.getAttribute('rel')).toContain('noopener')
      const url = new URL((await link.getAttribute('href')) ?? '')
      expect(url.origin + url.pathname).toBe('https://wa.me/2347000000003')
      expect(url.searchParams.get('text')).toMatch(words)
      await page.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'chat' }))
      const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()])
      // A new window is an empty one at first.
      await opened.waitForURL('https://wa.me/2347000000003?*')
      await opened.close()
    }
  })

  it('shows phones, e-mail and social links in the footer as ways that work', async () => {
    const page = await stage.newPage()
    await page.goto('/')
    const foot = page.locator('.site-foot')
    expect(await foot.locator('a[href^="tel:"]').count()).toBe(2)
    expect(await foot.locator('a[href^="mailto:"]').count()).toBe(1)
    expect(await foot.locator('.foot-social a').allInnerTexts()).toEqual(['Facebook', 'LinkedIn'])
  })
})
