// Products: who may change them, what makes a farmer verified, and what the search finds.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { readProductDraft } from '#domain/market/product-proposals.ts'
import { fewPacks, foldForSearch, productCategories } from '#domain/market/products.ts'
import { anonymous, openApp, type Person, withSecondFactor } from '#tests/harness/migrated-database.ts'
import { within } from '#tests/harness/within.ts'

const app = await openApp()
await app.owner.query(readFileSync(join(import.meta.dirname, '../../../supabase/seed.sql'), 'utf8'))
const farmer = await app.addPerson()
const stranger = await app.addPerson()
const editor = await app.addPerson({ role: 'content' })
const reviewer = await app.addPerson({ role: 'reviewer' })
const farmId = await addFarm(farmer, 'approved')
afterAll(() => app.close())

async function addFarm(person: Person, status: string): Promise<string> {
  const { rows } = await app.owner.query<{ id: string }>(
    `insert into public.farmers (user_id, farm_name, location, crops_grown, status)
     values ($1, 'Sàkì Farm', 'Saki, Oyo', array['Yam'], $2) returning id`,
    [person.id, status],
  )
  return rows[0]?.id ?? ''
}

const propose = `insert into public.products (name, category, farmer_id, farmer_name, location, pack_amount, pack_unit, price_kobo, stock, status)
  values ('White yam', 'Tubers', $1, 'Somebody famous', 'Everywhere', 10, 'kg', 500000, 5, $2)`

/** Price and stock are changed together with what was seen of them; the other columns by an update. */
async function setNumbers(caller: Person['caller'], farm: string, changes: object) {
  const { id, stock, price_kobo } = await findProduct(farm)
  await app.as(caller, 'select public.change_product($1, $2, $3)', [
    id,
    JSON.stringify(changes),
    JSON.stringify({ stock, price_kobo: Number(price_kobo) }),
  ])
}

const findProduct = async (farm: string) =>
  (await app.owner.query('select * from public.products where farmer_id = $1', [farm])).rows[0]

const search = async (query: string, category = 'All', sort = 'name', caller = anonymous) =>
  (
    await app.as<{ name: string }>(caller, 'select name from public.search_products($1, $2, $3, 100)', [
      query,
      category,
      sort,
    ])
  ).rows.map(({ name }) => name)

