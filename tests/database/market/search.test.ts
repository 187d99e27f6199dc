// The search in a catalogue that is large enough for all of its ways: it finds what a plain statement finds.
import { afterAll, expect, it } from 'vitest'
import {
  type CatalogueProduct,
  cataloguePageSize,
  foldForSearch,
  productSorts,
} from '#domain/market/products.ts'
import { noFilters } from '#site/market/products/filters.ts'
import { findProducts } from '#site/market/products/find-products.ts'
import { anonymous, openApp } from '#tests/harness/migrated-database.ts'

const app = await openApp()
// 2,000 products: many match 'rice' and stand together in the order of names, some 'yam', few 'saffron', none 'truffle'.
await app.owner.query(
  `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
   select case when place % 5 = 0 then 'Rice' when place % 40 = 1 then 'White yam' when place % 700 = 2 then 'Saffron'
       when place % 9 = 3 then 'acha grain' when place % 9 = 6 then 'Égusi' else 'Maize' end || ' no. ' || place,
     case when place % 2 = 0 then 'Grains' else 'Tubers' end,
     case when place % 7 = 3 then 'Rice growers' when place % 90 = 4 then 'Saffron sisters' else 'A farm' end, 'Kàno', 1, 'kg', 100 + place * 37 % 500,
     case when place % 11 = 0 then 'hidden' else 'published' end
   from generate_series(1, 2000) as place`,
)
afterAll(() => app.close())

const foldedName = `translate(regexp_replace(normalize(lower(name), nfd), '[\\u0300-\\u036f]', '', 'g'), 'ɓɗƙƴ', 'bdky')`
const orderings: Record<string, string> = {
  // What is called so before what a farm or place is called after.
  name: `$2 <> '%%' and (name ilike $1 or ${foldedName} like $2) desc, lower(name) collate "C", id`,
  price_low: 'price_kobo, id',
  price_high: 'price_kobo desc, id desc',
  newest: 'created_at desc, id desc',
  rating: 'coalesce(rating_average, 0) desc, rating_count desc, id desc',
}

it('finds the same products in the same order, however many match', async () => {
  for (const query of [
    'rice',
    'YAM',
    'saffron',
    'truffle',
    'kano',
    'no. 1',
    'ìce',
    'ÉGUSI',
    'ri',
    '100%',
    '',
  ])
    for (const category of ['All', 'Grains', 'Spices', 'Unheard of'])
      for (const sort of Object.keys(productSorts))
        for (const offset of [0, 24, 300, 2_147_483_647]) {
          const result = await app.as<{ id: string }>(
            anonymous,
            'select id from public.search_products($1, $2, $3, 24, $4)',
            [query, category, sort, offset],
          )
          const pattern = `%${query.replace('%', '\\%')}%`
          const truth = await app.owner.query<{ id: string }>(
            `select id from public.products
             where status = 'published' and (name ilike $1 or search_text like $2) and ($3 = 'All' or category = $3)
             order by ${orderings[sort]} limit 24 offset $4`,
            [pattern, foldForSearch(pattern), category, offset],
          )
          expect(result.rows, `${query}, ${category}, ${sort}, ${offset}`).toEqual(truth.rows)
        }
})

it('shows on its first page what is called so, however late it sorts, before the goods of farms that are', async () => {
  await app.owner.query(
    `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
     select 'Beans no. ' || place, 'Grains', 'Zobo growers', 'Kano', 1, 'kg', 100, 'published' from generate_series(1, 40) as place
     union all select 'Zobo', 'Grains', 'A farm', 'Kano', 1, 'kg', 100, 'published'`,
  )
  const readPage = async (offset: number) =>
    (
      await app.as<{ name: string }>(
        anonymous,
        `select name from public.search_products('zobo', 'All', 'name', 24, $1)`,
        [offset],
      )
    ).rows.map(({ name }) => name)
  const pages = [...(await readPage(0)), ...(await readPage(24))]
  expect(pages[0]).toBe('Zobo')
  expect(new Set(pages).size).toBe(41)
  await app.owner.query(`delete from public.products where name = 'Zobo' or farmer_name = 'Zobo growers'`)
})

it('sorts by name without looking at capitals, as a page does that holds the whole catalogue', async () => {
  const { rows } = await app.owner.query<Pick<CatalogueProduct, 'id' | 'name'>>(
    `select id, name from public.products where status = 'published' order by md5(id::text)`,
  )
  const known = rows.map((row) => ({ ...row, farmerName: '', location: '' }) as CatalogueProduct)
  for (const page of [1, 2, 5, 40]) {
    const result = await app.as<{ name: string }>(
      anonymous,
      `select name from public.search_products('', 'All', 'name', ${cataloguePageSize}, $1)`,
      [(page - 1) * cataloguePageSize],
    )
    const { products } = findProducts(known, { ...noFilters, page })
    expect(result.rows.map(({ name }) => name)).toEqual(products.map(({ name }) => name))
  }
  const first = await app.as<{ name: string }>(anonymous, 'select name from public.search_products()')
  expect(first.rows[0]?.name).toMatch(/^acha grain/)
})

it('reads the order of names from its index alone', async () => {
  await app.owner.query('vacuum analyze public.products')
  const { rows } = await app.owner.query<{ 'QUERY PLAN': string }>(
    `explain select id, category, sort_name as name, search_text from public.products where status = 'published'
     order by sort_name, id limit 24`,
  )
  expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain(
    'Index Only Scan using products_by_name_idx',
  )
})

it('takes the longest names that there are, and refuses by name what no order of the catalogue could hold', async () => {
  const publish = (letter: string) =>
    app.owner.query(
      `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
       values (repeat($1, 100), 'Spices', repeat($1, 200), repeat($1, 200), 1, 'kg', 100, 'published')`,
      [letter],
    )
  await publish('🌾')
  const result = await app.as(
    anonymous,
    `select id from public.search_products('🌾🌾🌾', 'Spices', 'rating')`,
  )
  expect(result.rows).toHaveLength(1)
  // Each of these falls apart into three.
  await expect(publish('각')).rejects.toMatchObject({
    code: '23514',
    constraint: 'products_search_text_size',
  })
})
