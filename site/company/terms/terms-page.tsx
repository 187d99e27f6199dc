/** The terms and conditions: fourteen numbered sections, and the day they were last updated. */
import { Link } from 'react-router'
import type { PublishedText } from '#domain/company/content.ts'
import { dateTerms } from '#domain/terms.ts'
import { asName, dialUrl, useCompany, useSiteUrl } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { Fold } from '#site/ui/fold.tsx'
import { PageHero } from '#site/ui/page.tsx'
import { type TermsSection, termsSections } from './terms.ts'

/** `published`: what staff have published, in place of what the site brings. */
export function TermsPage({ published }: { published: PublishedText | null }) {
  const sections: readonly TermsSection[] =
    published?.sections.map((section, index) => ({ ...section, id: `section-${index + 1}` })) ?? termsSections
  return (
    <>
      <PageHero
        eyebrow="Company Info"
        title="Terms and Conditions"
        lead="What you may expect of us and what we expect of you, in short sections."
      />
      <div className="wrap section split split-top">
        <nav aria-label="Sections" className="no-print">
          <ol className="toc">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ol>
        </nav>
        <div className="prose">
          {sections.map(({ id, title, paragraphs }, index) => (
            <section key={id}>
              <Fold
                isOpenOnDesktop
                className="terms-fold"
                summary={
                  <h2>
                    {index + 1}. {title}
                  </h2>
                }
              >
                {/* The address of a section leads into what is folded, which browsers open for it. */}
                <div id={id} className="prose">
                  {paragraphs.map((paragraph) => (
                    <p key={paragraph}>{paragraph}</p>
                  ))}
                  {/privacy/i.test(title) && (
                    <p>
                      <Link to={paths.privacy} className="inline-block py-1">
                        The privacy notice
                      </Link>
                    </p>
                  )}
                </div>
              </Fold>
            </section>
          ))}
          <TermsContact publishedOn={published?.version.slice(0, 10)} />
        </div>
      </div>
    </>
  )
}

function TermsContact({ publishedOn }: { publishedOn: string | undefined }) {
  const { companyName, registration, offices, phones, email } = useCompany()
  const { day, inWords } = dateTerms(new Date(), publishedOn)
  const siteUrl = useSiteUrl()
  return (
    <>
      <p className="not-print:hidden">
        {asName(companyName)}, {siteUrl}
        {paths.terms}
      </p>
      <address>
        {registration && <p>{registration}</p>}
        {offices.map(({ kind, address }) => (
          <p key={kind}>
            {kind}: {address}
          </p>
        ))}
        {phones.map((phone) => (
          <p key={phone}>
            Phone:{' '}
            <a href={dialUrl(phone)} className="inline-block py-1">
              {phone}
            </a>
          </p>
        ))}
        {email && (
          <p>
            Email:{' '}
            <a href={`mailto:${email}`} className="inline-block py-1">
              {email}
            </a>
          </p>
        )}
        <p>
          <Link to={paths.contact} className="inline-block py-1">
            All ways to contact us
          </Link>
        </p>
      </address>
      <p>
        Last updated:{' '}
        <time dateTime={day} suppressHydrationWarning>
          {inWords}
        </time>
      </p>
    </>
  )
}
