// The export catalogue: visitors read what can be ordered, staff with the right write it, and nothing half said is stored.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import {
  describeExportProduct,
  describeIndicativePrice,
  type ExportProduct,
} from '#domain/market/export-catalogue.ts'
import { orderProducts } from '#domain/order-products.ts'
import { findProduct, listExportProducts } from '#server/market/read-products.ts'
import { anonymous, openApp, withSecondFactor } from '#tests/harness/migrated-database.ts'

const app = await openApp()
const editor = await app.addPerson({ role: 'content' })
const member = await app.addPerson()
afterAll(() => app.close())

const read = async (label: string) =>
  (await listExportProducts(app.database)).find((product) => product.label === label) as ExportProduct
const set = (columns: string) => `update public.order_products set ${columns} where label = 'Ginger'`
const photo = `staff/${crypto.randomUUID()}`

describe('the export catalogue', () => {
  it('has the fifteen products in their order, and says nothing that nobody has written', async () => {
    const products = await listExportProducts(app.database)
    expect(products.map(({ label }) => label)).toEqual([...orderProducts])
    for (const product of products)
      expect([describeExportProduct(product), describeIndicativePrice(product), product.isDemo]).toEqual([
        [],
        null,
        false,
      ])
  })

  it('is written by nobody but staff with the right', async () => {
    expect((await app.refusalOf(anonymous, set(`grade = 'A'`))).code).toBe('42501')
    expect((await app.as(member.caller, set(`grade = 'A'`))).rowCount).toBe(0)
    expect((await app.refusalOf(editor.caller, set('is_demo = true'))).code).toBe('42501')
  })

  it('has no price without a second factor, as every price', async () => {
    const price = { price_kobo: 1000, price_currency: 'USD', price_unit: 'Tons', price_on: '2026-11-01' }
    const columns = Object.keys(price).join(', ')
    const values = Object.values(price).map((value) => `'${value}'`)
    const added = `insert into public.order_products (label, position, ${columns}) values ('Fonio', 16, ${values.join(', ')})`
    for (const text of [set(`(${columns}) = row(${values.join(', ')})`), added])
      expect(await app.refusalOf(editor.caller, text)).toMatchObject({ code: '42501', hint: 'aal2' })
    expect(describeIndicativePrice(await read('Ginger'))).toBeNull()
    await app.as(withSecondFactor(editor), set(`(${columns}) = row(${values.join(', ')})`))
    // A later day says of the old price that it is new.
    expect(await app.refusalOf(editor.caller, set(`price_on = '2026-11-02'`))).toMatchObject({
      ...{ code: '42501', hint: 'aal2' },
    })
    await app.as(withSecondFactor(editor), set(`(${columns}) = row(${values.map(() => 'null').join(', ')})`))
  })

  it('has its class of VAT by a second factor, as a product of the marketplace', async () => {
    const isStandard = set(`vat_class = 'standard'`)
    expect(await app.refusalOf(editor.caller, isStandard)).toMatchObject({ code: '42501', hint: 'aal2' })
    await app.as(withSecondFactor(editor), isStandard)
    expect((await app.refusalOf(withSecondFactor(editor), set(`vat_class = 'luxury'`))).code).toBe('23514')
    await app.as(withSecondFactor(editor), set(`vat_class = 'basic_food'`))
    const added = `insert into public.order_products (label, position, vat_class) values ('Soap', 16, 'standard')`
    expect(await app.refusalOf(editor.caller, added)).toMatchObject({ code: '42501', hint: 'aal2' })
  })

  it.each([
    [`price_kobo = 1000`, '23514'],
    [`price_kobo = 1000, price_currency = 'USD', price_unit = 'Tons'`, '23514'],
    [`price_kobo = 1000, price_currency = 'XAF', price_unit = 'Tons', price_on = '2026-11-01'`, '23514'],
    [`price_kobo = 1000, price_currency = 'USD', price_unit = 'Tons', price_on = current_date + 5`, '23514'],
    [`price_basis = 'FOB Lagos'`, '23514'],
    [`minimum_lot = 2`, '23514'],
    [`minimum_lot = 2, minimum_lot_unit = 'Sacks'`, '23514'],
    [`hs_code = '18.01'`, '23514'],
    [`origin_states = 'Kano, Narnia'`, '23514'],
    [`photo_path = '${photo}'`, '23514'],
  ])('refuses %s', async (columns, code) => {
    expect((await app.refusalOf(withSecondFactor(editor), set(columns))).code).toBe(code)
  })

  it('shows what staff have written, with the price of its day', async () => {
    await app.owner.query(`insert into private.product_photos (path, ready_at) values ('${photo}', now())`)
    await app.as(
      withSecondFactor(editor),
      set(`grade = ' Split,  dried ', season = '', origin_states = 'Kaduna, Benue', minimum_lot = 1,
        minimum_lot_unit = 'Containers (20ft)', packing = 'PP bags of 40 kg', hs_code = '0910.11', container_20ft_kg = 15000,
        price_kobo = 185050, price_currency = 'EUR', price_unit = 'Tons', price_basis = 'FOB Lagos', price_on = '2026-11-02',
        photo_path = '${photo}'`),
    )
    const ginger = await read('Ginger')
    expect(ginger).toMatchObject({ grade: 'Split, dried', season: null, photoPath: photo })
    expect(describeExportProduct(ginger)).toEqual([
      { term: 'Grade', detail: 'Split, dried' },
      { term: 'Grown in', detail: 'Kaduna, Benue' },
      { term: 'Packing', detail: 'PP bags of 40 kg' },
      { term: 'Smallest lot', detail: '1 container of 20 ft' },
      { term: 'In a 20 ft container', detail: 'about 15,000 kg' },
      { term: 'HS code', detail: '0910.11' },
    ])
    expect(describeIndicativePrice(ginger)).toEqual({
      price: '€1,850.50 a ton, FOB Lagos',
      day: 'It cost about this much on 2\u00a0November 2026. Our quote has the price that holds.',
    })
    const orphans = await app.owner.query(
      `select private.find_orphan_product_photos('', 10) as path where exists (
        select from private.product_photos where path = '${photo}')`,
    )
    expect(orphans.rows).toEqual([])
  })

  it('leaves out what can not be ordered now', async () => {
    await app.as(editor.caller, set('is_active = false'))
    expect(await read('Ginger')).toBeUndefined()
  })

  it('has demo figures in an evaluation, which production sees, until staff write their own', async () => {
    await app.owner.query(readFileSync(join(import.meta.dirname, '../../../supabase/seed.sql'), 'utf8'))
    expect(await read('Cocoa Beans')).toMatchObject({ isDemo: true, hsCode: '1801.00' })
    await app.as(editor.caller, `update public.order_products set position = 3 where label = 'Cocoa Beans'`)
    expect((await read('Cocoa Beans')).isDemo).toBe(true)
    await app.as(
      editor.caller,
      `update public.order_products set grade = 'Grade 2' where label = 'Cocoa Beans'`,
    )
    expect((await read('Cocoa Beans')).isDemo).toBe(false)
  })
})

