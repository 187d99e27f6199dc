/** /careers */
import { benefits, departments, reasons, steps } from '#site/features/careers/careers.ts'
import { pageMeta } from '#site/page-meta.ts'
import { paths } from '#site/paths.ts'
import { Callout, ListCells, TickList } from '#site/ui/blocks.tsx'
import { ButtonAnchor, ButtonLink } from '#site/ui/button.tsx'
import { PageHero, Section } from '#site/ui/page.tsx'
import { LessonUnderTree } from '#site/ui/scenes/lesson-under-tree.tsx'
import { PeopleOfTheHouse } from '#site/ui/scenes/people-of-the-house.tsx'
import type { Route } from './+types/careers'

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Careers',
    description:
      'Seven departments, three levels, all full-time: work in farming, storage, trade, processing, export, research and supply.',
  })
}

export default function Careers() {
  return (
    <>
      <PageHero
        eyebrow="Careers"
        title="Careers, from the farm gate to the export desk"
        lead="Seven departments, entry-level to senior, all full-time."
        actions={<ButtonAnchor href="#positions">View All Positions</ButtonAnchor>}
        scene={<PeopleOfTheHouse />}
      />
      <Section eyebrow="Why here" title="Three reasons to join">
        <ListCells cells={reasons} />
      </Section>
      <Section id="positions" eyebrow="Positions" title="Where you could work">
        <ListCells cells={departments} />
      </Section>
      <Section ground="forest" eyebrow="How to Apply" title="Four steps, no agents, no fees">
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
              <p className="eyebrow">Employee benefits</p>
              <h2>What comes with the work</h2>
            </div>
            <TickList lines={benefits} wide />
          </div>
        </div>
      </Section>
      <Section>
        <Callout
          title="Ready to apply?"
          text="Applications are not taken on this page yet. Write to us with the department you have in mind; nobody may ask you for money to apply."
          actions={<ButtonLink to={paths.contact}>Contact HR Department</ButtonLink>}
        />
      </Section>
    </>
  )
}
