/** /rural-education : rural farmer education. */
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { readStaticPage } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkAreaStyles } from '#site/page-styles.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { LessonUnderTree } from '#site/ui/scenes/lesson-under-tree.tsx'
import type { Route } from './+types/rural-education-route'
import { AreaPage, TwoWays } from './area-page.tsx'

export const handle: PageHandle = { styles: 'area' }

export const links = linkAreaStyles

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

/** They come with the page and not with its script. */
const words = {
  hero: {
    eyebrow: 'Agriculture',
    title: 'Rural Farmer Education',
    lead: 'The classroom is a tree near the field, the blackboard travels, and the lesson ends with something that works on Monday.',
  },
  work: { eyebrow: 'Lessons', title: 'Growing, keeping, counting, selling', cells: lessons },
  callout: {
    title: 'Bring a lesson to your village',
    text: 'Enrol yourself, or apply as a partner to bring the programme to a community.',
  },
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    ...words,
    ...readStaticPage(context, 'rural-education'),
    blocks: readPageBlocks(context, 'rural-education'),
  }
}

export default function RuralEducation({ loaderData }: Route.ComponentProps) {
  const { hero, work, callout, figures, blocks, enrol, apply } = loaderData
  return (
    <AreaPage
      hero={{
        ...hero,
        actions: <ButtonLink to={enrol}>Enroll Now</ButtonLink>,
        scene: <LessonUnderTree />,
      }}
      work={work}
      figures={figures}
      blocks={blocks}
      figuresTitle="People who have sat under the tree"
      callout={{
        ...callout,
        actions: (
          <TwoWays
            first={{ to: enrol, label: 'Enroll Now' }}
            second={{ to: apply, label: 'Apply for Program' }}
          />
        ),
      }}
    />
  )
}
