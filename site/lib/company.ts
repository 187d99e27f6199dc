/** What the public pages may say about the company: its name, where it is, and how to reach it. */
import { useRouteLoaderData } from 'react-router'

export interface Office {
  kind: string
  place: string
}

/** A fact that is not set is null or empty, and whatever would need it is not shown. */
export interface CompanyFacts {
  companyName: string
  offices: readonly Office[]
  phones: readonly string[]
  email: string | null
  /** International digits of the number on the messaging app. */
  chatNumber: string | null
  socialLinks: readonly { name: string; url: string }[]
}

/** The offices are known; numbers and addresses are given by whoever runs the house, never invented. */
export const knownFacts: CompanyFacts = {
  companyName: 'the company',
  offices: [
    { kind: 'Head office', place: 'Lagos' },
    { kind: 'Branch office', place: 'Nasarawa' },
  ],
  phones: [],
  email: null,
  chatNumber: null,
  socialLinks: [],
}

export function useCompany(): CompanyFacts {
  const data = useRouteLoaderData('root') as { companyName: string } | undefined
  return data ? { ...knownFacts, companyName: data.companyName } : knownFacts
}

/** "the company" is how texts speak of it; where it stands as a name it takes a capital. */
export function asName(companyName: string): string {
  return companyName.charAt(0).toUpperCase() + companyName.slice(1)
}

/** A link that opens the messaging app with a first message already written. */
export function chatUrl(chatNumber: string, message: string): string {
  return `https://wa.me/${chatNumber.replace(/\D/g, '')}?text=${encodeURIComponent(message)}`
}
