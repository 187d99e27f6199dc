/** Title and description of a page, made the same way everywhere. */
import type { MetaDescriptor } from 'react-router'
import { asName } from '#site/lib/company.ts'

interface PageMetaArgs {
  matches: readonly ({ id: string; loaderData?: unknown } | undefined)[]
}

interface PageMeta {
  title: string
  description: string
  /** False keeps the page out of search engines. */
  index?: boolean
}

export function pageMeta(
  { matches }: PageMetaArgs,
  { title, description, index = true }: PageMeta,
): MetaDescriptor[] {
  const root = matches.find((match) => match?.id === 'root')?.loaderData as
    | { companyName?: string }
    | undefined
  const name = root?.companyName
  return [
    { title: name ? `${title} | ${asName(name)}` : title },
    { name: 'description', content: description },
    ...(index ? [] : [{ name: 'robots', content: 'noindex' }]),
  ]
}