describe('a product', () => {
  it('is proposed by nobody but staff and approved farmers, for their own farm, and never as published', async () => {
    const pending = await addFarm(stranger, 'pending')
    for (const [caller, farm, status] of [
      [anonymous, farmId, 'pending'],
      [stranger.caller, farmId, 'pending'],
      [stranger.caller, pending, 'pending'],
      [stranger.caller, null, 'pending'],
      [farmer.caller, null, 'pending'],
      [farmer.caller, farmId, 'published'],
    ] as const)
      expect((await app.refusalOf(caller, propose, [farm, status])).code).toBe('42501')
  })

  it('takes name, place and "verified" from the farmer’s record, whatever is written', async () => {
    await app.as(farmer.caller, propose, [farmId, 'pending'])
    expect(await findProduct(farmId)).toMatchObject({
      farmer_name: 'Sàkì Farm',
      location: 'Saki, Oyo',
      is_verified: true,
      status: 'pending',
      unit_price_kobo: '50000',
    })
    expect(await search('white yam')).toEqual([])
    for (const column of ['is_verified', 'rating_average', 'rating_count', 'is_demo', 'unit_price_kobo'])
      expect(
        (await app.refusalOf(farmer.caller, `update public.products set ${column} = null`)).code,
      ).toMatch(/42501|428C9/)
  })

  it('is published by staff; the farmer counts stock freely, and any other change goes back to review', async () => {
    const publish = `update public.products set status = 'published' where farmer_id = $1`
    expect((await app.refusalOf(farmer.caller, publish, [farmId])).code).toBe('42501')
    expect((await app.as(reviewer.caller, publish, [farmId])).rowCount).toBe(0)
    await app.as(editor.caller, publish, [farmId])
    await setNumbers(farmer.caller, farmId, { stock: 9 })
    expect(await findProduct(farmId)).toMatchObject({ stock: 9, status: 'published' })
    await setNumbers(farmer.caller, farmId, { price_kobo: 100 })
    expect(await findProduct(farmId)).toMatchObject({ price_kobo: '100', status: 'pending' })
    expect(
      (await app.as(stranger.caller, 'update public.products set stock = 0 where farmer_id = $1', [farmId]))
        .rowCount,
    ).toBe(0)
    await app.as(editor.caller, publish, [farmId])
    expect(await search('white yam')).toEqual(['White yam'])
  })

  it('keeps what the review wrote when the farmer changes it, and goes back to review without it', async () => {
    const change = (set: string) =>
      app.as(farmer.caller, `update public.products set ${set} where farmer_id = $1`, [farmId])
    await app.as(
      editor.caller,
      `update public.products set status = 'hidden', review_note = 'The photo shows maize' where farmer_id = $1`,
      [farmId],
    )
    for (const set of [
      () => change(`review_note = 'All is fine'`),
      () => change('review_note = null'),
      () => setNumbers(farmer.caller, farmId, { stock: 3, review_note: 'Good' }),
    ]) {
      await set()
      expect(await findProduct(farmId)).toMatchObject({
        status: 'hidden',
        review_note: 'The photo shows maize',
      })
    }
    await setNumbers(farmer.caller, farmId, { price_kobo: 200, review_note: 'Good' })
    expect(await findProduct(farmId)).toMatchObject({ status: 'pending', review_note: null })
    await app.as(editor.caller, `update public.products set status = 'published' where farmer_id = $1`, [
      farmId,
    ])
  })

  it('loses "verified" with the farmer’s approval, and disappears with the farmer’s record', async () => {
    const person = await app.addPerson()
    const farm = await addFarm(person, 'pending')
    await app.as(withSecondFactor(editor), propose, [farm, 'published'])
    expect(await findProduct(farm)).toMatchObject({ is_verified: false, status: 'published' })
    await app.as(reviewer.caller, `update public.farmers set status = 'approved' where id = $1`, [farm])
    const { id } = await findProduct(farm)
    expect(await findProduct(farm)).toMatchObject({ is_verified: true, status: 'published' })
    await app.owner.query('delete from public.farmers where id = $1', [farm])
    const { rows } = await app.owner.query('select * from public.products where id = $1', [id])
    expect(rows[0]).toMatchObject({
      is_verified: false,
      status: 'hidden',
      farmer_name: 'No longer listed',
    })
  })

  it('has its price set by staff with their second factor alone, on every server', async () => {
    const refusal = { code: '42501', hint: 'aal2' }
    expect(await app.refusalOf(editor.caller, propose, [null, 'pending'])).toMatchObject(refusal)
    const price = `update public.products set price_kobo = 100 where name = 'Palm oil'`
    expect(await app.refusalOf(editor.caller, price)).toMatchObject(refusal)
    await app.as(editor.caller, `update public.products set stock = stock where name = 'Palm oil'`)
    await app.as(
      withSecondFactor(editor),
      `update public.products set price_kobo = price_kobo where name = 'Palm oil'`,
    )
  })

  it('leaves what staff changed of its words in the audit trail, but never the name of a registered farmer', async () => {
    const { rows } = await app.owner.query<{ id: string }>(
      `insert into public.products (name, category, description, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
       values ('Honey', 'Tubers', 'Dark honey', 'Old Hive', 'Jos', 1, 'kg', 100000, 'pending') returning id`,
    )
    const id = rows[0]?.id
    const change = (column: string, value: string | null) =>
      app.as(editor.caller, `update public.products set ${column} = $2 where id = $1`, [id, value])
    await change('description', 'Light honey')
    await change('farmer_name', 'New Hive')
    await change('location', 'Bukuru')
    await change('farmer_id', farmId)
    await change('farmer_id', null)
    const trail = await app.owner.query(
      `select before, after from public.audit_trail where subject_id = $1 and subject_type = 'products' order by audit_trail.id`,
      [id],
    )
    expect(trail.rows).toEqual([
      { before: { description: 'Dark honey' }, after: { description: 'Light honey' } },
      { before: { farmer_name: 'Old Hive' }, after: { farmer_name: 'New Hive' } },
      { before: { location: 'Jos' }, after: { location: 'Bukuru' } },
      { before: {}, after: { farmer_id: farmId } },
      { before: { farmer_id: farmId, status: 'pending' }, after: { farmer_id: null, status: 'hidden' } },
    ])
  })

  it('whose farmer withdrew consent stays hidden when the farm is renamed, and staff change all but that', async () => {
    const owner = await app.addPerson()
    const farm = await addFarm(owner, 'approved')
    const set = (assignments: string, caller = withSecondFactor(editor)) =>
      [caller, `update public.products set ${assignments} where farmer_id = $1`, [farm]] as [
        Person['caller'],
        string,
        unknown[],
      ]
    const consent = `insert into public.consents (user_id, record_type, record_id, purpose, text_version, is_given, channel)
      values ($1, 'farmers', $2, 'terms', '2026-01', $3, 'web')`
    await app.owner.query(consent, [owner.id, farm, true])
    await app.as(owner.caller, propose, [farm, 'pending'])
    await app.as(...set(`status = 'published'`))
    await app.as(owner.caller, `select public.withdraw_consent('terms')`)
    expect(await findProduct(farm)).toMatchObject({ status: 'hidden' })
    await app.owner.query(`update public.farmers set farm_name = 'Renamed Farm' where id = $1`, [farm])
    expect(await findProduct(farm)).toMatchObject({ farmer_name: 'Renamed Farm', status: 'hidden' })
    await setNumbers(withSecondFactor(editor), farm, { price_kobo: 700_000 })
    expect(await findProduct(farm)).toMatchObject({ price_kobo: '700000', status: 'hidden' })
    const refused = {
      code: '23514',
      hint: 'status',
      message: 'The farmer has taken back the consent to be shown here.',
    }
    expect(await app.refusalOf(...set(`status = 'published'`))).toMatchObject(refused)
    // One that a withdrawal has not hidden, as a restored backup may hold it: release 0.2.0 let its price change.
    await app.owner.query(`
      begin; set local session_replication_role = replica;
      update public.products set status = 'published', review_note = null where farmer_id = '${farm}'; commit`)
    await setNumbers(withSecondFactor(editor), farm, { price_kobo: 800_000 })
    await app.owner.query(`update public.farmers set farm_name = 'Renamed Twice' where id = $1`, [farm])
    expect(await findProduct(farm)).toMatchObject({ farmer_name: 'Renamed Twice', price_kobo: '800000' })
    await app.owner.query('delete from public.products where farmer_id = $1', [farm])
  })

  it('of their own farm is published by another person than the farmer who is staff', async () => {
    const both = await app.addPerson({ role: 'content' })
    const farm = await addFarm(both, 'approved')
    const own = { code: '42501', hint: 'own_record' }
    expect(await app.refusalOf(withSecondFactor(both), propose, [farm, 'published'])).toMatchObject(own)
    await app.as(withSecondFactor(both), propose, [farm, 'pending'])
    for (const status of ['published', 'hidden'])
      expect(
        await app.refusalOf(
          withSecondFactor(both),
          'update public.products set status = $2 where farmer_id = $1',
          [farm, status],
        ),
      ).toMatchObject(own)
    await app.as(editor.caller, `update public.products set status = 'published' where farmer_id = $1`, [
      farm,
    ])
    await app.owner.query('delete from public.products where farmer_id = $1', [farm])
  })

  it('is refused with prices, packs, stock and categories that make no sense', async () => {
    for (const set of [
      'price_kobo = 0',
      'price_kobo = -1',
      'pack_amount = 0',
      `pack_unit = 'bag'`,
      'stock = -1',
      `category = 'Fruit'`,
      `name = ' '`,
      `photo_path = 'a b'`,
    ])
      expect((await app.refusalOf(withSecondFactor(editor), `update public.products set ${set}`)).code).toBe(
        '23514',
      )
  })
})

