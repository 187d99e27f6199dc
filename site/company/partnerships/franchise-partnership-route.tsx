/** /franchise-partnership : the three ways to work together, and the application. */
import { partnershipForm, partnershipGuide } from '#domain/company/partnerships.ts'
import { PageBlocks } from '#site/company/page-blocks/page-blocks.tsx'
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { PublicForm } from '#site/lib/form/public-form.tsx'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkMoreStyles } from '#site/page-styles.ts'
import { ListCells } from '#site/ui/blocks.tsx'
import { ButtonAnchor } from '#site/ui/button.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { SigningTable } from '#site/ui/scenes/signing-table.tsx'
import type { Route } from './+types/franchise-partnership-route'

export const handle: PageHandle = { hydrate: 'form', styles: 'more' }

export const links = linkMoreStyles

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Franchise & Partnership',
    description:
      'Franchise opportunities, business representation, strategic partnerships and distribution with a Nigerian agribusiness company.',
  })
}

const ways = [
  {
    icon: 'franchise',
    title: 'Franchise Opportunities',
    text: 'Our name, methods and supply, your town and your team.',
    lines: ['Franchise development', 'Brand licensing', 'Training before opening'],
  },
  {
    icon: 'representation',
    title: 'Business Representation',
    text: 'We stand for you in Nigeria, or you stand for us where you are.',
    lines: ['Market entry support', 'Introductions and follow-up', 'Reports in writing'],
  },
  {
    icon: 'people',
    title: 'Strategic Partnerships',
    text: 'Two companies, one venture, the terms on paper first.',
    lines: ['Joint venture facilitation', 'Processing and export projects', 'Shared risk, agreed exit'],
  },
] as const

export function loader({ context }: Route.LoaderArgs) {
  // Words come with the page and not with its script.
  return { ways, guide: partnershipGuide, blocks: readPageBlocks(context, 'franchise-partnership') }
}

export default function FranchisePartnership({ loaderData: { ways, guide, blocks } }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        eyebrow="Franchise & Partnership"
        title="Franchise & Partnership"
        lead="Strategic business partnerships and franchise operations, for people who want to build something that is still there in ten years."
        actions={<ButtonAnchor href="#partnership-application">Apply for partnership</ButtonAnchor>}
        scene={<SigningTable />}
      />
      <Section eyebrow="Three ways" title="How we work together">
        <ListCells cells={ways} />
      </Section>
      <PageBlocks blocks={blocks} />
      <Section
        id="partnership-application"
        eyebrow="Apply"
        title="Partnership Application Form"
        lead="Seven answers are needed; the rest helps us answer well. A person reads every application."
      >
        <GuidedForm guide={guide}>
          <PublicForm definition={partnershipForm} />
        </GuidedForm>
      </Section>
    </>
  )
}
