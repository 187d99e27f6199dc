// The demo rows of an evaluation: each is marked, they may be added twice, and production would see them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { listBoard } from '#domain/company/board.ts'
import { careerLevels } from '#domain/company/content.ts'
import { readContent } from '#server/company/content/read-content.ts'
import { readRecords } from '#server/company/content/read-records.ts'
import { catalogueAsJson } from '#server/market/read-products.ts'
import { openApp } from '#tests/harness/migrated-database.ts'
import { findLedgerFaults } from './market/ledger-faults.ts'

const seed = readFileSync(join(import.meta.dirname, '../../supabase/seed.sql'), 'utf8')

const app = await openApp()
await app.owner.query(seed)
const content = await readContent(app.database, catalogueAsJson)
afterAll(() => app.close())

describe('demo content', () => {
  it('may be added again, and changes nothing then', async () => {
    await app.owner.query(seed)
    expect(await readContent(app.database, catalogueAsJson)).toEqual(content)
  })

  it('has four positions in each of seven departments, of the three levels, all full-time', () => {
    expect(content.careers.map(({ positions }) => positions.length)).toEqual([4, 4, 4, 4, 4, 4, 4])
    const positions = content.careers.flatMap((category) => category.positions)
    expect([...new Set(positions.map(({ level }) => level))].sort()).toEqual([...careerLevels].sort())
    for (const { type, isDemo, description } of positions) {
      expect(type).toBe('Full-time')
      expect(isDemo).toBe(true)
      expect(description.length).toBeGreaterThan(100)
    }
  })

  it('has people who are called demo, one of them in both lists', () => {
    for (const { name, isDemo } of content.board) expect([/^Demo/.test(name), isDemo]).toEqual([true, true])
    expect(listBoard(content.board, 'all').filter(({ types }) => types.length === 2)).toHaveLength(1)
    expect(listBoard(content.board, 'investor').length + listBoard(content.board, 'board').length).toBe(
      content.board.length,
    )
  })

  it('shows no placeholder link, and no contact of a person who did not agree', () => {
    const media = Object.fromEntries(content.board.map(({ id, socialMedia }) => [id, socialMedia]))
    expect(media).toEqual({
      1: {
        email: 'chair@demo-company.example.com',
        phone: '+234 700 000 0011',
        linkedin: 'https://linkedin.example.com/in/demo-adaeze-okonkwo',
      },
      2: { email: 'md@demo-company.example.com', twitter: 'https://twitter.example.com/demo_igarba' },
      3: {},
      4: {},
      5: { linkedin: 'https://linkedin.example.com/in/demo-adaeze-okonkwo' },
      6: {},
      7: {
        email: 'obinna@demo-invest.example.com',
        linkedin: 'https://linkedin.example.com/in/demo-obinna-nwosu',
      },
    })
  })

  it('says of each figure where it comes from and of which day, and leads to nobody’s real page', () => {
    expect(content.figures.length).toBeGreaterThan(10)
    for (const { source, asOf } of content.figures) {
      expect(source).toMatch(/^Demo/)
      expect(asOf).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    }
    const { linkedin, facebook, twitter, instagram, youtube } = content.facts
    const links = [linkedin, facebook, twitter, instagram, youtube].filter((link) => link !== null)
    expect(links.length).toBeGreaterThan(0)
    for (const link of links) expect(new URL(link).hostname).toMatch(/\.example\.com$/)
  })

  it('calls each course, season, project and story a demo, and shows no photograph', () => {
    const { courses, seasons, projects, stories, photographs, pageFacts } = content
    const names = [...courses, ...projects, ...stories].map(({ title }) => title)
    for (const name of [...names, ...seasons.map(({ crop }) => crop)]) expect(name).toMatch(/^Demo: /)
    for (const { source } of [...seasons, ...pageFacts]) expect(source).toMatch(/^Demo: /)
    for (const { figures } of stories) for (const { source } of figures) expect(source).toMatch(/^Demo: /)
    for (const row of [...courses, ...seasons, ...projects, ...stories, ...pageFacts])
      expect(row.isDemo).toBe(true)
    expect([courses.length, seasons.length, projects.length, stories.length]).toEqual([4, 4, 4, 1])
    expect(photographs).toEqual([])
  })

  it('has its money in the ledger, as payments and orders say', async () => {
    expect(await findLedgerFaults(app.owner)).toEqual([])
  })

  it('counts for no state and makes no price', async () => {
    expect(await readRecords(app.database, new Date())).toMatchObject({ states: [], prices: [] })
  })

  it('invents no wallet', () => {
    expect(content.wallet).toBeNull()
  })

  it('does not stand in the way of people who are added later', async () => {
    const { rows } = await app.owner.query(
      `insert into public.board_members (name, position, bio, type) values ('Ada Obi', 'Chair', 'Farms.', 'board') returning id`,
    )
    expect(rows).toEqual([{ id: 8 }])
    await app.owner.query('delete from public.board_members where id = 8')
  })
})

describe('production', () => {
  const others = ['orders', 'products', 'farmers', 'training_enrolments', 'buyers', 'investors'].concat([
    'board_members',
    'career_positions',
    'impact_figures',
    'courses',
    'crop_seasons',
    'projects',
    'stories',
    'page_facts',
    'photographs',
    'delivery_zones',
    'depots',
  ])

  it.each([...others, 'company_facts', 'order_products', 'settlement_accounts'])(
    'sees demo rows although only %s holds some',
    async (stored) => {
      const client = await app.owner.connect()
      const result = async () =>
        (await client.query<{ found: boolean }>('select private.has_demo_rows() as found')).rows[0]?.found
      const clear: Record<string, string> = {
        order_products: 'update public.order_products set is_demo = null',
        company_facts: 'update public.company_facts set is_demo = false',
        settlement_accounts: `alter table public.settlement_accounts disable trigger user;
          delete from public.settlement_accounts`,
        ...Object.fromEntries(others.map((table) => [table, `delete from public.${table} where is_demo`])),
        // One is paid, and what is paid is never removed.
        orders: 'update public.orders set is_demo = false',
      }
      try {
        await client.query('begin')
        await client.query(`insert into public.photographs (page, image, caption, place, taken_on, is_demo)
          values ('agriculture', '/a.jpg', 'Demo', 'Keffi', '2025-10-01', true)`)
        for (const [table, text] of Object.entries(clear)) if (table !== stored) await client.query(text)
        expect(await result()).toBe(true)
        await client.query(clear[stored] ?? '')
        expect(await result()).toBe(false)
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
  )
})