describe('cached pages', () => {
  it('are drawn again when the few packs that they count change, and not at every sale', async () => {
    const { rows } = await app.owner.query<{ id: string }>(
      `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
       values ('Sorghum', 'Grains', 'A farm', 'Keffi', 50, 'kg', 100, 'published') returning id`,
    )
    const heard: string[] = []
    const stop = await app.database.listen('content_changed', (payload) => heard.push(payload))
    const steps = [
      [500, false],
      [499, false],
      [fewPacks + 1, false],
      [fewPacks, true],
      [fewPacks - 1, true],
      [500, true],
      [null, false],
      [1, true],
      [0, true],
      [1, true],
    ] as const
    for (const [stock, isReported] of steps) {
      heard.length = 0
      await app.owner.query('update public.products set stock = $2 where id = $1', [rows[0]?.id, stock])
      await app.owner.query(`select pg_notify('content_changed', 'after it')`)
      await vi.waitFor(() => expect(heard).toContain('after it'), within)
      expect([stock, heard.slice(0, -1)]).toEqual([stock, isReported ? ['products'] : []])
    }
    await stop()
    await app.owner.query('delete from public.products where id = $1', [rows[0]?.id])
  })
})

describe('the seven products of the specification', () => {
  it('stand there with their packs and prices, marked as demo, and without reviews', async () => {
    const { rows } = await app.as(
      anonymous,
      `select name, category, pack_amount::float as amount, pack_unit, price_kobo::int / 100 as naira, is_verified,
         rating_average, rating_count from public.products where is_demo order by created_at`,
    )
    expect(rows.map((row) => [row.name, row.category, row.amount, row.pack_unit, row.naira])).toEqual([
      ['Rice', 'Grains', 50, 'kg', 35000],
      ['Tomatoes', 'Vegetables', 25, 'kg', 12500],
      ['Yam', 'Tubers', 100, 'kg', 45000],
      ['Palm oil', 'Oil', 20, 'L', 28000],
      ['Maize', 'Grains', 100, 'kg', 25000],
      ['Dried pepper', 'Spices', 10, 'kg', 18000],
      ['Bene seed/millet', 'Grains', 50, 'kg', 22000],
    ])
    expect(rows.filter((row) => row.is_verified).map((row) => row.name)).toEqual([
      'Rice',
      'Tomatoes',
      'Yam',
      'Maize',
      'Dried pepper',
    ])
    for (const row of rows) expect([row.rating_average, row.rating_count]).toEqual([null, 0])
  })
})

