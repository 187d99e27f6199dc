/** A sentence whose words lead to what they speak of. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { TextLink } from '#domain/questions.ts'

export function linkWords(label: string, [link, ...others]: readonly TextLink[] = []): ReactNode {
  if (!link) return label
  const { words, href, ...attributes } = link
  const [before, after = ''] = label.split(words)
  return (
    <>
      {before}
      <Link to={href} {...attributes}>
        {words}
      </Link>
      {linkWords(after, others)}
    </>
  )
}
