/** /careers/{position} : one open position, and its application form. */
import { data } from 'react-router'
import { type CareerPosition, findPosition } from '#domain/company/content.ts'
import { jobApplicationForm, jobApplicationGuide } from '#domain/company/job-applications.ts'
import { PublicForm } from '#site/lib/form/public-form.tsx'
import { readContent } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { findSite, organizationFacts, pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { careerPath, paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import type { Route } from './+types/careers-position-route'
import { PositionFacts } from './departments.tsx'

export const handle: PageHandle = { hydrate: 'form', styles: 'more' }

export const links = () => linkSheet('more')

export function loader({ context, params }: Route.LoaderArgs) {
  const { careers } = readContent(context)
  const position = findPosition({ careers }, params.position)
  if (!position) return data({ position: null, department: '', guide: jobApplicationGuide }, { status: 404 })
  const department = careers.find(({ positions }) => positions.includes(position))?.title ?? ''
  return data({ position, department, guide: jobApplicationGuide })
}

export function meta(args: Route.MetaArgs) {
  const position = args.loaderData?.position
  if (!position) {
    return pageMeta(args, {
      title: 'Position not found',
      description: 'This position is not open any more.',
      index: false,
    })
  }
  return pageMeta(args, {
    title: `${position.title}, ${position.location}`,
    description: `${position.title}: ${position.level}, ${position.type}, ${position.location}. ${position.description}`,
    facts: postingFacts(args, position),
  })
}

function postingFacts(args: Route.MetaArgs, position: CareerPosition): object | undefined {
  const site = findSite(args)
  if (!site) return undefined
  return {
    '@type': 'JobPosting',
    title: position.title,
    description: position.description,
    datePosted: position.postedOn,
    employmentType: 'FULL_TIME',
    directApply: true,
    url: site.siteUrl + careerPath(position.id),
    hiringOrganization: organizationFacts(args),
    jobLocation: {
      '@type': 'Place',
      address: { '@type': 'PostalAddress', ...splitPlace(position.location), addressCountry: 'NG' },
    },
  }
}

/** "Keffi, Nasarawa" is a town and its state; a place without a comma is left as it is. */
function splitPlace(place: string): { addressLocality: string; addressRegion?: string } {
  const comma = place.lastIndexOf(',')
  if (comma < 0) return { addressLocality: place.trim() }
  return { addressLocality: place.slice(0, comma).trim(), addressRegion: place.slice(comma + 1).trim() }
}

export default function CareersPosition({
  loaderData: { position, department, guide },
}: Route.ComponentProps) {
  if (!position) return <PositionClosed />
  return (
    <>
      <PageHero
        eyebrow={department}
        title={position.title}
        lead={position.description}
        actions={<PositionFacts position={position} />}
      />
      <Section
        title="Your application"
        lead="Your CV and a way to reach you are enough. We write to everybody who applies."
      >
        <GuidedForm guide={guide}>
          <PublicForm definition={jobApplicationForm} fixed={{ positionId: position.id }} />
        </GuidedForm>
      </Section>
    </>
  )
}

function PositionClosed() {
  return (
    <PageHero
      eyebrow="Careers"
      title="This position is not open"
      lead="It may have been filled, or a letter may be missing in the address. You can still send a general application."
      actions={
        <>
          <ButtonLink to={careerPath()}>Submit Your Resume</ButtonLink>
          <ButtonLink to={paths.careers} variant="outline">
            View All Positions
          </ButtonLink>
        </>
      }
    />
  )
}
