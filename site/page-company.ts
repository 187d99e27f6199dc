/** What the public pages may say about the company: its name, where it is, and how to reach it. */
import { useRouteLoaderData } from 'react-router'
import type { CompanyFacts } from '#domain/company/content.ts'

export interface Office {
  kind: string
  place: string
  street: string | null
  /** Street and place. */
  address: string
}

/** A fact that is not set is null or empty, and whatever would need it is not shown. */
export interface Company {
  companyName: string
  /** The address of a picture that staff have put in place of our own mark. */
  logo: string | null
  blurb: string | null
  offices: readonly Office[]
  phones: readonly string[]
  email: string | null
  hrEmail: string | null
  /** International digits of the number on the messaging app. */
  chatNumber: string | null
  socialLinks: readonly { name: string; url: string }[]
  /** As it stands in the register of companies: "Keffi Farms Limited, RC 1234567", as far as it is known. */
  registration: string | null
  legalName: string | null
  /** Whom to ask about data protection; one of the two at least. */
  dataProtection: { contact: string | null; email: string | null } | null
}

/** What is known when not even the page's own data has arrived. */
const unknownCompany: Company = {
  companyName: 'the company',
  logo: null,
  blurb: null,
  offices: [],
  phones: [],
  email: null,
  hrEmail: null,
  chatNumber: null,
  socialLinks: [],
  registration: null,
  legalName: null,
  dataProtection: null,
}

const officeKinds = [
  ['headOffice', 'Head office', 'headOfficeStreet'],
  ['branchOffice', 'Branch office', 'branchOfficeStreet'],
] as const

const socialSites = [
  ['facebook', 'Facebook'],
  ['twitter', 'X (Twitter)'],
  ['instagram', 'Instagram'],
  ['linkedin', 'LinkedIn'],
  ['youtube', 'YouTube'],
] as const

/** `configuredName` is the operator's setting; a name that staff have published wins over it. */
export function describeCompany(facts: CompanyFacts, configuredName: string): Company {
  return {
    companyName: facts.companyName || configuredName,
    logo: facts.logo,
    blurb: facts.blurb,
    offices: officeKinds.flatMap(([key, kind, street]) => {
      const town = facts[key]
      if (!town) return []
      const place = /nigeria/i.test(town) ? town : `${town}, Nigeria`
      const address = [facts[street], place].filter(Boolean).join(', ')
      return [{ kind, place, street: facts[street], address }]
    }),
    phones: [facts.phonePrimary, facts.phoneSecondary].flatMap((phone) => phone || []),
    email: facts.email,
    hrEmail: facts.hrEmail,
    chatNumber: facts.chatNumber,
    socialLinks: socialSites.flatMap(([key, name]) => (facts[key] ? [{ name, url: facts[key] }] : [])),
    registration: describeRegistration(facts),
    legalName: facts.legalName,
    dataProtection:
      facts.dataProtectionContact || facts.dataProtectionEmail
        ? { contact: facts.dataProtectionContact, email: facts.dataProtectionEmail }
        : null,
  }
}

/** The number is in one line. */
function describeRegistration({ legalName, registrationNumber }: CompanyFacts): string | null {
  if (!registrationNumber) return legalName
  const written = /^\d/.test(registrationNumber) ? `RC ${registrationNumber}` : registrationNumber
  const number = written.replaceAll(' ', '\u00a0').replaceAll('-', '\u2011')
  return legalName ? `${legalName}, ${number}` : `Registered under ${number}`
}

export function useCompany(): Company {
  const data = useRouteLoaderData('root') as { company: Company } | undefined
  return data?.company ?? unknownCompany
}

/** Where the site is at home, without a slash at the end. */
export function useSiteUrl(): string {
  const data = useRouteLoaderData('root') as { siteUrl: string } | undefined
  return data?.siteUrl ?? ''
}

/** "the company" is how texts speak of it; where it stands as a name it takes a capital. */
export function asName(companyName: string): string {
  return companyName.charAt(0).toUpperCase() + companyName.slice(1)
}

/** A link that opens the messaging app with a first message already written. */
export function chatUrl(chatNumber: string, message: string): string {
  return `https://wa.me/${chatNumber.replace(/\D/g, '')}?text=${encodeURIComponent(message)}`
}

/** What a phone dials for a number as it is written. */
export function dialUrl(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}
