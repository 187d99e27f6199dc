/** The board: tabs, grid and list, one card for each person, badges, profiles, and who is nobody. */
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { asOwner } from '#tests/harness/database.ts'
import { within } from '#tests/harness/within.ts'
import { setTextSize } from '../actions.ts'
import { expectSound } from '../expect-sound.ts'
import { desktop, phone, useStage } from '../stage.ts'

const stage = useStage()

beforeAll(async () => {
  await asOwner(stage.app.databaseUrl, (client) =>
    client.query(`
      insert into public.board_members (id, name, position, bio, type, linkedin, twitter, sort_order) values
        (1, 'Amina Bello', 'Chair of the Board', 'Thirty years in produce trade.', 'board',
          'https://www.linkedin.com/in/amina-bello-example', 'https://twitter.com', 1),
        (2, 'Tunde Alabi', 'Director of Finance', 'Keeps the books.', 'board', '#', '', 2),
        (3, 'AMINA-BELLO', 'Founding Investor', 'Gave the first stores.', 'investor', null, null, 3),
        (4, 'Ngozi Eze', 'Private Investor', 'Invests in cold rooms.', 'investor', 'https://linkedin.com', null, 4);
      insert into public.board_contacts (board_member_id, email, phone, public_contact) values
        (1, 'amina@example.com', '+2348030000001', true),
        (2, 'tunde@example.com', '+2348030000002', false);
    `),
  )
  await vi.waitUntil(
    async () => (await (await fetch(`${stage.app.url}/board`)).text()).includes('Ngozi Eze'),
    within,
  )
})

async function openBoard(query = '', viewport = desktop) {
  const page = await stage.newPage({ viewport })
  await page.goto(`/board${query}`)
  await page.locator('html[data-live]').waitFor()
  const people = page.getByRole('tabpanel').locator('.person')
  const names = () => people.locator('h3').allInnerTexts()
  const badges = (index: number) => people.nth(index).locator('.tag').allInnerTexts()
  return { page, people, names, badges }
}

