/** What was sent or ordered as a guest joins the account: the same proved address or number is the same person. */
import { dropLink, readLinks } from '#site/lib/registrations/links-of-this-tab.ts'
import { getSupabase } from '#site/lib/supabase.ts'

/** How many came; null when nobody could be asked. */
type Claim = () => Promise<number | null>

const claims = {
  async registrations() {
    const client = await getSupabase()
    const links = readLinks()
    const { data, error } = await client.rpc('claim_registrations', {
      tokens: links.map(({ token }) => token),
    })
    if (error) return notClaimed('Registrations', error.code)
    const claimed = JSON.stringify(data)
    for (const { token, reference } of links) if (claimed.includes(reference)) dropLink(token)
    return Array.isArray(data) ? data.length : 0
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
