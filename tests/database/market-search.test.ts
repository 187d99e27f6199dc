// The search in a catalogue that is large enough for all of its ways: it finds what a plain statement finds.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { productSorts } from '#domain/products.ts'
import { anonymous, type House, openHouse } from './house.ts'

let house: House

beforeAll(async () => {
  house = await openHouse()
  // Of 2,000: many match 'rice' and stand together in the order of names, some 'yam', few 'saffron', none 'truffle'.
  await house.owner.query(
    `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
     select case when place % 5 = 0 then 'Rice' when place % 40 = 1 then 'White yam' when place % 700 = 2 then 'Saffron'
         else 'Maize' end || ' no. ' || place,
       case when place % 2 = 0 then 'Grains' else 'Tubers' end, 'A farm', 'Kàno', 1, 'kg', 100 + place * 37 % 500,
       case when place % 11 = 0 then 'hidden' else 'published' end
     from generate_series(1, 2000) as place`,
  )
})
afterAll(() => house.close())

const orderings: Record<string, string> = {
  name: 'name, id',
  price_low: 'price_kobo, id',
  price_high: 'price_kobo desc, id desc',
  newest: 'created_at desc, id desc',
  rating: 'coalesce(rating_average, 0) desc, rating_count desc, id desc',
}

it('finds the same products in the same order, however many match', async () => {
  for (const query of ['rice', 'YAM', 'saffron', 'truffle', 'kano', 'no. 1', 'ìce', 'ri', '100%', ''])
    for (const category of ['All', 'Grains', 'Spices', 'Unheard of'])
      for (const sort of Object.keys(productSorts))
        for (const offset of [0, 24, 300, 2_147_483_647]) {
          const found = await house.as<{ id: string }>(
            anonymous,
            'select id from public.search_products($1, $2, $3, 24, $4)',
            [query, category, sort, offset],
          )
          const pattern = `%${query.replace('%', '\\%')}%`
          const truth = await house.owner.query<{ id: string }>(
            `select id from public.products
             where status = 'published' and (name ilike $1 or search_text like $2) and ($3 = 'All' or category = $3)
             order by ${orderings[sort]} limit 24 offset $4`,
            [pattern, pattern.toLowerCase().replace('ì', 'i'), category, offset],
          )
          expect(found.rows, `${query}, ${category}, ${sort}, ${offset}`).toEqual(truth.rows)
        }
})

it('takes the longest names that there are, and refuses by name what no order of the catalogue could hold', async () => {
  const publish = (letter: string) =>
    house.owner.query(
      `insert into public.products (name, category, farmer_name, location, pack_amount, pack_unit, price_kobo, status)
       values (repeat($1, 100), 'Spices', repeat($1, 200), repeat($1, 200), 1, 'kg', 100, 'published')`,
      [letter],
    )
  await publish('🌾')
  const found = await house.as(
    anonymous,
    `select id from public.search_products('🌾🌾🌾', 'Spices', 'rating')`,
  )
  expect(found.rows).toHaveLength(1)
  // Each of these falls apart into three.
  await expect(publish('각')).rejects.toMatchObject({
    code: '23514',
    constraint: 'products_search_text_size',
  })
})
