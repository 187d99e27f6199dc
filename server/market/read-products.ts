// Reads products for pages and for search engines, as a visitor: what is not published does not exist here.
import {
  type CatalogueProduct,
  catalogueColumns,
  cataloguePageSize,
  type ProductDetails,
} from '#domain/market/products.ts'
import type { Database } from '#platform/database/database.ts'
import { runAs } from '#platform/database/run-as.ts'

/** A row of products as pages know it. */
const productAsJson = `json_build_object(${Object.entries(catalogueColumns)
  .map(([name, column]) => `'${name}', ${column}`)
  .join(', ')})`

/** The first page of the catalogue, and how many products there are in all. */
export const catalogueAsJson = `json_build_object(
      'products', (select coalesce(json_agg(${productAsJson} order by sort_name, id), '[]')
        from (select * from public.products where status = 'published' order by sort_name, id limit ${cataloguePageSize}) shown),
      'total', (select count(*) from public.products where status = 'published'))`

const visitor = { role: 'anon' as const, claims: '{"role":"anon"}' }
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const detailsText = `select ${productAsJson} as product, description from public.products
  where id = $1 and status = 'published'`

export async function findProduct(database: Database, id: string): Promise<ProductDetails | null> {
  if (!uuid.test(id)) return null
  const statement = { name: 'find_product', text: detailsText, values: [id] }
  const { rows } = await runAs(database, visitor, statement, { readOnly: true })
  const [row] = rows as { product: CatalogueProduct; description: string | null }[]
  return row ? { ...row.product, description: row.description } : null
}

type ProductName = Pick<CatalogueProduct, 'id' | 'name'>

/** An index of addresses holds 50,000 of them at most; the newest come first. */
const maxAddresses = 40_000

const namesText = `select id, name from public.products where status = 'published'
  order by created_at desc, id desc limit ${maxAddresses}`

export async function listProductNames(database: Database): Promise<ProductName[]> {
  const statement = { name: 'list_product_names', text: namesText }
  return (await runAs(database, visitor, statement, { readOnly: true })).rows as ProductName[]
}
