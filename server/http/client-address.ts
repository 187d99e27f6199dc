// Whose request this is: the peer's address, or what trusted proxies say in front of it.
import type { IncomingMessage } from 'node:http'
import { type BlockList, isIP } from 'node:net'

export type ClientAddress = (incoming: IncomingMessage) => string

/**
 * X-Forwarded-For is believed from right to left, only as long as each hop is a trusted proxy: the first address
 * that is not is the client's. Whatever a client writes further left is its own invention.
 */
export function createClientAddress(trusted: BlockList): ClientAddress {
  const isTrusted = (address: string) => {
    const family = isIP(address)
    return family !== 0 && trusted.check(address, family === 6 ? 'ipv6' : 'ipv4')
  }
  return (incoming) => {
    let address = plainAddress(incoming.socket.remoteAddress ?? '')
    if (!isTrusted(address)) return address
    const hops = forwardedFor(incoming)
    for (let hop = hops.pop(); hop !== undefined; hop = hops.pop()) {
      const named = plainAddress(hop)
      if (!isIP(named)) break
      address = named
      if (!isTrusted(address)) break
    }
    return address
  }
}

/** True for a request from this very machine that no proxy has passed on. */
export function isLoopback(incoming: IncomingMessage): boolean {
  if (Object.keys(incoming.headers).some((name) => forwarding.test(name))) return false
  const address = plainAddress(incoming.socket.remoteAddress ?? '')
  return address === '::1' || address.startsWith('127.')
}

/** What the usual proxies, balancers and tunnels add. */
const forwarding =
  /^(x-forwarded(-.+)?|forwarded|via|x-real-ip|x-client-ip|x-original-.+|true-client-ip|cf-.+|fly-.+)$/

function forwardedFor(incoming: IncomingMessage): string[] {
  const header = incoming.headers['x-forwarded-for']
  return (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',').filter((hop) => hop.trim())
}

/** `::ffff:10.0.0.1`, `[::1]:443` and `10.0.0.1:5000` name addresses too. */
function plainAddress(text: string): string {
  const address = text
    .trim()
    .replace(/^\[(.*)\](:\d+)?$/, '$1')
    .replace(/^::ffff:(?=\d+\.)/i, '')
  return /^\d+\.\d+\.\d+\.\d+:\d+$/.test(address) ? address.replace(/:\d+$/, '') : address
}
