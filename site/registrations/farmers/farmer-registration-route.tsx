/** /farmer-registration : the farmer bio data form. */
import { useMemo } from 'react'
import { useSearchParams } from 'react-router'
import { offerNumber } from '#site/account/profiles/offer-number.tsx'
import { useKnownPerson } from '#site/lib/use-known-person.ts'
import { loadRegistrationForm } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { LongForm } from '#site/registrations/long-form/long-form.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { RidgedField } from '#site/ui/scenes/ridged-field.tsx'
import type { Route } from './+types/farmer-registration-route'
import { farmerForm } from './farmer-form.ts'
import { describeInterest } from './interest.ts'

export const handle: PageHandle = { hydrate: 'soon', styles: 'form' }

export const links = () => linkSheet('form')

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export function loader({ context }: Route.LoaderArgs) {
  return loadRegistrationForm('farmer', context)
}

export default function FarmerRegistration({ loaderData }: Route.ComponentProps) {
  const { settings, head, guide } = loaderData
  const definition = useMemo(() => ({ ...farmerForm, settings }), [settings])
  const person = useKnownPerson()
  const [query] = useSearchParams()
  const known = { ...person, goals: describeInterest(query.get('interest')) }
  return (
    <>
      <PageHero {...head} scene={<RidgedField />} isOverForm />
      <Section className="form-section">
        <GuidedForm guide={guide}>
          <LongForm definition={definition} known={known} offerNumber={offerNumber} />
        </GuidedForm>
      </Section>
    </>
  )
}
