/** /privacy : what we store, why, and what a person may request of us. */
import { Fragment } from 'react'
import type { PublishedText } from '#domain/company/content.ts'
import { useCompany } from '#site/page-company.ts'
import { readContent } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkMoreStyles } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { TickList } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { OpenLedger } from '#site/ui/scenes/open-ledger.tsx'
import type { Route } from './+types/privacy-route'
import { privacySections } from './privacy.ts'

export const handle: PageHandle = { styles: 'more' }

export const links = linkMoreStyles

export function loader({ context }: Route.LoaderArgs) {
  return { published: readContent(context).legal.privacy }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Privacy',
    description: 'What personal data we keep, why we keep it, who sees it, and what you may ask of us.',
  })
}

export default function Privacy({ loaderData: { published } }: Route.ComponentProps) {
  return (
    <>
      <PageHero
        eyebrow="Company Info"
        title="Privacy"
        lead="What we keep about you, why, who sees it, and what you may ask of us under the Nigeria Data Protection Act."
        scene={<OpenLedger />}
      />
      <div className="wrap section">
        <div className="prose">
          {published ? <PublishedNotice text={published} /> : <BuiltInNotice />}
          <DataProtectionContact />
          <div className="actions">
            <ButtonLink to={paths.contact}>Contact us</ButtonLink>
            <ButtonLink to={paths.terms} variant="outline">
              Terms and Conditions
            </ButtonLink>
          </div>
        </div>
      </div>
    </>
  )
}

/** Who is responsible, and whom to ask: only what staff have entered. */
function DataProtectionContact() {
  const { registration, dataProtection } = useCompany()
  if (!registration && !dataProtection) return null
  return (
    <section className="prose">
      <h2>Who answers for your data</h2>
      {registration && <p>{registration}</p>}
      {dataProtection && (
        <address>
          Data protection: {dataProtection.contact}
          {dataProtection.contact && dataProtection.email && ', '}
          {dataProtection.email && (
            <a href={`mailto:${dataProtection.email}`} className="inline-block py-1">
              {dataProtection.email}
            </a>
          )}
        </address>
      )}
    </section>
  )
}

/** What staff have published, in place of what the site brings. */
function PublishedNotice({ text }: { text: PublishedText }) {
  return (
    <>
      {text.sections.map(({ title, paragraphs }) => (
        <section key={title} className="prose">
          <h2>{title}</h2>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
      <p>Version {text.version}</p>
    </>
  )
}

function BuiltInNotice() {
  return privacySections.map(({ title, paragraphs, list }) => (
    <Fragment key={title}>
      <h2>{title}</h2>
      {paragraphs.map((paragraph) => (
        <p key={paragraph}>{paragraph}</p>
      ))}
      {list && <TickList lines={list} />}
    </Fragment>
  ))
}
