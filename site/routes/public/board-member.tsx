/** /board/{id} : one board member or investor; nobody is published yet, so every id is unknown. */
import { data } from 'react-router'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import type { Route } from './+types/board-member'

export function loader() {
  return data(null, { status: 404 })
}

export function clientLoader() {
  return null
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Member Not Found',
    description: "The board member you're looking for doesn't exist.",
    index: false,
  })
}

export default function BoardMember() {
  return (
    <PageHero
      eyebrow="Our Leadership & Investors"
      title="Member Not Found"
      lead="The board member you're looking for doesn't exist."
      actions={<ButtonLink to={paths.board}>Back to Board</ButtonLink>}
    />
  )
}
