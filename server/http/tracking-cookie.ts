// A guest link that is open in this browser: a cookie in place of its secret, signed, and good for half an hour.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { linkOverMessage, otherLinkMessage } from '#domain/guest-link-words.ts'
import { trackedRecordHeader, trackingTokenHeader } from '#domain/guest-links.ts'
import { RefusedError } from './answers.ts'
import { hashSecret } from './tokens.ts'

const openForSeconds = 30 * 60

/** A link as a request shows it. */
export interface ShownLink {
  tokenHash: string
  isByCookie: boolean
}

export interface TrackingCookie {
  /** Another link takes the place of the one before; false, and none is open, for what cannot be a secret of ours. */
  open(c: Context, token: unknown): boolean
  close(c: Context): void
  /**
   * By the secret in the header, as the page has it that has just received the link; else by the cookie. A page that has
   * stood open for longer than its cookie gets an error of its own: its link is as good as before.
   */
  read(c: Context): ShownLink | null
}

export function createTrackingCookie(options: {
  secret: string
  secure: boolean
  clock: () => Date
}): TrackingCookie {
  const { secure, clock } = options
  // Bound to the host and to TLS by its name, where there is TLS.
  const name = secure ? '__Host-track' : 'track'
  const cookie = { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const
  const key = Buffer.from(hkdfSync('sha256', options.secret, '', 'open tracking links', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')

  function readCookie(c: Context): string | null {
    const [hash = '', expiry = '', mac = ''] = (getCookie(c, name) ?? '').split('.')
    const [input, wanted] = [Buffer.from(mac), Buffer.from(sign(`${hash}.${expiry}`))]
    if (input.length !== wanted.length || !timingSafeEqual(input, wanted)) return null
    return Number(expiry) * 1000 > clock().getTime() ? hash : null
  }

  function close(c: Context): void {
    deleteCookie(c, name, cookie)
  }

  return {
    close,
    open(c, token) {
      const hash = hashSecret(token)
      if (!hash) {
        close(c)
        return false
      }
      const value = `${hash}.${Math.floor(clock().getTime() / 1000) + openForSeconds}`
      setCookie(c, name, `${value}.${sign(value)}`, { ...cookie, maxAge: openForSeconds })
      return true
    },
    read(c) {
      const token = c.req.header(trackingTokenHeader)
      const tokenHash = token === undefined ? readCookie(c) : hashSecret(token)
      if (tokenHash) return { tokenHash, isByCookie: token === undefined }
      if (token === undefined && c.req.header(trackedRecordHeader) !== undefined)
        throw new RefusedError('conflict', { message: linkOverMessage })
      return null
    },
  }
}

/**
 * One browser has one open link, and maybe several tabs: what is done by the cookie names the record that the page shows,
 * so that nothing meant for one reaches another. No form of another site can name it.
 */
export function requireShownRecord(c: Context, { isByCookie }: ShownLink, recordId: string): void {
  if (isByCookie && c.req.header(trackedRecordHeader) !== recordId)
    throw new RefusedError('conflict', { message: otherLinkMessage })
}
