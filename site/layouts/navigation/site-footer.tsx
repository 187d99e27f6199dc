/** The foot of every page: who we are, the ways in, and how to reach us. What is not set is not shown. */
import { Link } from 'react-router'
import { NewsletterBox } from '#site/company/newsletter/newsletter-box.tsx'
import { asName, type Company, chatUrl, dialUrl } from '#site/page-company.ts'
import { paths } from '#site/paths.ts'
import { Band } from '#site/ui/band.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Logo } from '#site/ui/logo.tsx'
import type { MenuLink } from './menu.ts'

const quickLinks: readonly MenuLink[] = [
  { label: 'Home', to: paths.home },
  { label: 'Agriculture', to: paths.agriculture },
  { label: 'Marketplace', to: paths.marketplace },
  { label: 'Farmer Registration', to: paths.farmerRegistration },
  { label: 'Leadership & Investors', to: paths.board },
  { label: 'Careers', to: paths.careers },
  { label: 'Contact', to: paths.contact },
]

const businessLinks: readonly MenuLink[] = [
  { label: 'Place an Order', to: paths.order },
  { label: 'Buyer Registration', to: paths.buyerRegistration },
  { label: 'Investor Bio Data', to: paths.investorFormIndividual },
  { label: 'Investor Registration Hub', to: paths.investorForm },
  { label: 'Franchise & Partnership', to: paths.franchisePartnership },
  { label: 'Real Estate & Construction', to: paths.realEstateConstruction },
  { label: 'General Contract', to: paths.generalContract },
  { label: 'Company Representation', to: paths.companyRepresentation },
]

export function SiteFooter({ company }: { company: Company }) {
  return (
    <footer className="site-foot on-forest">
      <Band />
      <div className="wrap foot-grid">
        <div className="foot-who">
          <Logo src={company.logo} />
          <p>
            {company.blurb ??
              `${asName(company.companyName)} grows, buys, builds and represents in Nigeria: agriculture, real estate, general contract, franchise and partnership, company representation.`}
          </p>
          {company.socialLinks.length > 0 && (
            <ul className="foot-social">
              {company.socialLinks.map(({ name, url }) => (
                <li key={url}>
                  <a href={url} rel="noopener">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          )}
        </div>
        <FootLinks title="Quick Links" links={quickLinks} />
        <FootLinks title="Business" links={businessLinks} />
        <FootContact company={company} />
        <NewsletterBox />
      </div>
      <div className="wrap foot-last">
        <p>{`© ${new Date().getFullYear()} ${asName(company.companyName)}`}</p>
        {company.registration && <p>{company.registration}</p>}
        <Link to={paths.track}>Follow what you sent</Link>
        <Link to={paths.contact}>Help</Link>
        <Link to={paths.terms}>Terms and Conditions</Link>
        <Link to={paths.privacy}>Privacy</Link>
      </div>
    </footer>
  )
}

function FootLinks({ title, links }: { title: string; links: readonly MenuLink[] }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {links.map(({ label, to }) => (
          <li key={to}>
            <Link to={to}>{label}</Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function FootContact({ company: { offices, phones, email, chatNumber } }: { company: Company }) {
  if (offices.length === 0 && phones.length === 0 && !email && !chatNumber) return null
  return (
    <div className="foot-help">
      <h2>Contact</h2>
      <ul className="foot-contact">
        {offices.map(({ kind, address }) => (
          <li key={kind}>
            <Icon name="pin" />
            <span>{`${kind}: ${address}`}</span>
          </li>
        ))}
        {phones.map((phone) => (
          <li key={phone}>
            <Icon name="phone" />
            <a href={dialUrl(phone)}>{phone}</a>
          </li>
        ))}
        {chatNumber && (
          <li>
            <Icon name="chat" />
            <a href={chatUrl(chatNumber, 'Good day.')} rel="noopener">
              {`WhatsApp ${chatNumber.replaceAll(' ', '\u00a0')}`}
            </a>
          </li>
        )}
        {email && (
          <li>
            <Icon name="mail" />
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
      </ul>
    </div>
  )
}
