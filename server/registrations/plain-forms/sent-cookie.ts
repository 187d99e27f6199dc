// What was just sent by a page without scripts, for the page that follows it: in a signed cookie, so that no address holds it.
import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import type { Context } from 'hono'
import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import { z } from 'zod'
import {
  type PlainFormName,
  type PlainFormReceipt,
  plainFormPaths,
} from '#domain/registrations/plain-forms.ts'

const shownForSeconds = 10 * 60

export interface Sent {
  receipt: PlainFormReceipt
  /** Not in a cookie that the release before has written. */
  attempt?: SentAttempt | undefined
}

/** Under which name it was sent, and the key that this name and its answers have: no answer can be read out of it. */
export interface SentAttempt {
  name: string
  key: string
}

export interface SentCookie {
  /**
   * Shows whether this browser returns what it is given, before anything depends on it. One that has returned what was sent
   * goes on with that: who goes back to the form has no other way to the link.
   */
  begin(c: Context, form: PlainFormName): void
  isReturned(c: Context): boolean
  write(c: Context, form: PlainFormName, sent: Sent): void
  read(c: Context, form: PlainFormName): Sent | null
  forget(c: Context, form: PlainFormName): void
}

const payload = z.object({
  form: z.string(),
  expires: z.number(),
  receipt: z.object({
    reference: z.string(),
    status: z.string(),
    isNew: z.boolean(),
    trackingPath: z.string().nullable(),
    wantsPhoto: z.boolean(),
    hasEmail: z.boolean().optional(),
    answerBy: z.iso.datetime().optional(),
  }),
  attempt: z.object({ name: z.string(), key: z.string() }).optional(),
})

export function createSentCookie(options: {
  secret: string
  secure: boolean
  clock: () => Date
}): SentCookie {
  const { secure, clock } = options
  const name = 'sent'
  const key = Buffer.from(hkdfSync('sha256', options.secret, '', 'registrations sent without scripts', 32))
  const sign = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const set = (c: Context, form: PlainFormName, value: string) =>
    setCookie(c, name, value, {
      // Each form's own: one never stands in the way of another.
      path: plainFormPaths[form],
      httpOnly: true,
      sameSite: 'Strict',
      secure,
      maxAge: value === '' ? undefined : shownForSeconds,
    })
  const isReturned = (c: Context) => getCookie(c, name) !== undefined

  return {
    begin(c, form) {
      if (!isReturned(c)) set(c, form, '')
    },
    isReturned,
    write(c, form, { receipt, attempt }) {
      const expires = clock().getTime() + shownForSeconds * 1000
      const text = Buffer.from(JSON.stringify({ form, expires, receipt, attempt })).toString('base64url')
      set(c, form, `${text}.${sign(text)}`)
    },
    read(c, form) {
      const [text = '', mac = ''] = (getCookie(c, name) ?? '').split('.')
      const [input, wanted] = [Buffer.from(mac), Buffer.from(sign(text))]
      if (input.length !== wanted.length || !timingSafeEqual(input, wanted)) return null
      const read = payload.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()))
      if (!read.success || read.data.form !== form || read.data.expires <= clock().getTime()) return null
      return { receipt: read.data.receipt, attempt: read.data.attempt }
    },
    forget(c, form) {
      deleteCookie(c, name, { path: plainFormPaths[form], secure })
    },
  }
}
