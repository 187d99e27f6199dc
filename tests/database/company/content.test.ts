// Editing content: what the database does not let onto a page, no matter who edits, and who hears of a change.
import { afterAll, describe, expect, it, vi } from 'vitest'
import { readContent } from '#server/company/content/read-content.ts'
import { catalogueAsJson } from '#server/market/read-products.ts'
import { openApp, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { within } from '#tests/harness/within.ts'

const app = await openApp()
const editor = await app.addPerson({ role: 'content' })
const admin = await app.addPerson({ role: 'admin' })
afterAll(() => app.close())

function insertInto(table: string, good: Readonly<Record<string, string>>) {
  return (change: Readonly<Record<string, string>> = {}) => {
    const row = { ...good, ...change }
    return `insert into public.${table} (${Object.keys(row)}) values (${Object.values(row)})`
  }
}

const course = insertInto('courses', {
  topic: `'poultry'`,
  title: `'Broilers'`,
  learns: `'To keep broilers.'`,
  place: `'Keffi'`,
  state: `'Nasarawa'`,
  starts_on: `'2099-01-01'`,
  ends_on: `'2099-01-03'`,
  seats: '20',
  price_kobo: '0',
  languages: `'Hausa and English'`,
})
const project = insertInto('projects', {
  kind: `'contract'`,
  title: `'A store'`,
  place: `'Keffi'`,
  state: `'Nasarawa'`,
  year: '2025',
  progress: `'finished'`,
  description: `'A store of blocks.'`,
})
const story = (figures: string) =>
  insertInto('stories', {
    page: `'agriculture'`,
    title: `'Rice'`,
    text: `'A good harvest.'`,
    place: `'Keffi'`,
    happened_on: `'2025-10-01'`,
  })({ figures })

const picture = '/storage/v1/object/public/board-photos/a.jpg'

const setFact = 'update public.company_facts set value = $2 where key = $1 returning *'

describe('positions of a new application', () => {
  const list = 'select id from public.career_positions where not is_demo'

  it('are 28 drafts in seven departments, which the first admin sees and publishes', async () => {
    const fresh = await openApp()
    try {
      const first = await fresh.addPerson({ role: 'admin' })
      const drafts = await fresh.as<{ id: string }>(first.caller, list)
      expect(drafts.rowCount).toBe(28)
      expect((await fresh.as((await fresh.addPerson()).caller, list)).rowCount).toBe(0)
      expect(
        (await readContent(fresh.database, catalogueAsJson)).careers.flatMap(({ positions }) => positions),
      ).toEqual([])
      const publish = 'update public.career_positions set is_published = true where id = $1'
      await fresh.as(first.caller, publish, [drafts.rows[0]?.id])
      const { careers } = await readContent(fresh.database, catalogueAsJson)
      expect(careers.flatMap(({ positions }) => positions.map(({ id }) => id))).toEqual([drafts.rows[0]?.id])
    } finally {
      await fresh.close()
    }
  })
})

describe('a fact of the company', () => {
  it('is changed by who has the right, and only with the second factor', async () => {
    expect((await app.as(admin.caller, setFact, ['email', 'a@example.com'])).rowCount).toBe(0)
    expect((await app.as(withSecondFactor(editor), setFact, ['email', 'a@example.com'])).rowCount).toBe(0)
    expect((await app.as(withSecondFactor(admin), setFact, ['email', 'a@example.com'])).rowCount).toBe(1)
  })

  it.each([
    ['email', 'nobody'],
    ['hr_email', 'a@b'],
    ['data_protection_email', 'the officer'],
    ['chat_number', 'call me'],
    ['phone_primary', '12345'],
    ['facebook', 'javascript:alert(1)'],
    ['linkedin', 'http://linkedin.com/x'],
    ['youtube', 'https://youtube.com/"><script>'],
    ['logo', 'https://elsewhere.example/logo.svg'],
    ['logo', '//elsewhere.example/logo.svg'],
    ['company_name', 'x'.repeat(501)],
  ])('(%s) is not %s', async (key, value) => {
    expect((await app.refusalOf(withSecondFactor(admin), setFact, [key, value])).code).toBe('23514')
  })

  it('is stored as plain text; an empty one is unset', async () => {
    const { rows } = await app.as(withSecondFactor(admin), setFact, ['blurb', '  <b>Farms</b>  and ships '])
    expect(rows[0]).toMatchObject({ value: 'Farms and ships' })
    expect((await app.as(withSecondFactor(admin), setFact, ['blurb', '   '])).rows[0]).toMatchObject({
      value: null,
    })
  })

  it('is a demo value no longer once a user replaces it', async () => {
    await app.owner.query(
      `update public.company_facts set value = '+234 700 000 0001', is_demo = true where key = 'phone_primary'`,
    )
    const { rows } = await app.as(withSecondFactor(admin), setFact, ['phone_primary', '+234 803 123 4567'])
    expect(rows[0]).toMatchObject({ is_demo: false, value: '+234 803 123 4567' })
  })
})

describe('what an editor writes', () => {
  const refused: [what: string, text: string][] = [
    [
      'a figure for a page without figures',
      `insert into public.impact_figures (page, position, value, label) values ('terms', 1, '1', 'x')`,
    ],
    [
      'a figure with markup',
      `insert into public.impact_figures (page, position, value, label) values ('home', 4, '<b>1</b>', 'x')`,
    ],
    [
      'a person of a third kind',
      `insert into public.board_members (name, position, bio, type) values ('Ada', 'Chair', 'x', 'friend')`,
    ],
    [
      'a picture from elsewhere',
      `insert into public.board_members (name, position, bio, type, image) values ('Ada', 'Chair', 'x', 'board', 'https://x.example/a.png')`,
    ],
    [
      'a position of another level',
      `insert into public.career_positions (id, category_id, title, level, location, description) values ('x', 'farming', 'Intern', 'Intern', 'Keffi', 'Works in the field.')`,
    ],
    [
      'an address that is no address',
      `insert into public.career_positions (id, category_id, title, level, location, description) values ('A b', 'farming', 'Hand', 'Senior', 'Keffi', 'Works in the field.')`,
    ],
    ['a button that leads to another site', `update public.page_actions set target = 'https://evil.example'`],
    [
      'a button that leads to another site in disguise',
      `update public.page_actions set target = '//evil.example'`,
    ],
    ['a button that runs a script', `update public.page_actions set target = 'javascript:alert(1)'`],
    ['a colour that the site has not', `update public.career_categories set colour = 'red'`],
    ['a course that ends before it starts', course({ ends_on: `'2098-12-31'` })],
    ['a course in a place that is no state', course({ state: `'Accra'` })],
    ['a course without a seat', course({ seats: '0' })],
    ['a course for less than nothing', course({ price_kobo: '-1' })],
    ['a course with markup', course({ learns: `'<b>Birds that live</b>'` })],
    [
      'a crop of a thirteenth month',
      `insert into public.crop_seasons (crop, states, planting_from, planting_to, harvest_from, harvest_to)
        values ('Yam', 'Benue', 13, 1, 9, 10)`,
    ],
    ['a project with a picture from elsewhere', project({ image: `'https://x.example/a.png'` })],
    ['a project with a picture that nothing is said of', project({ image: `'/a.jpg'` })],
    ['a project of a kind that no page shows', project({ kind: `'mining'` })],
    ['a project that is abandoned', project({ progress: `'abandoned'` })],
    ['a story with a figure that has no source', story(`'32 | bags a hectare'`)],
    ['a story with five figures', story(`E'1 | a | b\n2 | a | b\n3 | a | b\n4 | a | b\n5 | a | b'`)],
    [
      'a photograph that names no place',
      `insert into public.photographs (page, image, caption, place, taken_on)
        values ('agriculture', '/a.jpg', 'Rice', '', '2025-10-01')`,
    ],
    [
      'a fact on a page without a place for it',
      `insert into public.page_facts (page, heading, label, value) values ('terms', 'Fees', 'Tax', '1')`,
    ],
  ]
  it.each([
    ['on a page without texts', 'terms', 'hero.title', `'The terms'`],
    ['that its page does not have', 'agriculture', 'hero.colour', `'red'`],
    ['longer than the room for it', 'agriculture', 'hero.title', `repeat('x', 91)`],
    ['with markup', 'agriculture', 'hero.lead', `'<b>Rice</b> and <a href="/x">more</a>'`],
    ['with characters that turn text around', 'agriculture', 'hero.lead', `E'Rice \\u202e'`],
    ['of two lines where there is one', 'agriculture', 'hero.title', `E'Rice\nand more'`],
    ['that is a picture from elsewhere', 'agriculture', 'hero.picture', `E'https://x.example/a.jpg\\nRice'`],
    ['that is a picture of which nothing is said', 'agriculture', 'hero.picture', `'${picture}'`],
    ['of nothing', 'agriculture', 'hero.title', `' '`],
  ])('is not a text %s', async (_, page, key, text) => {
    const row = insertInto('page_texts', { page: `'${page}'`, key: `'${key}'`, text })()
    expect((await app.refusalOf(editor.caller, row)).code).toBe('23514')
  })

  it.each(refused)('is not %s', async (_, text) => {
    expect((await app.refusalOf(editor.caller, text)).code).toBe('23514')
  })

  it('cannot be a part-time position, which no form offers', async () => {
    const text = `update public.career_positions set type = 'Part-time'`
    expect((await app.refusalOf(editor.caller, text)).code).toBe('42501')
  })

  it('may put two figures in each other’s place in one go', async () => {
    await app.as(
      editor.caller,
      `update public.impact_figures set position = 3 - position where page = 'home' and position in (1, 2)`,
    )
    const { figures } = await readContent(app.database, catalogueAsJson)
    expect(figures.filter(({ page }) => page === 'home').map(({ value }) => value)).toEqual([
      '50+',
      '1000+',
      '15',
    ])
  })

  it('says where a figure comes from and as of when', async () => {
    await app.as(
      editor.caller,
      `update public.impact_figures set source = 'Field register', as_of = '2026-09-30' where page = 'rural-education'`,
    )
    const { figures } = await readContent(app.database, catalogueAsJson)
    expect(figures.find(({ page }) => page === 'rural-education')).toMatchObject({
      value: '15,000+',
      source: 'Field register',
      asOf: '2026-09-30',
    })
  })

  it('shows e-mail and phone of a person only when they agreed', async () => {
    await app.as(
      editor.caller,
      `with person as (insert into public.board_members (name, position, bio, type) values
         ('Ada Obi', 'Chair', 'Farms.', 'board'), ('Ben Ode', 'Member', 'Builds.', 'board') returning id, name)
       select 1 from person`,
    )
    await app.as(
      editor.caller,
      `insert into public.board_contacts (board_member_id, email, public_contact)
         select id, 'person@example.com', name = 'Ada Obi' from public.board_members`,
    )
    const { board } = await readContent(app.database, catalogueAsJson)
    expect(board.map(({ name, socialMedia }) => [name, socialMedia])).toEqual([
      ['Ada Obi', { email: 'person@example.com' }],
      ['Ben Ode', {}],
    ])
  })
})

describe('courses, stories and their like', () => {
  it('are on pages once they are published, with a course until the day it ends', async () => {
    const day = (days: number) => `(now() at time zone 'Africa/Lagos')::date + ${days}`
    for (const [title, from, to, published] of [
      ['Over', -9, -1, true],
      ['Ends today', -2, 0, true],
      ['Comes', 30, 32, true],
      ['Draft', 3, 4, false],
    ] as const)
      await app.as(
        editor.caller,
        course({ title: `'${title}'`, starts_on: day(from), ends_on: day(to), is_published: `${published}` }),
      )
    await app.as(editor.caller, story(`E'32 | bags a hectare | farm book\n14 | farmers | attendance list'`))
    const { courses, stories } = await readContent(app.database, catalogueAsJson)
    expect(courses.map(({ title }) => title)).toEqual(['Ends today', 'Comes'])
    expect(stories.map(({ title, figures }) => [title, figures])).toEqual([
      [
        'Rice',
        [
          { value: '32', label: 'bags a hectare', source: 'farm book' },
          { value: '14', label: 'farmers', source: 'attendance list' },
        ],
      ],
    ])
  })
})

describe('an editor of pages', () => {
  it.each([
    [`update public.company_facts set value = value`, 'company_facts'],
    [`update public.impact_figures set value = value`, 'impact_figures'],
    [`update public.board_members set name = name`, 'board_members'],
    [`delete from public.board_contacts where false`, 'board_contacts'],
    [`update public.career_categories set title = title`, 'career_categories'],
    [`update public.career_positions set title = title`, 'career_positions'],
    [`update public.page_actions set target = target`, 'page_actions'],
    [`update public.page_texts set text = text`, 'page_texts'],
    ...['courses', 'crop_seasons', 'projects', 'stories', 'photographs', 'page_facts'].map((table) => [
      `update public.${table} set is_demo = is_demo`,
      table,
    ]),
    [
      `insert into public.settlement_accounts (kind, wallet_address, proposed_by)
        values ('crypto_wallet', repeat('a', 30), gen_random_uuid())`,
      'settlement_accounts',
    ],
  ])('hears once of "%s"', async (text, table) => {
    const heard: string[] = []
    const stop = await app.database.listen('content_changed', (payload) => heard.push(payload))
    await app.owner.query(text)
    await vi.waitFor(() => expect(heard).toEqual([table]), within)
    await stop()
  })
})
