/** The phone number that the account has proved, and the way to prove one: a code by short message. */

import { queryOptions } from '@tanstack/react-query'
import { accountMessages } from '#domain/account/accounts.ts'
import { numberWords as words } from '#domain/account/profile-words.ts'
import { type AuthFailure, attempt, hintFor, readable } from '#site/account/auth-form/auth-failure.ts'
import { connectAuth } from '#site/lib/auth-state.ts'
import type { Claim } from '#site/lib/claim-once.ts'
import { getSupabase } from '#site/lib/supabase.ts'

export interface NumberState {
  /** E.164, as in the profile. */
  proved: string | null
  /** Where a code was sent. */
  awaited: string | null
}

/** So long it takes until there may be another code: max_frequency of config.toml. */
export const codePauseMs = 60_000

export function numberQuery(userId: string) {
  return queryOptions({
    queryKey: ['proved-number', userId],
    queryFn: async (): Promise<NumberState> => {
      const { data, error } = await (await getSupabase()).auth.getUser()
      if (error) throw error
      const { phone, phone_confirmed_at, new_phone } = data.user
      return {
        proved: phone && phone_confirmed_at ? `+${phone}` : null,
        awaited: new_phone ? `+${new_phone}` : null,
      }
    },
  })
}

/** Also for a second code: the one before is void then. */
export function requestCode(phone: string): Promise<AuthFailure | null> {
  return attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    const { error } = await client.auth.updateUser({ phone })
    if (!error) return null
    if (error.code === 'phone_exists') return { message: words.taken, hint: words.takenHint }
    if (error.status === 429) return { message: accountMessages.rateLimited }
    return { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
  })
}

/** `claims`: what may join the account once the number is proved. `claimed`: how many did. */
export async function proveNumber(
  phone: string,
  token: string,
  claims: readonly Claim[],
): Promise<{ failure: AuthFailure } | { claimed: number }> {
  const failure = await attempt(accountMessages.unexpected, async () => {
    const client = await connectAuth()
    const { error } = await client.auth.verifyOtp({ phone, token, type: 'phone_change' })
    if (!error) return null
    if (error.code === 'otp_expired') return { message: words.wrongCode }
    if (error.code === 'phone_exists') return { message: words.taken }
    if (error.status === 429) return { message: accountMessages.rateLimited }
    return { message: readable(error).message || accountMessages.unexpected, hint: hintFor(error) }
  })
  if (failure) return { failure }
  const counts = await Promise.all(claims.map((claim) => claim()))
  return { claimed: counts.reduce<number>((sum, count) => sum + (count ?? 0), 0) }
}
