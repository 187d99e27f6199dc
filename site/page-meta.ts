/** Title and description of a page, made the same way everywhere. */
import type { MetaDescriptor } from 'react-router'

interface PageMetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

interface PageMeta {
  title: string
  description: string
  /** False keeps the page out of search engines. */
  index?: boolean
}

/** "the company" is how texts speak of it; where it stands as a name it takes a capital. */
export function asName(companyName: string): string {
  return companyName.charAt(0).toUpperCase() + companyName.slice(1)
}

export function pageMeta(
  { matches }: PageMetaArgs,
  { title, description, index = true }: PageMeta,
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as { companyName?: string } | undefined
  const name = root?.companyName
  return [
    { title: name ? `${title} | ${asName(name)}` : title },
    { name: 'description', content: description },
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
