// Whether what a browser names as the page that it comes from is one of ours.

/** `from` is an Origin or a Referer, and requestUrl the address that was requested. */
export type IsOwnOrigin = (from: string, requestUrl: string) => boolean

/**
 * With SITE_URL that one alone: what the Host header says is the sender's to choose. Without it the application answers under
 * every name of the machine, and a page is ours when it has the name that was requested.
 */
export function createIsOwnOrigin(siteUrl: string | undefined): IsOwnOrigin {
  return (from, requestUrl) => {
    if (!URL.canParse(from)) return false
    const { origin, host } = new URL(from)
    return siteUrl === undefined ? host === new URL(requestUrl).host : origin === siteUrl
  }
}

/**
 * Forms are taken from our own pages only. Browsers say where a post comes from (Fetch metadata, else Origin, else
 * Referer); anyone who says nothing of the kind is no browser.
 */
export function isOwnPost({ headers, url }: Request, isOwnOrigin: IsOwnOrigin): boolean {
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin' && site !== 'none') return false
  const from = headers.get('origin') ?? headers.get('referer')
  return from === null ? site !== null : isOwnOrigin(from, url)
}
