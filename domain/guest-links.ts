// Guest links: the secret link by which a record without an account is followed, and how it travels.

export const trackPaths = {
  /** GET: the page. POST {token}: the link is open in this browser for half an hour, by a cookie; {token: null}: no more. */
  page: '/track',
  /** POST, as a form: reference and phone number show a status. */
  status: '/track/status',
  /** POST, as a form: the same two, and the link goes out again by the channel on record. */
  link: '/track/link',
  /** GET: the order behind an open link; 404 where it leads to none. */
  order: '/market/track',
  /** GET: the same, or null: the page of a registration looks for an order first, and that it finds none is no error. */
  findOrder: '/market/track?find',
} as const

/** Where a link goes once more: to the address on record or the number on record; or not, because an account shows it or nobody can be written to. */
export const linkChannels = ['mail', 'text', 'account', 'phone'] as const
export type LinkChannel = (typeof linkChannels)[number]

/** A guest link. The fragment reaches no server, no log and no referrer. */
export function trackingPath(token: string): string {
  return `${trackPaths.page}#${token}`
}

/** Where someone without the link asks how it stands: the reference is handed over where no log sees it either. */
export function askingPath(reference: string): string {
  return `${trackPaths.page}#${reference}`
}

/** The reference that a fragment hands over; a secret is longer. */
export function readRequested(fragment: string): string | null {
  return /^#([A-Z]{2}\w{3}-\w{4})$/.exec(fragment)?.[1] ?? null
}

/** The secret of a link as it is now, or as it was before, with the secret in the path. */
export function readTrackingToken(path: string): string {
  return /\/track[#/](.+)$/.exec(path)?.[1] ?? ''
}

/** Carries the secret of a guest link, so that it stands in no address that a server logs. */
export const trackingTokenHeader = 'x-tracking-token'
/** Names the record that the page of an open link shows, with everything that is done there by the cookie. */
export const trackedRecordHeader = 'x-tracking-record'
