/** What was sent or ordered as a guest joins the account: the same proved address or number is the same person. */
import { type ClaimAnswer, type ClaimRequest, registrationPaths } from '#domain/registrations/intake.ts'
import { fetchJson, ServerError } from '#site/lib/call-server.ts'
import { getSupabase } from '#site/lib/supabase.ts'
import { dropLink, readLinks } from '#site/registrations/records/links-of-this-tab.ts'

/** How many came; null when nobody could be asked. */
type Claim = () => Promise<number | null>

const claims = {
  async registrations() {
    const links = readLinks()
    const request: ClaimRequest = { tokens: links.map(({ token }) => token) }
    try {
      const { claimed } = await fetchJson<ClaimAnswer>('POST', registrationPaths.claim, request)
      const references = new Set(claimed.map(({ reference }) => reference))
      for (const { token, reference } of links) if (references.has(reference)) dropLink(token)
      return claimed.length
    } catch (error) {
      return notClaimed('Registrations', error instanceof ServerError ? String(error.status) : 'unreadable')
    }
  },
  async orders() {
    const client = await getSupabase()
    const { data, error } = await client.rpc('claim_market_orders')
    return error ? notClaimed('Orders', error.code) : data.length
  },
} satisfies Record<string, Claim>

/** What is the account's already can be shown all the same. */
function notClaimed(what: string, code: string): null {
  console.error(`${what} could not be claimed`, code)
  return null
}

const claimedFor = new Set<string>()

/** Once for each account; when it failed, the next look tries again. */
export async function claimOnce(kind: keyof typeof claims, userId: string): Promise<void> {
  const key = `${kind} ${userId}`
  if (!claimedFor.has(key) && (await claims[kind]()) !== null) claimedFor.add(key)
}

/** After something more was proved; answers how many applications and orders came. */
export async function claimAnew(): Promise<number> {
  const counts = await Promise.all(Object.values(claims).map((claim) => claim()))
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}
