import type { IncomingMessage } from 'node:http'
import { describe, expect, it } from 'vitest'
import { readAddresses } from '#server/settings/env.ts'
import { createClientAddress, isLoopback } from './client-address.ts'

function request(peer: string, headers: Record<string, string> = {}): IncomingMessage {
  return { socket: { remoteAddress: peer }, headers } as unknown as IncomingMessage
}

const address = createClientAddress(readAddresses(['10.0.0.0/8', 'loopback', '2001:db8::/32']))

describe('the address of a client', () => {
  it('is the peer, whatever headers a stranger writes', () => {
    expect(address(request('203.0.113.9', { 'x-forwarded-for': '198.51.100.1' }))).toBe('203.0.113.9')
    expect(
      createClientAddress(readAddresses([]))(request('10.0.0.1', { 'x-forwarded-for': '1.2.3.4' })),
    ).toBe('10.0.0.1')
  })

  it('is what the last trusted proxy saw, not what the client wrote before it', () => {
    expect(address(request('10.0.0.1', { 'x-forwarded-for': '6.6.6.6, 198.51.100.7, 10.0.0.2' }))).toBe(
      '198.51.100.7',
    )
  })

  it('stays with the proxy when the header holds no address', () => {
    expect(address(request('10.0.0.1', { 'x-forwarded-for': 'unknown' }))).toBe('10.0.0.1')
    expect(address(request('10.0.0.1'))).toBe('10.0.0.1')
  })

  it('is the same in all its spellings', () => {
    expect(address(request('::ffff:10.0.0.1', { 'x-forwarded-for': '::ffff:198.51.100.7' }))).toBe(
      '198.51.100.7',
    )
    expect(address(request('2001:db8::1', { 'x-forwarded-for': '[2606:4700::1]:443' }))).toBe('2606:4700::1')
    expect(address(request('127.0.0.1', { 'x-forwarded-for': '198.51.100.7:5123' }))).toBe('198.51.100.7')
  })
})

describe('a request from this machine', () => {
  it('is not one that a proxy of this machine passed on', () => {
    expect(isLoopback(request('127.0.0.1', { 'x-forwarded-for': '198.51.100.7' }))).toBe(false)
    expect(isLoopback(request('127.0.0.1', { forwarded: 'for=198.51.100.7' }))).toBe(false)
    expect(isLoopback(request('198.51.100.7'))).toBe(false)
  })

  it('is one that came over the loopback itself', () => {
    expect(isLoopback(request('127.0.0.1'))).toBe(true)
    expect(isLoopback(request('::ffff:127.0.0.1'))).toBe(true)
    expect(isLoopback(request('::1'))).toBe(true)
  })
})
