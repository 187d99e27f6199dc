/** /rural-education : rural farmer education. */
import { readStaticPage } from '#site/page-content.ts'
import { pageMeta } from '#site/page-meta.ts'
import { Callout, Figures, ListCells } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { LessonUnderTree } from '#site/ui/scenes/lesson-under-tree.tsx'
import type { Route } from './+types/rural-education-route'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Rural Farmer Education',
    description:
      'Lessons held where farmers are: growing, keeping, counting and selling, in the language of the place.',
  })
}

const lessons = [
  {
    icon: 'agriculture',
    title: 'Growing',
    lines: ['Seed choice and spacing', 'Pests and diseases by sight', 'Fertiliser in the right dose'],
  },
  {
    icon: 'marketplace',
    title: 'Keeping',
    lines: ['Drying and moisture', 'Stores without weevils', 'Grading and bagging'],
  },
  {
    icon: 'document',
    title: 'Counting',
    lines: ['A farm book for every season', 'Cost per bag', 'Saving groups and credit'],
  },
  {
    icon: 'phone',
    title: 'Selling',
    lines: ['Prices by phone', 'What a buyer checks', 'Selling together'],
  },
] as const

export function loader({ context }: Route.LoaderArgs) {
  return readStaticPage(context, 'rural-education')
}

export default function RuralEducation({ loaderData }: Route.ComponentProps) {
  const { figures, enrol, apply } = loaderData
  return (
    <>
      <PageHero
        eyebrow="Agriculture"
        title="Rural Farmer Education"
        lead="The classroom is a tree near the field, the blackboard travels, and the lesson ends with something that works on Monday."
        actions={<ButtonLink to={enrol}>Enroll Now</ButtonLink>}
        scene={<LessonUnderTree />}
      />
      <Section eyebrow="Lessons" title="Growing, keeping, counting, selling">
        <ListCells cells={lessons} />
      </Section>
      {figures.length > 0 && (
        <Section eyebrow="Impact" title="People who have sat under the tree">
          <Figures figures={figures} />
        </Section>
      )}
      <Section>
        <Callout
          title="Bring a lesson to your village"
          text="Enrol yourself, or apply as a partner to bring the programme to a community."
          actions={
            <>
              <ButtonLink to={enrol}>Enroll Now</ButtonLink>
              <ButtonLink to={apply} variant="outline">
                Apply for Program
              </ButtonLink>
            </>
          }
        />
      </Section>
    </>
  )
}
