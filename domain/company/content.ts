/** What the public pages show of what staff can edit; read by the server, handed to every page in its context. */
import type { CataloguePage } from '../market/products.ts'

/** Null: not set, and whatever would need it is not shown. */
export interface CompanyFacts {
  companyName: string | null
  logo: string | null
  blurb: string | null
  headOffice: string | null
  branchOffice: string | null
  phonePrimary: string | null
  phoneSecondary: string | null
  email: string | null
  hrEmail: string | null
  /** The number on the messaging app. */
  chatNumber: string | null
  facebook: string | null
  twitter: string | null
  instagram: string | null
  linkedin: string | null
  youtube: string | null
  /** Without it nothing about crypto wallets is shown (decision 72). */
  cryptoLicenceReference: string | null
  /** Of the Corporate Affairs Commission; on documents, as the next one. */
  registrationNumber: string | null
  taxNumber: string | null
}

/** A fact's key in the table company_facts. */
export const factKeys: Record<keyof CompanyFacts, string> = {
  companyName: 'company_name',
  logo: 'logo',
  blurb: 'blurb',
  headOffice: 'head_office',
  branchOffice: 'branch_office',
  phonePrimary: 'phone_primary',
  phoneSecondary: 'phone_secondary',
  email: 'email',
  hrEmail: 'hr_email',
  chatNumber: 'chat_number',
  facebook: 'facebook',
  twitter: 'twitter',
  instagram: 'instagram',
  linkedin: 'linkedin',
  youtube: 'youtube',
  cryptoLicenceReference: 'crypto_licence_reference',
  registrationNumber: 'registration_number',
  taxNumber: 'tax_number',
}

export const figurePages = [
  'home',
  'agriculture',
  'sustainable-farming',
  'rural-education',
  'poultry-development',
  'real-estate-construction',
  'company-representation',
  'general-contract',
] as const
export type FigurePage = (typeof figurePages)[number]

export interface ImpactFigure {
  page: FigurePage
  /** To the letter: '1000+', '95%'. */
  value: string
  label: string
  source: string | null
  /** YYYY-MM-DD */
  asOf: string | null
}

export type BoardType = 'board' | 'investor'

export interface BoardMember {
  id: number
  name: string
  position: string
  bio: string
  image: string | null
  type: BoardType
  /** Only what may be shown: no placeholder links, and e-mail and phone of those who agreed (decision 15). */
  socialMedia: { email?: string; phone?: string; linkedin?: string; twitter?: string }
  isDemo: boolean
}

export const careerLevels = ['Entry-level', 'Mid-level', 'Senior'] as const
export type CareerLevel = (typeof careerLevels)[number]

export interface CareerPosition {
  /** A short name, fit for an address. */
  id: string
  title: string
  level: CareerLevel
  location: string
  type: 'Full-time'
  description: string
  /** YYYY-MM-DD */
  postedOn: string
  isDemo: boolean
}

export interface CareerCategory {
  id: string
  title: string
  icon: string
  /** Names of colours in the site's palette. */
  colour: string
  backgroundColour: string
  positions: CareerPosition[]
}

export interface CryptoWallet {
  address: string
  /** When this address came into force, as an ISO time. */
  changedAt: string
}

/** Where a button that only has a label leads (decision 17); an empty page means every page. */
export interface PageAction {
  label: string
  page: string
  target: string
}

/** A text of law as it was published; it stays as it is, and people agree to it under this version. */
export interface PublishedText {
  /** The day in Lagos, YYYY-MM-DD, with -2 and so on for a second one on that day. */
  version: string
  sections: { title: string; paragraphs: string[] }[]
}

export interface Content {
  facts: CompanyFacts
  figures: ImpactFigure[]
  board: BoardMember[]
  careers: CareerCategory[]
  /** Null: not available, contact us. */
  wallet: CryptoWallet | null
  actions: PageAction[]
  catalogue: CataloguePage
  /** Null: nothing was published yet, and the pages show the text that the site brings. */
  legal: { terms: PublishedText | null; privacy: PublishedText | null }
}

export function listFigures(content: Pick<Content, 'figures'>, page: FigurePage): ImpactFigure[] {
  return content.figures.filter((figure) => figure.page === page)
}

/** The page's own target before the general one; undefined where the label has none. */
export function findActionTarget(
  content: Pick<Content, 'actions'>,
  label: string,
  page: string,
): string | undefined {
  const result = [page, ''].flatMap((wanted) =>
    content.actions.filter((action) => action.label === label && action.page === wanted),
  )[0]
  return result?.target.replaceAll('{page}', encodeURIComponent(page))
}

export function findPosition(content: Pick<Content, 'careers'>, id: string): CareerPosition | undefined {
  return content.careers.flatMap(({ positions }) => positions).find((position) => position.id === id)
}

type Claim = Pick<ImpactFigure, 'value' | 'label'> & { page: string }

export interface ClaimConflict {
  subject: string
  claims: Claim[]
}

const subjects = ['farmers', 'projects', 'states', 'hectares', 'years', 'satisfaction'] as const

/** Figures that count the same thing and differ: shown to staff as a warning, never changed by us (decision 16). */
export function findClaimConflicts(figures: readonly Claim[]): ClaimConflict[] {
  return subjects.flatMap((subject) => {
    const claims = new Map<string, Claim>()
    for (const { page, value, label } of figures)
      if (new RegExp(`\\b${subject}\\b`, 'i').test(label) && !claims.has(value))
        claims.set(value, { page, value, label })
    return claims.size > 1 ? [{ subject, claims: [...claims.values()] }] : []
  })
}
