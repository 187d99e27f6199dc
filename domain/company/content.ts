/** What the public pages show of what staff can edit; read by the server, passed to every page in its context. */
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
  /** Given by the Corporate Affairs Commission; on documents, as the next one. */
  registrationNumber: string | null
  taxNumber: string | null
  /** As it stands in the register of companies. */
  legalName: string | null
  headOfficeStreet: string | null
  branchOfficeStreet: string | null
  /** Whom to ask about data protection: a name or a role, and their address. */
  dataProtectionContact: string | null
  dataProtectionEmail: string | null
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
  legalName: 'legal_name',
  headOfficeStreet: 'head_office_street',
  branchOfficeStreet: 'branch_office_street',
  dataProtectionContact: 'data_protection_contact',
  dataProtectionEmail: 'data_protection_email',
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
  /** Only what may be shown: no placeholder links, and email and phone of those who agreed (decision 15). */
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

/** Pages with a place for stories, photographs and facts. */
export const blockPages = [
  'agriculture',
  'sustainable-farming',
  'rural-education',
  'poultry-development',
  'poultry-training',
  'real-estate-construction',
  'general-contract',
  'company-representation',
  'franchise-partnership',
  'board',
  'contact',
] as const
export type BlockPage = (typeof blockPages)[number]

export const courseTopics = ['poultry', 'rural-education', 'sustainable-farming'] as const
export type CourseTopic = (typeof courseTopics)[number]

export interface Course {
  id: number
  topic: CourseTopic
  title: string
  learns: string
  gets: string | null
  place: string
  state: string
  /** YYYY-MM-DD, as endsOn. */
  startsOn: string
  endsOn: string
  seats: number
  /** 0: free of charge. */
  priceKobo: number
  languages: string
  trainer: string | null
  isDemo: boolean
}

/** Months from 1 to 12; a time may run over the end of the year. */
export interface CropSeason {
  id: number
  crop: string
  states: string
  plantingFrom: number
  plantingTo: number
  harvestFrom: number
  harvestTo: number
  note: string | null
  source: string | null
  isDemo: boolean
}

export const projectKinds = ['farming', 'construction', 'contract', 'representation'] as const
export type ProjectKind = (typeof projectKinds)[number]

/** Where each kind is shown. */
export const projectPages = {
  farming: 'agriculture',
  construction: 'real-estate-construction',
  contract: 'general-contract',
  representation: 'company-representation',
} as const satisfies Record<ProjectKind, BlockPage>

export const projectProgress = ['planned', 'at work', 'finished'] as const

export interface Project {
  id: number
  kind: ProjectKind
  title: string
  place: string
  state: string
  year: number
  progress: (typeof projectProgress)[number]
  description: string
  image: string | null
  imageCaption: string | null
  isDemo: boolean
}

export interface Story {
  id: number
  page: BlockPage
  title: string
  text: string
  place: string
  /** YYYY-MM-DD */
  happenedOn: string
  figures: StoryFigure[]
  isDemo: boolean
}

export interface StoryFigure {
  value: string
  label: string
  source: string
}

export interface Photograph {
  id: number
  page: BlockPage
  image: string
  caption: string
  place: string
  /** YYYY-MM-DD */
  takenOn: string
  isDemo: boolean
}

/** A line of what the company states on a page, under a heading that several share. */
export interface PageFact {
  id: number
  page: BlockPage
  heading: string
  label: string
  value: string
  source: string | null
  /** YYYY-MM-DD */
  asOf: string | null
  isDemo: boolean
}

/** What a state is reached by; each is named from five people on. */
export type ReachedKind = 'courses' | 'deliveries' | 'farmers' | 'trainees'

export interface ReachedState {
  state: string
  kinds: ReachedKind[]
}

/** The middle price of a unit in the week before: of five sales and three buyers on. */
export interface WeekPrice {
  product: string
  unit: string
  priceKobo: number
}

/** What records say, once a day; nobody edits it. */
export interface ContentRecords {
  states: ReachedState[]
  prices: WeekPrice[]
  /** The day in Lagos, YYYY-MM-DD; null: not read yet. */
  asOf: string | null
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
  /** Those that are not over. */
  courses: Course[]
  seasons: CropSeason[]
  projects: Project[]
  stories: Story[]
  photographs: Photograph[]
  pageFacts: PageFact[]
  /** Texts that staff have put in place of what the site brings: by page, then by key (page-texts.ts). */
  texts: Readonly<Record<string, Readonly<Record<string, string>>>>
  records: ContentRecords
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

/** Lines of "value | what it counts | where it comes from". */
export function readStoryFigures(text: string | null): StoryFigure[] {
  return (text ?? '').split('\n').flatMap((line) => {
    const [value, label, source] = line.split(' | ')
    return value && label && source ? [{ value, label, source }] : []
  })
}

/** The headings of a page's facts in their order, each with its lines. */
export function groupPageFacts(
  content: Pick<Content, 'pageFacts'>,
  page: BlockPage,
): { heading: string; facts: PageFact[] }[] {
  const groups = new Map<string, PageFact[]>()
  for (const fact of content.pageFacts)
    if (fact.page === page) groups.set(fact.heading, [...(groups.get(fact.heading) ?? []), fact])
  return [...groups].map(([heading, facts]) => ({ heading, facts }))
}

/** Whether a month lies in a time that may run over the end of the year. */
export function isInMonths(month: number, from: number, to: number): boolean {
  return from <= to ? month >= from && month <= to : month >= from || month <= to
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