describe('the board', () => {
  it('shows each person once, with both badges when they stand in both lists', async () => {
    const { people, names, badges } = await openBoard()
    expect(await names()).toEqual(['Amina Bello', 'Tunde Alabi', 'Ngozi Eze'])
    // A drawing where nobody has given a portrait, and not their initials alone.
    expect(await people.locator('.portrait svg.scene').count()).toBe(3)
    expect(await badges(0)).toEqual(['Board Member', 'Investor'])
    expect(await badges(1)).toEqual(['Board Member'])
    expect(await badges(2)).toEqual(['Investor'])
  })

  it('narrows by tab first and looks for doubles afterwards, so that nobody is missing from a tab', async () => {
    const { page, names, badges } = await openBoard()
    expect(await page.getByRole('tab').allInnerTexts()).toEqual(['All', 'Board Members', 'Investors'])
    await page.getByRole('tab', { name: 'Board Members' }).click()
    await page.getByRole('tab', { name: 'Board Members', selected: true }).waitFor()
    expect(await names()).toEqual(['Amina Bello', 'Tunde Alabi'])
    expect(await badges(0)).toEqual(['Board Member'])
    await page.getByRole('tab', { name: 'Investors' }).click()
    await page.getByRole('tab', { name: 'Investors', selected: true }).waitFor()
    expect(await names()).toEqual(['AMINA-BELLO', 'Ngozi Eze'])
    expect(await badges(0)).toEqual(['Investor'])
    expect(new URL(page.url()).search).toBe('?tab=investor')
  })

  it('moves between the tabs with the arrow keys', async () => {
    const { page, names } = await openBoard()
    await page.getByRole('tab', { name: 'All' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.getByRole('tab', { name: 'Board Members', selected: true }).waitFor()
    expect(await names()).toEqual(['Amina Bello', 'Tunde Alabi'])
    await page.keyboard.press('End')
    await page.getByRole('tab', { name: 'Investors', selected: true }).waitFor()
    expect(await names()).toEqual(['AMINA-BELLO', 'Ngozi Eze'])
  })

  it('is a grid of three columns at first, and a list for anyone who prefers one', async () => {
    const { page, people } = await openBoard()
    const left = (index: number) => people.nth(index).evaluate((card) => card.getBoundingClientRect().left)
    const columns = new Set([await left(0), await left(1), await left(2)])
    expect(columns.size).toBe(3)
    expect(await page.getByRole('button', { name: 'Grid' }).getAttribute('aria-pressed')).toBe('true')
    await page.getByRole('button', { name: 'List' }).click()
    await page.locator('.people-list').first().waitFor()
    expect(await left(0)).toBe(await left(1))
    expect(await page.getByRole('button', { name: 'List' }).getAttribute('aria-pressed')).toBe('true')
    expect(new URL(page.url()).search).toBe('?view=list')
  })

  it('is a list on a phone too: portraits beside the words, and cards that are lower', async () => {
    const { page, people } = await openBoard('', phone)
    const card = () =>
      people.first().evaluate((element) => {
        const [portrait, body] = [...element.children].map((child) => child.getBoundingClientRect())
        if (!portrait || !body) throw new Error('no card')
        return { height: element.clientHeight, isBeside: body.left >= portrait.right }
      })
    const inGrid = await card()
    expect(inGrid.isBeside).toBe(false)
    await page.getByRole('button', { name: 'List' }).click()
    await page.locator('.people-list').first().waitFor()
    const inList = await card()
    expect(inList.isBeside).toBe(true)
    expect(inList.height).toBeLessThan(inGrid.height)
  })

  it('has every tab in sight on the narrowest phone, with text of twice the size too', async () => {
    const { page } = await openBoard('', { width: 320, height: 640 })
    const tabs = page.getByRole('tablist')
    expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
    await setTextSize(page, 32)
    expect(await tabs.evaluate((list) => list.scrollWidth - list.clientWidth)).toBe(0)
  })

  it('opens as its address says: tab and layout can be shared', async () => {
    const { page, names } = await openBoard('?tab=investor&view=list', phone)
    await page.getByRole('tabpanel').locator('.people-list').waitFor()
    await expect.poll(names).toEqual(['AMINA-BELLO', 'Ngozi Eze'])
  })

  it('can be read whole without scripts', async () => {
    const html = await (await fetch(`${stage.app.url}/board`)).text()
    for (const name of ['Amina Bello', 'Tunde Alabi', 'Ngozi Eze']) expect(html).toContain(name)
    expect(html).toContain('href="/board/2"')
  })
})

describe('the page of one person', () => {
  it('shows name, position, words and the ways to reach a person who agreed to it', async () => {
    const { page } = await openBoard()
    await page.getByRole('link', { name: 'View Profile of Amina Bello' }).click()
    await page.getByRole('heading', { level: 1, name: 'Amina Bello' }).waitFor()
    const main = page.getByRole('main')
    await main.getByText('Chair of the Board').waitFor()
    await main.getByText('Thirty years in produce trade.').waitFor()
    expect(await main.locator('.tag').allInnerTexts()).toEqual(['Board Member', 'Investor'])
    const hrefs = await main
      .locator('ul.actions a')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(hrefs).toEqual([
      'mailto:amina@example.com',
      'tel:+2348030000001',
      'https://www.linkedin.com/in/amina-bello-example',
    ])
  })

  it.each([phone, desktop])('can be used by everybody, as can the board, at %o', async (viewport) => {
    const { page } = await openBoard('', viewport)
    await expectSound(page)
    await page.goto('/board/1')
    await expectSound(page)
  })

  it('shows no link that leads to nobody, and no contact that was not given free', async () => {
    const page = await stage.newPage()
    for (const id of [2, 4]) {
      await page.goto(`/board/${id}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      expect(await page.getByRole('main').locator('ul.actions a').count()).toBe(0)
      expect(await page.content()).not.toContain('tunde@example.com')
    }
  })

  it('opens every number, also of one who is shown under another in All', async () => {
    const page = await stage.newPage()
    await page.goto('/board/3')
    await page.getByRole('heading', { level: 1, name: 'AMINA-BELLO' }).waitFor()
    await page.getByRole('link', { name: 'Back to Board' }).click()
    await page.getByRole('heading', { level: 1, name: 'Our Leadership & Investors' }).waitFor()
  })

  it.each(['99', 'abc', '-1', '0', '1.5'])('says Member Not Found for %s, with status 404', async (id) => {
    const response = await fetch(`${stage.app.url}/board/${id}`)
    const html = await response.text()
    expect(response.status).toBe(404)
    expect(html).toContain('>Member Not Found</h1>')
    expect(html).toMatch(/The board member you(&#x27;|')re looking for doesn(&#x27;|')t exist\./)
    expect(html).toContain('Back to Board')
    expect(html).toContain('noindex')
  })
})
