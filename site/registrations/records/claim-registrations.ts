/** The links of this tab, and what was sent with the account's address or number, join the account. */
import { type ClaimAnswer, type ClaimRequest, registrationPaths } from '#domain/registrations/intake.ts'
import { fetchJson, ServerError } from '#site/lib/call-server.ts'
import { notClaimed } from '#site/lib/claim-once.ts'
import { dropLink, readLinks } from './links-of-this-tab.ts'

export async function claimRegistrations(): Promise<number | null> {
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
}