describe('a product on its own page', () => {
  const paths = [1, 2].map(() => `staff/${crypto.randomUUID()}`)

  it('has several photographs, each brought by staff or its farmer, and the rest of its farm', async () => {
    await app.owner.query(
      `insert into private.product_photos (path, ready_at) values ('${paths[0]}', now()), ('${paths[1]}', null)`,
    )
    const { rows } = await app.owner.query<{ id: string }>(
      `select id from public.products where name = 'Rice' and status = 'published' limit 1`,
    )
    const id = rows[0]?.id ?? ''
    const show = (main: string, ...more: (string | undefined)[]) => [
      `update public.products set photo_path = $2, more_photo_paths = $3 where id = $1`,
      [id, main, more],
    ]
    const [refused, accepted] = [show(paths[0] ?? '', paths[1]), show(paths[0] ?? '')]
    expect((await app.refusalOf(editor.caller, refused[0] as string, refused[1] as unknown[])).code).toBe(
      '23514',
    )
    await app.as(editor.caller, accepted[0] as string, accepted[1] as unknown[])
    await app.owner.query(`update private.product_photos set ready_at = now() where path = $1`, [paths[1]])
    await app.as(editor.caller, refused[0] as string, refused[1] as unknown[])
    expect(await findProduct(app.database, id)).toMatchObject({
      photoPath: paths[0],
      morePhotoPaths: [paths[1]],
    })
  })
})
