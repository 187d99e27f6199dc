/** What was sent as a guest joins the account: the same proved address or number is the same person. */

/** Answers how many came; null when the call failed. */
export type Claim = () => Promise<number | null>

/** What is the account's already can be shown all the same. */
export function notClaimed(what: string, code: string): null {
  console.error(`${what} could not be claimed`, code)
  return null
}

const claimedFor = new Map<Claim, Set<string>>()

/** Once for each account; when it failed, the next mount tries again. */
export async function claimOnce(claim: Claim, userId: string): Promise<void> {
  const accounts = claimedFor.get(claim) ?? new Set()
  claimedFor.set(claim, accounts)
  if (!accounts.has(userId) && (await claim()) !== null) accounts.add(userId)
}
