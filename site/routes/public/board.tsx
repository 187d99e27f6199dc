/** /board : leadership and investors. */
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { PeopleOfTheHouse } from '#site/ui/scenes/people-of-the-house.tsx'
import { EmptyState } from '#site/ui/table.tsx'
import type { Route } from './+types/board'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Our Leadership & Investors',
    description: 'The board members and investors who answer for the company.',
  })
}

export default function Board() {
  return (
    <>
      <PageHero
        eyebrow="Company Info"
        title="Our Leadership & Investors"
        lead="The people who answer for the company, by name, with what they do and how to reach them."
        scene={<PeopleOfTheHouse />}
      />
      <Section>
        <EmptyState title="No board member or investor has been published yet">
          <p>Names appear here once the company has entered them and the people have agreed.</p>
          <ButtonLink to={paths.contact} variant="outline" size="sm">
            Contact us
          </ButtonLink>
        </EmptyState>
      </Section>
    </>
  )
}
