/** /careers/general : 'Submit Your Resume', an application for whatever position may fit. */
import { jobApplicationForm, jobApplicationGuide } from '#domain/company/job-applications.ts'
import { PublicForm } from '#site/lib/form/public-form.tsx'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import type { Route } from './+types/careers-general-route'

export const handle: PageHandle = { hydrate: 'form', styles: 'short' }

export const links = () => linkSheet('short')

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Submit Your Resume',
    description: 'Send your CV for any position with the company, now or later.',
  })
}

export function loader() {
  return { guide: jobApplicationGuide }
}

export default function CareersGeneral({ loaderData }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        eyebrow="Careers"
        title="Submit Your Resume"
        lead="No position that fits today? Send your CV all the same: we read it when one opens, and write to you."
        actions={
          <ButtonLink to={`${paths.careers}#positions`} variant="outline">
            View All Positions
          </ButtonLink>
        }
      />
      <Section title="Your application">
        <GuidedForm guide={loaderData.guide}>
          <PublicForm definition={jobApplicationForm} fixed={{ positionId: '' }} />
        </GuidedForm>
      </Section>
    </>
  )
}