describe('the search', () => {
  it('finds every name that contains the text, in any capitals, and nobody’s drafts', async () => {
    expect(await search('OIL')).toEqual(['Palm oil'])
    expect(await search(' epp ')).toEqual(['Dried pepper'])
    expect(await search('%')).toEqual([])
    expect(await search('_')).toEqual([])
    expect(await search('\\')).toEqual([])
    expect(await search(`'; drop table products; --`)).toEqual([])
    expect((await search('')).length).toBe(8)
    await app.as(withSecondFactor(editor), propose, [null, 'pending'])
    expect(await search('Somebody famous', 'All', 'name', editor.caller)).toEqual([])
  })

  it('also finds farmers, places and names typed without accents', async () => {
    expect(await search('kano')).toEqual(['Dried pepper', 'Tomatoes'])
    expect(await search('saki farm')).toEqual(['White yam'])
    expect(await search('SÀKÌ')).toEqual(['White yam'])
  })

  it('never hides a name that contains the text', async () => {
    const names = fc.sample(fc.string({ unit: 'grapheme', minLength: 2, maxLength: 12 }), {
      numRuns: 150,
      seed: 7,
    })
    const { rows } = await app.owner.query<{ name: string }>(
      `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
       select private.clean_line(name), 'Grains', 'A farm', 'Here', 1, 'kg', 100, 'published' from unnest($1::text[]) as name
       where char_length(private.clean_line(name)) between 2 and 100 returning name`,
      [names],
    )
    expect(rows.length).toBeGreaterThan(80)
    for (const { name } of rows) {
      const query = name.slice(1, 4).toUpperCase()
      const { rows: contained } = await app.owner.query<{ is: boolean }>(
        `select $1::text ilike '%' || regexp_replace(btrim($2), '([\\\\%_])', '\\\\\\1', 'g') || '%' as is`,
        [name, query],
      )
      if (contained[0]?.is) expect(await search(query, 'Grains'), JSON.stringify(query)).toContain(name)
    }
    await app.owner.query(`delete from public.products where location = 'Here'`)
  })

  it('narrows by category, sorts as asked, and answers page by page', async () => {
    expect(await search('', 'Oil')).toEqual(['Palm oil'])
    expect((await search('', 'Grains', 'price_low'))[0]).toBe('Bene seed/millet')
    expect((await search('', 'Grains', 'price_high'))[0]).toBe('Rice')
    const { rows } = await app.as<{ name: string }>(
      anonymous,
      `select name from public.search_products('', 'All', 'price_high', 2, 1)`,
    )
    expect(rows.map(({ name }) => name)).toEqual(['Rice', 'Palm oil'])
  })
})

