/** What an id that belongs to nobody shows. */
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'

export function MemberNotFound() {
  return (
    <PageHero
      eyebrow="Our Leadership & Investors"
      title="Member Not Found"
      lead="The board member you're looking for doesn't exist."
      actions={<ButtonLink to={paths.board}>Back to Board</ButtonLink>}
    />
  )
}
