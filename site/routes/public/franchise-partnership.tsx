/** /franchise-partnership : the three ways to work together, and what an application asks. */
import { RegistrationGuide } from '#site/features/registration-guide/registration-guide.tsx'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { ListCells } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { SigningTable } from '#site/ui/scenes/signing-table.tsx'
import type { Route } from './+types/franchise-partnership'

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

const asked = [
  {
    title: 'What kind of partnership',
    reason: 'So that the right team reads it.',
    asks: ['Franchise Partner', 'Business Representative', 'Strategic Partnership', 'Distribution Partner'],
  },
  {
    title: 'You and your company',
    reason: 'So that we know whom we speak with and where.',
    asks: ['Company name and contact person', 'E-mail and phone', 'Country, and address if you wish'],
  },
  {
    title: 'What you bring',
    reason: 'The description is needed; the rest helps us answer well.',
    asks: [
      'Business description',
      'Experience',
      'Investment capacity and expected revenue',
      'Marketing strategy',
    ],
  },
]

export default function FranchisePartnership() {
  return (
    <>
      <PageHero
        eyebrow="Franchise & Partnership"
        title="Franchise & Partnership"
        lead="Strategic business partnerships and franchise operations, for people who want to build something that is still there in ten years."
        actions={
          <ButtonLink to="#partnership-application" variant="outline">
            What an application asks
          </ButtonLink>
        }
        scene={<SigningTable />}
      />
      <Section eyebrow="Three ways" title="How we work together">
        <ListCells cells={ways} />
      </Section>
      <div id="partnership-application">
        <RegistrationGuide
          groups={asked}
          next="Applications are not taken on this page yet. Create your account, so that yours has a home, or contact us and say which of the four kinds you have in mind."
          actions={
            <>
              <ButtonLink to={paths.auth}>Create an account</ButtonLink>
              <ButtonLink to={paths.contact} variant="outline">
                Contact us
              </ButtonLink>
            </>
          }
        />
      </div>
    </>
  )
}
