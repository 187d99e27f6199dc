/** /careers */
import { type ContactTopic, contactForm } from '#domain/company/contact-messages.ts'
import { PublicForm } from '#site/lib/form/public-form.tsx'
import { useCompany } from '#site/page-company.ts'
import { readPublished } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkMoreStyles } from '#site/page-styles.ts'
import { careerPath } from '#site/paths.ts'
import { Callout, ListCells, TickList } from '#site/ui/blocks.tsx'
import { ButtonAnchor, ButtonLink } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { LessonUnderTree } from '#site/ui/scenes/lesson-under-tree.tsx'
import { PeopleOfTheCompany } from '#site/ui/scenes/people-of-the-company.tsx'
import type { Route } from './+types/careers-route'
import { benefits, reasons, steps } from './careers.ts'
import { Departments } from './departments.tsx'

export const handle: PageHandle = { hydrate: 'form', styles: 'more' }

export const links = linkMoreStyles

export function loader({ context }: Route.LoaderArgs) {
  return { categories: readPublished(context).careers }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Careers',
    description:
      'Seven departments, three levels, all full-time: work in farming, storage, trade, processing, export, research and supply.',
  })
}

export default function Careers({ loaderData }: Route.ComponentProps) {
  const { hrEmail } = useCompany()
  return (
    <>
      <PageHero
        eyebrow="Careers"
        title="Careers, from the farm gate to the export desk"
        lead="Seven departments, entry-level to senior, all full-time."
        actions={<ButtonAnchor href="#positions">View All Positions</ButtonAnchor>}
        scene={<PeopleOfTheCompany />}
      />
      <Section eyebrow="Why here" title="Three reasons to join">
        <ListCells cells={reasons} />
      </Section>
      <Section id="positions" eyebrow="Positions" title="Where you could work">
        <Departments categories={loaderData.categories} />
      </Section>
      <Section ground="forest" eyebrow="Four steps, no agents, no fees" title="How to Apply">
        <ol className="steps">
          {steps.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section>
        <div className="split">
          <LessonUnderTree />
          <div>
            <div className="section-head">
              <p className="eyebrow">What comes with the work</p>
              <h2>Employee benefits</h2>
            </div>
            <TickList lines={benefits} wide />
          </div>
        </div>
      </Section>
      <Section>
        <Callout
          title="Ready to apply?"
          text="Send one application for any position that may fit, or ask first. Nobody may ask you for money to apply."
          actions={
            <>
              <ButtonLink to={careerPath()}>Submit Your Resume</ButtonLink>
              <ButtonAnchor href="#contact-hr" variant="outline">
                Contact HR Department
              </ButtonAnchor>
            </>
          }
        />
      </Section>
      <Section id="contact-hr" eyebrow="HR Department" title="Contact HR Department">
        <div className="split split-top">
          <div className="prose">
            <p>
              Ask about a position, an application that you have sent, or training. People read every message
              and answer it.
            </p>
            {hrEmail && (
              <p>
                <ButtonAnchor href={`mailto:${hrEmail}`} variant="outline">
                  <Icon name="mail" /> {hrEmail}
                </ButtonAnchor>
              </p>
            )}
          </div>
          <PublicForm definition={contactForm} fixed={{ topic: 'hr' satisfies ContactTopic }} />
        </div>
      </Section>
    </>
  )
}
