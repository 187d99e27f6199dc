/** /poultry-training : the poultry training enrolment. */
import { useMemo } from 'react'
import { coursesLabel } from '#domain/training-head.ts'
import { offerNumber } from '#site/account/profiles/offer-number.tsx'
import { PageBlocks } from '#site/company/page-blocks/page-blocks.tsx'
import { readPageBlocks } from '#site/company/page-blocks/read-page-blocks.ts'
import { useKnownPerson } from '#site/lib/use-known-person.ts'
import { loadRegistrationForm, readHead, readWords } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { LongForm } from '#site/registrations/long-form/long-form.tsx'
import { ButtonAnchor } from '#site/ui/button.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { PoultryHouse } from '#site/ui/scenes/poultry-house.tsx'
import type { Route } from './+types/poultry-training-route'
import { trainingForm } from './training-form.ts'

export const handle: PageHandle = { hydrate: 'soon', styles: 'more' }

export const links = () => linkSheet('more')

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export function loader({ context }: Route.LoaderArgs) {
  return {
    ...loadRegistrationForm('training', context),
    ...readWords(context, 'poultry-training'),
    head: readHead(context, 'poultry-training'),
    blocks: readPageBlocks(context, 'poultry-training'),
  }
}

export default function PoultryTraining({ loaderData }: Route.ComponentProps) {
  const { settings, guide, hero, blocks } = loaderData
  const definition = useMemo(() => ({ ...trainingForm, settings }), [settings])
  const known = useKnownPerson()
  return (
    <>
      <PageHero
        {...hero}
        actions={
          <ButtonAnchor href="#courses" variant="outline">
            {coursesLabel}
          </ButtonAnchor>
        }
        scene={<PoultryHouse />}
        isOverForm
      />
      <Section className="form-section">
        <GuidedForm guide={guide}>
          <LongForm definition={definition} known={known} offerNumber={offerNumber} />
        </GuidedForm>
      </Section>
      <PageBlocks blocks={blocks} />
    </>
  )
}
