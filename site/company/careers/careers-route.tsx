/** /careers */
import { type ContactTopic, contactForm, contactGuide } from '#domain/company/contact-messages.ts'
import { PublicForm } from '#site/lib/form/public-form.tsx'
import { useCompany } from '#site/page-company.ts'
import { readContent, readHead, readWords } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { careerPath } from '#site/paths.ts'
import { Callout, ListCells, TickList } from '#site/ui/blocks.tsx'
import { ButtonAnchor, ButtonLink } from '#site/ui/button.tsx'
import { GuidedForm } from '#site/ui/guided-form.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { LessonUnderTree } from '#site/ui/scenes/lesson-under-tree.tsx'
import { PeopleOfTheCompany } from '#site/ui/scenes/people-of-the-company.tsx'
import type { Route } from './+types/careers-route'
import { Departments } from './departments.tsx'

export const handle: PageHandle = { hydrate: 'form', styles: 'more' }

export const links = () => linkSheet('more')

export function loader({ context }: Route.LoaderArgs) {
  const { reasons, steps, ...words } = readWords(context, 'careers')
  return {
    head: readHead(context, 'careers'),
    ...words,
    reasons: Object.values(reasons),
    steps: Object.values(steps),
    categories: readContent(context).careers,
    guide: contactGuide,
  }
}

export function meta(args: Route.MetaArgs) {
  return args.loaderData ? pageMeta(args, args.loaderData.head) : []
}

export default function Careers({ loaderData }: Route.ComponentProps) {
  const { hero, why, reasons, positions, apply, steps, benefits, callout, hr, categories, guide } = loaderData
  const { hrEmail } = useCompany()
  return (
    <>
      <PageHero
        {...hero}
        actions={<ButtonAnchor href="#positions">View All Positions</ButtonAnchor>}
        scene={<PeopleOfTheCompany />}
      />
      <Section {...why}>
        <ListCells cells={reasons} />
      </Section>
      <Section id="positions" {...positions}>
        <Departments categories={categories} />
      </Section>
      <Section ground="forest" {...apply}>
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
              <p className="eyebrow">{benefits.eyebrow}</p>
              <h2>{benefits.title}</h2>
            </div>
            <TickList lines={benefits.lines} wide />
          </div>
        </div>
      </Section>
      <Section>
        <Callout
          {...callout}
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
      <Section id="contact-hr" eyebrow={hr.eyebrow} title={hr.title}>
        <div className="prose mb-8">
          <p>{hr.text}</p>
          {hrEmail && (
            <p>
              <ButtonAnchor href={`mailto:${hrEmail}`} variant="outline">
                <Icon name="mail" /> {hrEmail}
              </ButtonAnchor>
            </p>
          )}
        </div>
        <GuidedForm guide={guide}>
          <PublicForm definition={contactForm} fixed={{ topic: 'hr' satisfies ContactTopic }} />
        </GuidedForm>
      </Section>
    </>
  )
}
