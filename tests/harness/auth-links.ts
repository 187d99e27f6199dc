// What the mails of the auth service link to, read in one place: the sign-in page, with a token and its type.
import type { EmailOtpType } from '@supabase/supabase-js'

export interface AuthLink {
  token_hash: string
  type: EmailOtpType
}

export function findAuthLink({ subject, links }: { subject: string; links: readonly string[] }): string {
  const link = links.find((one) => /\/auth\?(.*&)?token_hash=/.test(one))
  if (!link) throw new Error(`The mail "${subject}" has no link to the sign-in page`)
  return link
}

/** As supabase-js verifies it. */
export function readAuthLink(mail: { subject: string; links: readonly string[] }): AuthLink {
  const { searchParams } = new URL(findAuthLink(mail))
  return {
    token_hash: searchParams.get('token_hash') ?? '',
    type: (searchParams.get('type') ?? '') as EmailOtpType,
  }
}

/** The cookies of one browser, for a client library that runs outside of any. */
export function createCookieFetch(): typeof fetch {
  const jar = new Map<string, string>()
  return async (input, init) => {
    const headers = new Headers(init?.headers)
    if (jar.size > 0) headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '))
    const response = await fetch(input, { ...init, headers })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      jar.set(name, value)
    }
    return response
  }
}
