/** /franchise-partnership : the three ways to work together, and the application. */
import { partnershipForm, partnershipGuide } from '#domain/company/partnerships.ts'
import { PageBlocks } from '#site/company/page-blocks/page-blocks.tsx'
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { PublicForm } from '#site/lib/form/public-form.tsx'
import { readHead, readWords } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { ListCells } from '#site/ui/blocks.tsx'
import { ButtonAnchor } from '#site/ui/button.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { SigningTable } from '#site/ui/scenes/signing-table.tsx'
import type { Route } from './+types/franchise-partnership-route'

export const handle: PageHandle = { hydrate: 'form', styles: 'short' }

export const links = () => linkSheet('short')

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export function loader({ context }: Route.LoaderArgs) {
  const { services, ...words } = readWords(context, 'franchise-partnership')
  return {
    head: readHead(context, 'franchise-partnership'),
    ...words,
    ways: Object.values(services),
    // As the other words, it comes with the page and not with its script.
    guide: partnershipGuide,
    blocks: readPageBlocks(context, 'franchise-partnership'),
  }
}

export default function FranchisePartnership({ loaderData }: Route.ComponentProps) {
  const { hero, work, ways, application, guide, blocks } = loaderData
  return (
    <>
      <PageHero
        {...hero}
        actions={<ButtonAnchor href="#partnership-application">Apply for partnership</ButtonAnchor>}
        scene={<SigningTable />}
      />
      <Section {...work}>
        <ListCells cells={ways} />
      </Section>
      <PageBlocks blocks={blocks} />
      <Section id="partnership-application" {...application}>
        <GuidedForm guide={guide}>
          <PublicForm definition={partnershipForm} />
        </GuidedForm>
      </Section>
    </>
  )
}
