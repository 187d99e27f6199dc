/** The first screen of the application: what we are for, two ways on, the company's logo. */
import { asName, useCompany } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { ButtonLink } from '#site/ui/button.tsx'
import { CompanyCrest } from '#site/ui/scenes/company-crest.tsx'
import { SentLine } from './sent-line.tsx'

interface HomeHeroProps {
  eyebrow: string
  title: string
  lead: string
}

export function HomeHero({ eyebrow, title, lead }: HomeHeroProps) {
  const { logo, companyName } = useCompany()
  return (
    <header className="hero hero-home">
      <SentLine />
      <div className="wrap hero-grid">
        <div className="hero-copy">
          <p className="eyebrow">{eyebrow}</p>
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
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
