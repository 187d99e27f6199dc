// Content: drafts that are published whole or not at all, by those who may.
import { afterAll, describe, expect, it } from 'vitest'
import type { Content } from '#domain/company/content.ts'
import { draftPageText, wordedPages } from '#domain/company/page-texts.ts'
import { listPageTexts } from '#domain/company/page-words/page-words.ts'
import type { DraftChange } from '#domain/content-drafts.ts'
import { publicationOf, readDraftedContent } from '#server/admin/preview.ts'
import { readContent } from '#server/company/content/read-content.ts'
import { catalogueAsJson } from '#server/market/read-products.ts'
import { contentTables } from '#site/admin/content/content-tables.ts'
import { anonymous, type Person, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { openAdminApp } from './admin-app.ts'

const app = await openAdminApp()
afterAll(() => app.close())

const save = 'select public.save_draft($1, $2, $3)'
const publish = 'select public.publish_draft($1)'
const figure = (value: string, page = 'home', position = 1): DraftChange => ({
  table: 'impact_figures',
  verb: 'update',
  key: { page, position },
  values: { value },
})
const inserted = (table: string, values: object) => ({ table, verb: 'insert', values }) as DraftChange
const rice = { page: 'agriculture', place: 'Keffi', caption: 'Rice, ripe', image: '/images/rice.jpg' }
const photograph = { ...rice, taken_on: '2127-05-05' }
const land = { kind: 'farming', title: 'Rice', place: 'Keffi', state: 'Nasarawa', progress: 'planned' }
const project = { ...land, year: 1959, description: 'Rice is grown there.' }
/** The one that is open: what an earlier test left is gone. */
async function draft(changes: unknown, person: Person = app.content) {
  await app.sql('delete from public.content_drafts where published_at is null')
  return app.call<string>(person.caller, save, [null, 'Spring figures', JSON.stringify(changes)])
}
/** As it stands from a time when its tables took it, or past the function that saves. */
async function placeDraft(changes: unknown) {
  await app.sql('delete from public.content_drafts where published_at is null')
  const [placed] = await app.sql<{ id: string }>(
    `insert into public.content_drafts (title, changes) values ('Spring figures', $1) returning id`,
    [JSON.stringify(changes)],
  )
  return placed?.id ?? ''
}
const refuseToSave = (changes: unknown, person = app.content) =>
  app.refusalOf(person.caller, save, [null, 'Spring figures', JSON.stringify(changes)])
const changedAt = async (id: string) =>
  (
    await app.sql<{ at: string }>('select updated_at::text as at from public.content_drafts where id = $1', [
      id,
    ])
  )[0]?.at
const homeFigure = async () =>
  (await readContent(app.database, catalogueAsJson)).figures.find(({ page }) => page === 'home')?.value

describe('a draft', () => {
  it('is written, read and published by editors alone', async () => {
    const id = await draft([figure('1001+')])
    for (const caller of [
      anonymous,
      ...[app.member, app.reviewer, app.finance, app.agent].map(withSecondFactor),
    ]) {
      expect((await app.refusalOf(caller, save, [null, 'Mine', '[{}]'])).code).toBe('42501')
      expect((await app.refusalOf(caller, publish, [id])).code).toBe('42501')
      expect((await app.refusalOf(caller, 'select public.drop_draft($1)', [id])).code).toBe('42501')
    }
    expect((await app.as(app.reviewer.caller, 'select from public.content_drafts')).rowCount).toBe(0)
  })

  it('shows what the pages would say, and changes nothing until it is published, once', async () => {
    const before = await homeFigure()
    const id = await draft([
      figure('2,000+'),
      {
        table: 'impact_figures',
        verb: 'insert',
        values: { page: 'home', position: 9, value: '7', label: 'markets' },
      },
      { table: 'impact_figures', verb: 'delete', key: { page: 'home', position: 3 } },
    ])
    const [stored] = await app.sql<{ changes: object }>(
      'select changes from public.content_drafts where id = $1',
      [id],
    )
    const drafted = await readDraftedContent(
      app.database,
      app.content.caller.claims,
      publicationOf(JSON.stringify(stored?.changes)),
    )
    expect(drafted.figures.filter(({ page }) => page === 'home').map(({ value }) => value)).toEqual([
      '2,000+',
      '50+',
      '7',
    ])
    expect(await homeFigure()).toBe(before)
    await app.call(app.content.caller, publish, [id])
    expect(await readContent(app.database, catalogueAsJson)).toEqual(drafted)
    expect((await app.refusalOf(app.content.caller, publish, [id])).code).toBe('P0002')
  })

  it('of a course, a story, a season, a project and a photograph is seen in a preview, and published by editors alone', async () => {
    const changes: DraftChange[] = [
      {
        table: 'courses',
        verb: 'insert',
        values: {
          ...{
            topic: 'poultry',
            title: 'Broilers',
            learns: 'To keep broilers.',
            place: 'Keffi',
            state: 'Nasarawa',
          },
          ...{
            starts_on: '2099-01-01',
            ends_on: '2099-01-03',
            seats: 20,
            price_kobo: 500000,
            languages: 'Hausa',
          },
          is_published: true,
        },
      },
      {
        table: 'stories',
        verb: 'insert',
        values: {
          ...{ page: 'agriculture', title: 'Rice', text: 'A good harvest.', place: 'Keffi' },
          ...{ happened_on: '2025-10-01', figures: '32 | bags a hectare | farm book', is_published: true },
        },
      },
      {
        table: 'crop_seasons',
        verb: 'insert',
        values: {
          ...{ crop: 'Sesame', states: 'Nasarawa, Benue', planting_from: 6, planting_to: 7 },
          ...{ harvest_from: 10, harvest_to: 11, is_published: true },
        },
      },
      {
        table: 'projects',
        verb: 'insert',
        values: {
          ...{ kind: 'construction', title: 'Grain store', place: 'Keffi', state: 'Nasarawa', year: 2025 },
          ...{ progress: 'finished', description: 'A store for 200 t.', is_published: true },
        },
      },
      {
        table: 'photographs',
        verb: 'insert',
        values: {
          ...{ page: 'agriculture', caption: 'Drying maize', place: 'Keffi', taken_on: '2025-10-02' },
          image: '/storage/v1/object/public/board-photos/6f1c4c9e-0000-4000-8000-000000000001.jpg',
          is_published: true,
        },
      },
    ]
    const shown = ({ courses, stories, seasons, projects, photographs }: Content) => [
      ...[...courses, ...stories, ...projects].map(({ title }) => title),
      ...[...seasons.map(({ crop }) => crop), ...photographs.map(({ caption }) => caption)],
    ]
    const id = await draft(changes)
    const drafted = await readDraftedContent(
      app.database,
      app.content.caller.claims,
      publicationOf(JSON.stringify(changes)),
    )
    expect(drafted.courses).toMatchObject([{ title: 'Broilers', priceKobo: 500000, startsOn: '2099-01-01' }])
    expect(drafted.stories).toMatchObject([{ figures: [{ value: '32', source: 'farm book' }] }])
    const all = ['Broilers', 'Rice', 'Grain store', 'Sesame', 'Drying maize']
    expect(shown(drafted)).toEqual(all)
    const before = await readContent(app.database, catalogueAsJson)
    expect(shown(before)).toEqual([])
    const apply = 'select private.apply_changes($1)'
    for (const person of [app.member, app.reviewer, app.finance, app.agent])
      expect((await app.refusalOf(withSecondFactor(person), apply, [JSON.stringify(changes)])).code).toBe(
        '42501',
      )
    await app.call(app.content.caller, publish, [id])
    expect(shown(await readContent(app.database, catalogueAsJson))).toEqual(all)
  })

  it('of a page text is seen in a preview, has its versions, and goes back to what the site brings', async () => {
    const [heading] = listPageTexts('agriculture').filter(({ key }) => key === 'hero.title')
    if (!heading) throw new Error('the page has a heading')
    const texts = async () => (await readContent(app.database, catalogueAsJson)).texts
    const write = async (text: string) => {
      const changes = draftPageText(heading, text, (await texts()).agriculture ?? {}, [])
      const id = await draft(changes)
      const { texts: drafted } = await readDraftedContent(
        app.database,
        app.content.caller.claims,
        publicationOf(JSON.stringify(changes)),
      )
      expect(drafted.agriculture?.['hero.title'] ?? heading.original).toBe(text)
      await app.call(app.content.caller, publish, [id])
    }
    for (const text of ['Rice and more', 'Rice, yam and more']) await write(text)
    const rows = 'select key, original, text from public.list_page_texts($1)'
    for (const page of wordedPages)
      expect((await app.as(app.content.caller, rows, [page])).rows).toEqual(
        listPageTexts(page).map(({ key, original }) => ({
          ...{ key, original },
          text: page === 'agriculture' && key === 'hero.title' ? 'Rice, yam and more' : null,
        })),
      )
    await write(heading.original)
    expect(await texts()).toEqual({})
    const versions = 'select text from public.list_page_text_versions($1, $2)'
    const of = ['agriculture', 'hero.title']
    expect((await app.as(app.content.caller, versions, of)).rows).toEqual([
      { text: null },
      { text: 'Rice, yam and more' },
      { text: 'Rice and more' },
    ])
    for (const caller of [anonymous, ...[app.member, app.reviewer, app.finance].map(withSecondFactor)])
      expect((await app.refusalOf(caller, versions, of)).code).toBe('42501')
  })

  it('of a text that has no room is refused in words, and changes nothing', async () => {
    const key = { page: 'agriculture', key: 'hero.title' }
    const changes = [{ table: 'page_texts', verb: 'insert', key, values: { ...key, text: 'x'.repeat(91) } }]
    const id = await placeDraft(changes)
    const sentence = 'This text has 91 characters; there is room for 90.'
    expect(await app.refusalOf(app.content.caller, publish, [id])).toMatchObject({
      code: '23514',
      message: `This draft does not fit. Page texts hero.title agriculture: ${sentence}`,
    })
    await app.sql('delete from public.content_drafts where id = $1', [id])
    expect(await refuseToSave(changes)).toMatchObject({ code: '23514', message: sentence })
  })

  it('that does not fit any more is not published in parts', async () => {
    const before = await homeFigure()
    const id = await draft([figure('9,999+'), figure('1', 'home', 17)])
    expect((await app.refusalOf(app.content.caller, publish, [id])).code).toBe('PT409')
    expect(await homeFigure()).toBe(before)
    expect(await app.sql('select published_at from public.content_drafts where id = $1', [id])).toEqual([
      { published_at: null },
    ])
  })

  it.each([
    [
      'a table that is no content',
      [{ table: 'user_roles', verb: 'insert', values: { role: 'admin' } }],
      '23514',
    ],
    ['every row at once', [{ table: 'impact_figures', verb: 'update', values: { value: '1' } }], '23514'],
    ['a column that is nobody’s to write', [{ ...figure('1'), values: { id: 1 } }], '428C9'],
    ['a name that is no column', [{ ...figure('1'), values: { 'value = 1; drop table x; --': 1 } }], '42703'],
    [
      'a fact, by an editor without the right',
      [{ table: 'company_facts', verb: 'update', key: { key: 'email' }, values: { value: 'a@example.com' } }],
      '42501',
    ],
  ])('cannot change %s', async (_, changes, code) => {
    const id = await placeDraft(changes)
    expect((await app.refusalOf(withSecondFactor(app.content), publish, [id])).code).toBe(code)
  })

  it('of facts says to an editor without the right whose it is', async () => {
    const changes = [
      { table: 'company_facts', verb: 'update', key: { key: 'email' }, values: { value: 'a@example.com' } },
    ]
    const id = await placeDraft(changes)
    expect((await app.refusalOf(app.content.caller, publish, [id])).message).toBe(
      'This draft changes facts of the company. Somebody who may change the settings publishes it.',
    )
  })

  it('of facts is published with a second factor alone', async () => {
    const id = await draft(
      [{ table: 'company_facts', verb: 'update', key: { key: 'branch_office' }, values: { value: 'Keffi' } }],
      app.admin,
    )
    expect((await app.refusalOf(app.admin.caller, publish, [id])).hint).toBe('aal2')
    await app.call(withSecondFactor(app.admin), publish, [id])
    expect((await readContent(app.database, catalogueAsJson)).facts.branchOffice).toBe('Keffi')
  })
})

describe('two editors', () => {
  const change = 'select public.save_draft($1, $2, $3, $4)'
  const changes = (value: string) => JSON.stringify([figure(value)])

  it('write nothing over that the other has changed in the meantime', async () => {
    const id = await draft([figure('1+')])
    const seen = await changedAt(id)
    await app.call(app.content.caller, change, [id, 'Spring figures', changes('2+'), seen])
    const conflict = { code: 'PT409', hint: 'draft' }
    expect(await app.refusalOf(app.admin.caller, change, [id, 'Mine', changes('3+'), seen])).toMatchObject(
      conflict,
    )
    // Anyone who saw none expects none.
    expect(await app.refusalOf(app.admin.caller, change, [id, 'Mine', changes('3+'), null])).toMatchObject(
      conflict,
    )
    expect(await app.refusalOf(app.admin.caller, save, [null, 'Mine', changes('3+')])).toMatchObject(conflict)
    for (const rpc of ['publish_draft', 'drop_draft'])
      expect(await app.refusalOf(app.admin.caller, `select public.${rpc}($1, $2)`, [id, seen])).toMatchObject(
        conflict,
      )
    expect(
      await app.sql('select title, changes from public.content_drafts where published_at is null'),
    ).toEqual([{ title: 'Spring figures', changes: [figure('2+')] }])
    const now = await changedAt(id)
    await app.call(app.admin.caller, change, [id, 'Both', changes('3+'), now])
    await app.call(app.admin.caller, 'select public.drop_draft($1, $2)', [id, await changedAt(id)])
    expect((await app.refusalOf(app.content.caller, change, [id, 'Late', changes('4+'), now])).code).toBe(
      'P0002',
    )
  })

  it('who begin a draft in the same moment begin one', async () => {
    await app.sql('delete from public.content_drafts where published_at is null')
    const begun = await Promise.allSettled(
      [app.content, app.admin].map(({ caller }) => app.call(caller, save, [null, 'Mine', changes('5+')])),
    )
    expect(begun.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })
})

describe('a draft that the tables do not take', () => {
  it.each(contentTables.filter(({ mayAdd }) => mayAdd))(
    'lacks what the form of $table asks for',
    async (table) => {
      const columns = await app.sql<{ column_name: string }>(
        `select column_name from information_schema.columns where table_schema = 'public' and table_name = $1
        and is_nullable = 'NO' and column_default is null and is_identity = 'NO' order by 1`,
        [table.table],
      )
      expect(table.required?.toSorted()).toEqual(columns.map(({ column_name }) => column_name))
      const names = table.fields.map(({ name }) => name)
      expect(table.required?.filter((name) => !names.includes(name))).toEqual([])
    },
  )

  const ada = { name: 'Eze Obi', position: 'Chair', bio: 'Grows rice.', type: 'board' }
  const position = {
    table: 'career_positions',
    verb: 'insert',
    values: {
      id: 'grower',
      category_id: 'nowhere',
      title: 'Grower',
      level: 'Senior',
      location: 'Keffi',
      description: 'Grows rice and millet.',
    },
  }
  it.each([
    [
      'a category that is not there',
      [position],
      'Career positions Grower: The category that it names is not there, or is needed by something else.',
      'changes.1.category_id',
    ],
    [
      'a place that is taken',
      [
        {
          ...figure('1'),
          verb: 'insert',
          key: undefined,
          values: { page: 'home', position: 1, value: '1', label: 'farms' },
        },
      ],
      'Impact figures farms: There is one with the same page and position already.',
      'changes.1.position',
    ],
    [
      'a value that is missing',
      [figure('2+'), { ...figure('1'), values: { value: null } }],
      'Impact figures home 1: Value must not be empty.',
      'changes.2.value',
    ],
    [
      'a value that is too long',
      [figure('x'.repeat(21))],
      'Impact figures home 1: Value has 1 to 20 characters.',
      'changes.1.value',
    ],
    [
      'words for a number',
      [{ ...figure('1'), values: { position: 'first' } }],
      'Impact figures home 1: A value is too long, or not of its kind.',
      'changes.1.changes',
    ],
  ])(
    'says so, with the row, at the preview as at the publication: %s',
    async (_, changes, sentence, hint) => {
      const id = await placeDraft(changes)
      const reported = { code: '23514', hint, message: `This draft does not fit. ${sentence}` }
      expect(await app.refusalOf(app.content.caller, publish, [id])).toMatchObject(reported)
      await expect(
        readDraftedContent(app.database, app.content.caller.claims, publicationOf(JSON.stringify(changes))),
      ).rejects.toMatchObject(reported)
    },
  )

  const fact = (key: string, value: string | null): DraftChange => ({
    table: 'company_facts',
    verb: 'update',
    key: { key },
    values: { value },
  })
  it.each<[DraftChange, string, string]>([
    [fact('email', 'info at example.com'), 'value', 'Write an email address, such as info@example.com.'],
    [fact('phone_primary', '12'), 'value', 'Write a phone number, such as 0803 123 4567.'],
    [
      fact('facebook', 'facebook.com/us'),
      'value',
      'Write the whole address of the page, with https:// at its beginning.',
    ],
    [fact('tax_number', '1'.repeat(31)), 'value', 'The number has at most 30 characters.'],
    [figure('x'.repeat(21)), 'value', 'Value has 1 to 20 characters.'],
    [
      {
        table: 'stories',
        verb: 'insert',
        values: {
          page: 'agriculture',
          title: 'A harvest',
          text: 'We harvested more than before.',
          place: 'Keffi',
          happened_on: '2026-05-01',
          figures: '32 bags',
        },
      },
      'figures',
      'Figures are at most four lines, each of three parts with | between them: 32 | bags of 50 kg from a hectare | farm book of the group.',
    ],
    [
      { ...figure('1'), values: { value: 'two  spaces' } },
      'value',
      'Value has no spaces too many, and a line of words has no line breaks.',
    ],
    [{ ...figure('1'), values: { position: 99 } }, 'position', 'Position is a number from 1 to 20.'],
    [{ ...figure('1'), values: { page: 'nowhere' } }, 'page', 'Page is one of the list.'],
    [inserted('photographs', photograph), 'taken_on', 'The day of a photograph is not in the future.'],
    [inserted('projects', project), 'year', 'Year is a number from 1960 to 2100.'],
    [{ ...figure('1'), values: { label: null } }, 'label', 'Label must not be empty.'],
    [
      { table: 'board_members', verb: 'insert', values: { ...ada, email: 'nobody' } },
      'email',
      'Write an email address, such as info@example.com.',
    ],
  ])('is said at its field when it is saved: %j', async (change, hint, message) => {
    const [before] = await app.sql<{ rows: number }>('select count(*)::int as rows from public.audit_trail')
    await app.sql('delete from public.content_drafts where published_at is null')
    // No second factor is needed to hear what is wrong.
    for (const changes of [[change], [figure('2+'), change]])
      expect(await refuseToSave(changes, app.admin)).toMatchObject({ code: '23514', hint, message })
    expect(await app.sql('select from public.content_drafts where published_at is null')).toEqual([])
    expect((await app.sql(`select from public.board_members where name = 'Eze Obi'`)).length).toBe(0)
    const [after] = await app.sql<{ rows: number }>('select count(*)::int as rows from public.audit_trail')
    expect((after?.rows ?? 0) - (before?.rows ?? 0)).toBeLessThanOrEqual(1)
  })

  it('keeps what is right beside what stood in the draft before, and places that are exchanged', async () => {
    const wrong = figure('x'.repeat(21))
    const id = await placeDraft([wrong])
    const exchanged = [
      { ...figure('1'), values: { position: 2 } },
      { ...figure('2', 'home', 2), values: { position: 1 } },
    ]
    const change = 'select public.save_draft($1, $2, $3, $4)'
    const saved = [id, 'Spring figures', JSON.stringify([wrong, ...exchanged]), await changedAt(id)]
    expect(await app.call(app.content.caller, change, saved)).toBe(id)
    expect(await app.refusalOf(app.content.caller, publish, [id])).toMatchObject({ hint: 'changes.1.value' })
  })
})

describe('a board member', () => {
  const lists = (name: string) => async () =>
    (await readContent(app.database, catalogueAsJson)).board.find((member) => member.name === name)
  const adaObi = lists('Ada Obi')
  const change = (input: object, person: Person = app.content) => draft([input], person)
  const idOf = async () =>
    (await app.sql<{ id: number }>(`select id from public.board_members where name = 'Ada Obi'`))[0]?.id

  it('is added with photo and contacts in one draft; what they did not agree to show stays inside', async () => {
    const image = '/storage/v1/object/public/board-photos/6f1c4c9e-0000-4000-8000-000000000000.jpg'
    const id = await change({
      table: 'board_members',
      verb: 'insert',
      values: {
        name: 'Ada Obi',
        position: 'Chair',
        bio: 'Grows rice.',
        type: 'board',
        image,
        linkedin: 'https://linkedin.com',
        email: 'Ada@Example.com',
        phone: '08031234567',
        public_contact: false,
      },
    })
    expect(await adaObi()).toBeUndefined()
    await app.call(app.content.caller, publish, [id])
    // A link to a bare host names nobody (decision 15).
    expect(await adaObi()).toMatchObject({ image, socialMedia: {} })
    const [contact] = await app.sql(
      'select email, phone from public.board_contacts where board_member_id = $1',
      [await idOf()],
    )
    expect(contact).toEqual({ email: 'ada@example.com', phone: '08031234567' })
    const shown = await change({
      table: 'board_members',
      verb: 'update',
      key: { id: await idOf() },
      values: { public_contact: true },
    })
    await app.call(app.content.caller, publish, [shown])
    expect((await adaObi())?.socialMedia).toEqual({ email: 'ada@example.com', phone: '08031234567' })
  })

  it('is changed by nobody without the right, and never to what is no address, phone or picture of ours', async () => {
    const key = { id: await idOf() }
    for (const [values, code] of [
      [{ email: 'nobody' }, '23514'],
      [{ phone: '12' }, '23514'],
      [{ image: 'https://elsewhere.example/a.jpg' }, '23514'],
    ] as const) {
      const changes = [{ table: 'board_members', verb: 'update', key, values }]
      const id = await placeDraft(changes)
      expect((await app.refusalOf(app.content.caller, publish, [id])).code).toBe(code)
      await app.sql('delete from public.content_drafts where id = $1', [id])
      expect((await refuseToSave(changes)).code).toBe(code)
    }
    const gone = await change({
      table: 'board_members',
      verb: 'update',
      key: { id: -1 },
      values: { email: null },
    })
    expect((await app.refusalOf(app.content.caller, publish, [gone])).code).toBe('PT409')
    const apply = 'select private.apply_changes($1)'
    const changes = JSON.stringify([{ table: 'board_members', verb: 'update', key, values: { email: null } }])
    expect((await app.refusalOf(app.member.caller, apply, [changes])).code).toBe('PT409')
    expect((await adaObi())?.socialMedia.email).toBe('ada@example.com')
  })

  it('loses a photo that nobody names a week later, and keeps the one that a page, a draft or a version shows', async () => {
    const name = (nr: number) => `6f1c4c9e-0000-4000-8000-00000000000${nr}.jpg`
    await app.sql(
      `insert into storage.objects (bucket_id, name, created_at)
       select 'board-photos', '6f1c4c9e-0000-4000-8000-00000000000' || nr || '.jpg', now() - age
       from (values (0, interval '8 days'), (1, interval '8 days'), (2, interval '8 days'), (3, interval '1 day'),
         (4, interval '8 days'), (5, interval '8 days'), (6, interval '8 days')) as photo (nr, age)`,
    )
    const path = (nr: number) => `/storage/v1/object/public/board-photos/${name(nr)}`
    await app.sql(`insert into public.photographs (page, image, caption, place, taken_on)
      values ('agriculture', '${path(4)}', 'Rice', 'Keffi', '2025-10-01')`)
    await app.sql(`insert into public.projects (kind, title, place, state, year, progress, description, image,
        image_caption)
      values ('contract', 'Store', 'Keffi', 'Nasarawa', 2025, 'finished', 'A store of blocks.', '${path(5)}', 'The plan')`)
    const picture = { page: 'agriculture', key: 'hero.picture' }
    const text = `${path(6)}\nRice near Keffi`
    const there = { table: 'page_texts', verb: 'insert', key: picture, values: { ...picture, text } }
    await app.call(app.content.caller, publish, [await draft([there])])
    const removal = { table: 'page_texts', verb: 'delete', key: picture }
    await app.call(app.content.caller, publish, [await draft([removal])])
    await change({
      table: 'board_members',
      verb: 'update',
      key: { id: await idOf() },
      values: { image: `/storage/v1/object/public/board-photos/${name(1)}` },
    })
    expect(await app.sql('select name from private.find_orphan_board_photos(10) as name')).toEqual([
      { name: name(2) },
    ])
    await app.sql(`update public.company_facts set value = '${path(2)}' where key = 'logo'`)
    expect(await app.sql('select name from private.find_orphan_board_photos(10) as name')).toEqual([])
  })
})

describe('what was published', () => {
  const list = 'select * from public.list_published_content(100)'

  it('stays as a list of who, when and what, without the values, for those who write content', async () => {
    for (const person of [app.member, app.reviewer, app.agent])
      expect((await app.refusalOf(person.caller, list)).code).toBe('42501')
    const { rows } = await app.as<{ title: string; changes: object[]; published_by: string }>(
      app.content.caller,
      list,
    )
    const added = rows.find(({ changes }) => JSON.stringify(changes).includes('"insert"'))
    expect(JSON.stringify(rows)).not.toContain('example.com')
    expect(added).toMatchObject({ title: 'Spring figures', published_by: expect.any(String) })
    const moments = await app.sql(
      'select published_at from public.content_drafts where published_at is not null',
    )
    expect(rows).toHaveLength(moments.length)
  })
})
