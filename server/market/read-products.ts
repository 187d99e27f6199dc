// Reads products for pages and for search engines, as a visitor: what is not published does not exist here.
import { type DeliveryOptions, describeOffer } from '#domain/market/delivery.ts'
import { type ExportProduct, exportColumns } from '#domain/market/export-catalogue.ts'
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

/** With what else the same farm sells, the best known first. */
const detailsText = `select ${productAsJson} as product, description, variety, grade, harvest, lot, more_photo_paths as "morePhotoPaths",
    public.delivery_options(jsonb_build_array(jsonb_build_object('productId', id, 'quantity', 1)), '') as delivery,
    (select coalesce(json_agg(json_build_object('id', other.id, 'name', other.name) order by other.rating_count desc, other.sort_name), '[]')
      from (select id, name, sort_name, rating_count from public.products as sold
        where sold.farmer_id = shown.farmer_id and sold.id <> shown.id and sold.status = 'published'
        order by rating_count desc, sort_name limit 4) as other) as "alsoSold",
    farmer_id is not null as "isFarm"
  from public.products as shown where id = $1 and status = 'published'`

export async function findProduct(database: Database, id: string): Promise<ProductDetails | null> {
  if (!uuid.test(id)) return null
  const statement = { name: 'find_product', text: detailsText, values: [id] }
  const { rows } = await runAs(database, visitor, statement, { readOnly: true })
  type Details = Omit<ProductDetails, keyof CatalogueProduct | 'delivery' | 'limits'>
  const [row] = rows as (Details & {
    product: CatalogueProduct
    delivery: DeliveryOptions & Pick<ProductDetails, 'limits'>
  })[]
  if (!row) return null
  const { product, delivery, ...details } = row
  return { ...product, ...details, delivery: describeOffer(delivery, '', ''), limits: delivery.limits }
}

const exportText = `select ${Object.entries(exportColumns)
  .map(([name, column]) => `${column} as "${name}"`)
  .join(', ')} from public.order_products where is_active order by position, label`

export async function listExportProducts(database: Database): Promise<ExportProduct[]> {
  const text = `select coalesce(json_agg(row_to_json(product)), '[]') as products from (${exportText}) as product`
  const { rows } = await runAs(database, visitor, { name: 'list_export_products', text }, { readOnly: true })
  return (rows as { products: ExportProduct[] }[])[0]?.products ?? []
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