describe('what the domain and the database both say of products', () => {
  it('is the same verdict on what a user writes of one, at the edges of every rule', async () => {
    const good = {
      name: 'Yam',
      category: 'Tubers',
      pack_amount: '50',
      pack_unit: 'kg',
      price: '1',
      stock: '',
    }
    const cases: Record<string, string>[] = [
      ...['Y', 'Ya', 'y'.repeat(100), 'y'.repeat(101)].map((name) => ({ name })),
      ...['Tubers', 'Fruit', ''].map((category) => ({ category })),
      ...['0', '0.001', '1000000', '1000001'].map((pack_amount) => ({ pack_amount })),
      ...['kg', 'L', 'bag'].map((pack_unit) => ({ pack_unit })),
      ...['0.99', '1', '1,000,000,000', '1000000000.01'].map((price) => ({ price })),
      ...['0', '1000000', '1000001'].map((stock) => ({ stock })),
      ...['', 'a', 'ab', 'a'.repeat(100), 'a'.repeat(101)].map((season) => ({ season })),
      ...['d', 'd'.repeat(2000), 'd'.repeat(2001)].map((description) => ({ description })),
    ]
    for (const change of cases) {
      const input = { season: '', description: '', ...good, ...change }
      const verdict = readProductDraft(input)
      const kobo = Math.round(Number(input.price.replaceAll(',', '')) * 100)
      const stored = await app
        .as(
          withSecondFactor(editor),
          `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, stock,
             season, description) values ($1, $2, 'A farm', 'Keffi', $3, $4, $5, $6, $7, $8)`,
          [
            ...[input.name, input.category, Number(input.pack_amount), input.pack_unit, kobo],
            ...[input.stock === '' ? null : Number(input.stock), input.season, input.description],
          ],
        )
        .then(
          () => true,
          () => false,
        )
      expect([change, verdict.ok]).toEqual([change, stored])
    }
  })

  it('is the same categories and the same folding of letters', async () => {
    const check = await app.owner.query<{ def: string }>(
      `select pg_get_constraintdef(oid) as def from pg_constraint where conname = 'products_category_known'`,
    )
    expect([...(check.rows[0]?.def ?? '').matchAll(/'([^']+)'/g)].map(([, value]) => value)).toEqual([
      ...productCategories,
    ])
    const stored = await app.owner.query<{ search_text: string; whole: string }>(
      `select search_text, name || ' ' || farmer_name || ' ' || location as whole from public.products`,
    )
    for (const row of stored.rows) expect(foldForSearch(row.whole)).toBe(row.search_text)
  })
})
