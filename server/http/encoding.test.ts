import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { encodeBody, isCompressible, negotiateEncoding, pickBody } from './encoding.ts'

describe('the encoding of an answer', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['identity', 'identity'],
    ['gzip, deflate', 'gzip'],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0, gzip;q=0.5', 'gzip'],
    ['br;q=0.0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['GZIP', 'gzip'],
    ['gzip;q=abc', 'identity'],
  ])('for "%s" is %s', (accept, encoding) => {
    expect(negotiateEncoding(accept)).toBe(encoding)
  })

  it('carries the same bytes in each form, and none for a body too small to gain', async () => {
    const text = Buffer.from('the same words again and again. '.repeat(100))
    const body = await encodeBody(text, 'best')
    expect(brotliDecompressSync(pickBody(body, 'br').bytes)).toEqual(text)
    expect(gunzipSync(pickBody(body, 'gzip').bytes)).toEqual(text)
    expect(pickBody(body, undefined).bytes).toEqual(text)
    expect(pickBody(await encodeBody(Buffer.from('short'), 'quick'), 'br').encoding).toBe('identity')
  })

  it.each([
    ['text/html; charset=utf-8', true],
    ['application/json', true],
    ['application/vnd.pgrst.object+json; charset=utf-8', true],
    ['image/svg+xml', true],
    ['image/avif', false],
    ['application/pdf', false],
  ])('%s is worth compressing: %s', (type, worth) => {
    expect(isCompressible(type)).toBe(worth)
  })
})
