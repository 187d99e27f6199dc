/** Title, description and card of a page, built the same way everywhere. */
import type { MetaDescriptor } from 'react-router'
import { asName, type Company } from './page-company.ts'

interface PageMetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

interface PageMeta {
  title: string
  description: string
  /** False: search engines do not index the page. */
  index?: boolean
  /** What the page is about, for machines; limited to what the page itself shows. */
  facts?: object
}

export function pageMeta(
  args: PageMetaArgs,
  { title, description, index = true, facts }: PageMeta,
): MetaDescriptor[] {
  const name = findSite(args)?.company.companyName
  return [
    { title: name ? `${title} | ${asName(name)}` : title },
    { name: 'description', content: description },
    ...(index
      ? [
          { property: 'og:title', content: title },
          { property: 'og:description', content: description },
          { property: 'og:type', content: 'website' },
        ]
      : [{ name: 'robots', content: 'noindex' }]),
    ...(facts && isWithTheDocument()
      ? [{ 'script:ld+json': { '@context': 'https://schema.org', ...facts } }]
      : []),
  ]
}

/** Machines read the document alone: a page that is reached within the open site writes no script element for them. */
function isWithTheDocument(): boolean {
  return import.meta.env.SSR || document.documentElement.dataset.live === undefined
}

/** What the root's loader gave. */
export function findSite({ matches }: PageMetaArgs): { company: Company; siteUrl: string } | undefined {
  return matches.find((match) => match?.id === 'root')?.loaderData as
    | { company: Company; siteUrl: string }
    | undefined
}

/** The company as schema.org describes one; what is not set is left out. */
export function organizationFacts(args: PageMetaArgs): object | undefined {
  const site = findSite(args)
  if (!site) return undefined
  const { company, siteUrl } = site
  return {
    '@type': 'Organization',
    name: asName(company.companyName),
    legalName: company.legalName ?? undefined,
    url: `${siteUrl}/`,
    logo: company.logo ? new URL(company.logo, siteUrl).href : `${siteUrl}/icon-512.png`,
    email: company.email ?? undefined,
    telephone: company.phones[0],
    sameAs: company.socialLinks.length > 0 ? company.socialLinks.map(({ url }) => url) : undefined,
    address: company.offices.map(({ kind, address }) => ({
      '@type': 'PostalAddress',
      name: kind,
      streetAddress: address,
      addressCountry: 'NG',
    })),
  }
}
