// Distinguishes devices behind a shared address: a signed name in a cookie that lives for a day.
import { createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { getCookie, setCookie } from 'hono/cookie'

const cookieName = 'device'
const daySeconds = 24 * 3600

export interface Devices {
  /** The device that this request comes from; null when it shows none of ours. */
  read(c: Context): string | null
  /** Names a device that has no name yet. */
  name(c: Context): void
}

/** `path`: the cookie goes to these addresses alone. */
export function createDevices(options: { secret: string; secure: boolean; path: string }): Devices {
  const { secure, path } = options
  const key = Buffer.from(hkdfSync('sha256', options.secret, '', 'registration devices', 32))
  const sign = (id: string) => createHmac('sha256', key).update(id).digest('base64url')
  return {
    read(c) {
      const [id = '', mac = ''] = (getCookie(c, cookieName) ?? '').split('.')
      const [input, wanted] = [Buffer.from(mac), Buffer.from(sign(id))]
      return input.length === wanted.length && timingSafeEqual(input, wanted) ? id : null
    },
    name(c) {
      const id = randomBytes(16).toString('base64url')
      setCookie(c, cookieName, `${id}.${sign(id)}`, {
        path,
        httpOnly: true,
        sameSite: 'Strict',
        secure,
        maxAge: daySeconds,
      })
    },
  }
}
