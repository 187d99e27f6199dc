/** The first screen of the application: what we are for, two ways on, the company's logo. */
import { asName, useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { CompanyCrest } from '#site/ui/scenes/company-crest.tsx'
import { SentLine } from './sent-line.tsx'

export function HomeHero() {
  const { logo, companyName } = useCompany()
  return (
    <header className="hero hero-home">
      <SentLine />
      <div className="wrap hero-grid">
        <div className="hero-copy">
          <p className="eyebrow">From the soil to the ship, written down</p>
          <h1>Growing Nigeria's Agricultural Future</h1>
          <p className="lead">
            We advance agricultural practices, food security and sustainable farming: better yields this
            season, food that people can count on, and soil that is still good for the next.
          </p>
          <div className="actions">
            <ButtonLink to={paths.marketplace}>Our Services</ButtonLink>
            <ButtonLink to={paths.agriculture} variant="outline">
              Learn More
            </ButtonLink>
          </div>
        </div>
        <div className="hero-scene">
          {logo ? (
            <img
              className="hero-logo"
              src={logo}
              alt={`The logo of ${asName(companyName)}`}
              width="520"
              height="520"
              fetchPriority="high"
            />
          ) : (
            <CompanyCrest />
          )}
        </div>
      </div>
    </header>
  )
}
