// Whether what a browser names as the page that it comes from is one of ours.

/** Of an Origin or a Referer, and the address that was requested. */
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
