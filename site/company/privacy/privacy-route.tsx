/** /privacy : what we store, why, and what a person may request of us. */
import { useCompany } from '#site/page-company.ts'
import { readContent } from '#site/page-content.ts'
import type { PageHandle } from '#site/page-handle.ts'
import { pageMeta } from '#site/page-meta.ts'
import { linkSheet } from '#site/page-styles.ts'
import { paths } from '#site/paths.ts'
import { TickList } from '#site/ui/blocks.tsx'
import { ButtonLink } from '#site/ui/button.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { OpenLedger } from '#site/ui/scenes/open-ledger.tsx'
import type { Route } from './+types/privacy-route'
import { type PrivacySection, privacySections } from './privacy.ts'
import { privacyAtAGlance, privacyInShort } from './privacy-in-short.ts'

export const handle: PageHandle = { styles: 'more' }

export const links = () => linkSheet('more')

export function loader({ context }: Route.LoaderArgs) {
  const published = readContent(context).legal.privacy
  // Staff who publish their own notice say their own.
  return { published, short: published ? null : { lines: privacyInShort, table: privacyAtAGlance } }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Privacy',
    description: 'What personal data we keep, why we keep it, who sees it, and what you may ask of us.',
  })
}

export default function Privacy({ loaderData: { published, short } }: Route.ComponentProps) {
  const sections: readonly PrivacySection[] = published?.sections ?? privacySections
  return (
    <>
      <PageHero
        eyebrow="Company Info"
        title="Privacy"
        lead="What we keep about you, why, who sees it, and what you may ask of us under the Nigeria Data Protection Act."
        scene={<OpenLedger />}
      />
      {short && <InShort {...short} />}
      <div className="wrap section split split-top">
        <nav aria-label="Sections" className="no-print">
          <ol className="toc">
            {sections.map(({ title }, index) => (
              <li key={title}>
                <a href={`#section-${index + 1}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="prose">
          {sections.map(({ title, paragraphs, list }, index) => (
            <section key={title} id={`section-${index + 1}`} className="prose">
              <h2>{title}</h2>
              {paragraphs.map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
              {list && <TickList lines={list} />}
            </section>
          ))}
          {published && <p>Version {published.version}</p>}
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
          {dataProtection.contact && dataProtection.email && <br />}
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

/** The notice that the site brings, before it is said in full. */
function InShort({ lines, table }: NonNullable<Route.ComponentProps['loaderData']['short']>) {
  return (
    <div className="wrap section in-short">
      <section>
        <h2>In short</h2>
        <TickList lines={lines} />
      </section>
      <section>
        <h2>What, why, how long</h2>
        <table className="facts-table">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">Why</th>
              <th scope="col">How long</th>
            </tr>
          </thead>
          <tbody>
            {table.map(({ what, why, howLong }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td data-label="Why">{why}</td>
                <td data-label="How long">{howLong}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}
