/** Published products as they are now, by a plain request: no library, nobody needs to be signed in. */
import { type CatalogueProduct, catalogueColumns } from '#domain/market/products.ts'
import { fetchJson } from '#site/lib/call-server.ts'
import { readPublishableKey } from '#site/lib/page-data.ts'

const timeoutMs = 15_000

export const selectProduct = Object.entries(catalogueColumns)
  .map(([name, column]) => (name === column ? name : `${name}:${column}`))
  .join(',')

/** Those of them that are for sale. */
export function readProducts(ids: readonly string[]): Promise<CatalogueProduct[]> {
  if (ids.length === 0) return Promise.resolve([])
  const search = new URLSearchParams({
    select: selectProduct,
    status: 'eq.published',
    id: `in.(${ids.join(',')})`,
  })
  return requestProducts(`/rest/v1/products?${search}`)
}

export function requestProducts(path: string, signal?: AbortSignal): Promise<CatalogueProduct[]> {
  return fetchJson('GET', path, undefined, {
    as: 'nobody',
    serviceKey: readPublishableKey(),
    timeoutMs,
    signal,
  })
}
