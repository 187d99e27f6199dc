/** Guest links that stood on this tab's screen: they prove to the account that signs in here what was sent as a guest. */
import { type ClaimRequest, registrationPaths } from '#domain/registrations/intake.ts'
import { callServer, ServerError } from '#site/lib/call-server.ts'
import { draftPrefix, linksName } from '#site/lib/draft.ts'

/** In this tab alone, and gone with a sign-out, as drafts are. */
const storageKey = draftPrefix + linksName
const maxStored = 10

export interface LinkOfThisTab {
  token: string
  reference: string
}

export function readLinks(): LinkOfThisTab[] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(storageKey) ?? '[]')
    return Array.isArray(stored) ? stored.filter(isLink) : []
  } catch {
    return []
  }
}

export function findLink(reference: string): LinkOfThisTab | undefined {
  return readLinks().find((link) => link.reference === reference)
}

export function saveLink(link: LinkOfThisTab): void {
  write([...readLinks().filter(({ token }) => token !== link.token), link].slice(-maxStored))
}

export function dropLink(token: string): void {
  write(readLinks().filter((link) => link.token !== token))
}

function write(links: readonly LinkOfThisTab[]): void {
  try {
    window.sessionStorage.setItem(storageKey, JSON.stringify(links))
  } catch {
    // then the link itself is all that the person has
  }
}

/** Where the account has proved its address or number; rejects with a sentence for the person. */
export async function claimByLink(token: string): Promise<void> {
  const request: ClaimRequest = { token }
  try {
    await callServer('POST', registrationPaths.claim, request)
  } catch (error) {
    // Claimed meanwhile by its address, or erased: there is nothing left to offer.
    if (error instanceof ServerError && error.status === 404) dropLink(token)
    throw error
  }
  dropLink(token)
}

function isLink(input: unknown): input is LinkOfThisTab {
  const { token, reference } = (input ?? {}) as Partial<LinkOfThisTab>
  return typeof token === 'string' && typeof reference === 'string'
}
