// Reading through the unmodified client library: columns, filters, order, pages and counts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type RestService, startRestService } from './rest-service.ts'

let rest: RestService
beforeAll(async () => {
  rest = await startRestService()
})
afterAll(() => rest.stop())

const names = async (query: PromiseLike<{ data: { name: string }[] | null; error: unknown }>) => {
  const { data, error } = await query
  expect(error).toBeNull()
  return (data ?? []).map(({ name }) => name)
}

test('smoke', async () => {
  const { data, error } = await rest.anon.from('farms').select('id, name').order('id')
  expect(error).toBeNull()
  expect(data).toHaveLength(4)
})
