/** What the server tells every rendered page about itself; all of it is public. */
export interface PageContext {
  companyName: string
  siteUrl: string
  publishableKey: string
  /** true outside production: the page shows the evaluation banner */
  evaluation: boolean
  requestPath: string
}
