// The HTTP around it: negotiation, cross-origin rules, paths, limits of the URL.
import { request } from 'node:http'
import { afterAll, describe, expect, test } from 'vitest'
import { anonKey, startRestService } from './rest-service.ts'

const rest = await startRestService({ maxRows: 100 })
afterAll(() => rest.stop())

const outcome = async (response: Response) => ({
  status: response.status,
  ...((await response.json()) as object),
})

/** As written: fetch would tidy the path. */
function raw(path: string, method = 'GET'): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      `${rest.url}`,
      { path: `/rest/v1${path}`, method, headers: { apikey: anonKey } },
      (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      },
    )
    sent.on('error', reject)
    sent.end()
  })
}

describe('negotiation', () => {
  test.each([
    ['application/json', 'application/json; charset=utf-8'],
    ['*/*', 'application/json; charset=utf-8'],
    ['text/html, application/json;q=0.9, */*;q=0.8', 'application/json; charset=utf-8'],
    ['text/csv', 'text/csv; charset=utf-8'],
    ['application/vnd.pgrst.object+json', 'application/vnd.pgrst.object+json; charset=utf-8'],
  ])('%s is answered with %s', async (accept, type) => {
    const response = await rest.fetch('/farms?select=id&id=eq.1', { headers: { accept } })
    expect({ status: response.status, type: response.headers.get('content-type') }).toEqual({
      status: 200,
      type,
    })
  })

  test('what cannot be written is not acceptable', async () => {
    const response = await rest.fetch('/farms', { headers: { accept: 'application/xml, image/png' } })
    expect(await outcome(response)).toMatchObject({
      status: 406,
      code: 'PGRST107',
      message: 'None of these media types are available: application/xml, image/png',
    })
  })

  test('a read says what range it sent and which preferences it followed', async () => {
    const response = await rest.fetch('/farms?select=id', {
      headers: { prefer: 'count=exact, return=minimal' },
    })
    expect({
      range: response.headers.get('content-range'),
      applied: response.headers.get('preference-applied'),
    }).toEqual({ range: '0-3/4', applied: 'count=exact' })
    const empty = await rest.fetch('/farms?id=eq.99')
    expect(empty.headers.get('content-range')).toBe('*/*')
  })

  test('HEAD has GET’s status and headers, and no body', async () => {
    const response = await rest.fetch('/farms?select=id', { method: 'HEAD' })
    expect({
      status: response.status,
      type: response.headers.get('content-type'),
      range: response.headers.get('content-range'),
      body: await response.text(),
    }).toEqual({ status: 200, type: 'application/json; charset=utf-8', range: '0-3/*', body: '' })
    expect((await rest.fetch('/nothing', { method: 'HEAD' })).status).toBe(404)
  })
})

describe('other origins', () => {
  test('a preflight allows what is requested, without a key', async () => {
    const response = await fetch(`${rest.url}/rest/v1/farms`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'PATCH',
        'access-control-request-headers': 'apikey, content-profile, x-client-info',
      },
    })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('access-control-allow-methods')).toContain('PATCH')
    expect(response.headers.get('access-control-allow-headers')).toMatch(
      /Authorization, apikey, content-profile, x-client-info/,
    )
  })

  test('answers, refusals too, may be read with their ranges', async () => {
    for (const path of ['/farms', '/nothing']) {
      const response = await rest.fetch(path, { headers: { origin: 'https://example.com' } })
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('access-control-expose-headers')).toContain('Content-Range')
    }
  })

  test('OPTIONS says which methods a resource has', async () => {
    const allow = async (path: string) =>
      (await fetch(`${rest.url}/rest/v1${path}`, { method: 'OPTIONS' })).headers.get('allow')
    expect(await allow('/farms')).toBe('OPTIONS,GET,HEAD,POST,PATCH,DELETE')
    expect(await allow('/farm_totals')).toBe('OPTIONS,GET,HEAD')
    expect(await allow('/rpc/greet')).toBe('OPTIONS,GET,HEAD,POST')
    expect(await allow('/rpc/add_farm')).toBe('OPTIONS,POST')
  })
})

describe('paths and parameters', () => {
  test('deeper paths lead nowhere', async () => {
    expect(await outcome(await rest.fetch('/farms/1'))).toMatchObject({ status: 404, code: 'PGRST125' })
    expect(await outcome(await rest.fetch('/rpc'))).toMatchObject({ status: 404, code: 'PGRST205' })
  })

  test('names and values may be escaped in any way', async () => {
    expect(
      await (await rest.fetch('/odd%20name?select=%22a%20column%22&order=%22a+column%22')).json(),
    ).toEqual([{ 'a column': 1 }, { 'a column': 2 }])
    expect(await (await rest.fetch('/farms?select=id&name=eq.Red+Hill')).json()).toEqual([{ id: 3 }])
  })

  test('broken escapes: a stray percent sign is itself, broken UTF-8 and NUL are refused', async () => {
    expect((await raw('/farms?select=id&name=like.Red%')).body).toBe('[{"id":3}]')
    for (const path of ['/farms?name=eq.%ff%fe', '/farms?name=eq.a%00b', '/fa%00rms', '/%ff']) {
      const { status, body } = await raw(path)
      expect({ status, code: JSON.parse(body).code }).toEqual({ status: 400, code: 'PGRST100' })
    }
  })

  test('an over-long URL is refused as such', async () => {
    const { status } = await raw(`/farms?name=eq.${'x'.repeat(20_000)}`)
    expect(status).toBe(414)
  })

  test.each([
    ['JSON', `details=cs.${'['.repeat(14_000)}`],
    ['JSON objects', `details=cs.${'{"a":'.repeat(1_700)}`],
    ['text search', `search=fts.${'!'.repeat(14_000)}a`],
    ['patterns', `name=match.${'('.repeat(14_000)}`],
    ['arrays', `tags=cs.${'{'.repeat(7_000)}${'}'.repeat(7_000)}`],
  ])('%s nested without end in a value is a bad request', async (_name, query) => {
    const { status, body } = await raw(`/farms?select=id&${query.replaceAll('"', '%22')}`)
    expect({ status, body }).toMatchObject({ status: 400 })
  })

  test.each([
    ['embedding', `select=${'people('.repeat(30)}id${')'.repeat(30)}`],
    ['logic', `or=${'(and'.repeat(40)}(id.eq.1)${')'.repeat(40)}`],
    ['JSON paths', `select=details${'->a'.repeat(50)}`],
    ['selected fields', `select=${Array(600).fill('id').join(',')}`],
    ['order terms', `order=${Array(60).fill('id').join(',')}`],
    ['parameters', Array(400).fill('id=eq.1').join('&')],
  ])('too much %s is refused', async (_name, query) => {
    expect(await outcome(await rest.fetch(`/farms?${query}`))).toMatchObject({
      status: 400,
      code: 'PGRST100',
    })
  })
})
